"""What each act of an Exploding game does, once nothing forbids it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from tacotable_engine.cards import UNKNOWN, Cards
from tacotable_engine.exploding import combos, effects, turns, windows
from tacotable_engine.exploding.acts import (
    Arrange,
    Deal,
    Defuse,
    Deny,
    Draw,
    Explode,
    ExplodingAct,
    Give,
    Let,
    Nope,
    Play,
    Steal,
)
from tacotable_engine.exploding.effects import added, moved, moved_hidden, taken
from tacotable_engine.exploding.hypotheses.claims import Standing, after_window, denial, with_proofs, with_shown_copies
from tacotable_engine.exploding.state import Claim, Pending, Phase, Seat, State, replaced
from tacotable_engine.exploding.turns import without_peek_of
from tacotable_engine.rulings import Event, Judgement, applied

if TYPE_CHECKING:
    from tacotable_engine.chance import Chance

Done: TypeAlias = Judgement[State]


def apply(state: State, seat: Seat, act: ExplodingAct, chance: Chance) -> Done:
    """Do an act that `why_not` let pass; what a seat has seen of the pile, it has seen until it acts."""
    acting = state._replace(peek=without_peek_of(state.peek, seat), acts=state.acts + 1)
    judged = with_proofs(acting, seat, act, PLAYING[type(act)](acting, seat, act, chance))
    return Judgement(judged.ruling, with_shown_copies(judged.state))


def resolve(state: State, chance: Chance) -> Done:
    """Close the open window as its time has run out; with none open nothing changes."""
    if state.phase is not Phase.WINDOW:
        return applied(state, "no-window")
    closed, events = windows.close(state, chance)
    return applied(after_window(state, closed), "window-closed", {}, events)


def clock(state: State, at_s: float, chance: Chance) -> Done:
    """Run virtual time up to `at_s`; a window whose end it reaches is closed."""
    later = state._replace(now_s=at_s)
    pending = state.pending
    if state.phase is not Phase.WINDOW or pending is None or at_s < pending.closes_s:
        return applied(later, "clock", {"at": at_s})
    return resolve(later, chance)


def _pending(state: State) -> Pending:
    if state.pending is None:
        raise AssertionError("the checks let an act pass that answers nothing")
    return state.pending


def _deal(state: State, seat: Seat, act: Deal, chance: Chance) -> Done:
    del chance
    owed = (*state.owed[:seat], state.owed[seat] - 1, *state.owed[seat + 1 :])
    hands = added(state.hands, seat, act.card, state.terms)
    dealt = state._replace(hands=hands, owed=owed, pile=state.pile[1:])
    events: tuple[Event, ...] = ({"type": "card-dealt", "seat": state.name(seat)},)
    if not any(owed):
        dealt = dealt._replace(phase=Phase.TURN)
        events += (turns.turn_event(dealt),)
    return applied(dealt, "dealt-one", {"seat": state.name(seat)}, events)


def _play(state: State, seat: Seat, act: Play, chance: Chance) -> Done:
    del chance
    ruleset, name = state.terms.ruleset, state.name(seat)
    effect = combos.effect_of(ruleset, act.cards, state.discard[-1] if state.discard else None)
    if effect is None:
        raise AssertionError("the checks let cards pass that do nothing")
    target = None if act.target is None else state.terms.seats.index(act.target)
    laid = state._replace(
        hands=taken(state.hands, seat, act.cards),
        discard=(*state.discard, *combos.laid(ruleset, act.cards)),
    )
    values = {"seat": name, "cards": act.cards, "effect": effect}
    declared = {key: value for key, value in (("target", act.target), ("name", act.name)) if value is not None}
    told: Event = {"type": "played", "seat": name, "cards": list(act.cards), "effect": effect, **declared}
    pending = Pending(seat, act.cards, effect, target, act.name)
    return applied(windows.opened(laid, pending, seat), "played", {**values, **declared}, (told,))


def _nope(state: State, seat: Seat, act: Nope, chance: Chance) -> Done:
    del chance
    pending = _pending(state)
    laid = state._replace(hands=taken(state.hands, seat, (act.card,)), discard=(*state.discard, act.card))
    noped = pending._replace(noped=(*pending.noped, act.card))
    name = state.name(seat)
    told: Event = {"type": "noped", "seat": name, "card": act.card, "cancelled": noped.is_cancelled}
    return applied(windows.opened(laid, noped, seat), "noped", {"seat": name, "card": act.card}, (told,))


def _let(state: State, seat: Seat, act: Let, chance: Chance) -> Done:
    del act
    passed, events = windows.let_pass(state, _pending(state), seat, chance)
    rule = "let" if passed.phase is Phase.WINDOW else "let-closed"
    return applied(passed, rule, {"seat": state.name(seat)}, events)


def _draw(state: State, seat: Seat, act: Draw, chance: Chance) -> Done:
    del chance
    drawn, events = effects.draw(state, seat, act.card)
    rule = "drew" if seat in drawn.alive else "drew-and-exploded"
    if drawn.phase is Phase.DEFUSE:
        rule = "drew-lethal"
    return applied(drawn, rule, {"seat": state.name(seat)}, events)


def _defuse(state: State, seat: Seat, act: Defuse, chance: Chance) -> Done:
    """Put the lethal card back; where nobody told the slot, nothing is known of the pile's order any more."""
    del chance
    lethal = state.drawn or state.terms.ruleset.lethal
    pile = (UNKNOWN,) * (len(state.pile) + 1)
    if act.slot is not None:
        pile = (*state.pile[: act.slot], lethal, *state.pile[act.slot :])
    back = state._replace(
        hands=taken(state.hands, seat, (act.card,)),
        discard=(*state.discard, act.card),
        pile=pile,
        drawn=None,
        peek=None,
    )
    ended, events = turns.end_one_turn(back)
    told: Event = {"type": "defused", "seat": state.name(seat), "card": act.card}
    return applied(ended, "defused", {"seat": state.name(seat)}, (told, *events))


