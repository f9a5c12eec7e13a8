"""Which hands a simulated table takes: those of its family of games."""

from __future__ import annotations

from random import Random

from tacotable.compose.hands import TableHands
from tacotable.compose.hands_kittens import KittensHands
from tacotable.compose.hands_tacocat import TacocatHands
from tacotable.situation import Situation
from tacotable_sim.table import SimulatedTable


def hands_at(table: SimulatedTable, situation: Situation, chance: Random) -> TableHands:
    """Give the hands of the page's people at a simulated table."""
    kind = KittensHands if situation.table.play else TacocatHands
    return kind(table, situation, chance)
