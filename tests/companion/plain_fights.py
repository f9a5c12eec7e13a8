"""Fights by the plainest search there is, written from the rules: sorted cards, one answer after the other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from typing import NamedTuple

Cards = tuple[int, ...]


class Rules(NamedTuple):
    """What a fight depends on beside its cards."""

    has_runs: bool = True
    has_jumbo: bool = True
    is_strict: bool = False
    tie: int | None = None
    """The seat that wins by equal last cards; None: one half."""


def without(cards: Cards, gone: Cards) -> Cards:
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return tuple(rest)


def attacks(hand: Cards, rules: Rules) -> set[Cards]:
    """Return every attack of a hand: all choices of its cards, less those without a shape."""
    found = set()
    for n in range(1, len(hand)):
        for cards in combinations(hand, n):
            is_group = len(set(cards)) == 1
            is_run = n >= 3 and all(low + 1 == high for low, high in pairwise(cards))
            is_whole = not rules.is_strict or cards.count(cards[0]) == hand.count(cards[0])
            if n == 1 or (rules.has_jumbo and ((is_group and is_whole) or (is_run and rules.has_runs))):
                found.add(cards)
    return found


@cache
def attack_value(rules: Rules, attacker: int, own: Cards, other: Cards) -> float:
    """Return the value for the attacker; with one card each they are shown."""
    if len(own) == 1:
        if own != other:
            return float(own < other)
        return 0.5 if rules.tie is None else float(rules.tie == attacker)
    return max(
        1 - answer_value(rules, 1 - attacker, other, without(own, cards), cards, False) for cards in attacks(own, rules)
    )


@cache
def answer_value(rules: Rules, seat: int, own: Cards, other: Cards, demands: Cards, has_given_up: bool) -> float:
    """Return the value for a seat that answers."""
    if not demands:
        if has_given_up:
            return 1 - attack_value(rules, 1 - seat, other, own)
        return attack_value(rules, seat, own, other)
    return max(
        answer_value(rules, seat, without(own, (card,)), other, without(demands, (demand,)), has_given_up or gives_up)
        for card, demand, gives_up in answers(own, demands)
    )


def answers(own: Cards, demands: Cards) -> Iterator[tuple[int, int, bool]]:
    """Yield every answer: a card that reaches a demand, or the lowest card, given up."""
    for demand in set(demands):
        yield own[0], demand, True
        yield from ((card, demand, False) for card in set(own) if card >= demand)
