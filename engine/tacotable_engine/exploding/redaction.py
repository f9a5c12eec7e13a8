"""What a viewer may know: the state with all else taken out, from which views and legal lists are built.

A game whose hidden cards readers told may also go on unseen, as one in which they are not told any more.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tacotable_engine.cards import UNKNOWN, Mode
from tacotable_engine.exploding.dealing import start
from tacotable_engine.exploding.state import Phase, State

if TYPE_CHECKING:
    from tacotable_engine.chance import Chance
    from tacotable_engine.exploding.state import Seat


def redacted(state: State, seat: Seat | None) -> State:
    """Return the state as a seat may know it, or with None as everyone at the table may.

    A seat knows its hand and what it has just seen of the pile; that is kept in `peek`, never in `pile`. What hidden
    cards did is left out, since the referee may have been told faces that the seat was not.
    """
    hands = tuple(hand if seat == owner else (UNKNOWN,) * len(hand) for owner, hand in enumerate(state.hands))
    peek = state.peek if state.peek is not None and state.peek.seat == seat else None
    pile = (UNKNOWN,) * len(state.pile)
    return state._replace(hands=hands, pile=pile, peek=peek, claims=(), moves=(), levels=())


def as_shown(state: State) -> State:
    """Return the state without the hands of robots: no ruling on a claim tells anything of them."""
    robots = state.terms.robots
    if not robots:
        return state
    hidden = ((UNKNOWN,) * len(hand) if seat in robots else hand for seat, hand in enumerate(state.hands))
    return state._replace(hands=tuple(hidden))


def unseen(state: State, chance: Chance) -> State:
    """Return the state in mode `blind`: what was told of hands stays known. A deal that is not done counts as done."""
    terms = replace(state.terms, mode=Mode.BLIND, robots=())
    if state.phase is Phase.DEAL:
        return start(terms, chance)
    if state.terms.robots:  # what was followed took robots' cards for hidden ones
        state = state._replace(claims=(), moves=(), levels=())
    return state._replace(terms=terms)


def public_only(state: State) -> State:
    """Return the state in mode `blind` as everyone may know it: a ruling on it tells nothing of a hidden card."""
    known = redacted(state, None)
    return known._replace(terms=replace(known.terms, mode=Mode.BLIND, robots=()))
