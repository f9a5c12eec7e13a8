"""Why an act may not be done: for each kind of act the checks in the order a person should hear of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from tacotable_engine.cards import UNKNOWN, Cards, Mode, without
from tacotable_engine.rulings import Refusal
from tacotable_engine.tacocat.acts import Answer, Attack, Deal, Duel, Replace, Show, TacocatAct
from tacotable_engine.tacocat.phases import PHASES
from tacotable_engine.tacocat.proofs import Claim, most_unseen, stands_lowest, stands_whole, unseen
from tacotable_engine.tacocat.rules import REFUSALS
from tacotable_engine.tacocat.state import Phase, Seat, State, as_shown

Check: TypeAlias = Callable[[State, Seat, Any], Refusal | None]
"""One rule; the act is of the kind under which the check is listed."""


def why_not(state: State, seat: Seat, act: TacocatAct, *, waive: bool = False) -> Refusal | None:
    """Return which rule forbids an act; with `waive` only rules that guard what the state can hold."""
    for check in CHECKS[type(act)]:
        refusal = check(state, seat, act)
        if refusal is not None and not (waive and (refusal.is_waivable or REFUSALS[refusal.rule].is_waivable)):
            return refusal
    return None


def replace_limit(state: State, seat: Seat) -> int:
    """Return how many cards a seat may replace: as the arrow says, and never more than the pile holds (T11)."""
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


def claim_of(state: State, seat: Seat, act: Answer) -> Claim:
    """Judge the claim that a sacrifice makes: that it was the lowest card of the hand."""
    hand = state.hands[seat]
    if UNKNOWN not in hand:
        return Claim.REFUTED if int(hand[0]) < int(act.card) else Claim.SURE
    left = most_unseen(as_shown(state, seat))
    if act.card not in hand:
        left[act.card] -= 1
    return stands_lowest(without(hand, (act.card,)) or (), act.card, left)


def group_claim_of(state: State, seat: Seat, cards: Cards) -> Claim:
    """Judge the claim that a group makes under strict_groups: that the hand holds no more of it."""
    hand = state.hands[seat]
    left = most_unseen(as_shown(state, seat))
    left[cards[0]] -= max(0, len(cards) - hand.count(cards[0]))
    return stands_whole(without(hand, cards) or (), cards[0], left)


def _in_phase(state: State, seat: Seat, act: TacocatAct) -> Refusal | None:
    if PHASES[state.phase].act == act.do:
        return None
    is_locked = state.phase is Phase.DUEL and state.replaced[seat] is None and state.replaced[1 - seat] == 0
    if act.do == "replace" and is_locked:
        return Refusal("replace-locked")
    return Refusal(f"not-now-{state.phase}")


def _owed(state: State, seat: Seat, act: Deal) -> Refusal | None:
    del act
    return None if state.owed[seat] else Refusal("deal-full", {"seat": state.terms.seats[seat]})


def _told(state: State, seat: Seat, act: Deal | Duel | Answer | Show) -> Refusal | None:
    del state, seat
    return Refusal("face-hidden") if act.card == UNKNOWN else None


def _all_told(state: State, seat: Seat, act: Attack) -> Refusal | None:
    del state, seat
    return Refusal("face-hidden") if UNKNOWN in act.cards else None


def _told_unless_blind(state: State, seat: Seat, act: Replace) -> Refusal | None:
    is_blind = state.terms.mode is Mode.BLIND and not state.terms.is_told(seat)
    return Refusal("face-hidden") if UNKNOWN in act.cards and not is_blind else None


def _from_the_top(state: State, seat: Seat, act: Deal) -> Refusal | None:
    top = state.pile[0]
    if top == UNKNOWN:
        return _copies_left(state, seat, (act.card,))
    return None if top == act.card else Refusal("deal-top", {"card": act.card}, state.terms.seats[seat])


def _held(state: State, seat: Seat, act: Duel | Answer | Show) -> Refusal | None:
    return None if act.card in state.hands[seat] else _all_held(state, seat, (act.card,))


def _cards_held(state: State, seat: Seat, act: Replace | Attack) -> Refusal | None:
    return _all_held(state, seat, act.cards)


def _all_held(state: State, seat: Seat, cards: Cards) -> Refusal | None:
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


def _not_sealed(state: State, seat: Seat, act: TacocatAct) -> Refusal | None:
    del act
    return None if state.sealed[seat] is None else Refusal("already-sealed")


def _has_chance(state: State, seat: Seat, act: Replace) -> Refusal | None:
    del act
    return None if state.replaced[seat] is None else Refusal("replace-once")


def _in_order(state: State, seat: Seat, act: Replace) -> Refusal | None:
    del act
    arrow = state.arrow
    if arrow is None or arrow == seat or state.replaced[arrow] is not None:
        return None
    return Refusal("replace-order", {"seat": state.terms.seats[arrow]})


def _in_limit(state: State, seat: Seat, act: Replace) -> Refusal | None:
    limit = replace_limit(state, seat)
    return None if len(act.cards) <= limit else Refusal("replace-limit", {"limit": limit})


def _in_pile(state: State, seat: Seat, act: Replace) -> Refusal | None:
    spoken_for = len(state.sealed[1 - seat] or ())
    limit = len(state.pile) - spoken_for
    return None if len(act.cards) <= limit else Refusal("replace-pile", {"limit": limit})


def _is_attacker(state: State, seat: Seat, act: Attack) -> Refusal | None:
    del act
    if state.attacker is None or seat == state.attacker:
        return None
    return Refusal("attack-turn", {"seat": state.terms.seats[state.attacker]})


def _some_card(state: State, seat: Seat, act: Attack) -> Refusal | None:
    del state, seat
    return None if act.cards else Refusal("attack-empty")


def _keeps_one(state: State, seat: Seat, act: Attack) -> Refusal | None:
    return None if len(act.cards) < len(state.hands[seat]) else Refusal("attack-keep-one")


def _has_shape(state: State, seat: Seat, act: Attack) -> Refusal | None:
    del seat
    kind = attack_kind(act.cards)
    if kind == "single":
        return None
    if not state.terms.jumbo:
        return Refusal("attack-no-jumbo")
    if kind == "run" and not state.terms.ruleset.has_runs:
        return Refusal("attack-no-runs")
    return Refusal("attack-shape") if kind == "other" else None


def _whole_group(state: State, seat: Seat, act: Attack) -> Refusal | None:
    if not state.terms.strict_groups or attack_kind(act.cards) != "group":
        return None
    if group_claim_of(state, seat, act.cards) is not Claim.REFUTED:
        return None
    return Refusal("attack-whole-group", {"card": act.cards[0]}, state.terms.seats[seat])


def _is_defender(state: State, seat: Seat, act: Answer) -> Refusal | None:
    del act
    if state.attacker is None or seat != state.attacker:
        return None
    return Refusal("answer-turn", {"seat": state.terms.seats[1 - seat]})


def _demand_open(state: State, seat: Seat, act: Answer) -> Refusal | None:
    del seat
    return None if demand_of(state, act) else Refusal("demand-closed", {"demand": act.demand})


def _gives_lowest(state: State, seat: Seat, act: Answer) -> Refusal | None:
    demand = demand_of(state, act)
    if demand is None or not is_sacrifice(act, demand) or claim_of(state, seat, act) is not Claim.REFUTED:
        return None
    hand = state.hands[seat]
    if UNKNOWN in hand:  # the lowest card is not known
        return Refusal("sacrifice-refuted", {"card": act.card}, state.terms.seats[seat])
    return Refusal("sacrifice-lowest", {"card": hand[0]}, state.terms.seats[seat])


def is_sacrifice(act: Answer, demand: str) -> bool:
    """Return whether an answer gives its card up: declared so, or below the demand (T8)."""
    return act.is_given_up or int(act.card) < int(demand)


CHECKS: Mapping[type[TacocatAct], tuple[Check, ...]] = {
    Deal: (_in_phase, _owed, _told, _from_the_top),
    Replace: (
        _in_phase,
        _not_sealed,
        _has_chance,
        _in_order,
        _told_unless_blind,
        _cards_held,
        _in_limit,
        _in_pile,
    ),
    Duel: (_in_phase, _not_sealed, _told, _held),
    Attack: (
        _in_phase,
        _is_attacker,
        _some_card,
        _all_told,
        _cards_held,
        _has_shape,
        _keeps_one,
        _whole_group,
    ),
    Answer: (_in_phase, _is_defender, _told, _held, _demand_open, _gives_lowest),
    Show: (_in_phase, _not_sealed, _told, _held),
}
"""What is checked for each kind of act, in this order."""
