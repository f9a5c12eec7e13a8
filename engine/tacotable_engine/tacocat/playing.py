"""What each act of Tacocat does, once nothing forbids it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tacotable_engine.cards import UNKNOWN, Cards, after_hidden_loss, without
from tacotable_engine.rulings import Event, Judgement, Violation, applied
from tacotable_engine.tacocat.acts import Answer, Attack, Deal, Duel, Replace, Show, TacocatAct
from tacotable_engine.tacocat.checks import attack_kind, claim_of, demand_of, group_claim_of, is_sacrifice
from tacotable_engine.tacocat.proofs import Claim, Proven, proven_by, unseen, with_claim, with_shown_copies
from tacotable_engine.tacocat.rounds import after_dealing, end_round, phase_after_replacing, round_winner
from tacotable_engine.tacocat.state import Answered, Phase, Seat, State, Terms, at, sorted_hand

if TYPE_CHECKING:
    from tacotable_engine.chance import Chance

Done: TypeAlias = Judgement[State]
Hands: TypeAlias = tuple[Cards, Cards]
Sealed: TypeAlias = tuple[Cards | None, Cards | None]


def apply(state: State, seat: Seat, act: TacocatAct, chance: Chance) -> Done:
    """Do an act that `why_not` let pass."""
    ruling, after = PLAYING[type(act)](state, seat, act, chance)
    return Judgement(ruling, with_shown_copies(after)._replace(acts=state.acts + 1))


def _take(hands: Hands, seat: Seat, cards: Cards) -> Cards:
    rest = without(hands[seat], cards)
    if rest is None:
        raise AssertionError("the checks let a card pass that is not there")
    return rest


def _deal(state: State, seat: Seat, act: Deal, chance: Chance) -> Done:
    del chance
    hand = sorted_hand(state.terms.ruleset, (*state.hands[seat], act.card))
    owed = (state.owed[0] - (seat == 0), state.owed[1] - (seat == 1))
    dealt = state._replace(hands=at(state.hands, seat, hand), owed=owed, pile=state.pile[1:])
    if not any(owed) and state.replaced == (None, None):
        dealt = after_dealing(dealt)
    elif not any(owed):  # cards were replaced
        dealt = dealt._replace(phase=phase_after_replacing(state.arrow, state.replaced, owed))
    name = state.terms.seats[seat]
    return applied(dealt, "dealt", {"seat": name}, ({"type": "card-dealt", "seat": name},))


def _replace(state: State, seat: Seat, act: Replace, chance: Chance) -> Done:
    del chance
    if state.arrow is None and state.replaced[1 - seat] is None:
        return _seal_replacement(state, seat, act)
    event = _replaced_event(state, seat, act.cards)
    rule = "replaced" if act.cards else "replace-none"
    values = {"seat": event["seat"], "n": len(act.cards)}
    return applied(_exchange(state, seat, act.cards), rule, values, (event,))


def _seal_replacement(state: State, seat: Seat, act: Replace) -> Done:
    """Seal a choice under the double arrow; when both are in, the first seat replaces first (T13)."""
    hands, sealed = _with_sealed(state, seat, act.cards)
    name = state.terms.seats[seat]
    first, second = sealed
    if first is None or second is None:
        chosen = state._replace(hands=hands, sealed=sealed)
        return applied(chosen, "replace-sealed", {"seat": name}, ({"type": "sealed", "seat": name},))
    exchanged = _exchange(state._replace(hands=hands, sealed=(None, None)), 0, first)
    exchanged = _exchange(exchanged, 1, second)
    events: tuple[Event, ...] = (
        {"type": "sealed", "seat": name},
        _replaced_event(state, 0, first),
        _replaced_event(state, 1, second),
    )
    revealed = _revealed(exchanged, first, second)
    return _with_proof(applied(exchanged, "replaced", {"seat": name, "n": len(act.cards)}, events), revealed)


def _revealed(state: State, first: Cards, second: Cards) -> Proven:
    """Return what it proves that both seats sealed these cards: the deck may not hold them together.

    While they were sealed neither was refused for it (contract, Blind rulings). The state is the one after the act.
    """
    left = unseen(state)
    missing = [card for card in set(first) & set(second) - {UNKNOWN} if left[card] < 0]
    if all(map(state.terms.deck.is_inferred, missing)):
        return Proven(state, (), bool(missing))
    acts = (state.acts, state.acts + 1)
    return Proven(state, (Violation(acts[1], "no-copy-left", None, acts),), True)


def _with_proof(judged: Done, proven: Proven) -> Done:
    """Add to a judgement what the act proves of earlier ones."""
    if not proven.violations and not proven.is_doubtful:
        return judged
    ruling = judged.ruling._replace(violations=(*judged.ruling.violations, *proven.violations))
    return Judgement(ruling._replace(ruling="unproven") if proven.is_doubtful else ruling, judged.state)


def _with_sealed(state: State, seat: Seat, cards: Cards) -> tuple[Hands, Sealed]:
    """Seal cards, which stay in the hand; where the hand was unknown their faces are now told."""
    sealed = (cards, state.sealed[1]) if seat == 0 else (state.sealed[0], cards)
    if UNKNOWN not in state.hands[seat]:
        return state.hands, sealed
    told = tuple(card for card in cards if card != UNKNOWN)
    hand = sorted_hand(state.terms.ruleset, (*_take(state.hands, seat, told), *told))
    return at(state.hands, seat, hand), sealed


def _exchange(state: State, seat: Seat, cards: Cards) -> State:
    """Put cards on the discard pile, face down where the edition says so (T12), and draw as many.

    Where acts tell the seat's cards the new ones are owed until then.
    """
    n, start, face_down = len(cards), len(state.discard), state.face_down
    if state.terms.ruleset.replaces_face_down:
        face_down += tuple((index, seat) for index in range(start, start + n))
    replaced = (n, state.replaced[1]) if seat == 0 else (state.replaced[0], n)
    hand, pile, owed = _rest_after_replacing(state, seat, cards), state.pile, state.owed
    if state.terms.is_told(seat):
        owed = (n, owed[1]) if seat == 0 else (owed[0], n)
    elif n:
        hand, pile = sorted_hand(state.terms.ruleset, (*hand, *pile[:n])), pile[n:]
    return state._replace(
        hands=at(state.hands, seat, hand),
        pile=pile,
        discard=state.discard + cards,
        face_down=face_down,
        replaced=replaced,
        owed=owed,
        phase=phase_after_replacing(state.arrow, replaced, owed),
    )


def _replaced_event(state: State, seat: Seat, cards: Cards) -> Event:
    shown = [UNKNOWN] * len(cards) if state.terms.ruleset.replaces_face_down else list(cards)
    return {"type": "replaced", "seat": state.terms.seats[seat], "n": len(cards), "cards": shown}


def _rest_after_replacing(state: State, seat: Seat, cards: Cards) -> Cards:
    """Return what stays in a hand: where unknown cards leave, known ones may have left unseen, and are forgotten."""
    told = tuple(card for card in cards if card != UNKNOWN)
    rest = _take(state.hands, seat, told)
    hidden = len(cards) - len(told)
    return after_hidden_loss(rest, hidden)


def _duel(state: State, seat: Seat, act: Duel, chance: Chance) -> Done:
    del chance
    hands, choices = _with_sealed(state, seat, (act.card,))
    name, (first, second) = state.terms.seats[seat], choices
    sealed: Event = {"type": "sealed", "seat": name}
    if first is None or second is None:
        return applied(state._replace(hands=hands, sealed=choices), "duel-sealed", {"seat": name}, (sealed,))
    cards, rest = (first[0], second[0]), (_take(hands, 0, first), _take(hands, 1, second))
    events: tuple[Event, ...] = (sealed, {"type": "duel-revealed", "cards": list(cards)})
    if cards[0] == cards[1]:
        tied = _tied_duel(state, rest, cards, events)
        return _with_proof(tied, _revealed(tied.state, first, second))
    winner = 0 if int(cards[0]) > int(cards[1]) else 1
    won = state.terms.seats[winner]
    decided = _won_duel(state, rest, cards, winner)
    return applied(decided, "duel-higher", {"seat": won, "cards": cards}, (*events, {"type": "duel-won", "seat": won}))


def _tied_duel(state: State, rest: Hands, cards: tuple[str, str], events: tuple[Event, ...]) -> Done:
    """Discard equal cards and duel again, or show the last cards when one is left each."""
    is_out = len(rest[0]) == 1
    tied = state._replace(
        hands=rest,
        sealed=(None, None),
        discard=state.discard + cards,
        phase=Phase.SHOWDOWN if is_out else Phase.DUEL,
    )
    rule = "duel-tied-out" if is_out else "duel-tied"
    return applied(tied, rule, {"card": cards[0]}, (*events, {"type": "duel-tied", "card": cards[0]}))


def _won_duel(state: State, rest: Hands, cards: tuple[str, str], winner: Seat) -> State:
    """Lay the duel's cards where the edition has them, and let the winner attack first."""
    is_tucked = state.terms.ruleset.tucks_duel
    return state._replace(
        hands=rest,
        sealed=(None, None),
        tucked=at(state.tucked, winner, state.tucked[winner] + cards) if is_tucked else state.tucked,
        discard=state.discard if is_tucked else state.discard + cards,
        attacker=winner,
        duel_winner=winner,
        phase=_next_phase(rest),
    )


