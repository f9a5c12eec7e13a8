"""What the table hears: the events of its devices, and that time has passed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tacotable_drivers.ports import DeviceEvent


@dataclass(frozen=True, slots=True)
class TimePassed:
    """The moment has come that the game asked to be woken at; `at_ms` is on the clock of all other events."""

    at_ms: float


@dataclass(frozen=True, slots=True)
class Arbitrated:
    """The arbiter decided something at the all-seeing page; `what` is one of `arbiter.DECISIONS`."""

    what: str
    at_ms: float


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
    """Somebody chose at the page of a simulated table which game the lobby shows."""

    game: str
    at_ms: float


Event: TypeAlias = DeviceEvent | TimePassed | Arbitrated | NameTyped | LanguageChosen | PhonesChanged | GameChosen
