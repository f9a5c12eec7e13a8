"""Windows: opened by every play, the same whatever anybody holds; noped, let pass, and closed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_engine.exploding.effects import take_effect
from tacotable_engine.exploding.state import Pending, Phase, Seat, State, to_act
from tacotable_engine.exploding.turns import turn_event

if TYPE_CHECKING:
    from tacotable_engine.chance import Chance
    from tacotable_engine.rulings import Event


def opened(state: State, pending: Pending, seat: Seat) -> State:
    """Open a new window for the last card, which this seat laid; earlier lets are void."""
    closes_s = state.now_s + state.terms.window_s
    return state._replace(phase=Phase.WINDOW, pending=pending._replace(last=seat, passed=(), closes_s=closes_s))


def let_pass(state: State, pending: Pending, seat: Seat, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Note that a seat lets the play pass; with the last of them the window closes at once."""
    passed = state._replace(pending=pending._replace(passed=(*pending.passed, seat)))
    told: Event = {"type": "let-pass", "seat": state.name(seat)}
    if to_act(passed):
        return passed, (told,)
    closed, events = close(passed, chance)
    return closed, (told, *events)


def close(state: State, chance: Chance) -> tuple[State, tuple[Event, ...]]:
    """Close the open window: the play takes effect, or with an odd number of Nopes on it is cancelled (E4)."""
    pending = state.pending
    if pending is None:
        return state, ()
    closed, left = without_noped(state, pending)
    if pending.is_cancelled:
        told: Event = {"type": "cancelled", "seat": state.name(pending.seat), "cards": list(pending.cards)}
        back = closed._replace(phase=Phase.TURN, pending=None)
        return back, (told, *left, turn_event(back))
    after, (first, *others) = take_effect(closed, pending, chance)
    return after, (first, *left, *others)


def without_noped(state: State, pending: Pending) -> tuple[State, tuple[Event, ...]]:
    """Remove Nopes, and what they cancelled, from the game, where that is the rule (C13, option noped_out)."""
    count = len(pending.noped) + (len(pending.cards) if pending.is_cancelled else 0)
    if not state.terms.noped_out or not count:
        return state, ()
    stay = len(state.discard) - count
    gone = state.discard[stay:]
    left = state._replace(discard=state.discard[:stay], out=(*state.out, *gone))
    return left, ({"type": "left-game", "cards": list(gone)},)
