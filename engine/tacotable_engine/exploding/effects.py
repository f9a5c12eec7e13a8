"""What plays do when nothing cancelled them (rules facts 3.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from tacotable_engine.cards import UNKNOWN
from tacotable_engine.exploding import turns
from tacotable_engine.exploding.drawing import draw_bottom
from tacotable_engine.exploding.hands import added, moved, one_by_chance
from tacotable_engine.exploding.state import Peek, Pending, Phase, Seat, State, next_living
from tacotable_engine.rulings import Event
from tacotable_engine.setup import Mode

if TYPE_CHECKING:
    from tacotable_engine.chance import Chance

Done: TypeAlias = tuple[State, tuple[Event, ...]]
TOP = 3
"""How many cards See the Future and Alter the Future look at (E23: all, where there are fewer)."""


def take_effect(state: State, pending: Pending, chance: Chance) -> Done:
    """Carry out a play whose window has closed."""
    return EFFECTS[pending.effect](state, pending, chance)


def top_of(state: State) -> tuple[str, ...]:
    """Return the cards that a look at the future shows."""
    return state.pile[:TOP]


def back_to_turn(state: State, *events: Event) -> Done:
    """Go on with the turn."""
    return state._replace(phase=Phase.TURN, pending=None), events


def target_of(pending: Pending) -> Seat:
    """Return the target of a play that has one."""
    if pending.target is None:
        raise AssertionError("the checks let a play pass without its target")
    return pending.target


def _skip(state: State, pending: Pending, chance: Chance) -> Done:
    del chance
    ended, events = turns.end_one_turn(state)
    return ended, ({"type": "skipped", "seat": state.name(pending.seat)}, *events)


def _see(state: State, pending: Pending, chance: Chance) -> Done:
    del chance
    top = top_of(state)
    told: Event = {"type": "peeked", "seat": state.name(pending.seat), "n": len(top)}
    return back_to_turn(state._replace(peek=Peek(pending.seat, top)), told)


def _alter(state: State, pending: Pending, chance: Chance) -> Done:
    top = top_of(state)
    if not top:
        return _see(state, pending, chance)
    told: Event = {"type": "arranging", "seat": state.name(pending.seat), "n": len(top)}
    return state._replace(phase=Phase.ARRANGE, peek=Peek(pending.seat, top)), (told,)


def _shuffle(state: State, pending: Pending, chance: Chance) -> Done:
    """Shuffle the pile: by chance where the engine owns it, else by hands, so that its order is unknown (E27, E28)."""
    is_dealt = state.terms.mode is Mode.DEALT
    pile = tuple(chance.shuffle(state.pile)) if is_dealt else (UNKNOWN,) * len(state.pile)
    told: Event = {"type": "shuffled", "seat": state.name(pending.seat)}
    return back_to_turn(state._replace(pile=pile, peek=None), told)


def _draw_from_bottom(state: State, pending: Pending, chance: Chance) -> Done:
    del chance
    told: Event = {"type": "draws-bottom", "seat": state.name(pending.seat)}
    asking = state._replace(phase=Phase.DRAW, pending=None, is_from_bottom=True)
    if state.terms.mode is not Mode.DEALT:
        return asking, (told,)
    drawn, events = draw_bottom(asking, pending.seat)
    return drawn, (told, *events)


def _favor(state: State, pending: Pending, chance: Chance) -> Done:
    del chance
    if not state.hands[target_of(pending)]:
        return _finds_nothing(state, pending)
    return state._replace(phase=Phase.GIVE), (_asked(state, pending),)


def _pair(state: State, pending: Pending, chance: Chance) -> Done:
    """Steal a random card: by chance where the engine knows the hands, else by the thief's own hand (E12)."""
    victim = target_of(pending)
    if not state.hands[victim]:
        return _finds_nothing(state, pending)
    if state.terms.mode is not Mode.DEALT:
        return state._replace(phase=Phase.STEAL), (_asked(state, pending),)
    card = one_by_chance(state.hands[victim], chance)
    return back_to_turn(moved(state, victim, pending.seat, card), stolen_event(state, pending))


def _triple(state: State, pending: Pending, chance: Chance) -> Done:
    """Move the card that was named, if it is there; of a hidden hand its owner says whether it is (E11)."""
    del chance
    victim, card = target_of(pending), pending.name or UNKNOWN
    if state.terms.mode is Mode.BLIND and state.hands[victim]:
        return state._replace(phase=Phase.GIVE), (_asked(state, pending),)
    if card not in state.hands[victim]:
        return _finds_nothing(state, pending)
    told: Event = {"type": "taken", **_parties(state, pending), "card": card}
    return back_to_turn(moved(state, victim, pending.seat, card), told)


def _five(state: State, pending: Pending, chance: Chance) -> Done:
    """Move the named card from the discard pile into the hand, the oldest of its title (E17)."""
    del chance
    card, lying = pending.name or UNKNOWN, list(state.discard)
    lying.remove(card if card in lying else UNKNOWN)
    taking = state._replace(discard=tuple(lying), hands=added(state.hands, pending.seat, card, state.terms))
    return back_to_turn(taking, {"type": "picked", "seat": state.name(pending.seat), "card": card})


def stolen_event(state: State, pending: Pending) -> Event:
    """Return the event of a stolen card; which one, only the two know."""
    return {"type": "stolen", **_parties(state, pending)}


def _finds_nothing(state: State, pending: Pending) -> Done:
    return back_to_turn(state, {"type": "found-nothing", **_parties(state, pending)})


def _asked(state: State, pending: Pending) -> Event:
    return {"type": "asked", **_parties(state, pending)}


def _parties(state: State, pending: Pending) -> Event:
    named = {} if pending.name is None else {"name": pending.name}
    return {"seat": state.name(pending.seat), "target": state.name(target_of(pending)), **named}


EFFECTS: Mapping[str, Callable[[State, Pending, Chance], Done]] = {
    "attack": lambda state, pending, _: turns.attack(state, next_living(state, pending.seat)),
    "targeted-attack": lambda state, pending, _: turns.attack(state, target_of(pending)),
    "skip": _skip,
    "see-the-future": _see,
    "alter-the-future": _alter,
    "shuffle": _shuffle,
    "draw-from-bottom": _draw_from_bottom,
    "favor": _favor,
    "pair": _pair,
    "triple": _triple,
    "five": _five,
}
"""What each play does."""
