"""Hypotheses: every way in which the hidden cards of a game may lie, as counts of the cards that matter.

A hypothesis is one integer: a count for each zone and column, in fields of equal width. There is a column for each
title that is told apart; one for each title of which known cards became hidden, for just these cards; and one for the
lethal card, which no hand holds. All others of a zone are what its size leaves. A set of hypotheses moves on with what
hidden cards do; when it is empty, something that was said cannot be true (ruling `deny-refuted`).
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tacotable_engine.cards import Cards

HANDS = range(10)  # Zones of hidden cards: the hands by their seats, and three more.
PILE, DISCARD, REST = 10, 11, 12  # The rest is in front of players who are out, or out of play; nothing comes back.
ZONES = range(13)
NEVER_SEEN = 13  # No zone: here a title's column counts the cards among the others that are of this title.
MOST_HYPOTHESES = 2_000  # At most so many are followed together; 2 of 10,000 tiny games need more for the first proof.
MOST_WORK = 12_000
"""So many hypotheses are moved on at most, all moves together: some ten milliseconds on a desktop machine, so that a
card on the table is answered at once also with ten players."""
OTHERS = ""  # What stands for all cards that are not told apart.
WIDTH = 9  # Bits of a count: no deck has more than 400 cards.
COUNT = (1 << WIDTH) - 1


class Kind(Enum):
    """What hidden cards did; the value is its sign in the text form."""

    PASSED = ">"  # One went from a zone to another, and nobody saw its face.
    SHOWN = "-"  # One was given its face, and is hidden no more.
    HIDDEN = "+"  # A known card became a hidden one of the zone.
    MERGED = "="  # All of a zone, `number` of them, went to another.


class Move(NamedTuple):
    """One thing that hidden cards did; a hidden card is one that the referee has as "?"."""

    kind: Kind
    zone: int
    to: int = 0  # Where PASSED and MERGED lead to.
    card: str = OTHERS  # The face of what was SHOWN or HIDDEN.
    number: int = 1  # How many MERGED; they are all that the zone has.


class Denial(NamedTuple):
    """That a hand had no hidden card of this title, when so many moves had been made."""

    seat: int
    card: str
    after: int


class Base(NamedTuple):
    """What was known before the first move; any way to lay the cards that fits it was possible."""

    sizes: tuple[int, ...]  # Hidden cards in each zone.
    unseen: tuple[tuple[str, int], ...]  # Titles and how many of each are among the hidden cards.
    lethal: str
    is_lethal_in_pile: bool  # Whether every hidden lethal card must be in the pile; else they may be all but in hands.


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """The hypotheses that are possible, for the cards that are told apart in them."""

    columns: Cards  # Titles told apart, titles of which known cards became hidden, the lethal card.
    loose: Cards  # The second kind of them; their cards that were never known are among the others until shown.
    sizes: tuple[int, ...]  # Hidden cards in each zone.
    most: Mapping[str, int]  # At most so many cards are in each column, all zones together.
    vectors: Set[int] = field(repr=False)
    work: int = 0  # How many hypotheses have been moved on to come to these.

    @property
    def is_impossible(self) -> bool:
        """Return whether no hypothesis is left."""
        return not self.vectors

    @property
    def is_too_many(self) -> bool:
        """Return whether they are more, or more work, than is worth its time."""
        return len(self.vectors) > MOST_HYPOTHESES or self.work > MOST_WORK

    def after(self, move: Move) -> Hypotheses:
        """Return the hypotheses after a move; those in which it could not be made are gone."""
        sizes, most, number = list(self.sizes), self.most, 1
        vectors: Set[int] = self.vectors
        match move.kind:
            case Kind.PASSED:
                vectors = self._passed(move)
            case Kind.SHOWN:
                vectors = self._shown(move)
            case Kind.HIDDEN if move.card in self.columns:
                one = 1 << self._shift(move.zone, move.card)
                vectors, most = {vector + one for vector in vectors}, {**most, move.card: most[move.card] + 1}
            case Kind.MERGED:
                start, end, number = self._shift(move.zone), self._shift(move.to), sizes[move.zone]
                parts = ((vector, vector >> start & self._all_of_zone) for vector in vectors)
                vectors = {vector - (part << start) + (part << end) for vector, part in parts}
        sizes[move.zone] += number if move.kind is Kind.HIDDEN else -number
        if move.kind in (Kind.PASSED, Kind.MERGED):
            sizes[move.to] += number
        return replace(self._with(vectors), sizes=tuple(sizes), most=most)

    def denying(self, denial: Denial) -> Hypotheses:
        """Keep the hypotheses in which a hand has no hidden card of a title, if it is one told apart here."""
        if denial.card not in self.columns:
            return self
        held = COUNT << self._shift(denial.seat, denial.card)
        return self._with({vector for vector in self.vectors if not vector & held})

    def is_sure(self, seat: int, card: str) -> bool:
        """Return whether no hypothesis has a hidden card of this title in a hand."""
        held = COUNT << self._shift(seat, card) if card in self.columns else 0
        return bool(held) and not any(vector & held for vector in self.vectors)

    def _with(self, vectors: Set[int]) -> Hypotheses:
        return replace(self, vectors=vectors, work=self.work + len(self.vectors))

    @property
    def _all_of_zone(self) -> int:
        return (1 << (WIDTH * len(self.columns))) - 1

    def _shift(self, zone: int, card: str | None = None) -> int:
        """Return where the count of a column stands, or where a zone's first one does."""
        return WIDTH * (zone * len(self.columns) + (self.columns.index(card) if card else 0))

    def _with_other(self, vectors: Set[int], zone: int) -> Set[int]:
        """Keep the hypotheses in which one of the other cards is in a zone."""
        size, lethal = self.sizes[zone], self.columns[-1]
        if size > sum(most for card, most in self.most.items() if zone >= PILE or card != lethal):
            return vectors
        start, all_of_it = self._shift(zone), self._all_of_zone
        return {vector for vector in vectors if _total(vector >> start & all_of_it) < size}

    def _passed(self, move: Move) -> Set[int]:
        """Assume that any card of the zone passed but a lethal one, which would have been shown."""
        passed = set(self._with_other(self.vectors, move.zone))
        for card in self.columns[:-1]:
            start = self._shift(move.zone, card)
            held, change = COUNT << start, (1 << self._shift(move.to, card)) - (1 << start)
            passed |= {vector + change for vector in self.vectors if vector & held}
        return passed

    def _shown(self, move: Move) -> Set[int]:
        """Show a card: one that is told apart, or one of the others that turns out to be of this title."""
        if move.card not in self.columns:
            return self._with_other(self.vectors, move.zone)
        start = self._shift(move.zone, move.card)
        held, one = COUNT << start, 1 << start
        shown = {vector - one for vector in self.vectors if vector & held}
        if move.card not in self.loose:
            return shown
        never = self._shift(NEVER_SEEN, move.card)
        is_there, one = COUNT << never, 1 << never
        return shown | {vector - one for vector in self._with_other(self.vectors, move.zone) if vector & is_there}


