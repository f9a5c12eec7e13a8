"""What a tournament is made of: its plan, its pods, and the steps that were taken, each by somebody for a reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

import msgspec

Format = Literal["swiss", "round-robin", "elimination"]
FORMATS: tuple[Format, ...] = ("swiss", "round-robin", "elimination")
SIZES = range(3, 11)
"""So many play in a pod."""


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an event is played. `size`: so many sit at a table, where they can; 2 is a duel, 3 to 10 a pod."""

    name: str
    game: str
    format: Format = "swiss"
    size: int = 2
    rounds: int = 0
    """So many rounds; 0: as many as the format needs (a Swiss: enough that one player may be left unbeaten)."""
    seed: str = ""
    """What every lot is drawn from; told before the first round, so that nobody can choose it."""


class Entered(msgspec.Struct, frozen=True, tag="entered"):
    """Somebody takes part from the next round on."""

    player: str


class Dropped(msgspec.Struct, frozen=True, tag="dropped"):
    """Somebody plays no further round."""

    player: str


class Paired(msgspec.Struct, frozen=True, tag="paired"):
    """A round is drawn. It is kept as it was drawn: a result that is corrected later changes no pod."""

    pods: Sequence[Pod]
    byes: Sequence[Bye] = ()


class Played(msgspec.Struct, frozen=True, tag="played"):
    """The result of a pod, from the winner to the first who was out; a second one for the same pod corrects it."""

    round: int
    pod: int
    order: Sequence[str]


class Swapped(msgspec.Struct, frozen=True, tag="swapped"):
    """Two players of the round that is on change places before they have played."""

    first: str
    second: str


class Moved(msgspec.Struct, frozen=True, tag="moved"):
    """A pod of the round that is on goes to another table, such as from a dead one; with no name it waits for one."""

    pod: int
    table: str


class Cut(msgspec.Struct, frozen=True, tag="cut"):
    """From here on only the best play, in an elimination."""

    to: int


class Timed(msgspec.Struct, frozen=True, tag="timed"):
    """The clock of the round that is on was set; `until_ms`: when it ends, since 1970, 0 where it was stopped."""

    minutes: int
    until_ms: int


class Extended(msgspec.Struct, frozen=True, tag="extended"):
    """A table of the round that is on plays longer than the others, because it was held up."""

    pod: int
    minutes: int


Deed = Entered | Dropped | Paired | Played | Swapped | Moved | Cut | Timed | Extended


class Step(msgspec.Struct, frozen=True):
    """What was done to an event, when, by whom and why."""

    deed: Deed
    at_ms: int = 0
    """By the wall clock, since 1970."""
    who: str = ""
    why: str = ""


class Reason(msgspec.Struct, frozen=True):
    """Why a pod or bye is as it is: the code of a sentence and its values."""

    code: str
    values: Mapping[str, str | int] = {}


class Pod(msgspec.Struct, frozen=True):
    """Those who play at one table, in the order of their seats; the first has the first turn."""

    players: Sequence[str]
    why: Reason
    table: str = ""
    """The name of the table that they sit at; empty where none was free, and in an event without tables."""


class Bye(msgspec.Struct, frozen=True):
    """Somebody who has nobody to play in a round; it counts as the mean of the rounds that this player plays."""

    player: str
    why: Reason


@dataclass(frozen=True, slots=True)
class Round:
    """A round: its pods, and the results that are in, by the number of the pod from 1."""

    number: int
    pods: Sequence[Pod]
    byes: Sequence[Bye]
    is_elimination: bool
    orders: Mapping[int, Sequence[str]] = field(default_factory=dict)
    until_ms: int = 0
    """When its time is up, since 1970; 0 without a clock. Who sits at a table then ends the turn that is on."""
    extended: Mapping[int, int] = field(default_factory=dict)
    """So many minutes longer some tables play."""

    def is_open(self, pod: int) -> bool:
        """Return whether there is a pod with this number, and its result is not in."""
        return 1 <= pod <= len(self.pods) and pod not in self.orders

    def pod_until_ms(self, pod: int) -> int:
        """Return when the time of a table is up; 0 without a clock, and when its result is in."""
        return self.until_ms + 60_000 * self.extended.get(pod, 0) if self.until_ms and self.is_open(pod) else 0

    @property
    def here(self) -> tuple[str, ...]:
        """Return everybody in this round."""
        return (*(player for pod in self.pods for player in pod.players), *(bye.player for bye in self.byes))

    @property
    def playing_at(self) -> frozenset[str]:
        """Return the tables whose pods still play."""
        return frozenset(pod.table for n, pod in enumerate(self.pods, 1) if pod.table and self.is_open(n))

    @property
    def is_over(self) -> bool:
        """Return whether every pod has its result."""
        return len(self.orders) == len(self.pods)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a player stands, and what decided it where points are equal."""

    player: str
    rank: int
    points: Fraction
    wins: int
    played: int
    opponents: Fraction
    """The mean of what the opponents won of their rounds, each at least a third."""
    is_in: bool = True
    """Whether this player plays on."""


def share(place: int, size: int) -> Fraction:
    """Return what a place in a pod is worth, the same for pods of all sizes: the winner (0) 1, the first out 0."""
    return Fraction(size - 1 - place, size - 1)
