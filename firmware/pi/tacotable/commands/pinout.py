"""`tacotable pinout`: the wiring of a table, pin by pin."""

from __future__ import annotations

from tacotable.table.choose import parser_of
from tacotable.table.file import read_table
from tacotable.table.pinout import pinout, wiring_of


def main(arguments: list[str]) -> int:
    """Print the wiring; the status is 1 when a table cannot work like this, 2 when the file cannot be used."""
    chosen = parser_of("pinout", __doc__).parse_args(arguments)
    table = read_table(chosen.table)
    print(pinout(table))
    return 1 if wiring_of(table).faults else 0
