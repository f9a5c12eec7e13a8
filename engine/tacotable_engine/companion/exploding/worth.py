"""What cards are worth to who holds them, as numbers to compare: for gifts, and for what is given up or taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacotable_engine.companion.exploding.core import Cards

WORTH: Mapping[str, float] = {
    "defuse": 10.0,
    "nope": 4.5,
    "attack": 5.0,
    "targeted-attack": 5.0,
    "skip": 4.5,
    "draw-from-bottom": 4.0,
    "alter-the-future": 4.0,
    "see-the-future": 3.5,
    "clone": 3.5,
    "shuffle": 3.0,
    "favor": 2.0,
    "feral-cat": 1.5,
}
PLAIN = 1.0


def worth_of(cards: Cards) -> tuple[float, ...]:
    """Return what each card is worth, by its number."""
    return tuple(WORTH.get(name, PLAIN) for name in cards.names)
