"""A simulated table that runs with its page: its hardware, the hands of its people, and the cards as they were left.

A real table's program never imports this module, nor anything of the simulator behind it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

import msgspec

from tacotable.simulation.card_positions import LeftCards
from tacotable.simulation.hands.factory import hands_at
from tacotable.simulation.hardware import simulated_hardware
from tacotable.simulation.hub_programs import check_hub_programs
from tacotable.simulation.plan import faces_of, plan_of
from tacotable_sim.table import SimulatedTable

if TYPE_CHECKING:
    from tacotable.devices.build import Hardware
    from tacotable.simulation.hands.base import TableHands
    from tacotable.state.situation import Situation
    from tacotable.table.file import TableFile
    from tacotable.web.page import TablePage


def made_up_cards(table: TableFile, *, is_for_desk: bool) -> Mapping[str, str]:
    """Return the cards of a simulated table: those that are enrolled, or when they are to be, those that may be."""
    return faces_of(msgspec.structs.replace(table, deck=[]) if is_for_desk else table, table.game)


class SimulatedRun:
    """A simulated table on ptys, as the real readers' cables would be; raises HubProgramError."""

    def __init__(
        self,
        table: TableFile,
        cards: Mapping[str, str],
        loop: asyncio.AbstractEventLoop,
        *,
        seed: int,
        is_paced: bool,
    ) -> None:
        check_hub_programs(table, is_real_time=True)
        self._table = SimulatedTable(plan_of(table, cards), loop=loop, seed=seed, transport="pty", paced=is_paced)
        self.hardware: Hardware = simulated_hardware(self._table, loop, "pty", has_threads=True)

    def hands(self, situation: Situation) -> TableHands:
        """Return the hands of the page's people; nobody can foresee the names by which they tell cards apart."""
        return hands_at(self._table, situation, SystemRandom())

    def show_on(self, page: TablePage) -> None:
        """Report every change of the table to its page."""
        self._table.on_change = lambda what: page.changed()

    def find_cards(self, folder: Path, page: TablePage) -> bool:
        """Lay the cards as the last run left them, and keep where they lie from now on; False where none are known."""
        left = LeftCards(self._table, folder)
        is_found = left.find()
        page.subscribe(left.keep)
        return is_found

    def close(self) -> None:
        """Close the table's cables."""
        self._table.close()