def _next_phase(hands: Hands) -> Phase:
    """Return what follows an exchange or a duel: an attack, or with one card each the showing of these."""
    return Phase.SHOWDOWN if len(hands[0]) == len(hands[1]) == 1 else Phase.ATTACK


def _attack(state: State, seat: Seat, act: Attack, chance: Chance) -> Done:
    kind = attack_kind(act.cards)
    attacking = state._replace(
        phase=Phase.ANSWER,
        attacker=seat,
        hands=at(state.hands, seat, _take(state.hands, seat, act.cards)),
        attack=act.cards,
        demands=act.cards if kind == "single" else sorted_hand(state.terms.ruleset, act.cards),
    )
    name = state.terms.seats[seat]
    event: Event = {"type": "attacked", "seat": name, "cards": list(act.cards)}
    is_strict = state.terms.strict_groups and kind == "group"
    is_proven = not is_strict or group_claim_of(state, seat, act.cards) is not Claim.OPEN
    values = {"seat": name, "other": state.terms.seats[1 - seat], "cards": act.cards}
    shown = [(seat, card) for card in act.cards]
    return _judged(
        attacking, shown, chance, applied(attacking, f"attack-{kind}", values, (event,), is_proven=is_proven)
    )


def _answer(state: State, seat: Seat, act: Answer, chance: Chance) -> Done:
    demand = demand_of(state, act)
    if demand is None:
        raise AssertionError("the checks let an answer pass without a demand")
    is_given_up = is_sacrifice(act, demand)
    is_proven = not is_given_up or claim_of(state, seat, act) is not Claim.OPEN
    hands = at(state.hands, seat, _take(state.hands, seat, (act.card,)))
    answers = (*state.answers, Answered(demand, act.card, is_given_up))
    name = state.terms.seats[seat]
    kind = "sacrificed" if is_given_up else "defended"
    events: tuple[Event, ...] = ({"type": kind, "seat": name, "card": act.card, "demand": demand},)
    if len(state.demands) > 1:
        demands = list(state.demands)
        demands.remove(demand)
        answered = state._replace(hands=hands, demands=tuple(demands), answers=answers)
    else:
        answered = _end_exchange(state, seat, hands, answers)
        events += ({"type": "exchange-ended", "seat": state.terms.seats[answered.attacker or 0]},)
    rule = "sacrifice" if is_given_up else "defend"
    claiming = answered if is_proven else with_claim(answered, seat, act.card)
    values = {"seat": name, "card": act.card, "demand": demand}
    return _judged(claiming, [(seat, act.card)], chance, applied(claiming, rule, values, events, is_proven=is_proven))


