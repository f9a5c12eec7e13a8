"""Why an act may not be done: for each kind of act the checks in the order a person should hear of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from tacotable_engine.cards import UNKNOWN, Cards, Mode
from tacotable_engine.exploding import combos
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
from tacotable_engine.exploding.effects import defusers, next_card, top_of
from tacotable_engine.exploding.hypotheses.claims import Standing, denial, must_be_lethal, unseen
from tacotable_engine.exploding.phases import PHASES
from tacotable_engine.exploding.rules import REFUSALS
from tacotable_engine.exploding.ruleset import DEFUSE, NOPE
from tacotable_engine.exploding.state import Phase, Seat, State
from tacotable_engine.rulings import Refusal

Check: TypeAlias = Callable[[State, Seat, Any], Refusal | None]
"""One rule; the act is of the kind under which the check is listed."""
EMPTY_HANDED = frozenset(("favor", "pair"))
"""What cannot be done to an empty hand (E10)."""


def why_not(state: State, seat: Seat, act: ExplodingAct, *, waive: bool = False) -> Refusal | None:
    """Return which rule forbids an act; with `waive` only rules that guard what the state can hold."""
    for check in CHECKS[type(act)]:
        refusal = check(state, seat, act)
        if refusal is not None and not (waive and (refusal.is_waivable or REFUSALS[refusal.rule].is_waivable)):
            return refusal
    return None


# Who may act, and when.


def _living(state: State, seat: Seat, act: ExplodingAct) -> Refusal | None:
    del act
    return None if seat in state.alive else Refusal("seat-out", {"seat": state.name(seat)})


def _in_phase(state: State, seat: Seat, act: ExplodingAct) -> Refusal | None:
    del seat
    if act.do in PHASES[state.phase].acts:
        return None
    if act.do in PHASES[Phase.WINDOW].acts:
        return Refusal("no-window-open")
    return Refusal(f"not-now-{state.phase}")


def _has_turn(state: State, seat: Seat, act: ExplodingAct) -> Refusal | None:
    del act
    return None if seat == state.turn.seat else Refusal("not-your-turn", {"seat": state.name(state.turn.seat)})


def _is_target(state: State, seat: Seat, act: ExplodingAct) -> Refusal | None:
    del act
    target = state.pending.target if state.pending else None
    if target is None or target == seat:
        return None
    return Refusal("not-asked", {"seat": state.name(target)})


# Cards that hands can hold.


def _held(state: State, seat: Seat, cards: Cards) -> Refusal | None:
    """Check that the hand can hold these told cards: by their faces, else as unknown ones of which a copy is unseen."""
    if UNKNOWN in cards:
        return Refusal("face-hidden")
    if state.terms.ruleset.lethal in cards:
        return Refusal("lethal-in-hand", {"card": state.terms.ruleset.lethal}, state.name(seat))
    hand = state.hands[seat]
    unread = list((Counter(cards) - Counter(hand)).elements())
    if not unread:
        return None
    if len(unread) > hand.count(UNKNOWN):
        return Refusal("card-not-held", {"card": unread[-1], "n": len(hand)}, state.name(seat))
    return _copies_unseen(state, seat, tuple(unread))


def _copies_unseen(state: State, seat: Seat, cards: Cards) -> Refusal | None:
    return state.terms.deck.why_not(unseen(state), cards, state.name(seat))


# Dealing (mode seen).


def _hand_open(state: State, seat: Seat, act: Deal) -> Refusal | None:
    del act
    return None if state.owed[seat] else Refusal("deal-hand-full", {"seat": state.name(seat)})


def _can_be_dealt(state: State, seat: Seat, act: Deal) -> Refusal | None:
    if act.card == UNKNOWN:
        return Refusal("face-hidden")
    if act.card == state.terms.ruleset.lethal:
        return Refusal("deal-lethal", {"card": act.card})
    return _copies_unseen(state, seat, (act.card,))


def _one_defuse(state: State, seat: Seat, act: Deal) -> Refusal | None:
    """Each start hand has a Defuse; where the extra ones come back after dealing it has no second (3.3)."""
    has_one = DEFUSE in state.hands[seat]
    if act.card == DEFUSE:
        is_second = has_one and not state.terms.ruleset.defuses_first
        return Refusal("deal-one-defuse", {"seat": state.name(seat)}, state.name(seat)) if is_second else None
    if has_one or state.owed[seat] > 1:
        return None
    return Refusal("deal-needs-defuse", {"seat": state.name(seat)}, state.name(seat))


# Playing.


def _has_shape(state: State, seat: Seat, act: Play) -> Refusal | None:
    """Check that these cards are a play by any printing's rules."""
    del seat
    ruleset = state.terms.ruleset
    what = combos.shape(ruleset, act.cards)
    if what is None:
        return Refusal("play-shape", {"cards": act.cards})
    if what != "single":
        return None
    card = act.cards[0]
    if card == ruleset.mimic:
        return _clone_top(state)
    if combos.effect_alone(ruleset, card, None):
        return None
    code = {NOPE: "play-nope", DEFUSE: "play-defuse"}.get(card, "play-plain")
    return Refusal(code, {"card": card})


