"""Cards drawn by chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacotable_engine.companion.answers import Dice


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
