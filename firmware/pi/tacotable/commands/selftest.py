"""`tacotable selftest`: tries every lamp, display, button, sensor and pad with hands and eyes; prints a matrix."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections.abc import Sequence

from tacotable.devices.real_hardware import real_hardware
from tacotable.diagnostics.examiners import ConsolePerson, SimulatedPerson
from tacotable.diagnostics.faulty_table import MACHINE, faults_of_machine, faults_of_table, sick_table, until_done
from tacotable.diagnostics.selftest import Tried, as_plain, has_failed, in_lines
from tacotable.diagnostics.selftest_bench import Bench, CutShortError
from tacotable.errors import SetupError, TacotableError
from tacotable.simulation.hardware import check_hub_programs
from tacotable.table.choose import add_table_argument, table_name
from tacotable.table.file import SHIPPED, TableFile, read_table
from tacotable_drivers.ports import DriverError


def main(arguments: list[str]) -> int:
    """Try a table; the status is 0 when all passed, 1 when something failed, 2 when it cannot be tried."""
    parser = argparse.ArgumentParser(prog="tacotable selftest", description=__doc__)
    add_table_argument(parser, SHIPPED)
    parser.add_argument("--simulated", action="store_true", help="a simulated person tries a simulated table")
    parser.add_argument("--fault", action="append", metavar="DEVICE=FAULT", help="with --simulated: switch a fault on")
    parser.add_argument("--json", action="store_true", help="print it for programs")
    chosen = parser.parse_args(arguments)
    if chosen.fault and not chosen.simulated:
        parser.error("--fault: faults are switched on at a simulated table; add --simulated")
    try:
        table = read_table(table_name(chosen))
        tries = try_simulated(table, chosen.fault or ()) if chosen.simulated else _try_real(table)
    except CutShortError as error:
        _print(error.tries, is_json=chosen.json)
        print("the input has ended, so nobody can say what is seen; run it in a terminal", file=sys.stderr)
        return 2
    except (TacotableError, DriverError) as error:
        print(error, file=sys.stderr)
        return 2
    _print(tries, is_json=chosen.json)
    return int(has_failed(tries))


def _print(tries: Sequence[Tried], *, is_json: bool) -> None:
    print(json.dumps(as_plain(tries), ensure_ascii=False) if is_json else in_lines(tries))


def try_simulated(table: TableFile, faults: Sequence[str] = ()) -> list[Tried]:
    """Try a simulated table with a simulated person; raises SetupError, or TableFileError for hubs that cannot run."""
    check_hub_programs(table, is_real_time=False)
    if on_machine := faults_of_machine(faults):
        faulty = " ".join(f"--fault {MACHINE}={fault}" for fault in on_machine)
        raise SetupError(f"the self-test tries devices, not the machine; see: tacotable doctor --simulated {faulty}")
    on_table = faults_of_table(table, faults)
    with sick_table(table, on_table) as (simulated, hardware, loop):
        return until_done(
            loop, lambda loop: Bench(table, hardware, loop, SimulatedPerson(simulated, table.language)).run()
        )


def _try_real(table: TableFile) -> list[Tried]:
    async def run() -> list[Tried]:
        loop = asyncio.get_running_loop()
        return await Bench(table, real_hardware(table, loop), loop, ConsolePerson(print)).run()

    return asyncio.run(run())