def _clone_top(state: State) -> Refusal | None:
    """Return why a Clone cannot be played on what lies on the discard pile."""
    ruleset, top = state.terms.ruleset, state.discard[-1] if state.discard else UNKNOWN
    if combos.effect_alone(ruleset, ruleset.mimic or "", top):
        return None
    codes = {ruleset.mimic: "clone-of-clone", DEFUSE: "clone-of-defuse", NOPE: "clone-of-nope"}
    if top in codes:
        return Refusal(codes[top])
    return Refusal("clone-of-plain", {"card": top}) if top in ruleset.plain else Refusal("clone-of-nothing")


def _is_combo_here(state: State, seat: Seat, act: Play) -> Refusal | None:
    del seat
    known = combos.is_known_here(state.terms.ruleset, act.cards)
    return None if known else Refusal("play-unknown-here", {"cards": act.cards})


def _combos_on(state: State, seat: Seat, act: Play) -> Refusal | None:
    """With special combos off only pairs of plain cards are left (E16)."""
    del seat
    ruleset = state.terms.ruleset
    what = combos.shape(ruleset, act.cards)
    is_plain_pair = what == "pair" and combos.is_plain(ruleset, act.cards)
    if state.terms.special_combos or what == "single" or is_plain_pair:
        return None
    return Refusal("play-combos-off", {"cards": act.cards})


def _target_open(state: State, seat: Seat, act: Play) -> Refusal | None:
    if act.target is None:
        return None
    target = state.terms.seats.index(act.target)
    if target == seat:
        return Refusal("target-self")
    if target not in state.alive:
        return Refusal("target-out", {"seat": act.target})
    effect = combos.effect_of(state.terms.ruleset, act.cards, None)
    if effect in EMPTY_HANDED and not state.hands[target]:
        return Refusal("target-empty", {"seat": act.target})
    return None


def _name_open(state: State, seat: Seat, act: Play) -> Refusal | None:
    if act.name is None:
        return None
    if act.name == UNKNOWN:
        return Refusal("face-hidden")
    if act.name == state.terms.ruleset.lethal:
        return Refusal("name-lethal", {"card": act.name})
    if combos.shape(state.terms.ruleset, act.cards) != "five" or act.name in (*state.discard, *act.cards):
        return None
    if UNKNOWN in state.discard:
        return _copies_unseen(state, seat, (act.name,))
    return Refusal("name-not-discarded", {"card": act.name})


# Windows.


def _not_own(state: State, seat: Seat, act: Nope) -> Refusal | None:
    del act
    is_own = state.pending is not None and state.pending.last == seat
    return Refusal("nope-own") if is_own and not state.terms.nope_own else None


