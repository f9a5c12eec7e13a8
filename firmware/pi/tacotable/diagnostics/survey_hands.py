"""Who lays the cards of a survey: somebody who is told where, or hands at a simulated table."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from tacotable_sim.table import SimulatedTable

DRAW, DISCARD = "draw", "discard"


class Hands(Protocol):
    """Who lays the cards."""

    def lay(self, zone: str, *, at_rim: bool) -> None:
        """Lay a card in the middle of a pad, or at its rim."""

    def lift(self, zone: str) -> None:
        """Lift it off."""


class AskedHands:
    """Somebody who is told what to do, and does it."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say

    def lay(self, zone: str, *, at_rim: bool) -> None:
        """Say where to lay the card."""
        where = "half over the rim" if at_rim else "in the middle"
        self._say(f"Lay one card {where} of the pad {zone}, and let it lie.")

    def lift(self, zone: str) -> None:
        """Say that it may be lifted."""
        self._say(f"Thank you: lift it off {zone}.")


class SimulatedHands:
    """Hands at a simulated table."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table
        self._card = table.truth.at(DRAW)[0].tag

    def lay(self, zone: str, *, at_rim: bool) -> None:
        """Lay the card."""
        self._table.place(self._card, zone, at_rim=at_rim)

    def lift(self, zone: str) -> None:
        """Put it on the discard pile."""
        del zone
        self._table.place(self._card, DISCARD)
