"""What a viewer believes of the hidden cards: weighted hypotheses that follow what it learns (companion, odds)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from tacotable_engine.cards import UNKNOWN, Cards
from tacotable_engine.companion.exploding.counting import Places, ways
from tacotable_engine.companion.exploding.hypotheses import (
    Pile,
    Segment,
    Shape,
    Zone,
    cut,
    inserted_anywhere,
    tidy,
    with_card,
    with_unknown,
    without_card,
)
from tacotable_engine.companion.exploding.sightings import (
    AWAY,
    LYING,
    OUT,
    Came,
    Drawn,
    Eyes,
    Inserted,
    Lacks,
    LethalDrawn,
    LethalLeft,
    Merged,
    Mixed,
    Passed,
    Seen,
    Shown,
    Step,
)
from tacotable_engine.exploding.ruleset import DEFUSE, HAND
from tacotable_engine.exploding.state import State, lethal_in_pile

MOST_SHAPES = 1000
"""So many hypotheses are followed; beyond it the least likely are left out, and `lost` says how likely they were."""
Weighted: TypeAlias = Iterator[tuple[float, Shape]]


@dataclass(frozen=True)
class Belief:
    """Hypotheses and their weights; a weight times the ways to lay the unknown cards is how likely one is."""

    lethal: str
    hidden: Mapping[str, int]
    """The copies of each card that are not in sight of the viewer, its own hand's among them."""
    shapes: Mapping[Shape, float]
    is_lethal_in_pile: bool = True
    """Whether every hidden lethal card is in the pile; else those out of play may be lethal, too."""
    lost: float = 0.0
    """How likely, at most, the hypotheses are that were left out."""
    _likely: dict[Shape, float] = field(default_factory=dict, repr=False, compare=False)

    @property
    def is_impossible(self) -> bool:
        """Return whether nothing is left that agrees with what was seen."""
        return not self.shapes or not self.likely()

    def after(self, step: Step) -> Belief:
        """Return the belief after one more step."""
        hidden, change = dict(self.hidden), _HIDDEN.get(type(step), 0)
        shapes: dict[Shape, float] = {}
        moves = _MOVES[type(step)]
        for shape, weight in self.shapes.items():
            for factor, moved in moves(self, shape, step):
                shapes[moved] = shapes.get(moved, 0.0) + weight * factor
        if change:
            card = getattr(step, "card", self.lethal)
            hidden[card] = hidden.get(card, 0) + change
        scale = max(shapes.values(), default=1.0)
        lean = {shape: weight / scale for shape, weight in shapes.items() if weight}
        after = replace(self, hidden=hidden, shapes=lean, _likely={})
        return after if len(lean) <= MOST_SHAPES else after._leaner()

    def after_all(self, steps: Iterable[Step]) -> Belief:
        """Return the belief after several steps."""
        belief = self
        for step in steps:
            belief = belief.after(step)
        return belief

    def _leaner(self) -> Belief:
        likely = sorted(self.likely().items(), key=lambda pair: -pair[1])
        kept = [shape for shape, _ in likely[: MOST_SHAPES // 2]]
        lost = sum(share for _, share in likely[MOST_SHAPES // 2 :])
        return replace(
            self, shapes={shape: self.shapes[shape] for shape in kept}, lost=min(1.0, self.lost + lost), _likely={}
        )

    def unknown_copies(self, shape: Shape, card: str) -> int:
        """Count the copies of a card whose place is not known."""
        return self.hidden.get(card, 0) - shape.known_copies(card)

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
        places = self.places(shape, lacking or {})
        titles = sorted(set().union(*(forbidden for forbidden, _ in places)))
        copies = tuple((title, self.unknown_copies(shape, title)) for title in titles)
        if min((count for _, count in copies), default=0) < 0:
            return 0
        return ways(places, copies)

    def places(self, shape: Shape, lacking: Mapping[int, Cards]) -> Places:
        """Return how many places of unknown cards forbid which titles."""
        numbers: dict[frozenset[str], int] = {frozenset(): self.lethal_places(shape)}
        for index, zone in enumerate(shape.zones):
            if index == OUT and not self.is_lethal_in_pile:
                continue
            for forbidden, number in zone.unknown:
                titles = frozenset((*forbidden, self.lethal, *lacking.get(index, ())))
                numbers[titles] = numbers.get(titles, 0) + number
        return tuple(sorted(numbers.items(), key=lambda pair: sorted(pair[0])))

    def lethal_places(self, shape: Shape) -> int:
        """Count the unknown cards that may be lethal."""
        out = 0 if self.is_lethal_in_pile else sum(number for _, number in shape.zones[OUT].unknown)
        return out + sum(part.unknown for part in shape.pile)


def first_belief(state: State, eyes: Eyes) -> Belief:
    """Return what is believed by how a state looks alone; after a deal, that each was dealt a Defuse."""
    ruleset, deck = state.terms.ruleset, state.terms.deck
    public = [card for cards in (state.discard, *state.in_front, state.out) for card in cards]
    if state.drawn is not None:
        public.append(state.drawn)
    hidden = deck.left(public)
    zones = [Zone()] * (OUT + 1)
    is_deal = _is_deal(state)
    for seat, hand in enumerate(state.hands):
        if eyes.see(seat):
            zones[seat] = _zone(hand)
        elif is_deal:
            zones[seat] = Zone((DEFUSE,), (((), HAND - 1),))
        else:
            zones[seat] = _zone((UNKNOWN,) * len(hand))
    zones[LYING] = _zone((UNKNOWN,) * state.discard.count(UNKNOWN))
    zones[AWAY] = _zone((UNKNOWN,) * sum(cards.count(UNKNOWN) for cards in (*state.in_front, state.out)))
    extra = 0
    if is_deal and not ruleset.defuses_first:  # the extra ones are in the pile, and no start hand has a second
        extra = max(0, hidden[DEFUSE] - sum(zone.known.count(DEFUSE) for zone in zones))
    pile: Pile = (Segment((DEFUSE,) * extra, len(state.pile) - extra),)
    if eyes.is_arbiter:
        pile = tuple(Segment((), 1) if card == UNKNOWN else Segment((card,), 0) for card in state.pile)
    placed = sum(zone.size for zone in zones) + len(state.pile)
    out = sum(hidden.values()) - placed
    surplus = hidden[ruleset.lethal] - lethal_in_pile(state)
    is_lethal_in_pile = not out or (0 <= surplus <= out and lethal_in_pile(state) <= len(state.pile))
    if out and is_lethal_in_pile:
        hidden[ruleset.lethal] -= surplus
        out -= surplus
    zones[OUT] = _zone((UNKNOWN,) * max(0, out))
    shape = Shape(tidy(pile), tuple(zones))
    return Belief(ruleset.lethal, hidden, {shape: 1.0}, is_lethal_in_pile)


def _is_deal(state: State) -> bool:
    """Return whether a state looks as after the deal."""
    count = len(state.terms.seats)
    is_untouched = not state.discard and not any(state.in_front) and len(state.alive) == count
    sizes = {len(hand) for hand in state.hands}
    return is_untouched and sizes == {HAND} and len(state.pile) == state.terms.deck.size - HAND * count


def _zone(cards: Cards) -> Zone:
    hidden = cards.count(UNKNOWN)
    known = tuple(sorted(card for card in cards if card != UNKNOWN))
    return Zone(known, (((), hidden),) if hidden else ())


# What each step makes of a hypothesis: what follows, and how likely that was.


def _shown(belief: Belief, shape: Shape, step: Shown) -> Weighted:
    zone = shape.zones[step.zone]
    if step.card in zone.known:
        left = zone._replace(known=without_card(zone.known, step.card))
        yield float(zone.known.count(step.card)), shape.with_zone(step.zone, left)
    copies = belief.unknown_copies(shape, step.card)
    for forbidden, number in zone.unknown:
        if copies > 0 and step.card not in forbidden:
            yield float(number * copies), shape.with_zone(step.zone, with_unknown(zone, forbidden, -1))


def _came(belief: Belief, shape: Shape, step: Came) -> Weighted:
    del belief
    zone = shape.zones[step.zone]
    yield 1.0, shape.with_zone(step.zone, zone._replace(known=with_card(zone.known, step.card)))


def _seen(belief: Belief, shape: Shape, step: Seen) -> Weighted:
    copies = belief.unknown_copies(shape, step.card)
    place = Segment((step.card,), 0)
    for chance, above, rest in cut(shape.pile, step.place):
        for more, item, below in cut(rest, 1):
            found = shape._replace(pile=tidy((*above, place, *below)))
            if item == (place,):
                yield chance * more, found
            elif item == (Segment((), 1),) and copies > 0:
                yield chance * more * copies, found


def _ends(shape: Shape, place: int) -> Iterator[tuple[float, Segment, Shape]]:
    """Yield the card at an end of the pile, and what is left."""
    for chance, above, rest in cut(shape.pile, place):
        for more, item, below in cut(rest, 1):
            if item:
                yield chance * more, item[0], shape._replace(pile=tidy((*above, *below)))


def _drawn(belief: Belief, shape: Shape, step: Drawn) -> Weighted:
    zone = shape.zones[step.zone]
    for chance, item, left in _ends(shape, step.place):
        if not item.known:
            yield chance, left.with_zone(step.zone, with_unknown(zone, (), 1))
        elif item.known[0] != belief.lethal:
            yield chance, left.with_zone(step.zone, zone._replace(known=with_card(zone.known, item.known[0])))


def _lethal_drawn(belief: Belief, shape: Shape, step: LethalDrawn) -> Weighted:
    copies = belief.unknown_copies(shape, belief.lethal)
    for chance, item, left in _ends(shape, step.place):
        if item.known == (belief.lethal,):
            yield chance, left
        elif not item.known and copies > 0:
            yield chance * copies, left


def _lethal_left(belief: Belief, shape: Shape, step: LethalLeft) -> Weighted:
    del step
    copies = belief.unknown_copies(shape, belief.lethal)
    for index, part in enumerate(shape.pile):
        above, below = shape.pile[:index], shape.pile[index + 1 :]
        if belief.lethal in part.known:
            left = Segment(without_card(part.known, belief.lethal), part.unknown)
            yield float(part.known.count(belief.lethal)), shape._replace(pile=tidy((*above, left, *below)))
        if part.unknown and copies > 0:
            left = Segment(part.known, part.unknown - 1)
            yield float(part.unknown * copies), shape._replace(pile=tidy((*above, left, *below)))


def _inserted(belief: Belief, shape: Shape, step: Inserted) -> Weighted:
    if step.slot is None:
        for weight, pile in inserted_anywhere(shape.pile, belief.lethal):
            yield weight, shape._replace(pile=pile)
        return
    place = Segment((belief.lethal,), 0)
    for chance, above, below in cut(shape.pile, step.slot):
        yield chance, shape._replace(pile=tidy((*above, place, *below)))


def _mixed(belief: Belief, shape: Shape, step: Mixed) -> Weighted:
    del belief
    if step.number is not None and shape.pile and step.number <= shape.pile[0].size:
        yield 1.0, shape
        return
    number = sum(part.size for part in shape.pile) if step.number is None else step.number
    for chance, above, below in cut(shape.pile, number):
        known = tuple(sorted(card for part in above for card in part.known))
        together = Segment(known, sum(part.unknown for part in above))
        yield chance, shape._replace(pile=tidy((together, *below)))


def _passed(belief: Belief, shape: Shape, step: Passed) -> Weighted:
    del belief
    giver, taker = shape.zones[step.zone], shape.zones[step.to]
    for card in dict.fromkeys(giver.known):
        left = giver._replace(known=without_card(giver.known, card))
        more = taker._replace(known=with_card(taker.known, card))
        yield float(giver.known.count(card)), shape.with_zone(step.zone, left).with_zone(step.to, more)
    for forbidden, number in giver.unknown:
        left, more = with_unknown(giver, forbidden, -1), with_unknown(taker, forbidden, 1)
        yield float(number), shape.with_zone(step.zone, left).with_zone(step.to, more)


def _lacks(belief: Belief, shape: Shape, step: Lacks) -> Weighted:
    del belief
    zone = shape.zones[step.zone]
    if step.card in zone.known:
        return
    lacking = Zone(zone.known)
    for forbidden, number in zone.unknown:
        lacking = with_unknown(lacking, tuple(sorted({*forbidden, step.card})), number)
    yield 1.0, shape.with_zone(step.zone, lacking)


def _merged(belief: Belief, shape: Shape, step: Merged) -> Weighted:
    del belief
    zone, to = shape.zones[step.zone], shape.zones[step.to]
    merged = to._replace(known=tuple(sorted((*to.known, *zone.known))))
    for forbidden, number in zone.unknown:
        merged = with_unknown(merged, forbidden, number)
    yield 1.0, shape.with_zone(step.zone, Zone()).with_zone(step.to, merged)


_MOVES: Mapping[type, Callable[[Belief, Shape, Any], Weighted]] = {
    Shown: _shown,
    Came: _came,
    Seen: _seen,
    Drawn: _drawn,
    LethalDrawn: _lethal_drawn,
    LethalLeft: _lethal_left,
    Inserted: _inserted,
    Mixed: _mixed,
    Passed: _passed,
    Lacks: _lacks,
    Merged: _merged,
}
_HIDDEN: Mapping[type, int] = {Shown: -1, Came: 1, LethalDrawn: -1, LethalLeft: -1, Inserted: 1}
"""By how much the copies of the card, or of the lethal one, that are hidden change with a step."""