def _not_passed(state: State, seat: Seat, act: Nope) -> Refusal | None:
    del act
    return Refusal("nope-passed") if state.pending and seat in state.pending.passed else None


def _is_nope(state: State, seat: Seat, act: Nope) -> Refusal | None:
    """Check that the card is a Nope, or a Clone that lies on one (C6)."""
    del seat
    if act.card == NOPE:
        return None
    if act.card == UNKNOWN:
        return Refusal("face-hidden")
    if act.card != state.terms.ruleset.mimic:
        return Refusal("nope-card", {"card": act.card})
    return None if state.discard[-1:] == (NOPE,) else Refusal("nope-clone-top")


def _clone_on(state: State, seat: Seat, act: Nope) -> Refusal | None:
    del seat
    return Refusal("nope-clone-off") if act.card != NOPE and not state.terms.clone_as_nope else None


def _may_let(state: State, seat: Seat, act: Let) -> Refusal | None:
    del act
    pending = state.pending
    if pending is None:
        return Refusal("no-window-open")
    if pending.last == seat:
        return Refusal("let-own")
    return Refusal("let-again") if seat in pending.passed else None


# Drawing, and the lethal card.


def _pile_there(state: State, seat: Seat, act: Draw) -> Refusal | None:
    del seat, act
    return None if state.pile else Refusal("pile-empty")


def _drawable(state: State, seat: Seat, act: Draw) -> Refusal | None:
    """Check a drawn card against what is known of the pile; in dealt nobody tells it."""
    if state.terms.mode is Mode.DEALT:
        return None
    known, lethal = next_card(state), state.terms.ruleset.lethal
    if act.card == UNKNOWN:
        return Refusal("face-hidden")
    if act.card is None:
        if known == lethal:
            return Refusal("lethal-to-show", {"card": lethal})
        return _not_all_lethal(state, known)
    if known != UNKNOWN:
        return None if act.card == known else Refusal("pile-other", {"card": act.card}, state.name(seat))
    return None if act.card == lethal else _not_all_lethal(state, known)


def _card_left(state: State, seat: Seat, act: Draw) -> Refusal | None:
    """Check that a copy of the told card can be in the pile, whatever was thought to lie there."""
    known = next_card(state)
    if act.card in (None, known):
        return None
    hidden = state if known == UNKNOWN else state._replace(pile=(UNKNOWN,) * len(state.pile))
    return _copies_unseen(hidden, seat, (act.card,))


def _not_all_lethal(state: State, known: str) -> Refusal | None:
    if known == UNKNOWN and must_be_lethal(state):
        return Refusal("pile-all-lethal", {"card": state.terms.ruleset.lethal, "n": len(state.pile)})
    return None


def _defuses(state: State, seat: Seat, act: Defuse) -> Refusal | None:
    if act.card == UNKNOWN:
        return Refusal("face-hidden")
    if act.card not in defusers(state):
        return Refusal("defuse-card", {"card": act.card})
    return _held(state, seat, (act.card,))


def _slot_there(state: State, seat: Seat, act: Defuse) -> Refusal | None:
    del seat
    size = len(state.pile)
    return None if act.slot is None or act.slot <= size else Refusal("defuse-slot", {"n": size, "slot": act.slot})


def _hand_shown(state: State, seat: Seat, act: Explode) -> Refusal | None:
    """Check a hand as shown: its number of cards, those known to be in it, and the copies there are."""
    if act.cards is None:
        return None
    shown, hand = Counter(act.cards), Counter(state.hands[seat])
    if len(act.cards) != len(state.hands[seat]):
        return Refusal("hand-count", {"n": len(state.hands[seat]), "shown": len(act.cards)}, state.name(seat))
    known = Counter({card: count for card, count in hand.items() if card != UNKNOWN})
    missing = known - shown
    if sum(missing.values()) > shown[UNKNOWN]:
        return Refusal("hand-lacks", {"card": next(iter(missing))}, state.name(seat))
    return None


