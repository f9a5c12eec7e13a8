"""What plays do when nothing cancelled them, what drawing a card leads to, and how turns pass on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias

from tacotable_engine.cards import UNKNOWN, Cards, Mode, after_hidden_loss, taken
from tacotable_engine.exploding.ruleset import DEFUSE, Ruleset, sorted_hand
from tacotable_engine.exploding.state import Peek, Pending, Phase, Seat, State, Turn, next_card, next_living, replaced

if TYPE_CHECKING:
    from tacotable_engine.chance import Chance
    from tacotable_engine.rulings import Event

Hands: TypeAlias = tuple[Cards, ...]
Done: TypeAlias = "tuple[State, tuple[Event, ...]]"
ATTACK_TURNS = 2
TOP = 3  # How many cards See the Future and Alter the Future look at (ruling `see-fewer`: all, where there are fewer).


def added(hands: Hands, seat: Seat, card: str, ruleset: Ruleset) -> Hands:
    """Put a card into a hand."""
    return replaced(hands, seat, sorted_hand(ruleset, (*hands[seat], card)))


def moved(state: State, giver: Seat, taker: Seat, card: str | None) -> State:
    """Move a card from hand to hand.

    Of one that nobody told any of the giver's may be gone; of a hand of equal known cards it
    can only be one of these.
    """
    hand = state.hands[giver]
    if card is not None:
        rest = taken(hand, (card,))
    else:
        card = hand[0] if len(set(hand)) == 1 else UNKNOWN
        rest = after_hidden_loss(hand, 1)
    return state._replace(hands=added(replaced(state.hands, giver, rest), taker, card, state.terms.ruleset))


def begin_turn(state: State, turn: Turn) -> Done:
    """Begin a turn, with nothing pending."""
    begun = state._replace(phase=Phase.TURN, turn=turn, pending=None, drawn=None, is_from_bottom=False)
    return begun, (turn_event(begun),)


def turn_event(state: State) -> Event:
    """Return the event of a turn: whose it is, and how many are owed."""
    turn = state.turn
    return {"type": "turn", "seat": state.name(turn.seat), "left": turn.left, "source": turn.source}


def end_one_turn(state: State) -> Done:
    """End one turn: the next one owed, or else the next living player's (ruling `one-turn-each`)."""
    turn = state.turn
    if turn.left > 1:
        return begin_turn(state, turn._replace(left=turn.left - 1))
    return begin_turn(state, Turn(next_living(state, turn.seat)))


def eliminate(state: State, seat: Seat) -> Done:
    """Remove a player with the lethal card that was drawn; the turns still owed vanish (ruling `exploded`)."""
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


def top_of(state: State) -> Cards:
    """Return the cards that a look at the future shows."""
    return state.pile[:TOP]


def draw(state: State, seat: Seat, told: str | None) -> Done:
    """Draw the next card, from the bottom where that is what was played; `told` is its face where the table saw it.

    A lethal card is shown: its player may defuse it, or is out at once where its hand is known and none helps.
    """
    known = next_card(state)
    card = told or known
    pile = state.pile[:-1] if state.is_from_bottom else state.pile[1:]
    if UNKNOWN not in (card, known) and card != known:
        pile = (UNKNOWN,) * len(pile)  # the arbiter let it stand: the pile is not what it was thought to be
    rest = state._replace(pile=pile, peek=None)
    if card != state.terms.ruleset.lethal:
        ended, events = end_one_turn(rest._replace(hands=added(state.hands, seat, card, state.terms.ruleset)))
        drew: Event = {"type": "drew", "seat": state.name(seat), "from": "bottom" if state.is_from_bottom else "top"}
        return ended, (drew, *events)
    shown = rest._replace(drawn=card)
    drew = {"type": "lethal-drawn", "seat": state.name(seat), "card": card}
    if not shown.knows(seat) or any(helping in shown.hands[seat] for helping in defusers(shown)):
        return shown._replace(phase=Phase.DEFUSE, pending=None, is_from_bottom=False), (drew,)
    gone, events = eliminate(shown, seat)
    return gone, (drew, *events)


def defusers(state: State) -> Cards:
    """Return the cards that defuse now: a Defuse, or a Clone while a Defuse is on top of the discard pile."""
    mimic = state.terms.ruleset.mimic
    is_clone_good = mimic in state.terms.deck.counts and state.discard[-1:] == (DEFUSE,)
    return (DEFUSE, mimic) if is_clone_good and mimic else (DEFUSE,)


def back_to_turn(state: State) -> State:
    """Go on with the turn."""
    return state._replace(phase=Phase.TURN, pending=None)


def target_of(pending: Pending) -> Seat:
    """Return the target of a play that has one."""
    if pending.target is None:
        raise AssertionError("the checks let a play pass without its target")
    return pending.target


