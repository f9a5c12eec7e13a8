"""What a viewer believes of the hidden cards: weighted hypotheses, and the steps by which it learns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tacotable_engine.companion.exploding.hypotheses import (
    Segment,
    Shape,
    Zone,
    cut,
    inserted_anywhere,
    tidy,
    ways,
    with_card,
    with_unknown,
    without_card,
)

if TYPE_CHECKING:
    from tacotable_engine.cards import Cards

LYING, AWAY, OUT = 10, 11, 12
"""Zones beside the hands, which have their seats' numbers: hidden cards of the discard pile, those that never come
back, and those that a position left out of the game."""
MOST_SHAPES = 1000  # So many hypotheses are followed; of more the least likely are left out (`lost`).
Weighted: TypeAlias = Iterator[tuple[float, Shape]]


@dataclass(frozen=True)
class Belief:
    """Hypotheses and their weights; a weight times the ways to lay the unknown cards is how likely one is."""

    lethal: str
    hidden: Mapping[str, int]  # The copies of each card that are not in sight of the viewer, its own hand's among them.
    shapes: Mapping[Shape, float]
    is_lethal_in_pile: bool = True  # Whether all hidden lethal cards are in the pile; else some out of play may be.
    lost: float = 0.0  # How likely, at most, the hypotheses are that were left out.
    _likely: dict[Shape, float] = field(default_factory=dict, repr=False, compare=False)

    @property
    def is_impossible(self) -> bool:
        """Return whether nothing is left that agrees with what was seen."""
        return not self.shapes or not self.likely()

    def after(self, step: Step) -> Belief:
        """Return the belief after one more step."""
        shapes: dict[Shape, float] = {}
        for shape, weight in self.shapes.items():
            for factor, moved in step._moves(self, shape):
                shapes[moved] = shapes.get(moved, 0.0) + weight * factor
        hidden, change = dict(self.hidden), _HIDDEN.get(type(step), 0)
        if change:
            card = getattr(step, "card", self.lethal)
            hidden[card] = hidden.get(card, 0) + change
        scale = max(shapes.values(), default=1.0)
        lean = {shape: weight / scale for shape, weight in shapes.items() if weight}
        after = replace(self, hidden=hidden, shapes=lean, _likely={})
        return after if len(lean) <= MOST_SHAPES else after._leaner()

    def after_all(self, steps: Iterable[Step]) -> Belief:
        """Return the belief after several steps."""
        return reduce(Belief.after, steps, self)

    def with_hand(self, seat: int, hand: Sequence[str]) -> Belief:
        """Return what is believed once a seat tells its whole hand; impossible where it cannot be."""
        cards = list(Counter(hand).elements())
        return self.after_all([Shown(seat, card) for card in cards]).after_all([Came(seat, card) for card in cards])

    def _leaner(self) -> Belief:
        likely = sorted(self.likely().items(), key=lambda pair: -pair[1])
        kept = [shape for shape, _ in likely[: MOST_SHAPES // 2]]
        lost = sum(share for _, share in likely[MOST_SHAPES // 2 :])
        return replace(
            self, shapes={shape: self.shapes[shape] for shape in kept}, lost=min(1.0, self.lost + lost), _likely={}
        )

    def unknown_copies(self, shape: Shape, card: str) -> int:
        """Count the copies of a card whose place is not known."""
        in_pile = sum(part.known.count(card) for part in shape.pile)
        return self.hidden.get(card, 0) - in_pile - sum(zone.known.count(card) for zone in shape.zones)

    def likely(self) -> Mapping[Shape, float]:
        """Return how likely each hypothesis is; those that cannot be are left out."""
        if not self._likely and self.shapes:
            counted = {shape: self.ways(shape) for shape in self.shapes}
            most = max(counted.values())
            shares = {shape: self.shapes[shape] * (n / most) for shape, n in counted.items() if n > 0}
            total = sum(shares.values())
            self._likely.update({shape: share / total for shape, share in shares.items()} if total else {})
        return self._likely

    def ways(self, shape: Shape, lacking: Mapping[int, Cards] | None = None) -> int:
        """Count the ways to lay the unknown cards; `lacking`: titles that are not in a zone beside what it forbids."""
        lacking = lacking or {}
        numbers: dict[frozenset[str], int] = {frozenset(): self.lethal_places(shape)}  # Of places that forbid titles.
        for index, zone in enumerate(shape.zones):
            if index == OUT and not self.is_lethal_in_pile:
                continue
            for forbidden, number in zone.unknown:
                titles = frozenset((*forbidden, self.lethal, *lacking.get(index, ())))
                numbers[titles] = numbers.get(titles, 0) + number
        copies = tuple((title, self.unknown_copies(shape, title)) for title in sorted(set().union(*numbers)))
        if min((count for _, count in copies), default=0) < 0:
            return 0
        return ways(tuple(sorted(numbers.items(), key=lambda pair: sorted(pair[0]))), copies)

    def lethal_places(self, shape: Shape) -> int:
        """Count the unknown cards that may be lethal."""
        out = 0 if self.is_lethal_in_pile else sum(number for _, number in shape.zones[OUT].unknown)
        return out + sum(part.unknown for part in shape.pile)

    def lethal_at(self) -> list[float]:
        """Return for each place of the pile, from the top, how likely it is lethal."""
        odds: list[float] = []
        for shape, likely in self.likely().items():
            copies, places = self.unknown_copies(shape, self.lethal), self.lethal_places(shape)
            each = copies / places if places else 0.0
            row = [
                (part.known.count(self.lethal) + part.unknown * each) / part.size
                for part in shape.pile
                for _ in range(part.size)
            ]
            odds = odds or [0.0] * len(row)
            for place, one in enumerate(row):
                odds[place] += likely * one
        return [min(1.0, one) for one in odds]


# The steps: what each makes of a hypothesis, and how likely that was.


class Shown(NamedTuple):
    """A card of a zone got its face, and is hidden no more."""

    zone: int
    card: str

    def _moves(self, belief: Belief, shape: Shape) -> Weighted:
        zone = shape.zones[self.zone]
        if self.card in zone.known:
            left = zone._replace(known=without_card(zone.known, self.card))
            yield float(zone.known.count(self.card)), shape.with_zone(self.zone, left)
        copies = belief.unknown_copies(shape, self.card)
        for forbidden, number in zone.unknown:
            if copies > 0 and self.card not in forbidden:
                yield float(number * copies), shape.with_zone(self.zone, with_unknown(zone, forbidden, -1))


class Came(NamedTuple):
    """A card that the viewer knows went into a zone."""

    zone: int
    card: str

    def _moves(self, _belief: Belief, shape: Shape) -> Weighted:
        zone = shape.zones[self.zone]
        yield 1.0, shape.with_zone(self.zone, zone._replace(known=with_card(zone.known, self.card)))


class Seen(NamedTuple):
    """The card at a place of the pile was seen; place 0 is the top."""

    place: int
    card: str

    def _moves(self, belief: Belief, shape: Shape) -> Weighted:
        copies = belief.unknown_copies(shape, self.card)
        place = Segment((self.card,), 0)
        for chance, above, rest in cut(shape.pile, self.place):
            for more, item, below in cut(rest, 1):
                found = shape._replace(pile=tidy((*above, place, *below)))
                if item == (place,):
                    yield chance * more, found
                elif item == (Segment((), 1),) and copies > 0:
                    yield chance * more * copies, found


class Drawn(NamedTuple):
    """The card at an end of the pile went into a hand, and was not lethal."""

    zone: int
    place: int

    def _moves(self, belief: Belief, shape: Shape) -> Weighted:
        zone = shape.zones[self.zone]
        for chance, item, left in _ends(shape, self.place):
            if not item.known:
                yield chance, left.with_zone(self.zone, with_unknown(zone, (), 1))
            elif item.known[0] != belief.lethal:
                yield chance, left.with_zone(self.zone, zone._replace(known=with_card(zone.known, item.known[0])))


class LethalDrawn(NamedTuple):
    """The card at an end of the pile was lethal, and was shown."""

    place: int

    def _moves(self, belief: Belief, shape: Shape) -> Weighted:
        copies = belief.unknown_copies(shape, belief.lethal)
        for chance, item, left in _ends(shape, self.place):
            if item.known == (belief.lethal,):
                yield chance, left
            elif not item.known and copies > 0:
                yield chance * copies, left


class LethalLeft(NamedTuple):
    """A lethal card of the pile, any of them, left the game."""

    def _moves(self, belief: Belief, shape: Shape) -> Weighted:
        copies = belief.unknown_copies(shape, belief.lethal)
        for index, part in enumerate(shape.pile):
            above, below = shape.pile[:index], shape.pile[index + 1 :]
            if belief.lethal in part.known:
                left = Segment(without_card(part.known, belief.lethal), part.unknown)
                yield float(part.known.count(belief.lethal)), shape._replace(pile=tidy((*above, left, *below)))
            if part.unknown and copies > 0:
                left = Segment(part.known, part.unknown - 1)
                yield float(part.unknown * copies), shape._replace(pile=tidy((*above, left, *below)))


class Inserted(NamedTuple):
    """A lethal card was put back: at a slot, or with None at each with the same probability."""

    slot: int | None

    def _moves(self, belief: Belief, shape: Shape) -> Weighted:
        if self.slot is None:
            for weight, pile in inserted_anywhere(shape.pile, belief.lethal):
                yield weight, shape._replace(pile=pile)
            return
        place = Segment((belief.lethal,), 0)
        for chance, above, below in cut(shape.pile, self.slot):
            yield chance, shape._replace(pile=tidy((*above, place, *below)))


class Mixed(NamedTuple):
    """So many cards of the top got an order of chance; with None the whole pile."""

    number: int | None

    def _moves(self, _belief: Belief, shape: Shape) -> Weighted:
        if self.number is not None and shape.pile and self.number <= shape.pile[0].size:
            yield 1.0, shape
            return
        number = sum(part.size for part in shape.pile) if self.number is None else self.number
        for chance, above, below in cut(shape.pile, number):
            known = tuple(sorted(card for part in above for card in part.known))
            together = Segment(known, sum(part.unknown for part in above))
            yield chance, shape._replace(pile=tidy((together, *below)))


class Passed(NamedTuple):
    """A card went from hand to hand, any of them with the same probability."""

    zone: int
    to: int

    def _moves(self, _belief: Belief, shape: Shape) -> Weighted:
        giver, taker = shape.zones[self.zone], shape.zones[self.to]
        for card in dict.fromkeys(giver.known):
            left = giver._replace(known=without_card(giver.known, card))
            more = taker._replace(known=with_card(taker.known, card))
            yield float(giver.known.count(card)), shape.with_zone(self.zone, left).with_zone(self.to, more)
        for forbidden, number in giver.unknown:
            left, more = with_unknown(giver, forbidden, -1), with_unknown(taker, forbidden, 1)
            yield float(number), shape.with_zone(self.zone, left).with_zone(self.to, more)


class Lacks(NamedTuple):
    """A hand had no such card."""

    zone: int
    card: str

    def _moves(self, _belief: Belief, shape: Shape) -> Weighted:
        zone = shape.zones[self.zone]
        if self.card in zone.known:
            return
        lacking = Zone(zone.known)
        for forbidden, number in zone.unknown:
            lacking = with_unknown(lacking, tuple(sorted({*forbidden, self.card})), number)
        yield 1.0, shape.with_zone(self.zone, lacking)


class Merged(NamedTuple):
    """All that is left of a zone went into another."""

    zone: int
    to: int

    def _moves(self, _belief: Belief, shape: Shape) -> Weighted:
        zone, to = shape.zones[self.zone], shape.zones[self.to]
        merged = to._replace(known=tuple(sorted((*to.known, *zone.known))))
        for forbidden, number in zone.unknown:
            merged = with_unknown(merged, forbidden, number)
        yield 1.0, shape.with_zone(self.zone, Zone()).with_zone(self.to, merged)


def _ends(shape: Shape, place: int) -> Iterator[tuple[float, Segment, Shape]]:
    """Yield the card at an end of the pile, and what is left."""
    for chance, above, rest in cut(shape.pile, place):
        for more, item, below in cut(rest, 1):
            if item:
                yield chance * more, item[0], shape._replace(pile=tidy((*above, *below)))


Step: TypeAlias = Shown | Came | Seen | Drawn | LethalDrawn | LethalLeft | Inserted | Mixed | Passed | Lacks | Merged
_HIDDEN: Mapping[type[Step], int] = {Shown: -1, Came: 1, LethalDrawn: -1, LethalLeft: -1, Inserted: 1}
"""By how much the copies of the card, or of the lethal one, that are hidden change with a step."""