def _hand_possible(state: State, seat: Seat, act: Explode) -> Refusal | None:
    told = tuple(card for card in act.cards or () if card != UNKNOWN)
    if state.terms.ruleset.lethal in told:
        return Refusal("lethal-in-hand", {"card": state.terms.ruleset.lethal}, state.name(seat))
    return _copies_unseen(state, seat, tuple((Counter(told) - Counter(state.hands[seat])).elements()))


# What a play asks of a seat.


def _can_give(state: State, seat: Seat, act: Give) -> Refusal | None:
    named = state.pending.name if state.pending else None
    if named is not None and act.card not in (None, named):
        return Refusal("give-named", {"card": named})
    if act.card == UNKNOWN:
        return Refusal("face-hidden")
    card = act.card or named
    return None if card is None else _held(state, seat, (card,))


def _can_deny(state: State, seat: Seat, act: Deny) -> Refusal | None:
    del seat, act
    if state.terms.mode is not Mode.BLIND:
        return Refusal("deny-known")
    return Refusal("deny-favor") if state.pending is None or state.pending.name is None else None


def _not_refuted(state: State, seat: Seat, act: Deny) -> Refusal | None:
    del act
    named = state.pending.name if state.pending else None
    if named is None or denial(state, seat, named) is not Standing.REFUTED:
        return None
    return Refusal("deny-refuted", {"card": named}, state.name(seat))


def _same_cards(state: State, seat: Seat, act: Arrange) -> Refusal | None:
    """Check that what is put back is what was on top, as far as that is known."""
    if act.cards is None:
        return None
    top = top_of(state)
    wrong = Refusal("arrange-cards", {"n": len(top)}, state.name(seat))
    if len(act.cards) != len(top):
        return wrong
    told, known = Counter(act.cards), Counter(top)
    hidden_told, hidden_known = told.pop(UNKNOWN, 0), known.pop(UNKNOWN, 0)
    if hidden_told and state.terms.mode is Mode.DEALT:
        return Refusal("face-hidden")
    if sum((known - told).values()) > hidden_told or sum((told - known).values()) > hidden_known:
        return wrong
    return _copies_unseen(state, seat, tuple((told - known).elements()))


def _can_steal(state: State, seat: Seat, act: Steal) -> Refusal | None:
    """Check a card that was taken out of the target's hand."""
    del seat
    target = state.pending.target if state.pending else None
    if act.card == UNKNOWN:
        return Refusal("face-hidden")
    if target is None or act.card is None:
        return None
    refusal = _held(state, target, (act.card,))
    if refusal is None:
        return None
    return replace(refusal, private_to=state.name(state.turn.seat))


CHECKS: Mapping[type[ExplodingAct], tuple[Check, ...]] = {
    Deal: (_living, _in_phase, _hand_open, _can_be_dealt, _one_defuse),
    Play: (
        _living,
        _in_phase,
        _has_turn,
        lambda state, seat, act: _held(state, seat, act.cards),
        _has_shape,
        _is_combo_here,
        _combos_on,
        _target_open,
        _name_open,
    ),
    Nope: (
        _living,
        _in_phase,
        _not_own,
        _not_passed,
        _is_nope,
        _clone_on,
        lambda state, seat, act: _held(state, seat, (act.card,)),
    ),
    Let: (_living, _in_phase, _may_let),
    Draw: (_living, _in_phase, _has_turn, _pile_there, _drawable, _card_left),
    Defuse: (_living, _in_phase, _has_turn, _defuses, _slot_there),
    Explode: (_living, _in_phase, _has_turn, _hand_shown, _hand_possible),
    Give: (_living, _in_phase, _is_target, _can_give),
    Deny: (_living, _in_phase, _is_target, _can_deny, _not_refuted),
    Arrange: (_living, _in_phase, _has_turn, _same_cards),
    Steal: (_living, _in_phase, _has_turn, _can_steal),
}
"""What is checked for each kind of act, in this order."""
