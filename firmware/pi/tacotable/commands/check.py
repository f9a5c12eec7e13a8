"""`tacotable check`: looks a table file over, and names each fault with its key."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tacotable.commands.arguments import add_state_argument
from tacotable.keeping import KeepingError
from tacotable.kept_files import HiddenError
from tacotable.shelf import Stored
from tacotable.table_faults import deck_hints
from tacotable.table_file import SHIPPED, TableFile, TableFileError, read_table
from tacotable.wiring import wiring_of
from tacotable.wiring_hub import hub_wires


def main(arguments: list[str]) -> int:
    """Print what is wrong with a table file; the status is 0 when nothing is."""
    parser = argparse.ArgumentParser(prog="tacotable check", description=__doc__)
    parser.add_argument("table", help=f"a table file, or: {', '.join(SHIPPED)}")
    add_state_argument(parser)
    chosen = parser.parse_args(arguments)
    try:
        table, kept = _as_kept(read_table(chosen.table), None if chosen.table in SHIPPED else chosen.state)
    except (TableFileError, KeepingError) as error:
        print(error, file=sys.stderr)
        return 1
    wiring = wiring_of(table)
    for fault in wiring.faults:
        print(f"{chosen.table}: {fault}", file=sys.stderr)
    for hint in (*kept, *wiring.hints, *deck_hints(table)):
        print(f"{chosen.table}: hint: {hint}")
    if wiring.faults:
        return 1
    wires = len(wiring.wires) + len(hub_wires(table))
    print(f"{chosen.table}: a good table: seats {', '.join(table.seat_names)}, {wires} wires")
    return 0


def _as_kept(table: TableFile, state: Path | None) -> tuple[TableFile, tuple[str, ...]]:
    """Give the table with its deck and board as they are kept, and hints about them; raises KeepingError."""
    try:
        stored = Stored(table, state)
        return stored.table, stored.hints
    except HiddenError as error:
        return table, (str(error),)
