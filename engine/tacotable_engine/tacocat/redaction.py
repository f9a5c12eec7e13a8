"""What a viewer may know: the state with all else taken out, from which views and legal lists are built."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_engine.cards import UNKNOWN, Cards

if TYPE_CHECKING:
    from tacotable_engine.tacocat.state import Seat, State


def redacted(state: State, seat: Seat | None) -> State:
    """Return the state as a seat may know it, or with None as everyone at the table may."""
    return state._replace(
        hands=(_hand(state, seat, 0), _hand(state, seat, 1)),
        sealed=(_sealed(state, seat, 0), _sealed(state, seat, 1)),
        pile=(UNKNOWN,) * len(state.pile),
        discard=_discard(state, seat),
    )


def as_shown(state: State, seat: Seat | None = None) -> State:
    """Return the state without the hidden cards of robots other than a seat: no ruling on its claim tells of them."""
    hidden = [robot for robot in state.terms.robots if robot != seat]
    if not hidden:
        return state
    first, second = ((UNKNOWN,) * len(hand) if at in hidden else hand for at, hand in enumerate(state.hands))
    below = {index for index, owner in state.face_down if owner in hidden}
    discard = tuple(UNKNOWN if index in below else card for index, card in enumerate(state.discard))
    return state._replace(hands=(first, second), discard=discard)


def _hand(state: State, viewer: Seat | None, seat: Seat) -> Cards:
    hand = state.hands[seat]
    return hand if viewer == seat else (UNKNOWN,) * len(hand)


def _sealed(state: State, viewer: Seat | None, seat: Seat) -> Cards | None:
    """Keep that something is sealed; neither cards nor their number are for others."""
    cards = state.sealed[seat]
    return cards if viewer == seat or cards is None else ()


def _discard(state: State, viewer: Seat | None) -> Cards:
    if not state.face_down:
        return state.discard
    hidden = {index for index, owner in state.face_down if owner != viewer}
    return tuple(UNKNOWN if index in hidden else card for index, card in enumerate(state.discard))
