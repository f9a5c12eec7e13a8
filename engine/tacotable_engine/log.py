"""The log of a match: append only, and enough to reach every state of it again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from tacotable_engine.chance import Shuffle, ToldChance

if TYPE_CHECKING:
    from tacotable_engine.amendment import Amendment
    from tacotable_engine.game import Act, Game

LATEST_S = 1e12  # Virtual time ends here, which leaves room for thousands of years.


class Applied(NamedTuple):
    """An act that stands, its number, and what chance gave it. A named tuple, because it is made twice as fast."""

    number: int
    seat: str
    act: Act
    shuffles: tuple[Shuffle, ...] = ()
    is_accepted: bool = False  # Whether the rules refused it and the arbiter let it stand.


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
class Amended:
    """An amendment that stands, and what chance gave while it was made; it has no number."""

    amendment: Amendment
    shuffles: tuple[Shuffle, ...] = ()


@dataclass(frozen=True, slots=True)
class Undone:
    """The act of this number, or with None the amendment, and all that resolved since, was taken back."""

    number: int | None


@dataclass(frozen=True, slots=True)
class Retimed:
    """The clock stands at `at_s`, whatever was taken back: it never goes back itself."""

    at_s: float


@dataclass(frozen=True, slots=True)
class Resolved:
    """The time of the open window ran out, by request."""

    shuffles: tuple[Shuffle, ...] = ()


@dataclass(frozen=True, slots=True)
class Clocked:
    """Virtual time moved on to `at_s`."""

    at_s: float
    shuffles: tuple[Shuffle, ...] = ()


Standing: TypeAlias = Applied | Amended | Resolved | Clocked | Retimed  # What leads from one state to the next.
Entry: TypeAlias = Applied | Amended | Refused | Decided | Undone | Resolved | Clocked


def take_back(standing: list[Standing], now_s: float) -> Applied | Amended | None:
    """Remove the last act or amendment and all that followed from what stands; the clock stays. None: there is none."""
    for index in range(len(standing) - 1, -1, -1):
        last = standing[index]
        if isinstance(last, Applied | Amended):
            standing[index:] = [Retimed(now_s)]
            return last
    return None


def fold(game: Game, start: Any, seats: tuple[str, ...], entries: Iterable[Standing]) -> Any:
    """Return the state that entries of a log lead to; what chance gave is taken from them."""
    state = start
    for entry in entries:
        if isinstance(entry, Retimed):
            state = game.set_clock(state, entry.at_s)
            continue
        chance = ToldChance(entry.shuffles)
        if isinstance(entry, Applied):
            state = game.apply(state, seats.index(entry.seat), entry.act, chance).state
        elif isinstance(entry, Amended):
            state = game.amend(state, entry.amendment, chance).state
        elif isinstance(entry, Resolved):
            state = game.resolve(state, chance).state
        else:
            state = game.clock(state, entry.at_s, chance).state
    return state
