"""Worlds: the hands that may be held as far as a viewer knows, drawn by chance, listed, or weighed.

Odds take all worlds as equally likely. A robot that plays to win does not: who gave a card up most likely had none that
reached, who defended did so with its lowest card that did, and who replaced kept its low and its high cards. How much
that tells is measured (`bench/strength.py`), and no more than a factor, so that no world is ever ruled out by it.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, NamedTuple

from tacotable_engine.companion.tacocat.hands import Hand, pack, values_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tacotable_engine.companion.answers import Dice
    from tacotable_engine.companion.tacocat.knowledge import Clue, Holding, Knowledge

CANDIDATES = 6  # Worlds of chance among which one is drawn by how plausible they are.
KEPT = (1.0, 2.0, 2.0, 1.2, 0.9, 0.5, 0.4, 0.5, 1.4, 1.7, 1.8, 1.8, 1.8)
"""How much likelier than a drawn card a kept card has each value."""
COULD_DEFEND = 0.25  # Gave a card up although one of its cards reached.
COULD_DEFEND_LOWER = 0.4  # Defended although a lower card reached.
COULD_ATTACK_HIGHER = 0.75  # Attacked or dueled with a card although it held a higher one.


class World(NamedTuple):
    """One way in which the cards may lie."""

    hands: tuple[Hand, Hand]
    weight: float  # How likely it is beside others.


def draw(cards: list[int], count: int, dice: Dice) -> list[int]:
    """Return so many cards of a list in an order of chance, each as likely; they stand at its beginning then."""
    size = len(cards)
    for place in range(count):
        other = place + dice.randrange(size - place)
        cards[place], cards[other] = cards[other], cards[place]
    return cards[:count]


def spread(pool: Sequence[int]) -> list[int]:
    """Return each single card of a pool."""
    return [value for value, count in enumerate(pool) for _ in range(count)]


def place_of(shares: Sequence[float], dice: Dice) -> int:
    """Return a place by chance, as likely as its share."""
    left = dice.random() * sum(shares)
    for place, share in enumerate(shares):
        left -= share
        if left < 0:
            return place
    return len(shares) - 1


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


def plausible(known: Knowledge, dice: Dice) -> World:
    """Return a world of chance, drawn by how plausible it is."""
    worlds = [sampled(known, dice) for _ in range(CANDIDATES)]
    return worlds[place_of([_plausibility(known, world) for world in worlds], dice)]


def listed(known: Knowledge, most: int, *, is_suspicious: bool = False) -> list[World] | None:
    """Return every world with its weight, or with `is_suspicious` by how plausible it is; None: more than `most`."""
    first = 0 if known.holdings[0].floor >= known.holdings[1].floor else 1
    one_known, other_known = (pack(known.holdings[seat].known) for seat in (first, 1 - first))
    worlds: list[World] = []
    for one, ways in _hands(known.pool, known.holdings[first]):
        left = [count - (one >> 4 * value & 15) for value, count in enumerate(known.pool)]
        for other, more in _hands(left, known.holdings[1 - first]):
            if len(worlds) == most:
                return None
            hands = (one_known + one, other_known + other)
            worlds.append(World(hands if first == 0 else hands[::-1], float(ways * more)))
    if is_suspicious:
        return [world._replace(weight=world.weight * _plausibility(known, world)) for world in worlds]
    return worlds


def _fitting(pool: Sequence[int], holding: Holding) -> list[int]:
    """Return the unseen cards that a hand may hold; all of them where too few fit what it told.

    That happens only where a claim was untrue, or where the counts of a deck are only inferred.
    """
    fitting = [value for value in spread(pool) if value >= holding.floor]
    if len(fitting) < holding.unknown:
        fitting = spread(pool)
    lacking = holding.unknown - len(fitting)
    return fitting + [max(holding.floor, 1)] * lacking


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


def _plausibility(known: Knowledge, world: World) -> float:
    """Return a weight for the hidden cards of the other seat in a world."""
    seat = 1 - (known.seat or 0)
    held = list(values_of(world.hands[seat]))
    weight = 1.0
    replaced = known.replaced[seat]
    if replaced is not None and known.size:
        drawn = min(1.0, replaced / known.size)
        for value in held:
            weight *= drawn + (1 - drawn) * KEPT[value]
    for clue in reversed(known.clues):  # back in time, with the cards that it held beside each
        if clue.seat == seat:
            weight *= _likelihood(clue, held)
            held.append(clue.card)
    return weight


def _likelihood(clue: Clue, held: list[int]) -> float:
    if clue.is_given_up:
        return COULD_DEFEND if max(held) >= clue.demand or clue.card >= clue.demand else 1.0
    if clue.demand:
        return COULD_DEFEND_LOWER if any(clue.demand <= card < clue.card for card in held) else 1.0
    return COULD_ATTACK_HIGHER if max(held) > clue.card else 1.0


def half_width(mean: float, count: int) -> float:
    """Return the half width of a 95 % interval of a mean of so many values from 0 to 1 (Agresti and Coull 1998)."""
    center = (mean * count + 2) / (count + 4)
    return float(1.96 * (center * (1 - center) / (count + 4)) ** 0.5)
