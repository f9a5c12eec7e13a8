"""Which hands a simulated table takes: those of its family of games."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tacotable.simulation.hands.exploding import KittensHands
from tacotable.simulation.hands.tacocat import TacocatHands

if TYPE_CHECKING:
    from tacotable.simulation.hands.base import TableHands
    from tacotable.state.situation import Situation
    from tacotable_sim.table import SimulatedTable


def hands_at(table: SimulatedTable, situation: Situation, chance: Random) -> TableHands:
    """Return the hands of the page's people at a simulated table."""
    kind = KittensHands if situation.devices.table.play else TacocatHands
    return kind(table, situation, chance)
