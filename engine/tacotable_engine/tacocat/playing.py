"""What each act of Tacocat does, once nothing forbids it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from tacotable_engine.chance import Chance
from tacotable_engine.rulings import Event, Outcome
from tacotable_engine.tacocat.acts import Answer, Attack, Deal, Duel, Replace, Show, TacocatAct
from tacotable_engine.tacocat.checks import attack_kind, claim_of, demand_of, group_claim_of, is_sacrifice
from tacotable_engine.tacocat.evidence import Claim
from tacotable_engine.tacocat.rounds import after_dealing, after_replacing, draw, end_round, round_winner
from tacotable_engine.tacocat.ruleset import UNKNOWN
from tacotable_engine.tacocat.state import Answered, Cards, Phase, Seat, State, at, sorted_hand, without

Done: TypeAlias = Outcome[State]


def apply(state: State, seat: Seat, act: TacocatAct, chance: Chance) -> Done:
    """Do an act that `why_not` let pass."""
    return PLAYING[type(act)](state, seat, act, chance)


def _take(state: State, seat: Seat, cards: Cards) -> Cards:
    rest = without(state.hands[seat], cards)
    if rest is None:
        raise AssertionError("the checks let a card pass that is not there")
    return rest


def _deal(state: State, seat: Seat, act: Deal, chance: Chance) -> Done:
    del chance
    hand = sorted_hand(state.terms.ruleset, (*state.hands[seat], act.card))
    owed = (state.owed[0] - (seat == 0), state.owed[1] - (seat == 1))
    dealt = state._replace(hands=at(state.hands, seat, hand), owed=owed, pile=state.pile[1:])
    if not any(owed):
        dealt = after_dealing(dealt) if dealt.replaced == (None, None) else after_replacing(dealt)
    name = state.terms.seats[seat]
    return Outcome(dealt, "dealt", {"seat": name}, ({"type": "card-dealt", "seat": name},))


def _replace(state: State, seat: Seat, act: Replace, chance: Chance) -> Done:
    del chance
    if state.arrow is None and state.replaced[1 - seat] is None:
        return _seal_replacement(state, seat, act)
    after, event = _give_away(state, seat, act.cards)
    drawn = draw(after, seat, len(act.cards))
    if drawn.phase is Phase.REPLACE:
        drawn = after_replacing(drawn)
    rule = "replaced" if act.cards else "replace-none"
    return Outcome(drawn, rule, {"seat": event["seat"], "n": len(act.cards)}, (event,))


def _seal_replacement(state: State, seat: Seat, act: Replace) -> Done:
    """Seal a choice under the double arrow; when both are in, the first seat draws first (T13)."""
    chosen = _with_sealed(state, seat, act.cards)
    name = state.terms.seats[seat]
    first, second = chosen.sealed
    if first is None or second is None:
        return Outcome(chosen, "replace-sealed", {"seat": name}, ({"type": "sealed", "seat": name},))
    after, first_event = _give_away(chosen._replace(sealed=(None, None)), 0, first)
    after, second_event = _give_away(after, 1, second)
    drawn = draw(draw(after, 0, len(first)), 1, len(second))
    if drawn.phase is Phase.REPLACE:
        drawn = after_replacing(drawn)
    events: tuple[Event, ...] = ({"type": "sealed", "seat": name}, first_event, second_event)
    return Outcome(drawn, "replaced", {"seat": name, "n": len(act.cards)}, events)


def _with_sealed(state: State, seat: Seat, cards: Cards) -> State:
    """Seal cards, which stay in the hand; where the hand was unknown their faces are now told."""
    told = tuple(card for card in cards if card != UNKNOWN)
    hand = sorted_hand(state.terms.ruleset, (*_take(state, seat, told), *told))
    sealed = (cards, state.sealed[1]) if seat == 0 else (state.sealed[0], cards)
    return state._replace(hands=at(state.hands, seat, hand), sealed=sealed)


def _give_away(state: State, seat: Seat, cards: Cards) -> tuple[State, Event]:
    """Put replaced cards on the discard pile, face down where the edition says so (T12)."""
    start = len(state.discard)
    face_down = state.face_down
    if state.terms.ruleset.replaces_face_down:
        face_down += tuple((start + index, seat) for index in range(len(cards)))
    replaced = (len(cards), state.replaced[1]) if seat == 0 else (state.replaced[0], len(cards))
    after = state._replace(
        hands=at(state.hands, seat, _rest_after_replacing(state, seat, cards)),
        discard=state.discard + cards,
        face_down=face_down,
        replaced=replaced,
    )
    shown = [UNKNOWN] * len(cards) if state.terms.ruleset.replaces_face_down else list(cards)
    return after, {"type": "replaced", "seat": state.terms.seats[seat], "n": len(cards), "cards": shown}


def _rest_after_replacing(state: State, seat: Seat, cards: Cards) -> Cards:
    """Give what stays in a hand: where unknown cards leave, known ones may have left unseen, and are forgotten."""
    told = tuple(card for card in cards if card != UNKNOWN)
    hidden = len(cards) - len(told)
    rest = _take(state, seat, told)
    known = tuple(
        card
        for index, card in enumerate(rest)
        if card != UNKNOWN and rest[:index].count(card) < rest.count(card) - hidden
    )
    return known + (UNKNOWN,) * (len(rest) - hidden - len(known)) if hidden else rest


def _duel(state: State, seat: Seat, act: Duel, chance: Chance) -> Done:
    del chance
    chosen, name = _with_sealed(state, seat, (act.card,)), state.terms.seats[seat]
    first, second = chosen.sealed
    sealed: Event = {"type": "sealed", "seat": name}
    if first is None or second is None:
        return Outcome(chosen, "duel-sealed", {"seat": name}, (sealed,))
    cards = (first[0], second[0])
    shown = chosen._replace(hands=_both_rest(chosen, cards), sealed=(None, None))
    revealed: Event = {"type": "duel-revealed", "cards": list(cards)}
    if cards[0] == cards[1]:
        return _tied_duel(shown, cards, (sealed, revealed))
    winner = 0 if int(cards[0]) > int(cards[1]) else 1
    events: tuple[Event, ...] = (sealed, revealed, {"type": "duel-won", "seat": state.terms.seats[winner]})
    decided = _lay_duel(shown, cards, winner)._replace(attacker=winner, duel_winner=winner)
    return Outcome(_go_on(decided), "duel-higher", {"seat": state.terms.seats[winner], "cards": cards}, events)


def _tied_duel(shown: State, cards: tuple[str, str], events: tuple[Event, ...]) -> Done:
    """Discard equal cards and duel again, or show the last cards when one is left each."""
    is_out = len(shown.hands[0]) == 1
    tied = shown._replace(discard=shown.discard + cards, phase=Phase.SHOWDOWN if is_out else Phase.DUEL)
    rule = "duel-tied-out" if is_out else "duel-tied"
    return Outcome(tied, rule, {"card": cards[0]}, (*events, {"type": "duel-tied", "card": cards[0]}))


def _lay_duel(state: State, cards: tuple[str, str], winner: Seat) -> State:
    if state.terms.ruleset.tucks_duel:
        return state._replace(tucked=at(state.tucked, winner, state.tucked[winner] + cards))
    return state._replace(discard=state.discard + cards)


def _both_rest(state: State, cards: tuple[str, str]) -> tuple[Cards, Cards]:
    return _take(state, 0, (cards[0],)), _take(state, 1, (cards[1],))


def _go_on(state: State) -> State:
    """Go to the next attack; with one card each nobody attacks, and the last cards are shown."""
    is_end = len(state.hands[0]) == len(state.hands[1]) == 1
    return state._replace(phase=Phase.SHOWDOWN if is_end else Phase.ATTACK)


def _attack(state: State, seat: Seat, act: Attack, chance: Chance) -> Done:
    del chance
    kind = attack_kind(act.cards)
    attacking = state._replace(
        phase=Phase.ANSWER,
        attacker=seat,
        hands=at(state.hands, seat, _take(state, seat, act.cards)),
        attack=act.cards,
        demands=sorted_hand(state.terms.ruleset, act.cards),
    )
    name = state.terms.seats[seat]
    event: Event = {"type": "attacked", "seat": name, "cards": list(act.cards)}
    is_strict = state.terms.strict_groups and kind == "group"
    is_proven = not is_strict or group_claim_of(state, seat, act.cards) is not Claim.OPEN
    values = {"seat": name, "other": state.terms.seats[1 - seat], "cards": act.cards}
    return Outcome(attacking, f"attack-{kind}", values, (event,), is_proven)


def _answer(state: State, seat: Seat, act: Answer, chance: Chance) -> Done:
    del chance
    demand = demand_of(state, act)
    if demand is None:
        raise AssertionError("the checks let an answer pass without a demand")
    is_given_up = is_sacrifice(act, demand)
    is_proven = not is_given_up or claim_of(state, seat, act) is not Claim.OPEN
    demands = list(state.demands)
    demands.remove(demand)
    answered = state._replace(
        hands=at(state.hands, seat, _take(state, seat, (act.card,))),
        demands=tuple(demands),
        answers=(*state.answers, Answered(demand, act.card, is_given_up)),
    )
    name = state.terms.seats[seat]
    kind = "sacrificed" if is_given_up else "defended"
    events: tuple[Event, ...] = ({"type": kind, "seat": name, "card": act.card, "demand": demand},)
    if not demands:
        answered = _end_exchange(answered, seat)
        events += ({"type": "exchange-ended", "seat": state.terms.seats[answered.attacker or 0]},)
    rule = "sacrifice" if is_given_up else "defend"
    return Outcome(answered, rule, {"seat": name, "card": act.card, "demand": demand}, events, is_proven)


def _end_exchange(state: State, defender: Seat) -> State:
    """Put the cards away; the defender attacks next unless a card was given up."""
    keeps_lead = any(answer.is_sacrifice for answer in state.answers)
    cards = tuple(answer.card for answer in state.answers)
    ended = state._replace(
        discard=state.discard + state.attack + cards,
        attack=(),
        answers=(),
        attacker=1 - defender if keeps_lead else defender,
    )
    return _go_on(ended)


def _show(state: State, seat: Seat, act: Show, chance: Chance) -> Done:
    chosen, name = _with_sealed(state, seat, (act.card,)), state.terms.seats[seat]
    first, second = chosen.sealed
    sealed: Event = {"type": "sealed", "seat": name}
    if first is None or second is None:
        return Outcome(chosen, "show-sealed", {"seat": name}, (sealed,))
    cards = (first[0], second[0])
    shown = chosen._replace(hands=_both_rest(chosen, cards), sealed=(None, None), discard=chosen.discard + cards)
    winner, by = round_winner(state, cards)
    ended, events = end_round(shown, winner, by, chance)
    told: Event = {"type": "last-cards-shown", "cards": list(cards)}
    values = {"cards": cards} if winner is None else {"cards": cards, "seat": state.terms.seats[winner]}
    return Outcome(ended, by, values, (sealed, told, *events))


PLAYING: Mapping[type[TacocatAct], Callable[[State, Seat, Any, Chance], Done]] = {
    Deal: _deal,
    Replace: _replace,
    Duel: _duel,
    Attack: _attack,
    Answer: _answer,
    Show: _show,
}
"""What is done for each kind of act."""