def event_between(state: State, pending: Pending, kind: str) -> Event:
    """Return an event of who played and its target, with the card that was named."""
    named = {} if pending.name is None else {"name": pending.name}
    return {"type": kind, "seat": state.name(pending.seat), "target": state.name(target_of(pending)), **named}


def _attack(state: State, victim: Seat) -> Done:
    """End all turns of the attacker and let the victim owe two, with those passed on."""
    turn = state.turn
    is_passed_on = turn.source == "attack" and state.terms.stacking == "remaining"
    owed = ATTACK_TURNS + (turn.left if is_passed_on else 0)
    begun, events = begin_turn(state, Turn(victim, owed, "attack"))
    names = {"seat": state.name(turn.seat), "target": state.name(victim)}
    return begun, ({"type": "attacked", **names, "left": owed}, *events)


def _skip(state: State, pending: Pending, _chance: Chance) -> Done:
    ended, events = end_one_turn(state)
    return ended, ({"type": "skipped", "seat": state.name(pending.seat)}, *events)


def _see(state: State, pending: Pending, _chance: Chance) -> Done:
    top = top_of(state)
    told: Event = {"type": "peeked", "seat": state.name(pending.seat), "n": len(top)}
    return back_to_turn(state._replace(peek=Peek(pending.seat, top))), (told,)


def _alter(state: State, pending: Pending, chance: Chance) -> Done:
    top = top_of(state)
    if not top:
        return _see(state, pending, chance)
    told: Event = {"type": "arranging", "seat": state.name(pending.seat), "n": len(top)}
    return state._replace(phase=Phase.ARRANGE, peek=Peek(pending.seat, top)), (told,)


def shuffled(state: State, chance: Chance) -> Cards:
    """Shuffle the pile: by chance where the engine owns it, else by hands, so that its order is unknown."""
    return tuple(chance.shuffle(state.pile)) if state.terms.mode is Mode.DEALT else (UNKNOWN,) * len(state.pile)


def _shuffle(state: State, pending: Pending, chance: Chance) -> Done:
    told: Event = {"type": "shuffled", "seat": state.name(pending.seat)}
    return back_to_turn(state._replace(pile=shuffled(state, chance), peek=None)), (told,)


def _draw_from_bottom(state: State, pending: Pending, _chance: Chance) -> Done:
    told: Event = {"type": "draws-bottom", "seat": state.name(pending.seat)}
    asking = state._replace(phase=Phase.DRAW, pending=None, is_from_bottom=True)
    if state.terms.mode is not Mode.DEALT:
        return asking, (told,)
    drawn, events = draw(asking, pending.seat, None)
    return drawn, (told, *events)


def _favor(state: State, pending: Pending, _chance: Chance) -> Done:
    if not state.hands[target_of(pending)]:
        return back_to_turn(state), (event_between(state, pending, "found-nothing"),)
    return state._replace(phase=Phase.GIVE), (event_between(state, pending, "asked"),)


def _pair(state: State, pending: Pending, chance: Chance) -> Done:
    """Steal a random card: by chance where the engine knows the hands, else by the thief's own hand (`stole`)."""
    victim = target_of(pending)
    if not state.hands[victim]:
        return back_to_turn(state), (event_between(state, pending, "found-nothing"),)
    if state.terms.mode is not Mode.DEALT:
        return state._replace(phase=Phase.STEAL), (event_between(state, pending, "asked"),)
    card = chance.shuffle(state.hands[victim])[0]
    return back_to_turn(moved(state, victim, pending.seat, card)), (event_between(state, pending, "stolen"),)


def _triple(state: State, pending: Pending, _chance: Chance) -> Done:
    """Move the card that was named, if it is there; of a hidden hand its owner says whether it is."""
    victim, card = target_of(pending), pending.name or UNKNOWN
    if not state.knows(victim) and state.hands[victim]:
        return state._replace(phase=Phase.GIVE), (event_between(state, pending, "asked"),)
    if card not in state.hands[victim]:
        return back_to_turn(state), (event_between(state, pending, "found-nothing"),)
    told = {**event_between(state, pending, "taken"), "card": card}
    return back_to_turn(moved(state, victim, pending.seat, card)), (told,)


def _five(state: State, pending: Pending, _chance: Chance) -> Done:
    """Move the named card from the discard pile into the hand, the oldest of its title (ruling `five-different`)."""
    card, lying = pending.name or UNKNOWN, list(state.discard)
    lying.remove(card if card in lying else UNKNOWN)
    taking = state._replace(discard=tuple(lying), hands=added(state.hands, pending.seat, card, state.terms.ruleset))
    return back_to_turn(taking), ({"type": "picked", "seat": state.name(pending.seat), "card": card},)


EFFECTS: Mapping[str, Callable[[State, Pending, Chance], Done]] = {  # What each play does.
    "attack": lambda state, pending, _: _attack(state, next_living(state, pending.seat)),
    "targeted-attack": lambda state, pending, _: _attack(state, target_of(pending)),
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
