"""How turns end and pass on: owed turns, attacks, and the end of a player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_engine.exploding.ruleset import sorted_hand
from tacotable_engine.exploding.state import Peek, Phase, Seat, State, Turn, next_living, replaced

if TYPE_CHECKING:
    from tacotable_engine.rulings import Event

ATTACK_TURNS = 2


def begin_turn(state: State, turn: Turn) -> tuple[State, tuple[Event, ...]]:
    """Begin a turn, with nothing pending."""
    begun = state._replace(phase=Phase.TURN, turn=turn, pending=None, drawn=None, is_from_bottom=False)
    return begun, (turn_event(begun),)


def turn_event(state: State) -> Event:
    """Return the event of a turn: whose it is, and how many are owed."""
    return {
        "type": "turn",
        "seat": state.name(state.turn.seat),
        "left": state.turn.left,
        "source": state.turn.source,
    }


def end_one_turn(state: State) -> tuple[State, tuple[Event, ...]]:
    """End one turn: the next one owed, or else the next living player's (E8)."""
    turn = state.turn
    if turn.left > 1:
        return begin_turn(state, turn._replace(left=turn.left - 1))
    return begin_turn(state, Turn(next_living(state, turn.seat)))


def attack(state: State, victim: Seat) -> tuple[State, tuple[Event, ...]]:
    """End all turns of the attacker and let the victim owe two, with those passed on (E1, E22)."""
    turn = state.turn
    is_passed_on = turn.source == "attack" and state.terms.stacking == "remaining"
    owed = ATTACK_TURNS + (turn.left if is_passed_on else 0)
    attacked: Event = {
        "type": "attacked",
        "seat": state.name(turn.seat),
        "target": state.name(victim),
        "left": owed,
    }
    begun, events = begin_turn(state, Turn(victim, owed, "attack"))
    return begun, (attacked, *events)


def eliminate(state: State, seat: Seat) -> tuple[State, tuple[Event, ...]]:
    """Remove a player with the lethal card that was drawn; the turns still owed vanish (E9)."""
    ruleset, lethal = state.terms.ruleset, state.drawn or state.terms.ruleset.lethal
    hand = tuple(sorted(state.hands[seat]))
    exploded: Event = {"type": "exploded", "seat": state.name(seat), "cards": list(hand)}
    gone = state._replace(
        hands=replaced(state.hands, seat, ()),
        alive=tuple(other for other in state.alive if other != seat),
        drawn=None,
        peek=without_peek_of(state.peek, seat),
    )
    if ruleset.keeps_dead_hand:
        gone = gone._replace(in_front=replaced(gone.in_front, seat, sorted_hand(ruleset, (*hand, lethal))))
    else:
        gone = gone._replace(discard=(*gone.discard, *hand, lethal))
    begun, events = begin_turn(gone, Turn(next_living(gone, seat)))
    if begun.winner is None:
        return begun, (exploded, *events)
    over = begun._replace(phase=Phase.OVER, peek=None)
    return over, (exploded, {"type": "game-won", "seat": over.name(begun.winner)})


def without_peek_of(peek: Peek | None, seat: Seat) -> Peek | None:
    """Forget what a seat has seen of the pile."""
    return None if peek is not None and peek.seat == seat else peek
