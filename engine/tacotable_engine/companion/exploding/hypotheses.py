"""Hypotheses about hidden cards: each a shape that a viewer's knowledge has, with a weight.

A pile is a row of segments. A segment has some known cards and some unknown ones, all in an order of chance; a card
whose place is known is a segment of its own. A zone, such as a hand, has known cards and unknown ones, of which some
forbid certain titles. Unknown cards of all places together are any of the cards that are not known to lie somewhere,
and a shown card was as likely to be any card of its hand: so nobody is assumed to play well.

Putting a card at each slot of a segment with the same probability, whose order is of chance, gives a segment again.
That keeps hypotheses few: only what a viewer has seen of the pile makes more of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from math import comb, factorial, perm, prod
from typing import NamedTuple, TypeAlias

Known: TypeAlias = tuple[str, ...]  # Known cards of a place, sorted.
Places: TypeAlias = tuple[tuple[frozenset[str], int], ...]  # How many places forbid which cards.
Copies: TypeAlias = tuple[tuple[str, int], ...]  # Cards that some place forbids; all others may lie anywhere.


class Segment(NamedTuple):
    """A part of the pile in an order of chance."""

    known: Known
    unknown: int

    @property
    def size(self) -> int:
        """Return how many cards it has."""
        return len(self.known) + self.unknown

    @property
    def is_place(self) -> bool:
        """Return whether it is one known card at a known place."""
        return self.unknown == 0 and len(self.known) == 1


class Zone(NamedTuple):
    """Cards whose order means nothing, such as a hand."""

    known: Known = ()
    unknown: tuple[tuple[Known, int], ...] = ()  # How many unknown cards are none of which titles.

    @property
    def size(self) -> int:
        """Return how many cards it has."""
        return len(self.known) + sum(number for _, number in self.unknown)


Pile: TypeAlias = tuple[Segment, ...]


class Shape(NamedTuple):
    """One hypothesis: what is known of each place."""

    pile: Pile
    zones: tuple[Zone, ...]

    def with_zone(self, index: int, zone: Zone) -> Shape:
        """Return the shape with one of its zones changed."""
        return self._replace(zones=(*self.zones[:index], zone, *self.zones[index + 1 :]))


def with_card(known: Known, card: str) -> Known:
    """Return known cards with one more."""
    return tuple(sorted((*known, card)))


def without_card(known: Known, card: str) -> Known:
    """Return known cards without one of them."""
    index = known.index(card)
    return known[:index] + known[index + 1 :]


def with_unknown(zone: Zone, forbidden: Known, change: int) -> Zone:
    """Return a zone with more or fewer unknown cards that are none of these titles."""
    numbers = dict(zone.unknown)
    numbers[forbidden] = numbers.get(forbidden, 0) + change
    return zone._replace(unknown=tuple(sorted((titles, number) for titles, number in numbers.items() if number)))


def tidy(pile: Pile) -> Pile:
    """Return a pile without empty segments, those that lie side by side without known cards made one."""
    row: list[Segment] = []
    for part in pile:
        if row and not row[-1].known and not part.known:
            row[-1] = Segment((), row[-1].unknown + part.unknown)
        elif part.size:
            row.append(part)
    return tuple(row)


def cut(pile: Pile, place: int) -> Iterator[tuple[float, Pile, Pile]]:
    """Yield what may lie above and below a place of the pile, with its probability."""
    above: list[Segment] = []
    for index, part in enumerate(pile):
        if place < part.size:
            below = pile[index + 1 :]
            for chance, upper, lower in _halves(part, place):
                yield chance, tidy((*above, upper)), tidy((lower, *below))
            return
        above.append(part)
        place -= part.size
    yield 1.0, pile, ()


def _halves(part: Segment, number: int) -> Iterator[tuple[float, Segment, Segment]]:
    """Yield what the first `number` cards of a segment may be, and the others."""
    if number in (0, part.size):
        nothing = Segment((), 0)
        yield 1.0, *((part, nothing) if number else (nothing, part))
        return
    if number == 1:
        for card in dict.fromkeys(part.known):
            rest = Segment(without_card(part.known, card), part.unknown)
            yield part.known.count(card) / part.size, Segment((card,), 0), rest
        if part.unknown:
            yield part.unknown / part.size, Segment((), 1), Segment(part.known, part.unknown - 1)
        return
    if number == part.size - 1:
        yield from ((chance, lower, upper) for chance, upper, lower in _halves(part, 1))
        return
    counts = sorted(Counter(part.known).items())
    total = comb(part.size, number)
    for taken in product(*(range(count + 1) for _, count in counts)):
        unknown = number - sum(taken)
        if not 0 <= unknown <= part.unknown:
            continue
        chosen = prod(comb(count, here) for (_, count), here in zip(counts, taken, strict=True))
        upper = tuple(card for (card, _), here in zip(counts, taken, strict=True) for _ in range(here))
        lower = tuple(card for (card, count), here in zip(counts, taken, strict=True) for _ in range(count - here))
        chance = chosen * comb(part.unknown, unknown) / total
        yield chance, Segment(upper, unknown), Segment(lower, part.unknown - unknown)


def inserted_anywhere(pile: Pile, card: str) -> Iterator[tuple[float, Pile]]:
    """Yield a pile with a card put at each slot alike; the weights add up to the number of slots."""
    place = Segment((card,), 0)
    for index in range(len(pile) + 1):
        sides = (*pile[max(0, index - 1) : index], *pile[index : index + 1])
        if all(part.is_place for part in sides):
            yield 1.0, (*pile[:index], place, *pile[index:])
    for index, part in enumerate(pile):
        if part.is_place:
            continue
        if index == 0 or pile[index - 1].is_place:
            grown = Segment(with_card(part.known, card), part.unknown)
            yield part.size + 1.0, (*pile[:index], grown, *pile[index + 1 :])
            continue
        # The slot between two such segments is the upper one's: the lower one takes the others one by one.
        for slot in range(1, part.size + 1):
            for chance, upper, lower in _halves(part, slot):
                yield chance, tidy((*pile[:index], upper, place, lower, *pile[index + 1 :]))


@lru_cache(maxsize=4096)
def ways(places: Places, copies: Copies) -> int:
    """Count the ways to lay single cards in all places: those of `copies`, and as many others as fill the rest."""
    if not copies:
        return factorial(sum(number for _, number in places))
    (card, count), rest = copies[0], copies[1:]
    open_to = [index for index, (forbidden, _) in enumerate(places) if card not in forbidden]
    if not rest:
        free = sum(number for _, number in places) - count
        return perm(sum(places[index][1] for index in open_to), count) * factorial(max(0, free))
    return sum(number * ways(left, rest) for left, number in _laid(places, open_to, count))


def _laid(places: Places, open_to: list[int], count: int) -> Iterator[tuple[Places, int]]:
    """Yield what is left of the places after copies were laid, with the number of ways to lay them so."""
    if count == 0:
        yield places, 1
        return
    if not open_to:
        return
    index, others = open_to[0], open_to[1:]
    forbidden, number = places[index]
    for here in range(min(count, number) + 1):
        left = (*places[:index], (forbidden, number - here), *places[index + 1 :])
        chosen = factorial(count) // (factorial(here) * factorial(count - here)) * perm(number, here)
        for laid, more in _laid(left, others, count - here):
            yield laid, chosen * more
