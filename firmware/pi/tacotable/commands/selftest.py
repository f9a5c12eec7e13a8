"""`tacotable selftest`: tries every lamp, display, button, sensor and pad with hands and eyes; prints a matrix."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence

from tacotable.devices.real_hardware import real_hardware
from tacotable.diagnostics.examiners import ConsolePerson, SimulatedPerson, Tried
from tacotable.diagnostics.faulty_table import MACHINE, faults_of_machine, faults_of_table, sick_table
from tacotable.diagnostics.selftest import Bench, as_plain, in_lines
from tacotable.errors import SetupError
from tacotable.table.choose import parser_of, table_name
from tacotable.table.file import TableFile, read_table


def main(arguments: list[str]) -> int:
    """Try a table; the status is 0 when all passed, 1 when something failed. Raises TacotableError, DriverError."""
    parser = parser_of("selftest", __doc__)
    chosen = parser.parse_args(arguments)
    if chosen.fault and not chosen.simulated:
        parser.error("--fault: faults are switched on at a simulated table; add --simulated")
    tries: list[Tried] = []
    try:
        table = read_table(table_name(chosen))
        if chosen.simulated:
            try_simulated(table, chosen.fault or (), tries)
        else:
            with asyncio.Runner() as runner:
                loop = runner.get_loop()
                runner.run(Bench(table, real_hardware(table, loop), loop, ConsolePerson(print)).run(tries))
    finally:
        if tries:  # those until then, where somebody left or broke it off
            print(json.dumps(as_plain(tries)) if chosen.json else in_lines(tries))
    return int(any(tried.mend for tried in tries))


def try_simulated(table: TableFile, faults: Sequence[str] = (), so_far: list[Tried] | None = None) -> list[Tried]:
    """Try a simulated table with a simulated person, step by step into `so_far`; raises SetupError."""
    tries = [] if so_far is None else so_far
    if on_machine := faults_of_machine(faults):
        faulty = " ".join(f"--fault {MACHINE}={fault}" for fault in on_machine)
        raise SetupError(f"the self-test tries devices, not the machine; see: tacotable doctor --simulated {faulty}")
    with sick_table(table, faults_of_table(table, faults)) as (simulated, hardware, loop):
        loop.run_until_complete(Bench(table, hardware, loop, SimulatedPerson(simulated, table.language)).run(tries))
    return tries
