"""What the table hears: the events of its devices, and that time has passed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from tacotable_drivers.ports import DeviceEvent


@dataclass(frozen=True, slots=True)
class TimePassed:
    """The moment has come that the game asked to be woken at; `at_ms` is on the clock of all other events."""

    at_ms: float


@dataclass(frozen=True, slots=True)
class Arbitrated:
    """The arbiter decided `what`, a key of `arbiter.offered`, at its page; `who` and `why`: at a director's desk."""

    what: str
    at_ms: float
    who: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class NameTyped:
    """Somebody typed the name of who sits at a seat, in the form that `people.cleaned` gives; "" takes it away."""

    seat: str
    name: str
    at_ms: float


@dataclass(frozen=True, slots=True)
class LanguageChosen:
    """Somebody chose at a page the language, one of `LANGUAGES`, in which a seat is spoken to."""

    seat: str
    language: str
    at_ms: float


@dataclass(frozen=True, slots=True)
class PhonesChanged:
    """So many phones hold a key to a seat's page now; `has_joined`: one more than before."""

    seat: str
    count: int
    has_joined: bool
    at_ms: float


@dataclass(frozen=True, slots=True)
class GameChosen:
    """A page of a simulated table, or the house, chose the game of the lobby; with `seats`, clockwise, it begins."""

    game: str
    at_ms: float
    seats: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LessonChosen:
    """Somebody chose at the page of a simulated table a lesson of the lobby's game; "" leaves the one that is on."""

    lesson: str
    at_ms: float


@dataclass(frozen=True, slots=True)
class HintAsked:
    """The page of a seat asks for a hint, or for more of the one that it has, or to show or hide its odds."""

    seat: str
    at_ms: float
    is_odds: bool = False


@dataclass(frozen=True, slots=True)
class Counselled:
    """What the companion found before act `number` of a seat: a hint or odds, `told` as signs of codes and values."""

    seat: str
    number: int
    told: tuple[tuple[str, dict[str, Any]], ...]
    at_ms: float
    is_odds: bool = False


@dataclass(frozen=True, slots=True)
class RobotChose:
    """A robot has chosen what it does: an act as the referee protocol writes it, and which of its cards that takes."""

    seat: str
    act: dict[str, object]
    tags: tuple[str, ...]
    at_ms: float


PageEvent: TypeAlias = Arbitrated | NameTyped | LanguageChosen | PhonesChanged | GameChosen | LessonChosen | HintAsked
Event: TypeAlias = "DeviceEvent | TimePassed | PageEvent | Counselled | RobotChose"
