"""Amendments in the Exploding games: a seat that leaves, a pile that was mixed by hand, a card that is missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tacotable_engine.cards import UNKNOWN, Mode
from tacotable_engine.exploding.effects import Done, begin_turn, shuffled, top_of, turn_event, without_peek_of
from tacotable_engine.exploding.hypotheses.claims import after_moves, after_window, unseen
from tacotable_engine.exploding.hypotheses.moves import moves_of_leaving, moves_of_mixing
from tacotable_engine.exploding.playing import close_window, without_noped
from tacotable_engine.exploding.state import Peek, Phase, Seat, State, Turn, as_shown, next_living, replaced, to_act
from tacotable_engine.rulings import Event, Refusal

if TYPE_CHECKING:
    from tacotable_engine.amendment import Amendment
    from tacotable_engine.chance import Chance


def why_not_amend(state: State, amendment: Amendment) -> Refusal | None:
    """Return why an amendment cannot be made now; None when it can."""
    if state.phase is Phase.OVER:
        return Refusal("not-now-over")
    if amendment.seat is not None and state.terms.seats.index(amendment.seat) not in state.alive:
        return Refusal("amend-seat-out", {"seat": amendment.seat})
    return None


def _shuffled(state: State, _amendment: Amendment, chance: Chance) -> Done:
    mixed = _with_peek(state._replace(pile=shuffled(state, chance)))
    return after_moves(state, mixed, moves_of_mixing(state, mixed)), ()


def _with_peek(state: State) -> State:
    """Forget what was seen of the pile; who is about to put its top cards back has those that are on top now."""
    return state._replace(peek=Peek(state.turn.seat, top_of(state)) if state.phase is Phase.ARRANGE else None)


def _leave(state: State, amendment: Amendment, chance: Chance) -> Done:
    """Remove a seat: its hand, what it owed, what it played or was asked for, and one lethal card go with it."""
    seat = state.terms.seats.index(amendment.seat or "")
    kept, events = _without_play_of(state, seat)
    gone = _without_lethal(_without_seat(kept, seat), seat)
    gone = after_moves(state, gone, moves_of_leaving(as_shown(state), seat, gone))
    if gone.winner is not None:
        over, _ = begin_turn(gone, Turn(gone.winner))
        won: Event = {"type": "game-won", "seat": over.name(gone.winner)}
        return over._replace(phase=Phase.OVER, peek=None, owed=(0,) * len(over.owed)), (*events, won)
    if gone.phase is Phase.DEAL:
        turn = Turn(next_living(gone, seat)) if seat == gone.turn.seat else gone.turn
        return (gone._replace(turn=turn), ()) if any(gone.owed) else begin_turn(gone, turn)
    if seat == gone.turn.seat:
        begun, more = begin_turn(gone, Turn(next_living(gone, seat)))
        return begun, (*events, *more)
    if gone.phase is Phase.WINDOW and not to_act(gone):
        closed, more = close_window(gone, chance)
        return after_window(gone, closed), more
    return gone, (*events, turn_event(gone)) if events else ()


def _without_play_of(state: State, seat: Seat) -> Done:
    """Call off the play that a seat made or that was aimed at it; its cards and its Nopes lie as after a window."""
    pending = state.pending
    if pending is None or seat not in (pending.seat, pending.target):
        return state, ()
    lying, left = without_noped(state, pending) if state.phase is Phase.WINDOW else (state, ())
    told: Event = {"type": "cancelled", "seat": state.name(pending.seat), "cards": list(pending.cards)}
    return lying._replace(phase=Phase.TURN, pending=None), (told, *left)


def _without_seat(state: State, seat: Seat) -> State:
    """Put the seat's hand on the discard pile, as an eliminated one, and wait for it no more.

    It goes under a play whose window is open: Nopes, and Clones for one, look at what lies on top. Where a Clone may
    copy the top card, hidden cards come last: of a hidden hand nobody knows which card that is.
    """
    is_copied = state.terms.ruleset.mimic is not None
    hand = sorted(state.hands[seat], key=lambda card: (is_copied and card == UNKNOWN, card))
    pending, place = state.pending, len(state.discard)
    if pending is not None:
        pending = pending._replace(passed=tuple(other for other in pending.passed if other != seat))
        place -= len(pending.cards) + len(pending.noped) if state.phase is Phase.WINDOW else 0
    return state._replace(
        hands=replaced(state.hands, seat, ()),
        alive=tuple(other for other in state.alive if other != seat),
        discard=(*state.discard[:place], *hand, *state.discard[place:]),
        owed=(*state.owed[:seat], 0, *state.owed[seat + 1 :]),
        pending=pending,
        peek=without_peek_of(state.peek, seat),
    )


def _without_lethal(state: State, seat: Seat) -> State:
    """Remove one lethal card from the game: one that the leaving seat was resolving, else one of the pile.

    The engine takes the topmost of its own pile. Hands that look through a pile may take any, and have seen its order.
    """
    lethal, pile = state.terms.ruleset.lethal, state.pile
    if state.drawn is not None and (seat == state.turn.seat or state.winner is not None):
        return state._replace(drawn=None, out=(*state.out, lethal))
    if lethal not in pile and (UNKNOWN not in pile or unseen(state)[lethal] <= 0):
        return state
    left = (UNKNOWN,) * (len(pile) - 1)
    if state.terms.mode is Mode.DEALT:
        place = pile.index(lethal)
        left = pile[:place] + pile[place + 1 :]
    return _with_peek(state._replace(pile=left, out=(*state.out, lethal)))


AMENDING: Mapping[str, Callable[[State, Amendment, Chance], Done]] = {  # The amendments known here, and what each does.
    "leave": _leave,
    "shuffled": _shuffled,
    "lost": lambda state, _amendment, _chance: (state, ()),  # the deck of the running game stays as it is
}
