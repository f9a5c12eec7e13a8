"""`tacotable check`: looks a table file over, and names each fault with its key."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from pathlib import Path

from tacotable.catalog.completeness import missing_words
from tacotable.enrolment.card_store import HiddenError, Stored
from tacotable.errors import TacotableError
from tacotable.simulation.plan import check_emulators
from tacotable.table.checks import deck_hints
from tacotable.table.choose import parser_of
from tacotable.table.file import SHIPPED, TableFile, TableFileError, read_table
from tacotable.table.pinout import wiring_of


def main(arguments: list[str]) -> int:
    """Print what is wrong with a table file; the status is 0 when nothing is."""
    chosen = parser_of("check", __doc__).parse_args(arguments)
    try:
        table, kept = _as_kept(read_table(chosen.table), None if chosen.table in SHIPPED else chosen.state)
        check_emulators(table)
    except TacotableError as error:
        print(error, file=sys.stderr)
        if isinstance(error, TableFileError) and error.table:
            for fault in (*wiring_of(error.table).faults, *_unreadable(error.table)):
                print(f"{chosen.table}: {fault}", file=sys.stderr)
        return 1
    wiring = wiring_of(table)
    faults = (*wiring.faults, *_unreadable(table))
    for fault in faults:
        print(f"{chosen.table}: {fault}", file=sys.stderr)
    for hint in (*kept, *wiring.hints, *deck_hints(table)):
        print(f"{chosen.table}: hint: {hint}")
    for fault in missing_words():
        print(f"hint: {fault}")
    missing = _missing_here(table) if chosen.here else ()
    for fault in missing:
        print(f"{chosen.table}: {fault}", file=sys.stderr)
    if faults or missing:
        return 1
    wires = len(wiring.wires) + len(wiring.hub_wires)
    print(f"{chosen.table}: a good table: seats {', '.join(table.seat_names)}, {wires} wires")
    return 0


def _unreadable(table: TableFile) -> tuple[str, ...]:
    """Return which displays cannot be read from a chair."""
    # Who looks a file over before anything is installed has no fonts: the trial of what was built asks again.
    if find_spec("PIL") is None:
        print("hint: no Pillow here, so nobody has looked whether the displays can be read from a chair")
        return ()
    from tacotable.display.legible import faults_of_reading

    return tuple(faults_of_reading(table))


def _missing_here(table: TableFile) -> tuple[str, ...]:
    """Return what this Pi cannot do for a table; what its firmware is not told yet is printed."""
    # Who looks a file over before anything is installed has no library of pins, which the doctor asks for.
    from tacotable.diagnostics.doctor.bus_checks import firmware_notes, lacking_here
    from tacotable.diagnostics.doctor.machine import Machine

    for note in firmware_notes(table, Machine()):
        print(note)
    return tuple(lacking_here(table, Machine()))


def _as_kept(table: TableFile, state: Path | None) -> tuple[TableFile, tuple[str, ...]]:
    """Return the table with its deck and board as they are kept, and hints about them; raises KeepingError."""
    try:
        stored = Stored(table, state)
        return stored.table, stored.hints
    except HiddenError as error:
        return table, (str(error),)
