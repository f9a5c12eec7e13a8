"""Pages: where a page shows a moment, and the lines that it has to hold there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from docs.pictures import (
    dealing_flows,
    disputes_flows,
    enrolment_flows,
    faults_flows,
    kittens_ends,
    kittens_plays,
    kittens_turns,
    kittens_windows,
    tacocat_flows,
)
from docs.pictures.sheet import reader_of
from docs.pictures.stage import Flow, Moment, Walk

from tacotable.catalog import LANGUAGES
from tacotable.state.scene import AMBER, BLUE, GREEN, RED, WHITE, Light
from tacotable.state.situation import role_of, seat_of
from tacotable_drivers.ports import Pattern

DOCS = Path(__file__).resolve().parents[1]
PICTURES = DOCS / "pictures"
FLOWS: Mapping[str, tuple[Flow, ...]] = {
    "kittens": (*kittens_turns.FLOWS, *kittens_windows.FLOWS, *kittens_plays.FLOWS, *kittens_ends.FLOWS),
    "tacocat": tacocat_flows.FLOWS,
    "private-deal": dealing_flows.FLOWS,
    "enrolment": enrolment_flows.FLOWS,
    "disputes": disputes_flows.FLOWS,
    "faults": faults_flows.FLOWS,
}
"""The flows of each page."""
COLOURS = {AMBER: "amber", BLUE: "blue", GREEN: "green", RED: "red", WHITE: "white"}
RHYTHMS = {Pattern.SOLID: "steady", Pattern.SLOW: "slow", Pattern.FAST: "fast", Pattern.DOUBLE: "double"}
_BLOCK = r"!\[[^\n]*\]\(pictures/{name}\.en\.png\)\n(?:!\[[^\n]*\n)?(?:\n\*So far [^\n]*\*\n)?"


@dataclass(frozen=True, slots=True)
class Kept:
    """A moment of a flow in each language, and the name of its pictures: page, flow, moment."""

    name: str
    told: Mapping[str, Moment]

    def path(self, language: str) -> Path:
        """Give the file of its picture."""
        return PICTURES / f"{self.name}.{language}.png"

    def block(self) -> str:
        """Give the lines of the page: the pictures with their words, then presses, lamps and lights."""
        pictures = [f"![{_words(self.told[one], one)}](pictures/{self.name}.{one}.png)\n" for one in LANGUAGES]
        first = self.told[LANGUAGES[0]]
        return f"{''.join(pictures)}\n*So far {count_of(first.presses)}. {_lit(first)}*\n"


def kept_of(page: str, walk: Walk) -> Iterator[Kept]:
    """Pair the moments of a flow in all languages."""
    for told in zip(*(walk.moments[language] for language in LANGUAGES), strict=True):
        yield Kept(f"{page}/{walk.flow.name}-{told[0].name}", dict(zip(LANGUAGES, told, strict=True)))


def with_block(text: str, kept: Kept) -> str:
    """Give a page with the lines of a moment as they have to be, wherever it shows the moment's picture."""
    return re.sub(_BLOCK.format(name=re.escape(kept.name)), lambda _: kept.block(), text)


def heading(walk: Walk) -> str:
    """Give the heading below which a page tells a flow, with the presses that it takes."""
    return f"### {walk.flow.title} ({count_of(walk.presses)})"


def sections_of(text: str) -> dict[str, str]:
    """Give what a page says below each heading of a flow."""
    parts = re.split(r"^(##+ .*)$", text, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def pictures_in(text: str) -> list[str]:
    """Give the names of the pictures that a page shows, without languages, in their order."""
    return re.findall(r"\]\(pictures/(\S+)\.en\.png\)", text)


def count_of(presses: int) -> str:
    """Give a number of presses in words."""
    return {0: "no press", 1: "1 press"}.get(presses, f"{presses} presses")


def _words(moment: Moment, language: str) -> str:
    """Give what the displays say, for those who do not see the picture."""
    colon = "：" if language == "zh-TW" else ": "
    return " · ".join(f"{reader_of(shown, language)}{colon}{shown.words}" for shown in moment.displays)


def _lit(moment: Moment) -> str:
    """Say which lamps and lights are lit, and how."""
    seats: dict[tuple[str, str], list[str]] = {}
    for name, light in moment.scene.lamps.items():
        if light.look.pattern is not Pattern.OFF:
            seats.setdefault((role_of(name).upper(), _look(light)), []).append(seat_of(name))
    lamps = [f"{role} of {', '.join(who)} {look}" for (role, look), who in seats.items()]
    told = "; ".join([*lamps, *_lights(moment)])
    return f"Lit: {told}." if told else "All lamps are dark."


def _lights(moment: Moment) -> list[str]:
    """Say what the lights show: a bar as one, those of the spaces each for itself."""
    named = zip(moment.light_names, moment.scene.lights, strict=True)
    lit = [(name, light) for name, light in named if light.look.pattern is not Pattern.OFF]
    if lit and lit[0][0].startswith("bar"):
        return [f"the bar {len(lit)} of {len(moment.light_names)} {_look(lit[0][1])}"]
    return [f"space {name} {_look(light)}" for name, light in lit]


def _look(light: Light) -> str:
    return f"{RHYTHMS[light.look.pattern]} {COLOURS[light.look.rgb]}"
