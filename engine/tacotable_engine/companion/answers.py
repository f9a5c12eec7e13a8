"""What a companion answers, what a game must offer to have one, and which one it has."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableSequence, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from tacotable_engine.registry import part_of, spec_of

if TYPE_CHECKING:
    from tacotable_engine.match import Match

Level = Literal["easy", "fair", "strong"]
LEVELS: tuple[Level, ...] = ("easy", "fair", "strong")  # How well a robot plays, the weakest first.
IsOver: TypeAlias = Callable[[], bool] | None  # Asked each few ms whether a search ends with what it has; None: never.
Hand: TypeAlias = Sequence[str] | None  # A seat's cards as it tells them, where the referee does not know them.


class Dice(Protocol):
    """A seeded source of chance, such as `random.Random(seed)`: the same seed and questions give the same answers."""

    def random(self) -> float:
        """Return a number from 0 up to 1, without 1."""

    def randrange(self, stop: int, /) -> int:
        """Return a whole number from 0 up to `stop`, without it."""

    def shuffle(self, cards: MutableSequence[Any], /) -> None:
        """Bring a list into an order of chance."""


@dataclass(frozen=True, slots=True)
class Odds:
    """What the numbers say to a viewer. `values` are the fields of the reply, in JSON values."""

    values: Mapping[str, object]
    by: Literal["exact", "sampled"]
    error: float = 0.0  # The half width of a 95 % interval; 0 where the numbers are exact.


@dataclass(frozen=True, slots=True)
class Advice:
    """One act that a seat may do. `act` has the fields of a request without `op` and `seat`."""

    act: Mapping[str, object]
    value: float  # The chance to win the round (Tacocat) or the game, 0 to 1.
    error: float  # The half width of a 95 % interval of `value`; 0 where it is exact.
    why: str  # The code of a sentence for a person, `why.*` in the catalog.
    values: Mapping[str, object] = field(default_factory=dict)  # What that sentence tells.


@dataclass(frozen=True, slots=True)
class Counsel:
    """What a seat is advised, the best first, and from how many sampled worlds (0: none were needed)."""

    advice: tuple[Advice, ...]
    worlds: int


@dataclass(frozen=True, slots=True)
class Remark:
    """What is said of one act that was a choice, when a round or a game is over."""

    act: int  # The act by its count, from 1.
    seat: str
    did: Mapping[str, object]
    best: Mapping[str, object] | None  # With hindsight, all cards known: an act that cost nothing; None: not known.
    known_best: Mapping[str, object]  # By what the seat knew then.
    loss: float | None  # What the act cost with hindsight; None where that cannot be known.
    known_loss: float  # What it cost by what the seat knew then.
    percent: int | None = None  # How likely the next card was lethal, where it was played or drawn.


class Companion(Protocol):
    """What a game offers beside its rules. Each answer depends on what its viewer may know, and on the dice."""

    def odds(self, match: Match, viewer: str, worlds: int, dice: Dice) -> Odds:
        """Return what the numbers say to a seat, "table" or "arbiter". `worlds`: so many are sampled where it must be.

        Raises RequestError where nothing can be said yet, such as before the deal.
        """

    def advise(
        self, match: Match, seat: str, level: Level, worlds: int, dice: Dice, hand: Hand = None, is_over: IsOver = None
    ) -> Counsel:
        """Return what a seat that may act is advised; the first is what a robot of that level does.

        `hand` tells the seat's cards where the referee does not know them. `is_over` ends the search before all
        `worlds` are seen; it is asked each few milliseconds. Raises RequestError for a seat that may not act, or a hand
        that cannot be.
        """

    def review(self, match: Match, dice: Dice) -> tuple[Remark, ...]:
        """Return what is said of each act that was a choice; raises RequestError while the round or game goes on."""


def companion_of(ruleset: str) -> Companion | None:
    """Return the companion of a ruleset's game, imported now; None: it has none. Raises RulesetError."""
    spec = spec_of(ruleset)
    companion: Companion | None = part_of(spec, "companion") if spec.companion else None
    return companion
