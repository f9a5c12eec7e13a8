"""What each act of an Exploding game does, once nothing forbids it, and the windows that plays open.

Every play opens a window, the same whatever anybody holds; it is noped, let pass, and closed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from tacotable_engine.cards import UNKNOWN, taken
from tacotable_engine.exploding import acts, effects
from tacotable_engine.exploding.effects import added, back_to_turn, moved
from tacotable_engine.exploding.hypotheses.claims import after_window, denial, with_proofs, with_shown_copies
from tacotable_engine.exploding.state import Claim, Pending, Phase, Seat, State, replaced, to_act
from tacotable_engine.rulings import Event, Judgement, Standing, applied

if TYPE_CHECKING:
    from tacotable_engine.chance import Chance

Done: TypeAlias = Judgement[State]


def apply(state: State, seat: Seat, act: acts.ExplodingAct, chance: Chance) -> Done:
    """Do an act that `why_not` let pass; what a seat has seen of the pile, it has seen until it acts."""
    acting = state._replace(peek=effects.without_peek_of(state.peek, seat), acts=state.acts + 1)
    judged = with_proofs(acting, seat, act, PLAYING[type(act)](acting, seat, act, chance))
    return Judgement(judged.ruling, with_shown_copies(judged.state))


def resolve(state: State, chance: Chance) -> Done:
    """Close the open window as its time has run out; with none open nothing changes."""
    if state.phase is not Phase.WINDOW:
        return applied(state, "no-window")
    closed, events = close_window(state, chance)
    return applied(after_window(state, closed), "window-closed", {}, events)


def clock(state: State, at_s: float, chance: Chance) -> Done:
    """Run virtual time up to `at_s`; a window whose end it reaches is closed."""
    later = state._replace(now_s=at_s)
    pending = state.pending
    if state.phase is not Phase.WINDOW or pending is None or at_s < pending.closes_s:
        return applied(later, "clock", {"at": at_s})
    return resolve(later, chance)


def close_window(state: State, chance: Chance) -> effects.Done:
    """Close the open window: the play takes effect, or with an odd number of Nopes on it is cancelled (`noped`)."""
    pending = state.pending
    if pending is None:
        return state, ()
    closed, left = without_noped(state, pending)
    if pending.is_cancelled:
        told: Event = {"type": "cancelled", "seat": state.name(pending.seat), "cards": list(pending.cards)}
        return back_to_turn(closed), (told, *left, effects.turn_event(state))
    after, (first, *others) = effects.EFFECTS[pending.effect](closed, pending, chance)
    return after, (first, *left, *others)


def without_noped(state: State, pending: Pending) -> effects.Done:
    """Remove Nopes, and what they cancelled, from the game, where that is the rule (`noped-out`, option noped_out)."""
    count = len(pending.noped) + (len(pending.cards) if pending.is_cancelled else 0)
    if not state.terms.noped_out or not count:
        return state, ()
    stay = len(state.discard) - count
    gone = state.discard[stay:]
    left = state._replace(discard=state.discard[:stay], out=(*state.out, *gone))
    return left, ({"type": "left-game", "cards": list(gone)},)


def _with_window(state: State, pending: Pending, seat: Seat) -> State:
    """Open a new window for the last card, which this seat laid; earlier lets are void."""
    closes_s = state.now_s + state.terms.window_s
    return state._replace(phase=Phase.WINDOW, pending=pending._replace(last=seat, passed=(), closes_s=closes_s))


def _pending(state: State) -> Pending:
    if state.pending is None:
        raise AssertionError("the checks let an act pass that answers nothing")
    return state.pending


def _deal(state: State, seat: Seat, act: acts.Deal, _chance: Chance) -> Done:
    owed = (*state.owed[:seat], state.owed[seat] - 1, *state.owed[seat + 1 :])
    hands = added(state.hands, seat, act.card, state.terms.ruleset)
    dealt = state._replace(hands=hands, owed=owed, pile=state.pile[1:])
    events: tuple[Event, ...] = ({"type": "card-dealt", "seat": state.name(seat)},)
    if not any(owed):
        dealt = dealt._replace(phase=Phase.TURN)
        events += (effects.turn_event(dealt),)
    return applied(dealt, "dealt-one", {"seat": state.name(seat)}, events)


def _play(state: State, seat: Seat, act: acts.Play, _chance: Chance) -> Done:
    ruleset, name = state.terms.ruleset, state.name(seat)
    effect = ruleset.effect_of(act.cards, state.discard[-1] if state.discard else None)
    if effect is None:
        raise AssertionError("the checks let cards pass that do nothing")
    target = None if act.target is None else state.terms.seats.index(act.target)
    discard = (*state.discard, *ruleset.laid(act.cards))
    laid = state._replace(hands=replaced(state.hands, seat, taken(state.hands[seat], act.cards)), discard=discard)
    declared = {key: value for key, value in (("target", act.target), ("name", act.name)) if value is not None}
    told: Event = {"type": "played", "seat": name, "cards": list(act.cards), "effect": effect, **declared}
    pending = Pending(seat, act.cards, effect, target, act.name)
    values = {"seat": name, "cards": act.cards, "effect": effect, **declared}
    return applied(_with_window(laid, pending, seat), "played", values, (told,))


def _nope(state: State, seat: Seat, act: acts.Nope, _chance: Chance) -> Done:
    pending = _pending(state)
    laid = state._replace(
        hands=replaced(state.hands, seat, taken(state.hands[seat], (act.card,))), discard=(*state.discard, act.card)
    )
    noped = pending._replace(noped=(*pending.noped, act.card))
    values = {"seat": state.name(seat), "card": act.card}
    told: Event = {"type": "noped", **values, "cancelled": noped.is_cancelled}
    return applied(_with_window(laid, noped, seat), "noped", values, (told,))


def _let(state: State, seat: Seat, _act: acts.Let, chance: Chance) -> Done:
    """Note that a seat lets the play pass; with the last of them the window closes at once."""
    pending, values = _pending(state), {"seat": state.name(seat)}
    passed = state._replace(pending=pending._replace(passed=(*pending.passed, seat)))
    told: Event = {"type": "let-pass", **values}
    if to_act(passed):
        return applied(passed, "let", values, (told,))
    closed, events = close_window(passed, chance)
    return applied(closed, "let-closed", values, (told, *events))


def _draw(state: State, seat: Seat, act: acts.Draw, _chance: Chance) -> Done:
    drawn, events = effects.draw(state, seat, act.card)
    rule = "drew" if seat in drawn.alive else "drew-and-exploded"
    if drawn.phase is Phase.DEFUSE:
        rule = "drew-lethal"
    return applied(drawn, rule, {"seat": state.name(seat)}, events)


def _defuse(state: State, seat: Seat, act: acts.Defuse, _chance: Chance) -> Done:
    """Put the lethal card back; where nobody told the slot, nothing is known of the pile's order any more."""
    lethal = state.drawn or state.terms.ruleset.lethal
    pile = (UNKNOWN,) * (len(state.pile) + 1)
    if act.slot is not None:
        pile = (*state.pile[: act.slot], lethal, *state.pile[act.slot :])
    hands, discard = replaced(state.hands, seat, taken(state.hands[seat], (act.card,))), (*state.discard, act.card)
    back = state._replace(hands=hands, discard=discard, pile=pile, drawn=None, peek=None)
    ended, events = effects.end_one_turn(back)
    told: Event = {"type": "defused", "seat": state.name(seat), "card": act.card}
    return applied(ended, "defused", {"seat": state.name(seat)}, (told, *events))


