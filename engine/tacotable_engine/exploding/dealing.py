"""Setting the game up: who gets what, and what is in the pile when the first turn begins (rules facts 3.3).

A game whose hidden cards readers told may also go on unseen, as one in which they are not told any more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from tacotable_engine.cards import UNKNOWN, Cards, Mode
from tacotable_engine.deck import spread
from tacotable_engine.exploding.ruleset import DEALT, DEFUSE, HAND, sorted_hand
from tacotable_engine.exploding.state import Phase, Seat, State, Terms, Turn

if TYPE_CHECKING:
    from tacotable_engine.chance import Chance


def start(terms: Terms, chance: Chance) -> State:
    """Return the first state of a game from the whole deck, the first seat to play."""
    everyone = tuple(range(len(terms.seats)))
    return dealt(blank(terms, everyone), terms.deck.counts, chance)


def blank(terms: Terms, alive: tuple[Seat, ...]) -> State:
    """Return a state without any card, the first living seat to play."""
    nothing: tuple[Cards, ...] = ((),) * len(terms.seats)
    return State(
        terms,
        Phase.TURN,
        hands=nothing,
        pile=(),
        alive=alive,
        turn=Turn(alive[0]),
        in_front=nothing,
        owed=(0,) * len(terms.seats),
    )


def dealt(state: State, cards: Mapping[str, int], chance: Chance) -> State:
    """Deal these cards to the living seats; what is left is the pile."""
    if state.terms.mode is Mode.DEALT:
        return _deal_known(state, cards, chance)
    total = sum(cards.values())
    seats, hand = range(len(state.terms.seats)), (DEFUSE, *(UNKNOWN,) * DEALT)
    told = [seat for seat in state.alive if state.terms.is_told(seat)]
    return state._replace(
        phase=Phase.DEAL if told else Phase.TURN,
        hands=tuple(hand if seat in state.alive and seat not in told else () for seat in seats),
        owed=tuple(HAND if seat in told else 0 for seat in seats),
        pile=(UNKNOWN,) * (total - HAND * (len(state.alive) - len(told))),
    )


def _deal_known(state: State, cards: Mapping[str, int], chance: Chance) -> State:
    """Deal each seat a Defuse, shuffle and deal, then shuffle again with the lethal cards and what else comes back."""
    ruleset = state.terms.ruleset
    lethal = (ruleset.lethal,) * cards.get(ruleset.lethal, 0)
    extra = (DEFUSE,) * (cards.get(DEFUSE, 0) - len(state.alive))
    others = spread({card: count for card, count in cards.items() if card not in (ruleset.lethal, DEFUSE)})
    first = tuple(chance.shuffle((*others, *extra) if ruleset.defuses_first else others))
    count, living = len(state.alive), state.alive
    hands = tuple(
        sorted_hand(ruleset, (DEFUSE, *first[living.index(seat) : DEALT * count : count])) if seat in living else ()
        for seat in range(len(state.terms.seats))
    )
    rest = (*first[DEALT * count :], *lethal, *(() if ruleset.defuses_first else extra))
    return state._replace(hands=hands, pile=tuple(chance.shuffle(rest)))


def unseen(state: State, chance: Chance) -> State:
    """Return the state in mode `blind`: what was told of hands stays known. A deal that is not done counts as done."""
    terms = replace(state.terms, mode=Mode.BLIND, robots=())
    if state.phase is Phase.DEAL:
        return start(terms, chance)
    if state.terms.robots:  # what was followed took robots' cards for hidden ones
        state = state._replace(claims=(), moves=(), levels=())
    return state._replace(terms=terms)
