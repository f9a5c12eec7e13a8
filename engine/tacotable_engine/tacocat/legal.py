"""What a seat may do now, listed from nothing but what that seat may know.

A list is made of the seat's own hand, the open demands and the terms, and of nothing else. Where the hand has hidden
cards, it holds what any hand may do, and the checks take out what the redacted state forbids. Replacing is one entry
with its bound: listing every choice of cards would be most of the work of a game.
"""

from __future__ import annotations

from typing import TypeAlias

from tacotable_engine.cards import UNKNOWN, Cards
from tacotable_engine.tacocat.acts import read_act
from tacotable_engine.tacocat.checks import replace_limit, why_not
from tacotable_engine.tacocat.state import PHASES, Phase, Seat, State, Terms, redacted, to_act

Listed: TypeAlias = list[dict[str, object]]  # Acts, as the fields of the referee protocol.


def legal(state: State, seat: Seat) -> Listed:
    """List the seat's acts, ascending by card; where its hand is not known, every act that some hand allows."""
    if seat not in to_act(state):
        return []
    if state.phase is Phase.DEAL:
        return [{"do": "deal", "max": state.owed[seat]}]
    if state.phase is Phase.REPLACE:
        return [{"do": "replace", "max": replace_limit(state, seat)}]  # which counts cards and looks at none
    hand = state.hands[seat]
    if state.phase is Phase.ATTACK:
        listed = _attacks(state.terms, hand)
    elif state.phase is Phase.ANSWER:
        listed = _answers(state.terms, hand, state.demands)
    else:
        listed = [{"do": PHASES[state.phase].act, "card": card} for card in _values(state.terms, hand)]
    if UNKNOWN not in hand:
        return listed
    known = redacted(state, seat)
    return [fields for fields in listed if why_not(known, seat, read_act(known, fields)) is None]


def _values(terms: Terms, hand: Cards) -> list[str]:
    return list(terms.deck.counts if UNKNOWN in hand else dict.fromkeys(hand))


def _attacks(terms: Terms, hand: Cards) -> Listed:
    """Return single cards, then groups, then runs; one card stays in the hand."""
    most, values = len(hand) - 1, _values(terms, hand)
    shapes = [[card] for card in values]
    if terms.jumbo and most > 1:
        shapes += _groups(terms, hand, values, most)
        if terms.ruleset.has_runs and most > 2:
            shapes += _runs(values, most)
    return [{"do": "attack", "cards": cards} for cards in shapes]


def _groups(terms: Terms, hand: Cards, values: list[str], most: int) -> list[list[str]]:
    """Return two or more equal cards; of a hand that is known only whole groups under strict_groups."""
    groups: list[list[str]] = []
    is_hidden = UNKNOWN in hand
    for card in values:
        copies = terms.deck.counts[card] if is_hidden else hand.count(card)
        if copies > 1:
            fewest = copies if terms.strict_groups and not is_hidden else 2
            groups += [[card] * n for n in range(fewest, min(copies, most) + 1)]
    return groups


def _runs(values: list[str], most: int) -> list[list[str]]:
    runs: list[list[str]] = []
    numbers = list(map(int, values))
    for start in range(len(values) - 2):
        for end in range(start + 3, min(start + most, len(values)) + 1):
            if numbers[end - 1] - numbers[start] != end - 1 - start:
                break
            runs.append(values[start:end])
    return runs


def _answers(terms: Terms, hand: Cards, demands: Cards) -> Listed:
    """Return each card for each open demand; the first demand goes without saying.

    A card that reaches a demand may be given up all the same. Of a hand that is known only the lowest card may.
    """
    listed: Listed = []
    is_hidden, ranks = UNKNOWN in hand, terms.ruleset.ranks
    named = {demand: {} if demand == demands[0] else {"demand": demand} for demand in demands}
    for card in _values(terms, hand):
        may_give_up = is_hidden or card == hand[0]
        for demand, name in named.items():
            is_defence = ranks[card] >= ranks[demand]
            if is_defence or may_give_up:
                listed.append({"do": "answer", "card": card, **name})
            if is_defence and may_give_up:
                listed.append({"do": "answer", "card": card, "as": "sacrifice", **name})
    return listed
