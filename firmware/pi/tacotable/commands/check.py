"""`tacotable check`: looks a table file over, and names each fault with its key."""

from __future__ import annotations

import argparse
import sys

from tacotable.table_faults import deck_hints
from tacotable.table_file import SHIPPED, TableFileError, read_table
from tacotable.wiring import wiring_of
from tacotable.wiring_hub import hub_wires


def main(arguments: list[str]) -> int:
    """Print what is wrong with a table file; the status is 0 when nothing is."""
    parser = argparse.ArgumentParser(prog="tacotable check", description=__doc__)
    parser.add_argument("table", help=f"a table file, or: {', '.join(SHIPPED)}")
    chosen = parser.parse_args(arguments)
    try:
        table = read_table(chosen.table)
    except TableFileError as error:
        print(error, file=sys.stderr)
        return 1
    wiring = wiring_of(table)
    for fault in wiring.faults:
        print(f"{chosen.table}: {fault}", file=sys.stderr)
    for hint in (*wiring.hints, *deck_hints(table)):
        print(f"{chosen.table}: hint: {hint}")
    if wiring.faults:
        return 1
    wires = len(wiring.wires) + len(hub_wires(table))
    print(f"{chosen.table}: a good table: seats {', '.join(table.seat_names)}, {wires} wires")
    return 0
