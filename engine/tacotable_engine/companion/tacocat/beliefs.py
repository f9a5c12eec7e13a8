"""Worlds that are plausible: how a seat replaced, attacked and answered tells of the cards that it still holds.

Odds take all worlds as equally likely. A robot that plays to win does not: who gave a card up most likely had none that
reached, who defended did so with its lowest card that did, and who replaced kept its low and its high cards. How much
that tells is measured (`bench/strength.py`), and no more than a factor, so that no world is ever ruled out by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_engine.companion.tacocat.worlds import World, listed, sampled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tacotable_engine.companion.answers import Dice
    from tacotable_engine.companion.tacocat.history import Clue
    from tacotable_engine.companion.tacocat.knowledge import Knowledge

CANDIDATES = 6
"""Worlds of chance among which one is drawn by how plausible they are."""
KEPT = (1.0, 2.0, 2.0, 1.2, 0.9, 0.5, 0.4, 0.5, 1.4, 1.7, 1.8, 1.8, 1.8)
"""How much likelier than a drawn card a kept card has each value."""
COULD_DEFEND = 0.25
"""Gave a card up although one of its cards reached."""
COULD_DEFEND_LOWER = 0.4
"""Defended although a lower card reached."""
COULD_ATTACK_HIGHER = 0.75
"""Attacked or dueled with a card although it held a higher one."""


def plausible(known: Knowledge, dice: Dice) -> World:
    """Return a world of chance, drawn by how plausible it is."""
    worlds = [sampled(known, dice) for _ in range(CANDIDATES)]
    weights = [plausibility(known, world) for world in worlds]
    left = dice.random() * sum(weights)
    for world, weight in zip(worlds, weights, strict=True):
        left -= weight
        if left < 0:
            return world._replace(weight=1.0)
    return worlds[-1]


def all_worlds(known: Knowledge, most: int) -> list[World] | None:
    """Return every world, weighed by how plausible it is; None where there are more than `most`."""
    worlds = listed(known, most)
    if worlds is None:
        return None
    return [world._replace(weight=world.weight * plausibility(known, world)) for world in worlds]


def plausibility(known: Knowledge, world: World) -> float:
    """Return a weight for the hidden cards of the other seat in a world."""
    seat = 1 - (known.seat or 0)
    values = [value for value in range(1, 13) for _ in range(world.hands[seat] >> 4 * value & 15)]
    weight = 1.0
    replaced = known.replaced[seat]
    if replaced is not None and known.size:
        drawn = min(1.0, replaced / known.size)
        for value in values:
            weight *= drawn + (1 - drawn) * KEPT[value]
    for clue, held in _back_in_time(known.clues, seat, values):
        weight *= _likelihood(clue, held)
    return weight


def _back_in_time(clues: tuple[Clue, ...], seat: int, values: list[int]) -> Iterator[tuple[Clue, list[int]]]:
    """Yield what a seat showed, the last first, each with the cards that it held beside it then."""
    held = list(values)
    for clue in reversed(clues):
        if clue.seat == seat:
            yield clue, held
            held.append(clue.card)


def _likelihood(clue: Clue, held: list[int]) -> float:
    if clue.is_given_up:
        return COULD_DEFEND if max(held) >= clue.demand or clue.card >= clue.demand else 1.0
    if clue.demand:
        return COULD_DEFEND_LOWER if any(clue.demand <= card < clue.card for card in held) else 1.0
    return COULD_ATTACK_HIGHER if max(held) > clue.card else 1.0
