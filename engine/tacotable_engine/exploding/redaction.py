"""What a viewer may know: the state with all else taken out, from which views and legal lists are built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_engine.cards import UNKNOWN

if TYPE_CHECKING:
    from tacotable_engine.exploding.state import Seat, State


def redacted(state: State, seat: Seat | None) -> State:
    """Return the state as a seat may know it, or with None as everyone at the table may.

    A seat knows its hand and what it has just seen of the pile; that is kept in `peek`, never in `pile`. What hidden
    cards did is left out, since the referee may have been told faces that the seat was not.
    """
    hands = tuple(hand if seat == owner else (UNKNOWN,) * len(hand) for owner, hand in enumerate(state.hands))
    peek = state.peek if state.peek is not None and state.peek.seat == seat else None
    pile = (UNKNOWN,) * len(state.pile)
    return state._replace(hands=hands, pile=pile, peek=peek, claims=(), moves=(), levels=())
