"""Tables on which scenarios run: a program on simulated or real hardware, which can be stopped and started again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from tacotable.app.program import MemoryLog, Program, make_program
from tacotable.devices.real_hardware import real_hardware
from tacotable.simulation.hardware import check_hub_programs, simulated_hardware
from tacotable.simulation.plan import faces_of, plan_of
from tacotable_drivers.pins import GpioPins
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import DrivenLoop, real_loop, virtual_loop

if TYPE_CHECKING:
    from tacotable.core.controller import FactLog
    from tacotable.devices.build import Hardware
    from tacotable.state.facts import Fact
    from tacotable.table.file import TableFile
    from tacotable.trace.recorder import Recorder
    from tacotable_sim.serial_devices import Transport

MakeTap: TypeAlias = "Callable[[asyncio.AbstractEventLoop], Recorder]"
FIRST_ANSWERS_S = 1.0  # So long devices may take to tell what lies where.
MEETING_S = 20.0  # So long a slow machine may take until the hubs' programs run and are met.


class Bench:
    """A program on hardware that outlives it. Its journal outlives it, too; it is in memory unless one is given."""

    def __init__(
        self,
        table: TableFile,
        faces: Mapping[str, str],
        loop: DrivenLoop,
        open_hardware: Callable[[], Hardware],
        *,
        journal: FactLog | None = None,
        resumed: tuple[Fact, ...] = (),
        make_tap: MakeTap | None = None,
    ) -> None:
        self.table = table
        self.loop = loop
        self.log = MemoryLog()
        self.errors: list[BaseException] = []  # What callbacks raised, which the loop would only log.
        self._faces = faces
        self._open_hardware = open_hardware
        self._journal = journal or self.log
        self._tap = make_tap(loop) if make_tap else None
        loop.set_exception_handler(lambda _, context: self.errors.append(_error_of(context)))
        self.program = self._started(resumed)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What the journal in memory holds."""
        return tuple(self.log.facts)

    def restart(self) -> None:
        """Stop the program, and start another from the journal."""
        self.program.close()
        self.program = self._started(self.facts)

    def raise_error(self) -> None:
        """Raise the first error that the program met since this was asked last, if any."""
        met, self.errors = self.errors, []
        if met:
            raise met[0]

    def knows_all_hubs(self) -> bool:
        """Return whether every hub has said who it is."""
        return all(counters.is_known for counters in self.program.devices.hubs.counters().values())

    def _started(self, resumed: tuple[Fact, ...]) -> Program:
        program = make_program(
            self.table, self._faces, self._open_hardware(), self.loop, journal=self._journal, tap=self._tap
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
    journal: FactLog | None = None,
    resumed: tuple[Fact, ...] = (),
    is_enrolled: bool = True,
    is_real_time: bool = False,
    make_tap: MakeTap | None = None,
) -> Iterator[tuple[Bench, SimulatedTable]]:
    """Return a bench on the simulated table: in memory and virtual time, or on ptys in real time.

    Without `is_enrolled` the cards are there, and the program knows none of them. Raises HubProgramError.
    """
    check_hub_programs(table, is_real_time=is_real_time)
    transport: Transport = "pty" if is_real_time else "memory"
    with real_loop() if is_real_time else virtual_loop() as loop:
        faces = faces_of(table, table.game)
        plan = plan_of(table, faces)
        simulated = SimulatedTable(plan, loop=loop, seed=seed, transport=transport, paced=is_real_time)
        open_hardware = partial(simulated_hardware, simulated, loop, transport, has_threads=is_real_time)
        known = faces if is_enrolled else {}
        with closing(simulated):
            bench = Bench(table, known, loop, open_hardware, journal=journal, resumed=resumed, make_tap=make_tap)
            with _running(bench):
                loop.run_until(bench.knows_all_hubs, within_s=MEETING_S, what="meeting the hubs")
                yield bench, simulated


def simulated_faults(table: TableFile) -> Mapping[str, tuple[str, ...]]:
    """Return what can go wrong at a simulated table, by device."""
    plan = plan_of(table, faces_of(table, table.game))
    with virtual_loop() as loop, closing(SimulatedTable(plan, loop=loop, seed=1)) as simulated:
        return simulated.switchboard.names()


@contextmanager
def real_bench(table: TableFile, faces: Mapping[str, str]) -> Iterator[Bench]:
    """Return a bench on this Pi's own pins and ports; raises PinError where no pin can be had that is used."""
    with real_loop() as loop:
        bench = Bench(table, faces, loop, lambda: _with_pins(table, loop))
        with _running(bench):
            yield bench


def _with_pins(table: TableFile, loop: asyncio.AbstractEventLoop) -> Hardware:
    """Return hardware whose pins can be had: with none, a scenario would only blame the program for what is dark."""
    hardware = real_hardware(table, loop)
    if table.uses_pins() and isinstance(hardware.pins, GpioPins) and hardware.pins.error:
        raise hardware.pins.error
    return hardware


@contextmanager
def _running(bench: Bench) -> Iterator[None]:
    """Stop the program behind what is done with it; then raise the first error that the program had met."""
    try:
        yield
    finally:
        bench.program.close()
    bench.raise_error()
