"""A simulated table that runs with its page: its hardware, the hands of its people, and the cards as they were left.

A real table's cards stay where they are when the power goes. These do, too: whoever goes on with a game would else have
other cards than the game knows.

A real table's program never imports this module, nor anything of the simulator behind it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from random import Random, SystemRandom
from typing import TYPE_CHECKING

import msgspec

from tacotable.files.safe_write import replace_whole
from tacotable.simulation.hands.tacocat import PadHands
from tacotable.simulation.hardware import check_hub_programs, simulated_hardware
from tacotable.simulation.opening import Opening
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.state.interaction import RESUME
from tacotable_engine.registry import part_of, spec_of
from tacotable_sim.errors import SimulationError
from tacotable_sim.table import SimulatedTable
from tacotable_sim.truth import Layout

if TYPE_CHECKING:
    from tacotable.core.controller import Controller
    from tacotable.devices.build import Hardware
    from tacotable.simulation.hands.base import TableHands
    from tacotable.state.situation import Family, Situation
    from tacotable.table.file import TableFile
    from tacotable.web.page import TablePage

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
        except (OSError, RecursionError, msgspec.DecodeError, SimulationError):
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


UNSEEN = frozenset(("lamps", "lights", "tone"))
"""What changes at the table and is on no page: pages show lamps and lights as they were decided."""


class SimulatedRun:
    """A simulated table on ptys, as the real readers' cables would be; raises HubProgramError."""

    def __init__(
        self, table: TableFile, loop: asyncio.AbstractEventLoop, *, is_for_desk: bool, seed: int, is_paced: bool
    ) -> None:
        """`is_for_desk`: its cards are those that may be enrolled, not those that are."""
        check_hub_programs(table, is_real_time=False)
        self._loop = loop
        self.cards = faces_of(msgspec.structs.replace(table, deck=[]) if is_for_desk else table, table.game)
        self.table = SimulatedTable(plan_of(table, self.cards), loop=loop, seed=seed, transport="pty", paced=is_paced)
        self.hardware: Hardware = simulated_hardware(self.table, loop, "pty", has_threads=True)

    def hands(self, situation: Situation, robots: Collection[str] = ()) -> Callable[[], TableHands]:
        """Return the hands of the page's people, by chance that nobody can foresee; those of `robots` nobody sees."""
        return hands_of_games(self.table, situation, SystemRandom(), robots)

    def opening(self, controller: Controller) -> Opening:
        """Return the hands that open the games which a page begins."""
        return Opening(self.table, controller, self._loop)

    def show_on(self, page: TablePage) -> None:
        """Report every change of the table to its page."""
        self.table.on_change = lambda what: None if what in UNSEEN else page.changed()

    def lay_out(self, folder: Path, page: TablePage, situation: Situation) -> None:
        """Lay the cards as the last run left them, or say where going on is offered that all begin on the draw pile.

        From now on the folder keeps where they lie.
        """
        left, restart = LeftCards(self.table, folder), situation.ui.restart
        is_found = left.find()
        page.subscribe(left.keep)
        if not is_found and restart and RESUME in restart.choices:
            situation.note("table", "log.restart-simulated")


def hands_of_games(
    table: SimulatedTable, situation: Situation, chance: Random, robots: Collection[str] = ()
) -> Callable[[], TableHands]:
    """Return a function that returns the hands of the page's people for the game that the table is turned to."""
    made: dict[Family[Situation], TableHands] = {}

    def hands() -> TableHands:
        if situation.family not in made:
            made[situation.family] = hands_at(table, situation, chance, robots)
        return made[situation.family]

    return hands


def hands_at(table: SimulatedTable, situation: Situation, chance: Random, robots: Collection[str] = ()) -> TableHands:
    """Return the hands of the page's people at a simulated table, for the game that it is turned to."""
    spec = spec_of(situation.ruleset)
    made: TableHands = (part_of(spec, "hands") if spec.hands else PadHands)(table, situation, chance)
    made.robots = robots
    return made
