"""What players of all games are and play with: who chooses an act, and the decks of a deal."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from tacotable_engine import Match

Act = dict[str, Any]
WORLDS = 1000
"""More than any level looks at: each decides for itself."""


class Player(Protocol):
    """Who chooses an act for a seat that may act."""

    def __call__(self, match: Match, seat: str, dice: Random) -> Act:
        """Return the act; it sees what its seat may see and nothing else."""
        ...


class Decks:
    """The decks of one deal, in their order; no player's chance is in it."""

    def __init__(self, deal: int) -> None:
        self._dice = Random(f"decks of deal {deal}")

    def shuffle(self, cards: Sequence[str]) -> Sequence[str]:
        shuffled = sorted(cards)
        self._dice.shuffle(shuffled)
        return shuffled
