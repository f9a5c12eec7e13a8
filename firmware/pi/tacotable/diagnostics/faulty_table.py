"""A simulated table that has faults, for the doctor and the self-test to find."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib import import_module

from tacotable.devices.build import Devices, Hardware
from tacotable.diagnostics.device_examination import examine
from tacotable.diagnostics.doctor.finding import Finding
from tacotable.diagnostics.doctor.simulated import FAULTS, OLD_HUB, SECOND_PROGRAM
from tacotable.errors import SetupError
from tacotable.simulation.hardware import check_hub_programs, simulated_hardware
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.table.file import TableFile
from tacotable_sim.errors import UnknownNameError
from tacotable_sim.faults import ReaderFault
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import DrivenLoop, virtual_loop

Pair = tuple[str, str]
MACHINE = "machine"  # What the machine is called among the devices that can have faults.


def faults_of_machine(faults: Sequence[str]) -> tuple[str, ...]:
    """Return the faults of the machine among `DEVICE=FAULT`; raises SetupError for one that it cannot have."""
    on_machine = tuple(fault for device, fault in _pairs(faults) if device == MACHINE)
    if unknown := [fault for fault in on_machine if fault not in FAULTS]:
        raise SetupError(f"the machine has no fault {', '.join(unknown)}; it has {', '.join(FAULTS)}")
    return on_machine


def faults_of_table(table: TableFile, faults: Sequence[str]) -> tuple[Pair, ...]:
    """Return the faults of the table among `DEVICE=FAULT`; raises SetupError for one that it cannot have.

    Any case will do, and a button may be named as it is told of: `Button 1.OK` is `1.ok`.
    """
    asked = [pair for pair in _pairs(faults) if pair[0] != MACHINE]
    if not asked:
        return ()
    with sick_table(table, ()) as (simulated, *_):
        names = [*simulated.switchboard.names(), MACHINE]
        spelled = {f"button {name}".lower(): name for name in table.buttons()} | {name.lower(): name for name in names}
        on_table = []
        for typed, fault in asked:
            device = typed if typed in names else spelled.get(typed.lower())
            if device is None:
                raise SetupError(f"no device is called {typed!r}; there are {', '.join(names)}")
            simulated.switchboard.set(device, fault, on=True)
            on_table.append((device, fault))
    return tuple(on_table)


def _pairs(faults: Sequence[str]) -> Iterator[Pair]:
    """Yield each device as it was typed, but for the machine, and its fault."""
    for device, _, fault in (each.partition("=") for each in faults):
        yield MACHINE if device.lower() == MACHINE else device, fault.lower()


@contextmanager
def sick_table(table: TableFile, faults: Sequence[Pair]) -> Iterator[tuple[SimulatedTable, Hardware, DrivenLoop]]:
    """Open a simulated table with faults, as hardware, on virtual time; raises SetupError, HubProgramError."""
    check_hub_programs(table, is_real_time=False)
    with virtual_loop() as loop:
        simulated = SimulatedTable(plan_of(table, faces_of(table, table.game)), loop=loop, seed=1)
        try:
            for device, fault in faults:
                simulated.switchboard.set(device, fault, on=True)
            yield simulated, simulated_hardware(simulated, loop, "memory", has_threads=False), loop
        except UnknownNameError as error:
            raise SetupError(str(error)) from None
        finally:
            simulated.close()


def examine_simulated(table: TableFile, faults: Sequence[Pair], on_machine: Sequence[str] = ()) -> list[Finding]:
    """Examine a simulated table that has these faults; a card lies where a flickering reader could show it.

    Of the machine's faults two are of the table: another program that has its devices, and an older one on its hubs.
    """
    with sick_table(table, faults) as (simulated, hardware, loop), ExitStack() as to_close:
        for device, _ in (pair for pair in faults if pair[1] == ReaderFault.FLICKER):
            simulated.place(simulated.truth.at("draw")[0].tag, device.removeprefix("reader "))
        if OLD_HUB in on_machine and table.hubs:
            answers = import_module("tacohub.answers")  # of the hub's program as it runs here
            to_close.callback(setattr, answers, "PROGRAM", answers.PROGRAM)
            answers.__dict__["PROGRAM"] = "0.9.0"
        if SECOND_PROGRAM in on_machine:
            second = Devices(table, hardware, lambda event: None, loop)
            to_close.callback(second.close)
            second.start()
            loop.run_for(1)
        return loop.run_until_complete(examine(table, hardware))