def _judged(state: State, shown: Sequence[tuple[Seat, str]], chance: Chance, judged: Done) -> Done:
    """Add what an act proves of earlier ones; where that costs the round, it ends here (T18)."""
    proven = proven_by(state, shown)
    told = _with_proof(Judgement(judged.ruling, proven.state), proven)
    if not _loses_round(state.terms, proven.violations):
        return told
    ended, events = end_round(proven.state, *_by_violation(state.terms, proven.violations), chance)
    return Judgement(told.ruling._replace(events=(*told.ruling.events, *events)), ended)


def _loses_round(terms: Terms, violations: tuple[Violation, ...]) -> bool:
    """Return whether the option lose_round acts: only on a violation that names a seat."""
    return terms.violation == "lose_round" and any(one.seat is not None for one in violations)


def _by_violation(terms: Terms, violations: tuple[Violation, ...]) -> tuple[Seat | None, str]:
    """Return who wins a round that violations end; two seats proven wrong at once void it (contract, small print)."""
    wrong = {one.seat for one in violations if one.seat is not None}
    if len(wrong) > 1:
        return None, "violation-void"
    return 1 - terms.seats.index(wrong.pop()), "violation-lost"


def _end_exchange(state: State, defender: Seat, hands: Hands, answers: tuple[Answered, ...]) -> State:
    """Put the cards away; the defender attacks next unless a card was given up."""
    keeps_lead = any(answer.is_sacrifice for answer in answers)
    return state._replace(
        hands=hands,
        discard=(*state.discard, *state.attack, *[answer.card for answer in answers]),
        attack=(),
        demands=(),
        answers=(),
        attacker=1 - defender if keeps_lead else defender,
        phase=_next_phase(hands),
    )


def _show(state: State, seat: Seat, act: Show, chance: Chance) -> Done:
    hands, choices = _with_sealed(state, seat, (act.card,))
    name, (first, second) = state.terms.seats[seat], choices
    sealed: Event = {"type": "sealed", "seat": name}
    if first is None or second is None:
        return applied(state._replace(hands=hands, sealed=choices), "show-sealed", {"seat": name}, (sealed,))
    cards = (first[0], second[0])
    shown = state._replace(
        hands=(_take(hands, 0, first), _take(hands, 1, second)),
        sealed=(None, None),
        discard=state.discard + cards,
    )
    proven, revealed = proven_by(shown, list(enumerate(cards))), _revealed(shown, first, second)
    winner, by = round_winner(state, cards)
    if _loses_round(state.terms, proven.violations):
        winner, by = _by_violation(state.terms, proven.violations)
    ended, events = end_round(proven.state, winner, by, chance)
    told: Event = {"type": "last-cards-shown", "cards": list(cards)}
    values = {"cards": cards} if winner is None else {"cards": cards, "seat": state.terms.seats[winner]}
    judged = applied(ended, by, values, (sealed, told, *events))
    return _with_proof(_with_proof(judged, proven), revealed)


PLAYING: Mapping[type[TacocatAct], Callable[[State, Seat, Any, Chance], Done]] = {
    Deal: _deal,
    Replace: _replace,
    Duel: _duel,
    Attack: _attack,
    Answer: _answer,
    Show: _show,
}
"""What is done for each kind of act."""
