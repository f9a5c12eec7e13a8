"""Worlds: the hands that may be held as far as a viewer knows, drawn at random or listed one by one."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, NamedTuple

from tacotable_engine.companion.tacocat.drawing import draw, spread
from tacotable_engine.companion.tacocat.hands import Hand, pack

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tacotable_engine.companion.answers import Dice
    from tacotable_engine.companion.tacocat.knowledge import Holding, Knowledge


class World(NamedTuple):
    """One way in which the cards may lie."""

    hands: tuple[Hand, Hand]
    weight: float
    """How likely it is beside others."""


def sampled(known: Knowledge, dice: Dice) -> World:
    """Return a world of chance: all hands that agree with what is known and with what was given up are as likely.

    The seat with the higher floor draws first: whatever it draws, the other has as many cards to choose from.
    """
    first = 0 if known.holdings[0].floor >= known.holdings[1].floor else 1
    pool = list(known.pool)
    hands = [0, 0]
    for seat in (first, 1 - first):
        holding = known.holdings[seat]
        drawn = draw(_fitting(pool, holding), holding.unknown, dice) if holding.unknown else []
        for value in drawn:
            pool[value] -= 1
        hands[seat] = pack((*holding.known, *drawn))
    return World((hands[0], hands[1]), 1.0)


def _fitting(pool: Sequence[int], holding: Holding) -> list[int]:
    """Return the unseen cards that a hand may hold; all of them where too few fit what it told.

    That happens only where a claim was untrue, or where the counts of a deck are only inferred.
    """
    fitting = [value for value in spread(pool) if value >= holding.floor]
    if len(fitting) < holding.unknown:
        fitting = spread(pool)
    lacking = holding.unknown - len(fitting)
    return fitting + [max(holding.floor, 1)] * lacking


def listed(known: Knowledge, most: int) -> list[World] | None:
    """Return every world with its weight; None where there are more than `most`."""
    first = 0 if known.holdings[0].floor >= known.holdings[1].floor else 1
    worlds: list[World] = []
    pool = list(known.pool)
    for one, ways in _hands(pool, known.holdings[first]):
        left = [count - (one >> 4 * value & 15) for value, count in enumerate(pool)]
        for other, more in _hands(left, known.holdings[1 - first]):
            if len(worlds) == most:
                return None
            known_one = one + pack(known.holdings[first].known)
            known_other = other + pack(known.holdings[1 - first].known)
            hands = (known_one, known_other) if first == 0 else (known_other, known_one)
            worlds.append(World(hands, float(ways * more)))
    return worlds


def _hands(pool: Sequence[int], holding: Holding) -> Iterator[tuple[Hand, int]]:
    """Yield the unknown part of a hand, and in how many ways it can be drawn."""
    fitting = _fitting(pool, holding)
    counts = [(value, fitting.count(value)) for value in sorted(set(fitting))]

    def parts(place: int, wanted: int) -> Iterator[tuple[Hand, int]]:
        if not wanted:
            yield 0, 1
            return
        if place == len(counts):
            return
        value, count = counts[place]
        for copies in range(min(count, wanted) + 1):
            for hand, ways in parts(place + 1, wanted - copies):
                yield hand + (copies << 4 * value), ways * comb(count, copies)

    return parts(0, holding.unknown)
