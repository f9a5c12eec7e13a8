"""Drawing a card, from the top or the bottom, and what a lethal one leads to."""

from __future__ import annotations

from typing import TypeAlias

from tacotable_engine.cards import UNKNOWN, Cards
from tacotable_engine.exploding import turns
from tacotable_engine.exploding.hands import added
from tacotable_engine.exploding.ruleset import DEFUSE
from tacotable_engine.exploding.state import Phase, Seat, State
from tacotable_engine.rulings import Event
from tacotable_engine.setup import Mode

Done: TypeAlias = tuple[State, tuple[Event, ...]]


def next_card(state: State) -> str:
    """Return the card that would be drawn now, "?" where it is not known."""
    return state.pile[-1 if state.is_from_bottom else 0]


def draw(state: State, seat: Seat, told: str | None) -> Done:
    """Draw the next card, from the bottom where that is what was played; `told` is its face where the table saw it."""
    known = next_card(state)
    card = told or known
    pile = state.pile[:-1] if state.is_from_bottom else state.pile[1:]
    if UNKNOWN not in (card, known) and card != known:
        pile = (UNKNOWN,) * len(pile)  # the arbiter let it stand: the pile is not what it was thought to be
    if card == state.terms.ruleset.lethal:
        return _draw_lethal(state._replace(pile=pile, peek=None, drawn=card), seat)
    drawn = state._replace(pile=pile, peek=None, hands=added(state.hands, seat, card, state.terms))
    ended, events = turns.end_one_turn(drawn)
    drew: Event = {"type": "drew", "seat": state.name(seat), "from": "bottom" if state.is_from_bottom else "top"}
    return ended, (drew, *events)


def draw_bottom(state: State, seat: Seat) -> Done:
    """Draw the bottom card where the engine knows it."""
    return draw(state, seat, None)


def _draw_lethal(state: State, seat: Seat) -> Done:
    """Show a lethal card: its player may defuse it, or is out at once where every card is known and none helps."""
    told: Event = {"type": "lethal-drawn", "seat": state.name(seat), "card": state.drawn}
    if state.terms.mode is Mode.BLIND or can_defuse(state, seat):
        return state._replace(phase=Phase.DEFUSE, pending=None, is_from_bottom=False), (told,)
    gone, events = turns.eliminate(state, seat)
    return gone, (told, *events)


def can_defuse(state: State, seat: Seat) -> bool:
    """Return whether a hand has a Defuse, or a Clone while a Defuse is on top of the discard pile (C5)."""
    return any(card in state.hands[seat] for card in defusers(state))


def defusers(state: State) -> Cards:
    """Return the cards that defuse now."""
    mimic = state.terms.ruleset.mimic
    is_clone_good = mimic in state.terms.deck.counts and state.discard[-1:] == (DEFUSE,)
    return (DEFUSE, mimic) if is_clone_good and mimic else (DEFUSE,)