def _explode(state: State, seat: Seat, act: acts.Explode, _chance: Chance) -> Done:
    """Remove a player; the hand is as shown, with cards known to be in it where they were not turned up."""
    if act.cards is not None:
        told = tuple(card for card in act.cards if card != UNKNOWN)
        hidden = len(act.cards) - len(told)
        known = Counter(card for card in state.hands[seat] if card != UNKNOWN) - Counter(told)
        faces = tuple(known.elements())[:hidden]
        hand = (*told, *faces, *(UNKNOWN,) * (hidden - len(faces)))
        state = state._replace(hands=replaced(state.hands, seat, hand))
    gone, events = effects.eliminate(state, seat)
    return applied(gone, "exploded", {"seat": state.name(seat)}, events)


def _give(state: State, seat: Seat, act: acts.Give, _chance: Chance) -> Done:
    pending = _pending(state)
    given = moved(state, seat, pending.seat, act.card or pending.name)
    parties = {"seat": state.name(seat), "target": state.name(pending.seat)}
    named = {} if pending.name is None else {"card": pending.name}
    return applied(back_to_turn(given), "gave", parties, ({"type": "gave", **parties, **named},))


def _deny(state: State, seat: Seat, _act: acts.Deny, _chance: Chance) -> Done:
    card = _pending(state).name or UNKNOWN
    is_open = denial(state, seat, card) is Standing.OPEN
    values = {"seat": state.name(seat), "card": card}
    claim = Claim(seat, card, state.acts, len(state.moves))
    claimed = state._replace(claims=(*state.claims, claim)) if is_open else state
    told: Event = {"type": "denied", **values}
    return applied(back_to_turn(claimed), "denied", values, (told,), is_proven=not is_open)


def _arrange(state: State, seat: Seat, act: acts.Arrange, _chance: Chance) -> Done:
    top = effects.top_of(state)
    hidden = top if len(top) == 1 else (UNKNOWN,) * len(top)
    ordered = state._replace(pile=(*(act.cards or hidden), *state.pile[len(top) :]), peek=None)
    told: Event = {"type": "arranged", "seat": state.name(seat), "n": len(top)}
    return applied(back_to_turn(ordered), "arranged", {"seat": state.name(seat)}, (told,))


def _steal(state: State, seat: Seat, act: acts.Steal, _chance: Chance) -> Done:
    pending = _pending(state)
    victim = effects.target_of(pending)
    stolen = moved(state, victim, seat, act.card)
    told = effects.event_between(state, pending, "stolen")
    return applied(back_to_turn(stolen), "stole", {"seat": state.name(seat), "target": state.name(victim)}, (told,))


PLAYING: Mapping[type[acts.ExplodingAct], Callable[[State, Seat, Any, Chance], Done]] = {  # What each kind of act does.
    acts.Deal: _deal,
    acts.Play: _play,
    acts.Nope: _nope,
    acts.Let: _let,
    acts.Draw: _draw,
    acts.Defuse: _defuse,
    acts.Explode: _explode,
    acts.Give: _give,
    acts.Deny: _deny,
    acts.Arrange: _arrange,
    acts.Steal: _steal,
}
