"""The cards of a simulated table between two runs: they lie where they lay when the last one stopped, however it did.

A real table's cards stay where they are when the power goes. Without this, whoever goes on with a game at the simulated
table would have other cards than the game knows.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tacotable.files.disk import replace_whole
from tacotable_sim.errors import SimulationError
from tacotable_sim.truth import Layout

if TYPE_CHECKING:
    from tacotable_sim.table import SimulatedTable

FILE = "simulated-cards.json"


class LeftCards:
    """Keeps in a folder where all things of a simulated table are."""

    def __init__(self, table: SimulatedTable, folder: Path) -> None:
        self._table = table
        self._path = folder / FILE
        self._kept = b""

    def find(self) -> bool:
        """Lay the table out as it was left; tells whether that was known, and of the same cards."""
        try:
            self._table.lay_out(msgspec.json.decode(self._path.read_bytes(), type=Layout))
        except (OSError, msgspec.DecodeError, SimulationError):
            return False  # a first run, a spoilt file, or another deck: all cards lie on the draw pile, which is told
        return True

    def keep(self) -> None:
        """Write where all things are, where that has changed; when a disk takes nothing, the journal tells."""
        layout = msgspec.json.encode(self._table.truth.layout())
        if layout == self._kept:
            return
        with suppress(OSError):
            replace_whole(self._path, layout)
            self._kept = layout
