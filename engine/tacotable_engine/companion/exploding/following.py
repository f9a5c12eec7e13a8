"""Following a match: the belief of a viewer after all that stands in the log, kept from one question to the next."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from tacotable_engine.cards import UNKNOWN, Mode
from tacotable_engine.companion.exploding.belief import Belief, first_belief
from tacotable_engine.companion.exploding.sightings import Eyes, Seen, steps_of
from tacotable_engine.errors import RequestError
from tacotable_engine.exploding.hypotheses.claims import unseen
from tacotable_engine.exploding.state import Phase, State, redacted
from tacotable_engine.log import fold

if TYPE_CHECKING:
    from tacotable_engine.deck import Deck
    from tacotable_engine.log import Standing
    from tacotable_engine.match import Match


class Place(NamedTuple):
    """How far a match was followed."""

    last: Standing | None
    """The last entry of the log that was."""
    number: int
    state: State
    belief: Belief | None
    """None until the cards are dealt."""


_KEPT: WeakKeyDictionary[Match, dict[Eyes, Place]] = WeakKeyDictionary()
"""What was followed last for each viewer; only to be faster, for an answer never depends on it."""


def belief_of(match: Match, eyes: Eyes) -> Belief:
    """Return what a viewer believes now; raises RequestError where the cards are not dealt, or cannot be."""
    if eyes.is_arbiter and match.state.terms.mode is Mode.DEALT:
        return first_belief(match.state, eyes)  # nothing is hidden
    kept = _KEPT.setdefault(match, {})
    standing, place = match.standing, kept.get(eyes)
    if place is None or not (place.number == 0 or standing[place.number - 1 : place.number] == [place.last]):
        place = begun(match, eyes)
    for entry in standing[place.number :]:
        place = followed(match, place, entry, eyes)
    kept[eyes] = place
    if place.belief is None:
        raise RequestError("odds: nothing can be said before the cards are dealt")
    if place.belief.is_impossible:
        raise RequestError("odds: these cards do not add up; count the deck")
    return _with_pile(place.belief, place.state) if eyes.is_arbiter else place.belief


def _with_pile(belief: Belief, state: State) -> Belief:
    """Return what the referee believes, who knows the faces of the pile that the state has."""
    return belief.after_all(Seen(place, card) for place, card in enumerate(state.pile) if card != UNKNOWN)


def _begun(last: Standing | None, number: int, state: State, deck: Deck, eyes: Eyes) -> Place:
    """Begin with nothing but how a state looks to the viewer."""
    belief = None if state.phase is Phase.DEAL else first_belief(_with_copies(state, deck, eyes), eyes)
    return Place(last, number, state, belief)


def begun(match: Match, eyes: Eyes) -> Place:
    """Return the beginning of a match, to follow it from there."""
    return _begun(None, 0, match.start, match.start.terms.deck, eyes)


def followed(match: Match, place: Place, entry: Standing, eyes: Eyes) -> Place:
    """Follow one more entry; where what it shows cannot be, what was believed is void (the arbiter let it stand)."""
    state = fold(match.game, place.state, match.seats, (entry,))
    if place.belief is not None:
        belief = place.belief.after_all(steps_of(place.state, entry, state, eyes))
        if not belief.is_impossible:
            return Place(entry, place.number + 1, state, belief)
    return _begun(entry, place.number + 1, state, match.start.terms.deck, eyes)


def _with_copies(state: State, deck: Deck, eyes: Eyes) -> State:
    """Return a state whose deck has the copies that the viewer has seen beyond an inferred count, and no others."""
    known = state._replace(terms=replace(state.terms, deck=deck))
    shown = deck.with_shown(unseen(known if eyes.is_arbiter else redacted(known, eyes.seat)))
    return state._replace(terms=replace(state.terms, deck=shown))
