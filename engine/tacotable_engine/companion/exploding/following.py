"""Following a match: the belief of a viewer after all that stands in the log, kept from one question to the next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from tacotable_engine.cards import UNKNOWN, Cards, Mode
from tacotable_engine.companion.exploding.belief import AWAY, LYING, OUT, Belief, Seen
from tacotable_engine.companion.exploding.hypotheses import Pile, Segment, Shape, Zone, tidy
from tacotable_engine.companion.exploding.sightings import Eyes, steps_of
from tacotable_engine.errors import RequestError
from tacotable_engine.exploding.hypotheses.claims import unseen
from tacotable_engine.exploding.ruleset import DEFUSE, HAND
from tacotable_engine.exploding.state import Phase, Seat, State, lethal_in_pile, redacted
from tacotable_engine.log import Applied, Standing, fold

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tacotable_engine.match import Match


class Place(NamedTuple):
    """How far a match was followed for a viewer, and what that believes there."""

    eyes: Eyes
    state: State
    belief: Belief | None  # None until the cards are dealt.
    number: int = 0  # How many entries of the log were followed.
    last: Standing | None = None  # The last of them.


_KEPT: WeakKeyDictionary[Match, dict[Eyes, Place]] = WeakKeyDictionary()  # What was followed last; only to be faster.


def belief_of(match: Match, seat: Seat | None, *, is_arbiter: bool = False) -> Belief:
    """Return what a seat, or with None everyone, or the arbiter believes now.

    Raises RequestError where the cards are not dealt, or cannot be.
    """
    eyes = Eyes(seat, is_arbiter)
    if is_arbiter and match.state.terms.mode is Mode.DEALT:
        return _first_belief(match.state, eyes)  # nothing is hidden
    kept = _KEPT.setdefault(match, {})
    standing, place = match.standing, kept.get(eyes)
    if place is None or not (place.number == 0 or standing[place.number - 1 : place.number] == [place.last]):
        place = _begun(match, eyes)
    for entry in standing[place.number :]:
        place = _followed(match, place, entry)
    kept[eyes] = place
    if place.belief is None:
        raise RequestError("odds: nothing can be said before the cards are dealt")
    if place.belief.is_impossible:
        raise RequestError("odds: these cards do not add up; count the deck")
    # The referee knows the faces of the pile that the state has.
    pile = enumerate(place.state.pile) if is_arbiter else ()
    return place.belief.after_all(Seen(at, card) for at, card in pile if card != UNKNOWN)


def _begun(match: Match, eyes: Eyes) -> Place:
    return Place(eyes, match.start, _belief_at(match, match.start, eyes))


def _followed(match: Match, place: Place, entry: Standing) -> Place:
    """Follow one more entry; where what it shows cannot be, what was believed is void (the arbiter let it stand)."""
    state, belief = fold(match.game, place.state, match.seats, (entry,)), place.belief
    if belief is not None:
        belief = belief.after_all(steps_of(place.state, entry, state, place.eyes))
    if belief is None or belief.is_impossible:
        belief = _belief_at(match, state, place.eyes)
    return Place(place.eyes, state, belief, place.number + 1, entry)


def acts_of(match: Match) -> Iterator[tuple[Applied, State, Belief]]:
    """Yield each act of a game that is over, with the state before it, and what its seat believed then.

    A seat whose cards nobody told is left out. Raises RequestError while the game goes on.
    """
    if match.state.winner is None:
        raise RequestError("review: the game goes on; ask again when it is over")
    places = {seat: _begun(match, Eyes(index)) for index, seat in enumerate(match.seats)}
    for entry in match.standing:
        before, places = places, {seat: _followed(match, place, entry) for seat, place in places.items()}
        if isinstance(entry, Applied):
            state, belief = before[entry.seat].state, before[entry.seat].belief
            is_told = UNKNOWN not in state.hands[match.seats.index(entry.seat)]
            if is_told and belief is not None and not belief.is_impossible:
                yield entry, state, belief


def _belief_at(match: Match, state: State, eyes: Eyes) -> Belief | None:
    """Return what is believed by how a state looks alone; None while the cards are dealt.

    The deck gets the copies that the viewer has seen beyond an inferred count, and no others.
    """
    if state.phase is Phase.DEAL:
        return None
    deck = match.start.terms.deck
    known = state._replace(terms=replace(state.terms, deck=deck))
    shown = deck.with_shown(unseen(known if eyes.is_arbiter else redacted(known, eyes.seat)))
    return _first_belief(state._replace(terms=replace(state.terms, deck=shown)), eyes)


def _first_belief(state: State, eyes: Eyes) -> Belief:
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
    count = len(state.terms.seats)
    is_untouched = not state.discard and not any(state.in_front) and len(state.alive) == count
    sizes = {len(hand) for hand in state.hands}
    return is_untouched and sizes == {HAND} and len(state.pile) == state.terms.deck.size - HAND * count


def _zone(cards: Cards) -> Zone:
    hidden = cards.count(UNKNOWN)
    known = tuple(sorted(card for card in cards if card != UNKNOWN))
    return Zone(known, (((), hidden),) if hidden else ())
