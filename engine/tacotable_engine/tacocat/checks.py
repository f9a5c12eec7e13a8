"""Why an act may not be done: for each kind of act the checks in the order a person should hear of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from tacotable_engine.cards import UNKNOWN, Cards, Mode
from tacotable_engine.rulings import Refusal, Standing
from tacotable_engine.tacocat.acts import Answer, Attack, Deal, Duel, Replace, Show, TacocatAct
from tacotable_engine.tacocat.proofs import standing, unseen
from tacotable_engine.tacocat.rules import REFUSALS
from tacotable_engine.tacocat.state import PHASES, Phase, Seat, State

Checks: TypeAlias = Iterator[Refusal | None]
"""What rules say, one after the other; a rule is asked only when those before it let the act pass, or are waived."""


def why_not(state: State, seat: Seat, act: TacocatAct, *, waive: bool = False) -> Refusal | None:
    """Return which rule forbids an act; with `waive` only rules that guard what the state can hold."""
    if PHASES[state.phase].act != act.do:
        is_locked = state.phase is Phase.DUEL and state.replaced[seat] is None and state.replaced[1 - seat] == 0
        return Refusal("replace-locked" if act.do == "replace" and is_locked else f"not-now-{state.phase}")
    for refusal in CHECKS[type(act)](state, seat, act):
        if refusal is not None and not (waive and (refusal.is_waivable or REFUSALS[refusal.rule].is_waivable)):
            return refusal
    return None


def replace_limit(state: State, seat: Seat) -> int:
    """Return how many cards a seat may replace: as the arrow says, and never more than the pile holds."""
    size, other, arrow = len(state.hands[seat]), state.replaced[1 - seat], state.arrow
    if arrow is None:
        pile = len(state.pile) // 2 if other is None else len(state.pile)
        return min(size, pile)
    first = size if seat == arrow or other is None else other
    return min(first, size, len(state.pile))


def attack_kind(cards: Cards) -> str:
    """Return the kind of attack that these cards make: "single", "group", "run" or "other"."""
    if UNKNOWN in cards or not cards:
        return "other"
    if len(cards) == 1:
        return "single"
    if len(set(cards)) == 1:
        return "group"
    values = sorted(map(int, cards))
    is_run = len(values) >= 3 and values == list(range(values[0], values[0] + len(values)))
    return "run" if is_run else "other"


def demand_of(state: State, act: Answer) -> str | None:
    """Return the open demand that an answer is for; None when there is no such demand."""
    if act.demand is None:
        return state.demands[0] if state.demands else None
    return act.demand if act.demand in state.demands else None


def claim_of(state: State, seat: Seat, act: Answer) -> Standing:
    """Judge the claim that a sacrifice makes: that it was the lowest card of the hand."""
    hand = state.hands[seat]
    if UNKNOWN not in hand:
        return Standing.REFUTED if int(hand[0]) < int(act.card) else Standing.SURE
    return standing(state, seat, (act.card,), lambda card: int(card) >= int(act.card))


def group_claim_of(state: State, seat: Seat, cards: Cards) -> Standing:
    """Judge the claim that a group makes under strict_groups: that the hand holds no more of it."""
    return standing(state, seat, cards, lambda card: card != cards[0])


def _deal(state: State, seat: Seat, act: Deal) -> Checks:
    if not state.owed[seat]:
        yield Refusal("deal-full", {"seat": state.terms.seats[seat]})
    if act.card == UNKNOWN:
        yield Refusal("face-hidden")
    top = state.pile[0]
    if top == UNKNOWN:
        yield _copies_left(state, seat, (act.card,))
    elif top != act.card:
        yield Refusal("deal-top", {"card": act.card}, state.terms.seats[seat])


def _replace(state: State, seat: Seat, act: Replace) -> Checks:
    if state.sealed[seat] is not None:
        yield Refusal("already-sealed")
    if state.replaced[seat] is not None:
        yield Refusal("replace-once")
    arrow = state.arrow
    if arrow is not None and arrow != seat and state.replaced[arrow] is None:
        yield Refusal("replace-order", {"seat": state.terms.seats[arrow]})
    if UNKNOWN in act.cards and (state.terms.mode is not Mode.BLIND or state.terms.is_told(seat)):
        yield Refusal("face-hidden")
    yield _held(state, seat, act.cards)
    limit = replace_limit(state, seat)
    if len(act.cards) > limit:
        yield Refusal("replace-limit", {"limit": limit})
    left = len(state.pile) - len(state.sealed[1 - seat] or ())
    if len(act.cards) > left:
        yield Refusal("replace-pile", {"limit": left})


def _seal(state: State, seat: Seat, act: Duel | Show) -> Checks:
    if state.sealed[seat] is not None:
        yield Refusal("already-sealed")
    yield _told_and_held(state, seat, act.card)


def _attack(state: State, seat: Seat, act: Attack) -> Checks:
    terms, attacker, kind = state.terms, state.attacker, attack_kind(act.cards)
    if attacker is not None and attacker != seat:
        yield Refusal("attack-turn", {"seat": terms.seats[attacker]})
    if not act.cards:
        yield Refusal("attack-empty")
    if UNKNOWN in act.cards:
        yield Refusal("face-hidden")
    yield _held(state, seat, act.cards)
    if kind != "single" and not terms.jumbo:
        yield Refusal("attack-no-jumbo")
    elif kind == "run" and not terms.ruleset.has_runs:
        yield Refusal("attack-no-runs")
    elif kind == "other":
        yield Refusal("attack-shape")
    if len(act.cards) >= len(state.hands[seat]):
        yield Refusal("attack-keep-one")
    if kind == "group" and terms.strict_groups and group_claim_of(state, seat, act.cards) is Standing.REFUTED:
        yield Refusal("attack-whole-group", {"card": act.cards[0]}, terms.seats[seat])


def _answer(state: State, seat: Seat, act: Answer) -> Checks:
    if state.attacker is not None and state.attacker == seat:
        yield Refusal("answer-turn", {"seat": state.terms.seats[1 - seat]})
    yield _told_and_held(state, seat, act.card)
    demand, hand = demand_of(state, act), state.hands[seat]
    if demand is None:
        yield Refusal("demand-closed", {"demand": act.demand})
    elif is_sacrifice(act, demand) and claim_of(state, seat, act) is Standing.REFUTED:
        rule, card = ("sacrifice-refuted", act.card) if UNKNOWN in hand else ("sacrifice-lowest", hand[0])
        yield Refusal(rule, {"card": card}, state.terms.seats[seat])


def _told_and_held(state: State, seat: Seat, card: str) -> Refusal | None:
    if card == UNKNOWN:
        return Refusal("face-hidden")
    return None if card in state.hands[seat] else _held(state, seat, (card,))


def _held(state: State, seat: Seat, cards: Cards) -> Refusal | None:
    """Check that the hand can hold these cards: by their faces, else as unknown ones; "?" is any card of it."""
    hand = state.hands[seat]
    if len(cards) > len(hand) and UNKNOWN in cards:
        return Refusal("replace-hand", {"limit": len(hand)})
    left = list(hand)
    unread: list[str] = []
    for card in cards:
        if card in left:
            left.remove(card)
        elif card != UNKNOWN:
            unread.append(card)
    if not unread:
        return None
    if len(unread) > left.count(UNKNOWN):
        return Refusal("card-not-held", {"card": unread[-1], "n": len(hand)}, state.terms.seats[seat])
    return _copies_left(state, seat, tuple(unread))


def _copies_left(state: State, seat: Seat, cards: Cards) -> Refusal | None:
    """Refuse a card of which every copy lies elsewhere, as far as this seat may know.

    The other seat's sealed card is still its secret: a refusal that counted it could be used to find it out.
    """
    left = unseen(state)
    for card in state.sealed[1 - seat] or ():
        if card != UNKNOWN:
            left[card] += 1
    return state.terms.deck.why_not(left, cards, state.terms.seats[seat])


def is_sacrifice(act: Answer, demand: str) -> bool:
    """Return whether an answer gives its card up: declared so, or below the demand (ruling `defend`)."""
    return act.is_given_up or int(act.card) < int(demand)


CHECKS: Mapping[type[TacocatAct], Callable[[State, Seat, Any], Checks]] = {
    Deal: _deal,
    Replace: _replace,
    Duel: _seal,
    Attack: _attack,
    Answer: _answer,
    Show: _seal,
}
