"""Tables on which scenarios run: a program on simulated or real hardware, which can be stopped and started again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tacotable.app.program import MemoryLog, Program, Tap, make_program
from tacotable.devices.real_hardware import real_hardware
from tacotable.simulation.hardware import simulated_hardware
from tacotable.simulation.plan import faces_of, plan_of
from tacotable_drivers.refused_pins import RefusedPins
from tacotable_sim.errors import SimulationError
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import DrivenLoop, real_loop, virtual_loop

if TYPE_CHECKING:
    from tacotable.devices.build import Hardware
    from tacotable.state.facts import Fact
    from tacotable.table.file import TableFile
    from tacotable_sim.readers.reader_bench import Transport

__all__ = ["Bench", "SimulatedTable", "SimulationError", "real_bench", "simulated_bench", "simulated_faults"]

MakeTap = Callable[[asyncio.AbstractEventLoop], Tap]
FIRST_ANSWERS_S = 1.0
"""So long devices may take to tell what lies where."""


class Bench:
    """A program on hardware that outlives it. Its journal is in memory, and outlives it, too."""

    def __init__(
        self,
        table: TableFile,
        faces: Mapping[str, str],
        loop: DrivenLoop,
        open_hardware: Callable[[], Hardware],
        make_tap: MakeTap | None = None,
    ) -> None:
        self.table = table
        self.loop = loop
        self.log = MemoryLog()
        self._faces = faces
        self._open_hardware = open_hardware
        self._tap = make_tap(loop) if make_tap else None
        self._errors: list[BaseException] = []
        loop.set_exception_handler(lambda _, context: self._errors.append(_error_of(context)))
        self.program = self._started(())

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What the journal holds."""
        return tuple(self.log.facts)

    def restart(self) -> None:
        """Stop the program, and start another from the journal."""
        self.program.close()
        self.program = self._started(self.facts)

    def close(self) -> None:
        """Stop; raises the first error that the program had met."""
        self.program.close()
        if self._errors:
            raise self._errors[0]

    def _started(self, resumed: tuple[Fact, ...]) -> Program:
        program = make_program(
            self.table, self._faces, self._open_hardware(), self.loop, journal=self.log, tap=self._tap
        )
        program.start(resumed)
        self.loop.run_for(FIRST_ANSWERS_S)
        return program


def _error_of(context: Mapping[str, object]) -> BaseException:
    error = context.get("exception")
    return error if isinstance(error, BaseException) else RuntimeError(str(context.get("message")))


@contextmanager
def simulated_bench(
    table: TableFile,
    *,
    seed: int = 1,
    is_enrolled: bool = True,
    is_real_time: bool = False,
    tap: MakeTap | None = None,
) -> Iterator[tuple[Bench, SimulatedTable]]:
    """Return a bench on the simulated table: in memory and virtual time, or on ptys in real time."""
    transport: Transport = "pty" if is_real_time else "memory"
    with real_loop() if is_real_time else virtual_loop() as loop:
        faces = faces_of(table, table.game)
        plan = plan_of(table, faces)
        simulated = SimulatedTable(plan, loop=loop, seed=seed, transport=transport, paced=is_real_time)
        try:
            hardware = _simulated(simulated, loop, transport)
            with _running(Bench(table, faces if is_enrolled else {}, loop, hardware, tap)) as bench:
                yield bench, simulated
        finally:
            simulated.close()


def _simulated(
    simulated: SimulatedTable, loop: asyncio.AbstractEventLoop, transport: Transport
) -> Callable[[], Hardware]:
    return lambda: simulated_hardware(simulated, loop, transport, has_threads=transport == "pty")


def simulated_faults(table: TableFile) -> Mapping[str, tuple[str, ...]]:
    """Return what can go wrong at a simulated table, by device."""
    with virtual_loop() as loop:
        simulated = SimulatedTable(plan_of(table, faces_of(table, table.game)), loop=loop, seed=1)
        try:
            return simulated.switchboard.names()
        finally:
            simulated.close()


@contextmanager
def real_bench(table: TableFile, faces: Mapping[str, str]) -> Iterator[Bench]:
    """Return a bench on this Pi's own pins and ports; raises PinError where no pin can be had."""
    with real_loop() as loop, _running(Bench(table, faces, loop, lambda: _with_pins(table, loop))) as bench:
        yield bench


def _with_pins(table: TableFile, loop: asyncio.AbstractEventLoop) -> Hardware:
    """Return hardware whose pins can be had: with none, a scenario would only blame the program for what is dark."""
    hardware = real_hardware(table, loop)
    if isinstance(hardware.pins, RefusedPins):
        raise hardware.pins.error
    return hardware


@contextmanager
def _running(bench: Bench) -> Iterator[Bench]:
    try:
        yield bench
    finally:
        bench.close()
