"""The simulated table as hardware, and a whole rig in one call: program, table, and what a test wants to see.

Usable from pytest in three lines:

    with simulated_table("tacocat") as rig:
        rig.tap("YAY.ok")
        assert rig.says("YAY") == "sign.deal"
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacotable.app.program import MemoryLog, Program, make_program
from tacotable.simulation.displays import read_sign
from tacotable.simulation.hardware import simulated_hardware
from tacotable.simulation.hub_programs import check_hub_programs
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.table.file import TableFile, read_table
from tacotable.table.kinds import with_game
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import DrivenLoop, real_loop, virtual_loop
from tacotable_sim.truth import DRAW

if TYPE_CHECKING:
    from tacotable.core.controller import FactLog
    from tacotable.state.facts import Fact
    from tacotable.state.scene import Screen
    from tacotable_sim.readers.reader_bench import Transport

MEETING_S = 20.0
"""So long a slow machine may take until the hubs' programs run and are met."""


@dataclass(slots=True)
class Rig:
    """A simulated table with its program, on virtual time; `program` is another one after a restart."""

    program: Program
    table: SimulatedTable
    loop: DrivenLoop
    settle_s: float = 0.6

    def wait(self, seconds: float) -> None:
        """Wait."""
        self.loop.run_for(seconds)

    def place(self, face: str, place: str, source: str = "draw") -> str:
        """Lay a card of this face somewhere, let the table answer, and return its tag. The pile may be searched."""
        tag = self.find(face, source)
        self.table.place(tag, place)
        self.wait(self.settle_s)
        return tag

    def find(self, face: str, source: str = "draw") -> str:
        """Find a card of this face where hands can take it: in the draw pile it is brought to the top."""
        tag = self.table.truth.find(face, source).tag
        if source == DRAW:
            rest = [card.tag for card in self.table.truth.at(DRAW) if card.tag != tag]
            self.table.truth.arrange(DRAW, [tag, *rest])
        return tag

    def lift(self, tag: str, place: str = "discard") -> None:
        """Move a card from where it lies to somewhere else, and wait until the table notices."""
        self.table.place(tag, place)
        self.wait(self.settle_s)

    def tap(self, button: str) -> None:
        """Press a button for a moment, and let the table answer."""
        self.table.tap(button)
        self.wait(self.settle_s)

    def hold(self, button: str) -> None:
        """Press a button for long, and let the table answer."""
        self.table.hold(button)
        self.wait(2.0)

    def move_token(self, space: int | None) -> None:
        """Stand the token on a space, and let the table answer."""
        self.table.move_token(space)
        self.wait(self.settle_s)

    def says(self, screen: str) -> str:
        """Return the id of the message that a display shows."""
        sign = read_sign(self.program.controller.scene.screens[screen])
        return sign.message if sign else ""

    def screen(self, screen: str) -> Screen:
        """Return what a display shows."""
        return self.program.controller.scene.screens[screen]


@contextmanager
def simulated_table(
    table: str | TableFile = "tacocat",
    *,
    seed: int = 1,
    journal: FactLog | None = None,
    resumed: tuple[Fact, ...] = (),
    game: str | None = None,
    is_real_time: bool = False,
    is_enrolled: bool = True,
) -> Iterator[Rig]:
    """Return a simulated table with a running program; the same seed gives the same run on virtual time.

    Without `is_enrolled` the cards are there, and the program knows none of them.
    In real time the readers hang on ptys that carry bytes at their wires' pace, opened by the serial driver, and hubs
    run their program in MicroPython; on virtual time this interpreter runs it. Raises HubProgramError.
    """
    described = table if isinstance(table, TableFile) else read_table(table)
    if game is not None:
        described = with_game(described, game)
    check_hub_programs(described, is_real_time=is_real_time)
    transport: Transport = "pty" if is_real_time else "memory"
    with real_loop() if is_real_time else virtual_loop() as loop:
        faces = faces_of(described, described.game)
        simulated = SimulatedTable(
            plan_of(described, faces), loop=loop, seed=seed, transport=transport, paced=is_real_time
        )
        hardware = simulated_hardware(simulated, loop, transport, has_threads=is_real_time)
        known = faces if is_enrolled else {}
        program = make_program(described, known, hardware, loop, journal=journal or MemoryLog())
        errors: list[BaseException] = []
        loop.set_exception_handler(lambda _, context: errors.append(_error_of(context)))
        program.start(resumed)
        rig = Rig(program, simulated, loop)
        rig.wait(1.0)
        try:
            loop.run_until(lambda: _knows_all_hubs(program), within_s=MEETING_S, what="meeting the hubs")
            yield rig
        finally:
            program.close()
            simulated.close()
        if errors:
            raise errors[0]


def _knows_all_hubs(program: Program) -> bool:
    return all(counters.is_known for counters in program.devices.hubs.counters().values())


def _error_of(context: Mapping[str, object]) -> BaseException:
    """Return the error of a callback, which the loop alone would only have logged."""
    error = context.get("exception")
    return error if isinstance(error, BaseException) else RuntimeError(str(context.get("message")))