@lru_cache(maxsize=4096)
def _total(part: int) -> int:
    """Count the cards of all columns of a zone."""
    return (part & COUNT) + _total(part >> WIDTH) if part else 0


def all_hypotheses(base: Base, titles: Cards, loose: Cards) -> Hypotheses | None:
    """Return every hypothesis that fits what was known, with these titles told apart; None when there are too many."""
    copies = dict(base.unseen)
    if prod(_ways(base, card, copies.get(card, 0)) for card in titles) > 2 * MOST_HYPOTHESES:
        return None  # seen beforehand; they are at most so many, and hardly ever half of it
    columns = (*titles, *loose, base.lethal)
    most = {card: 0 if card in loose else copies.get(card, 0) for card in columns}
    none = Hypotheses(columns, loose, base.sizes, most, frozenset())
    vectors: Set[int] = {sum(copies.get(card, 0) << none._shift(NEVER_SEEN, card) for card in loose)}
    for card in (base.lethal, *titles):
        for _ in range(copies.get(card, 0)):
            vectors = _with_one(none, vectors, _zones_of(base, card), card)
            if len(vectors) > MOST_HYPOTHESES:
                return None
    return none._with(vectors)


def _ways(base: Base, card: str, copies: int) -> int:
    """Count the ways to lay the copies of one title, if no other title took their places."""
    ways = [1] + [0] * copies
    for zone in _zones_of(base, card):
        size = base.sizes[zone]
        ways = [sum(ways[max(0, n - size) : n + 1]) for n in range(copies + 1)]
    return ways[copies]


def _zones_of(base: Base, card: str) -> tuple[int, ...]:
    zones = tuple(zone for zone in ZONES if base.sizes[zone])
    if card != base.lethal:
        return zones
    return tuple(zone for zone in zones if zone == PILE or (zone > PILE and not base.is_lethal_in_pile))


def _with_one(hypotheses: Hypotheses, vectors: Set[int], zones: tuple[int, ...], card: str) -> Set[int]:
    """Assume, zone by zone, that one of the other cards there is one of this title."""
    placed: set[int] = set()
    for zone in zones:
        one = 1 << hypotheses._shift(zone, card)
        placed |= {vector + one for vector in hypotheses._with_other(vectors, zone)}
    return placed
