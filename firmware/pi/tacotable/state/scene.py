"""The scene: the whole picture of the table at one moment, what each light, display and the buzzer shows.

It is computed whole from the table's state (`view`), compared, and only what changed is sent. Drivers and the
page show the same scene. A screen says what it means (a `Sign`), never how it is drawn (`draw`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from tacotable_drivers.ports import DARK, Look, Pattern

WHITE, GREEN, AMBER, RED, BLUE = (255, 235, 200), (0, 200, 80), (255, 150, 0), (255, 40, 20), (40, 120, 255)


Values: TypeAlias = Mapping[str, object]
People: TypeAlias = tuple[tuple[str, str], ...]  # Seats, each with the name of who sits there.


@dataclass(frozen=True, slots=True)
class Sign:
    """A message to people: its id in the catalog, its values, and how urgent it is drawn.

    `guide` is the message of a first game that stands in place of the title, if it has one line, or else of the lines
    below it; its last line alone says the rule, where there is room for one.
    """

    code: str
    values: Values = field(default_factory=dict)
    is_alert: bool = False
    note: Sign | None = None  # What hands do besides, and first, such as clearing a pad: a display's first line.
    guide: str = ""

    def __hash__(self) -> int:
        """Return a hash by what the sign says, so that a screen is drawn once."""
        return hash((self.code, str(self.values), self.is_alert, self.note, self.guide))


@dataclass(frozen=True, slots=True)
class Notice:
    """A display that shows a sign, with something big at its right where that helps (a card's value)."""

    sign: Sign
    big: str = ""
    seat: str = ""  # Before the title, where a public display tells something to one seat.
    odds: Sign | None = None  # In turn with the lines, where its seat wants that.
    seconds: int | None = None  # What a clock in its last minute has left, at the right of the title.


@dataclass(frozen=True, slots=True)
class Choice:
    """A display on which buttons choose one of several things; `chosen`: collected so far; `hint`: which buttons."""

    sign: Sign
    item: str
    is_word: bool = False
    position: int = 0
    count: int = 1
    chosen: tuple[str, ...] = ()
    hint: str = ""
    seat: str = ""  # Before the title, where the public display asks a seat.
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class Join:
    """A display that shows how to open a seat's page: the address as a picture code, and the short code."""

    sign: Sign
    address: str
    code: str


@dataclass(frozen=True, slots=True)
class SpaceScreen:
    """The display beside one of the seven spaces; `arrow` is the side it points at, or both."""

    number: str
    arrow: str
    is_here: bool = False
    is_next: bool = False
    is_covered: bool = False
    is_fault: bool = False


@dataclass(frozen=True, slots=True)
class Status:
    """The public display of an Exploding game: a sign's title and first line, and what the pile holds."""

    sign: Sign
    pile: int
    kittens: int
    turns: int = 1
    bar: tuple[int, int] | None = None  # The countdown of an open window: lights lit, of how many.
    is_standing: bool = False  # While a seat holds the window.
    seconds: int | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A display that celebrates: a picture (`boom` or `win`) with a sign beside it."""

    sign: Sign
    kind: str


@dataclass(frozen=True, slots=True)
class Reason:
    """A display that says why in whole sentences; `rule` is its place in the rulings; empty: none."""

    sign: Sign
    rule: str
    page: int | None = 0  # From 0, round; None: all of them stand in turn.
    title: str = "why.title"  # The message over each page.
    more: tuple[Sign, ...] = ()  # Each begins a page behind those of `sign`.


Screen: TypeAlias = Notice | Choice | Join | SpaceScreen | Status | Picture | Reason


def is_tick(last: Screen | None, now: Screen) -> bool:
    """Whether a display shows the same as before but for the seconds of a clock."""
    return (
        isinstance(now, Notice | Choice | Status)
        and isinstance(last, Notice | Choice | Status)
        and None not in (last.seconds, now.seconds)
        and replace(last, seconds=now.seconds) == now
    )


@dataclass(frozen=True, slots=True)
class Light:
    """One light of the board or of a button: how it looks, and the id of what that means."""

    look: Look
    meaning: str


OFF = Light(DARK, "lamp.off")
PRESS = Light(Look(GREEN, Pattern.FAST), "lamp.press")
REFUSED = Light(Look(RED, Pattern.DOUBLE), "lamp.refused")


@dataclass(frozen=True, slots=True)
class Cue:
    """A sound; `number` grows with each, so that the same sound twice is two sounds."""

    number: int
    name: str


SILENCE = Cue(0, "none")


@dataclass(frozen=True, slots=True)
class Counsel:
    """What the page of a seat is told for that seat alone: the step of its hint that it asked for last; its odds."""

    hint: Sign | None = None
    odds: Sign | None = None
    step: int | None = None  # How many it asked for, so that its button asks for the next; None: it may ask no more.


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that the table shows."""

    lights: tuple[Light, ...]  # Those of the spaces -4..+4, in that order.
    lamps: Mapping[str, Light]
    screens: Mapping[str, Screen]
    prompts: Mapping[str, Sign]  # What each seat is told, for that seat only.
    public_prompts: Mapping[str, Sign]  # What others may know of it.
    cue: Cue
    volume: int = 2
    languages: Mapping[str, str] = field(default_factory=dict)
    people: People = ()  # Who sits where, for the words of this scene.
    turned: frozenset[str] = frozenset()  # Displays that stand on their heads now, for who sits on their far side.
    counsel: Mapping[str, Counsel] = field(default_factory=dict)

    def with_screens(self, screens: Mapping[str, Screen]) -> Scene:
        """Return the scene with other screens on those of its displays that `screens` names.

        A space's own picture stays. A name without a display is no mistake: tables differ, and one with a board has
        other displays in an Exploding game than in Tacocat.
        """
        shown = {
            name: old if isinstance(old, SpaceScreen) else screens.get(name, old) for name, old in self.screens.items()
        }
        return replace(self, screens=shown)
