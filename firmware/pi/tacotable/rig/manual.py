"""The rig of a real table: people (or a machine) do what the scenario says, and confirm what lamps and displays show.

The program runs on the table's own hardware in this process. What it means to show is compared by itself; only then
somebody is asked whether it can be seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacotable.autoplay.rig_tables import Bench, real_bench
from tacotable.display.draw import draw
from tacotable.files.toml_file import shipped_toml
from tacotable.rig.rigs import Heard, OnBench, Rig
from tacotable.rig.scenario import FOREIGN, AtOnce, Break, Expect, Mend, Scenario, parts_of

if TYPE_CHECKING:
    from tacotable.rig.dialogue import Dialogue
    from tacotable.state.scene import Screen
    from tacotable.table.file import TableFile

BEGINNING = (
    "Set the table up for {name}: all cards of {game} on the draw pile, others in the box; pads, hands and discard "
    "pile empty; every cable in, no button down."
)
WORDS = shipped_toml("tacotable.rig", "manual.toml")
BREAKING: Mapping[str, Sequence[str]] = WORDS["breaking"]
LOOKS: Mapping[str, str] = WORDS["looks"]


@dataclass(frozen=True, slots=True)
class RealTable:
    """A real table: its file, who is there, and how its hardware is opened (tests put another in its place)."""

    table: TableFile
    dialogue: Dialogue
    open_bench: Callable[[TableFile, Mapping[str, str]], AbstractContextManager[Bench]] = real_bench


class _PeopleRig(OnBench):
    """Asks somebody else for each step, while the table runs."""

    settle_s = 1.0  # Cards are laid by hand: a second for the reader behind it.

    def __init__(self, bench: Bench, dialogue: Dialogue) -> None:
        super().__init__(bench)
        self._dialogue = dialogue

    def begin(self, scenario: Scenario) -> None:
        """Have the table set up, and start the program again: it has seen all that hands did meanwhile."""
        table = self._bench.table
        token = {"token": 0} if table.board else {}
        say = BEGINNING.format(name=scenario.name, game=table.game) + (" Tacocat stands on space 0." if token else "")
        self._do(say, do="begin", scenario=scenario.name, game=table.game, **token)
        self.restart()

    def place(self, card: str, place: str, source: str) -> None:
        what = "a card of another game" if card == FOREIGN else f"a card {card!r}"
        self._do(
            f"Take {what} from {source!r} and lay it on {place!r}.", do="place", card=card, on=place, source=source
        )

    def lift(self, place: str, to: str, card: str | None) -> None:
        what = "the card" if card is None else f"the card {card!r}"
        self._do(f"Take {what} from {place!r} to {to!r}.", do="lift", source=place, to=to, card=card)

    def press(self, button: str) -> None:
        self._do(f"Press the button {button} and keep it down.", do="press", button=button)

    def release(self, button: str) -> None:
        self._do(f"Let the button {button} go.", do="release", button=button)

    def tap(self, button: str, seconds: float) -> None:
        how = "shortly" if seconds < 0.5 else "for two seconds"  # people cannot be told to let go in time
        self._do(f"Press the button {button} {how}.", do="tap", button=button, seconds=seconds)

    def move_token(self, space: int | None) -> None:
        say = "Take Tacocat up." if space is None else f"Stand Tacocat on space {space:+d}."
        self._do(say, do="token", space=space)

    def set_fault(self, device: str, fault: str, *, on: bool) -> None:
        breaking, mending = BREAKING[fault]
        if on:
            self._do(breaking.format(device=device), do="break", device=device, by=fault)
        else:
            self._do(mending.format(device=device), do="mend", device=device, by=fault)

    def sees_screen(self, name: str, screen: Screen, language: str) -> str | None:
        text = draw(screen, language, self.controller.scene.people).text
        return self._sees(f"Does display {name} show: {text}?", see="screen", name=name, text=text)

    def sees_lamps(self, lamps: Mapping[str, str]) -> str | None:
        return _together(
            self._sees(f"Is the lamp of {name} {LOOKS.get(look, look)}?", see="lamp", name=name, look=look)
            for name, look in lamps.items()
        )

    def sees_lights(self, lights: Mapping[int, str]) -> str | None:
        return _together(
            self._sees(
                f"Is light {place + 1} of the board {LOOKS.get(look, look)}?", see="light", name=place, look=look
            )
            for place, look in lights.items()
        )

    def hears(self, sounds: Sequence[str], since: Heard | None) -> str | None:
        if since is None:
            return self._sees(f"Did you hear the sound {sounds[0]!r}?", see="sound", name=sounds[0])
        what = f"the sounds {', '.join(map(repr, sounds))}, and no others," if sounds else "no sound"
        return self._sees(f"Did you hear {what} since the last step?", see="sounds", names=list(sounds))

    def sees_lying(self, wanted: Mapping[str, object]) -> str | None:
        return _together(
            self._sees(f"Does this lie at {place!r}, and nothing else: {told}?", see="lies", name=place, cards=told)
            for place, told in wanted.items()
        )

    def _do(self, say: str, **act: object) -> None:
        loop = self._bench.loop
        loop.run_until_complete(loop.run_in_executor(None, self._dialogue.do, say, act))

    def _sees(self, say: str, **what: object) -> str | None:
        loop = self._bench.loop
        return loop.run_until_complete(loop.run_in_executor(None, self._dialogue.sees, say, what))


def _together(answers: Iterable[str | None]) -> str | None:
    """Return all that was seen otherwise; None where everything is as asked."""
    return "; ".join(why for why in answers if why) or None


def people_cannot(scenario: Scenario) -> str | None:
    """Return why a scenario cannot be carried out by people, or None."""
    for line in scenario.lines:
        step = line.step
        if isinstance(step, Break | Mend) and step.by not in BREAKING:
            return f"people cannot let {step.device!r} suffer {step.by!r} ({line})"
        if isinstance(step, AtOnce) or getattr(step, "pause_s", None) is not None:
            return f"people who are asked step by step cannot keep its time ({line})"
        if isinstance(step, Expect) and any(part.lies for part in [*parts_of(step.expect)][1:]):
            return f"people are asked what lies where, but not inside of `not` and `either` ({line})"
    return None


@contextmanager
def people_rig(table: TableFile, scenario: Scenario, real: RealTable) -> Iterator[Rig]:
    """Open the rig of a scenario, with the table as it begins; raises RigError if hands cannot bring that about.

    Of the table's deck nothing is known where the scenario says so.
    """
    faces = {card.tag: card.face for card in table.deck} if scenario.file.enrolled else {}
    with real.open_bench(table, faces) as bench:
        rig = _PeopleRig(bench, real.dialogue)
        rig.begin(scenario)
        yield rig
