"""The log of a match: append only, and enough to reach every state of it again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tacotable_engine.chance import Shuffle
from tacotable_engine.game import Act


@dataclass(frozen=True, slots=True)
class Applied:
    """An act that stands, with its number and what chance gave while it was applied."""

    number: int
    seat: str
    act: Act
    shuffles: tuple[Shuffle, ...] = ()
    is_accepted: bool = False
    """Whether the rules refused it and the arbiter let it stand."""


@dataclass(frozen=True, slots=True)
class Refused:
    """An act that was refused, and the rule that forbade it."""

    seat: str
    act: Act
    rule: str


@dataclass(frozen=True, slots=True)
class Decided:
    """The arbiter's decision on the refused act before it; when accepted, the `Applied` act follows."""

    accept: bool
    why: str


@dataclass(frozen=True, slots=True)
class Undone:
    """The act of this number, and all that resolved since, was taken back."""

    number: int


@dataclass(frozen=True, slots=True)
class Resolved:
    """The time of the open window ran out, by request."""

    shuffles: tuple[Shuffle, ...] = ()


@dataclass(frozen=True, slots=True)
class Clocked:
    """Virtual time moved on to `at_s`."""

    at_s: float
    shuffles: tuple[Shuffle, ...] = ()


Entry: TypeAlias = Applied | Refused | Decided | Undone | Resolved | Clocked
