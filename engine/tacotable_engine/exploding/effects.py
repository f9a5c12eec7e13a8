"""What plays do when nothing cancelled them (rules facts 3.2), and what drawing a card leads to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from tacotable_engine.cards import UNKNOWN, Cards, Mode, after_hidden_loss, without
from tacotable_engine.exploding import turns
from tacotable_engine.exploding.ruleset import DEFUSE, sorted_hand
from tacotable_engine.exploding.state import Peek, Pending, Phase, Seat, State, Terms, next_living, replaced

if TYPE_CHECKING:
    from tacotable_engine.chance import Chance
    from tacotable_engine.rulings import Event

Hands = tuple[Cards, ...]


def taken(hands: Hands, seat: Seat, cards: Cards) -> Hands:
    """Remove cards from a hand by their faces, or as unknown ones; the checks saw that they can be there."""
    rest = without(hands[seat], cards)
    if rest is None:
        raise AssertionError("the checks let a card pass that is not there")
    return replaced(hands, seat, rest)


def added(hands: Hands, seat: Seat, card: str, terms: Terms) -> Hands:
    """Put a card into a hand."""
    return replaced(hands, seat, sorted_hand(terms.ruleset, (*hands[seat], card)))


def moved(state: State, giver: Seat, taker: Seat, card: str) -> State:
    """Move a card whose face is told from hand to hand."""
    return state._replace(hands=added(taken(state.hands, giver, (card,)), taker, card, state.terms))


def moved_hidden(state: State, giver: Seat, taker: Seat) -> State:
    """Move a card from hand to hand that nobody told: any of the giver's may be gone (contract, small print).

    Of a hand of equal known cards it can only be one of these.
    """
    hand = state.hands[giver]
    card = hand[0] if len(set(hand)) == 1 else UNKNOWN
    rest = after_hidden_loss(hand, 1)
    return state._replace(hands=added(replaced(state.hands, giver, rest), taker, card, state.terms))


def one_by_chance(hand: Cards, chance: Chance) -> str:
    """Return one card of a hand, each as likely as any other."""
    return next(iter(chance.shuffle(hand)))


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
    """Show a lethal card: its player may defuse it, or is out at once where its hand is known and none helps."""
    told: Event = {"type": "lethal-drawn", "seat": state.name(seat), "card": state.drawn}
    if not state.knows(seat) or can_defuse(state, seat):
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


Done: TypeAlias = "tuple[State, tuple[Event, ...]]"
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
    if not state.knows(victim) and state.hands[victim]:
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