def _explode(state: State, seat: Seat, act: Explode, chance: Chance) -> Done:
    del chance
    shown = (
        state if act.cards is None else state._replace(hands=replaced(state.hands, seat, _with_known(state, seat, act)))
    )
    gone, events = turns.eliminate(shown, seat)
    return applied(gone, "exploded", {"seat": state.name(seat)}, events)


def _with_known(state: State, seat: Seat, act: Explode) -> Cards:
    """Return a hand as shown, with the cards that were known to be in it where they were not turned up."""
    cards = act.cards or ()
    known = Counter(card for card in state.hands[seat] if card != UNKNOWN) - Counter(cards)
    hidden = cards.count(UNKNOWN)
    faces = tuple(known.elements())[:hidden]
    return (*(card for card in cards if card != UNKNOWN), *faces, *(UNKNOWN,) * (hidden - len(faces)))


def _give(state: State, seat: Seat, act: Give, chance: Chance) -> Done:
    del chance
    pending = _pending(state)
    taker, card = pending.seat, act.card or pending.name
    given = moved_hidden(state, seat, taker) if card is None else moved(state, seat, taker, card)
    parties = {"seat": state.name(seat), "target": state.name(taker)}
    named = {} if pending.name is None else {"card": pending.name}
    back, events = effects.back_to_turn(given, {"type": "gave", **parties, **named})
    return applied(back, "gave", parties, events)


def _deny(state: State, seat: Seat, act: Deny, chance: Chance) -> Done:
    del act, chance
    card = _pending(state).name or UNKNOWN
    is_open = denial(state, seat, card) is Standing.OPEN
    values = {"seat": state.name(seat), "card": card}
    claim = Claim(seat, card, state.acts, len(state.moves))
    claimed = state._replace(claims=(*state.claims, claim)) if is_open else state
    back, events = effects.back_to_turn(claimed, {"type": "denied", **values})
    return applied(back, "denied", values, events, is_proven=not is_open)


def _arrange(state: State, seat: Seat, act: Arrange, chance: Chance) -> Done:
    del chance
    top = effects.top_of(state)
    hidden = top if len(top) == 1 else (UNKNOWN,) * len(top)
    ordered = state._replace(pile=(*(act.cards or hidden), *state.pile[len(top) :]), peek=None)
    told: Event = {"type": "arranged", "seat": state.name(seat), "n": len(top)}
    back, events = effects.back_to_turn(ordered, told)
    return applied(back, "arranged", {"seat": state.name(seat)}, events)


def _steal(state: State, seat: Seat, act: Steal, chance: Chance) -> Done:
    del chance
    pending = _pending(state)
    victim = effects.target_of(pending)
    stolen = moved_hidden(state, victim, seat) if act.card is None else moved(state, victim, seat, act.card)
    back, events = effects.back_to_turn(stolen, effects.stolen_event(state, pending))
    return applied(back, "stole", {"seat": state.name(seat), "target": state.name(victim)}, events)


PLAYING: Mapping[type[ExplodingAct], Callable[[State, Seat, Any, Chance], Done]] = {
    Deal: _deal,
    Play: _play,
    Nope: _nope,
    Let: _let,
    Draw: _draw,
    Defuse: _defuse,
    Explode: _explode,
    Give: _give,
    Deny: _deny,
    Arrange: _arrange,
    Steal: _steal,
}
"""What is done for each kind of act."""
