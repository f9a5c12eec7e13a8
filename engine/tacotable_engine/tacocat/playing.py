"""What each act of Tacocat does, once nothing forbids it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from tacotable_engine.cards import UNKNOWN, Cards, after_hidden_loss, taken
from tacotable_engine.rulings import Event, Judgement, Standing, Violation, applied
from tacotable_engine.tacocat.acts import Answer, Attack, Deal, Duel, Replace, Show, TacocatAct
from tacotable_engine.tacocat.checks import attack_kind, claim_of, demand_of, group_claim_of, is_sacrifice
from tacotable_engine.tacocat.proofs import Proven, proven_by, unseen, with_shown_copies
from tacotable_engine.tacocat.rounds import after_dealing, end_round, phase_after_replacing, round_winner
from tacotable_engine.tacocat.state import Answered, Claimed, Phase, Seat, State, Terms, at, sorted_hand

if TYPE_CHECKING:
    from tacotable_engine.chance import Chance

Done: TypeAlias = Judgement[State]
Hands: TypeAlias = tuple[Cards, Cards]


def apply(state: State, seat: Seat, act: TacocatAct, chance: Chance) -> Done:
    """Do an act that `why_not` let pass."""
    ruling, after = PLAYING[type(act)](state, seat, act, chance)
    return Judgement(ruling, with_shown_copies(after)._replace(acts=state.acts + 1))


def _deal(state: State, seat: Seat, act: Deal, _chance: Chance) -> Done:
    hand = sorted_hand(state.terms.ruleset, (*state.hands[seat], act.card))
    owed = at(state.owed, seat, state.owed[seat] - 1)
    dealt = state._replace(hands=at(state.hands, seat, hand), owed=owed, pile=state.pile[1:])
    if not any(owed) and state.replaced == (None, None):
        dealt = after_dealing(dealt)
    elif not any(owed):  # cards were replaced
        dealt = dealt._replace(phase=phase_after_replacing(state.arrow, state.replaced, owed))
    name = state.terms.seats[seat]
    return applied(dealt, "dealt", {"seat": name}, ({"type": "card-dealt", "seat": name},))


def _replace(state: State, seat: Seat, act: Replace, _chance: Chance) -> Done:
    """Replace cards; under the double arrow choices are sealed until both are in; the first seat goes first."""
    name, n = state.terms.seats[seat], len(act.cards)
    if state.arrow is not None or state.replaced[1 - seat] is not None:
        rule, event = "replaced" if n else "replace-none", _replaced_event(state, seat, act.cards)
        return applied(_exchange(state, seat, act.cards), rule, {"seat": name, "n": n}, (event,))
    chosen = _with_sealed(state, seat, act.cards)
    first, second = chosen.sealed
    told: Event = {"type": "sealed", "seat": name}
    if first is None or second is None:
        return applied(chosen, "replace-sealed", {"seat": name}, (told,))
    exchanged = _exchange(_exchange(chosen._replace(sealed=(None, None)), 0, first), 1, second)
    events = (told, _replaced_event(state, 0, first), _replaced_event(state, 1, second))
    revealed = _revealed(exchanged, first, second)
    return _with_proof(applied(exchanged, "replaced", {"seat": name, "n": n}, events), revealed)


def _revealed(state: State, first: Cards, second: Cards) -> Proven:
    """Return what it proves that both seats sealed these cards: the deck may not hold them together.

    While they were sealed neither was refused for it. The state is the one after the act.
    """
    left = unseen(state)
    missing = [card for card in set(first) & set(second) - {UNKNOWN} if left[card] < 0]
    if all(map(state.terms.deck.is_inferred, missing)):
        return Proven(state, (), bool(missing))
    acts = (state.acts, state.acts + 1)
    return Proven(state, (Violation(acts[1], "no-copy-left", None, acts),), True)


def _with_proof(judged: Done, proven: Proven) -> Done:
    if not proven.violations and not proven.is_doubtful:
        return judged
    ruling = judged.ruling._replace(violations=(*judged.ruling.violations, *proven.violations))
    return Judgement(ruling._replace(ruling="unproven") if proven.is_doubtful else ruling, judged.state)


def _with_sealed(state: State, seat: Seat, cards: Cards) -> State:
    """Seal cards, which stay in the hand; where the hand was unknown their faces are now told."""
    hands = state.hands
    if UNKNOWN in hands[seat]:
        told = _told(cards)
        hands = at(hands, seat, sorted_hand(state.terms.ruleset, (*taken(hands[seat], told), *told)))
    return state._replace(hands=hands, sealed=at(state.sealed, seat, cards))


def _told(cards: Cards) -> Cards:
    return tuple(card for card in cards if card != UNKNOWN)


def _exchange(state: State, seat: Seat, cards: Cards) -> State:
    """Put cards on the discard pile, face down where the edition says so (ruling `replaced`), and draw as many.

    Where unknown cards leave a hand, known ones may have left unseen, and are forgotten. Where acts tell the seat's
    cards the new ones are owed until then.
    """
    n, start, face_down = len(cards), len(state.discard), state.face_down
    if state.terms.ruleset.replaces_face_down:
        face_down += tuple((index, seat) for index in range(start, start + n))
    told = _told(cards)
    hand, pile, owed = after_hidden_loss(taken(state.hands[seat], told), n - len(told)), state.pile, state.owed
    if state.terms.is_told(seat):
        owed = at(owed, seat, n)
    elif n:
        hand, pile = sorted_hand(state.terms.ruleset, (*hand, *pile[:n])), pile[n:]
    replaced = at(state.replaced, seat, n)
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


def _duel(state: State, seat: Seat, act: Duel, _chance: Chance) -> Done:
    chosen = _with_sealed(state, seat, (act.card,))
    name, (first, second) = state.terms.seats[seat], chosen.sealed
    sealed: Event = {"type": "sealed", "seat": name}
    if first is None or second is None:
        return applied(chosen, "duel-sealed", {"seat": name}, (sealed,))
    cards, rest = (first[0], second[0]), (taken(chosen.hands[0], first), taken(chosen.hands[1], second))
    events: tuple[Event, ...] = (sealed, {"type": "duel-revealed", "cards": list(cards)})
    laid = state._replace(hands=rest, sealed=(None, None))
    if cards[0] == cards[1]:
        is_out = len(rest[0]) == 1  # each shows the last card
        tied = laid._replace(discard=state.discard + cards, phase=Phase.SHOWDOWN if is_out else Phase.DUEL)
        events += ({"type": "duel-tied", "card": cards[0]},)
        judged = applied(tied, "duel-tied-out" if is_out else "duel-tied", {"card": cards[0]}, events)
        return _with_proof(judged, _revealed(tied, first, second))
    winner = 0 if int(cards[0]) > int(cards[1]) else 1
    decided = laid._replace(attacker=winner, duel_winner=winner, phase=_next_phase(rest))
    if state.terms.ruleset.tucks_duel:
        decided = decided._replace(tucked=at(state.tucked, winner, state.tucked[winner] + cards))
    else:
        decided = decided._replace(discard=state.discard + cards)
    won = state.terms.seats[winner]
    return applied(decided, "duel-higher", {"seat": won, "cards": cards}, (*events, {"type": "duel-won", "seat": won}))


def _next_phase(hands: Hands) -> Phase:
    return Phase.SHOWDOWN if len(hands[0]) == len(hands[1]) == 1 else Phase.ATTACK


def _attack(state: State, seat: Seat, act: Attack, chance: Chance) -> Done:
    kind = attack_kind(act.cards)
    attacking = state._replace(
        phase=Phase.ANSWER,
        attacker=seat,
        hands=at(state.hands, seat, taken(state.hands[seat], act.cards)),
        attack=act.cards,
        demands=act.cards if kind == "single" else sorted_hand(state.terms.ruleset, act.cards),
    )
    name = state.terms.seats[seat]
    event: Event = {"type": "attacked", "seat": name, "cards": list(act.cards)}
    is_strict = state.terms.strict_groups and kind == "group"
    is_proven = not is_strict or group_claim_of(state, seat, act.cards) is not Standing.OPEN
    values = {"seat": name, "other": state.terms.seats[1 - seat], "cards": act.cards}
    judged = applied(attacking, f"attack-{kind}", values, (event,), is_proven=is_proven)
    return _judged([(seat, card) for card in act.cards], chance, judged)


def _answer(state: State, seat: Seat, act: Answer, chance: Chance) -> Done:
    demand = demand_of(state, act)
    if demand is None:
        raise AssertionError("the checks let an answer pass without a demand")
    is_given_up = is_sacrifice(act, demand)
    is_proven = not is_given_up or claim_of(state, seat, act) is not Standing.OPEN
    hands = at(state.hands, seat, taken(state.hands[seat], (act.card,)))
    answers = (*state.answers, Answered(demand, act.card, is_given_up))
    values = {"seat": state.terms.seats[seat], "card": act.card, "demand": demand}
    events: tuple[Event, ...] = ({"type": "sacrificed" if is_given_up else "defended", **values},)
    if len(state.demands) > 1:
        demands = list(state.demands)
        demands.remove(demand)
        answered = state._replace(hands=hands, demands=tuple(demands), answers=answers)
    else:
        answered = _end_exchange(state, seat, hands, answers)
        events += ({"type": "exchange-ended", "seat": state.terms.seats[answered.attacker or 0]},)
    rule = "sacrifice" if is_given_up else "defend"
    if not is_proven:  # the claim is that no lower card than this is left in the hand
        answered = answered._replace(claims=(*state.claims, Claimed(state.acts + 1, seat, act.card)))
    return _judged([(seat, act.card)], chance, applied(answered, rule, values, events, is_proven=is_proven))


def _judged(shown: Sequence[tuple[Seat, str]], chance: Chance, judged: Done) -> Done:
    """Add what an act proves of earlier ones; where that costs the round, it ends here (ruling `sacrifice-refuted`)."""
    proven = proven_by(judged.state, shown)
    told = _with_proof(Judgement(judged.ruling, proven.state), proven)
    lost = _lost_round(judged.state.terms, proven.violations)
    if lost is None:
        return told
    ended, events = end_round(proven.state, *lost, chance)
    return Judgement(told.ruling._replace(events=(*told.ruling.events, *events)), ended)


def _lost_round(terms: Terms, violations: tuple[Violation, ...]) -> tuple[Seat | None, str] | None:
    """Return who wins a round that violations end under the option lose_round: only those that name a seat do.

    Two seats proven wrong at once void the round.
    """
    wrong = {one.seat for one in violations if one.seat is not None}
    if terms.violation != "lose_round" or not wrong:
        return None
    return (None, "violation-void") if len(wrong) > 1 else (1 - terms.seats.index(wrong.pop()), "violation-lost")


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
    chosen = _with_sealed(state, seat, (act.card,))
    name, (first, second) = state.terms.seats[seat], chosen.sealed
    sealed: Event = {"type": "sealed", "seat": name}
    if first is None or second is None:
        return applied(chosen, "show-sealed", {"seat": name}, (sealed,))
    cards, rest = (first[0], second[0]), (taken(chosen.hands[0], first), taken(chosen.hands[1], second))
    shown = state._replace(hands=rest, sealed=(None, None), discard=state.discard + cards)
    proven, revealed = proven_by(shown, list(enumerate(cards))), _revealed(shown, first, second)
    winner, by = _lost_round(state.terms, proven.violations) or round_winner(state, cards)
    ended, events = end_round(proven.state, winner, by, chance)
    told: Event = {"type": "last-cards-shown", "cards": list(cards)}
    values = {"cards": cards} if winner is None else {"cards": cards, "seat": state.terms.seats[winner]}
    judged = applied(ended, by, values, (sealed, told, *events))
    return _with_proof(_with_proof(judged, proven), revealed)


PLAYING: Mapping[type[TacocatAct], Callable[[State, Seat, Any, Chance], Done]] = {  # What is done for each kind of act.
    Deal: _deal,
    Replace: _replace,
    Duel: _duel,
    Attack: _attack,
    Answer: _answer,
    Show: _show,
}
