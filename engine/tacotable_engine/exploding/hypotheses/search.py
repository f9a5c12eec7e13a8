"""Hypotheses: every way in which the hidden cards of a game may lie, as counts of the cards that matter.

A hypothesis is one integer: a count for each zone and column, in fields of equal width. There is a column for each
title that is told apart; one for each title of which known cards became hidden, for just these cards; one for the
lethal card, which no hand holds; and one for all others together. A set of hypotheses moves on with what hidden cards
do; when it is empty, something that was said cannot be true (engine facts 5.2).
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, field
from enum import Enum
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
OTHERS = ""  # The column of all cards that are not told apart.
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

    columns: Cards  # Titles told apart, titles of which known cards became hidden, the lethal card, `OTHERS`.
    loose: Cards  # The second kind of them; their cards that were never known are among the others until shown.
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
        if move.kind is Kind.PASSED:
            return self._with(self._passed(move))
        if move.kind is Kind.SHOWN:
            return self._with(self._shown(move))
        if move.kind is Kind.HIDDEN:
            one = 1 << self._shift(move.zone, move.card)
            return self._with({vector + one for vector in self.vectors})
        first = self.columns[0]
        start, end = self._shift(move.zone, first), self._shift(move.to, first)
        all_of_it = (1 << (WIDTH * len(self.columns))) - 1
        parts = ((vector, vector >> start & all_of_it) for vector in self.vectors)
        return self._with({vector - (part << start) + (part << end) for vector, part in parts})

    def denying(self, denial: Denial) -> Hypotheses:
        """Keep the hypotheses in which a hand has no hidden card of a title, if it is one told apart here."""
        if denial.card not in self.columns:
            return self
        held = COUNT << self._shift(denial.seat, denial.card)
        return self._with({vector for vector in self.vectors if not vector & held})

    def is_sure(self, seat: int, card: str) -> bool:
        """Return whether no hypothesis has a hidden card of this title in a hand."""
        held = COUNT << self._shift(seat, card)
        return card in self.columns and not any(vector & held for vector in self.vectors)

    def _with(self, vectors: Set[int]) -> Hypotheses:
        return Hypotheses(self.columns, self.loose, vectors, self.work + len(self.vectors))

    def _shift(self, zone: int, card: str) -> int:
        column = self.columns.index(card) if card in self.columns else len(self.columns) - 1
        return WIDTH * (zone * len(self.columns) + column)

    def _passed(self, move: Move) -> set[int]:
        """Assume that any card of the zone passed but a lethal one, which would have been shown."""
        passed: set[int] = set()
        for card in self.columns[:-2] + self.columns[-1:]:
            start = self._shift(move.zone, card)
            held, change = COUNT << start, (1 << self._shift(move.to, card)) - (1 << start)
            passed |= {vector + change for vector in self.vectors if vector & held}
        return passed

    def _shown(self, move: Move) -> set[int]:
        """Show a card: one that is told apart, or one of the others that turns out to be of this title."""
        start = self._shift(move.zone, move.card)
        held, one = COUNT << start, 1 << start
        shown = {vector - one for vector in self.vectors if vector & held}
        if move.card not in self.loose:
            return shown
        other, never = self._shift(move.zone, OTHERS), self._shift(NEVER_SEEN, move.card)
        is_other, is_there, both = COUNT << other, COUNT << never, (1 << other) + (1 << never)
        return shown | {vector - both for vector in self.vectors if vector & is_other and vector & is_there}


def all_hypotheses(base: Base, titles: Cards, loose: Cards) -> Hypotheses | None:
    """Return every hypothesis that fits what was known, with these titles told apart; None when there are too many."""
    copies = dict(base.unseen)
    if prod(_ways(base, card, copies.get(card, 0)) for card in titles) > 2 * MOST_HYPOTHESES:
        return None  # seen beforehand; they are at most so many, and hardly ever half of it
    none = Hypotheses((*titles, *loose, base.lethal, OTHERS), loose, frozenset())
    vector = sum(size << none._shift(zone, OTHERS) for zone, size in enumerate(base.sizes))
    vector += sum(copies.get(card, 0) << none._shift(NEVER_SEEN, card) for card in loose)
    vectors = {vector}
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


def _with_one(hypotheses: Hypotheses, vectors: set[int], zones: tuple[int, ...], card: str) -> set[int]:
    """Assume, zone by zone, that one of the other cards there is one of this title."""
    placed: set[int] = set()
    for zone in zones:
        other = hypotheses._shift(zone, OTHERS)
        held, change = COUNT << other, (1 << hypotheses._shift(zone, card)) - (1 << other)
        placed |= {vector + change for vector in vectors if vector & held}
    return placed
