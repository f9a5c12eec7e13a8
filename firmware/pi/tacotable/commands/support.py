"""`tacotable support`: packs one file for whoever helps with a table: no card, no tag, no link is in it."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tacotable.commands.doctor import STATE, look_over
from tacotable.doctor.finding import in_lines
from tacotable.service.status_file import USUAL, StatusFileError, read_status
from tacotable.support.bundle import LeakError, pack
from tacotable.support.gathering import last_log, secrets_of, system, versions, without_cards
from tacotable.table_file import SHIPPED, TableFile, TableFileError, read_table
from tacotable.wiring import pinout


def main(arguments: list[str]) -> int:
    """Write the bundle; the status is 0 when it is there, 1 when it is not."""
    parser = argparse.ArgumentParser(prog="tacotable support", description=__doc__)
    parser.add_argument("--table", default="/etc/tacotable/table.toml", help=f"a table file, or: {', '.join(SHIPPED)}")
    parser.add_argument("--state", type=Path, default=STATE, help=f"the folder of games; {STATE} by default")
    parser.add_argument("--status", type=Path, default=USUAL, help=f"the file that the table keeps; {USUAL} by default")
    parser.add_argument("--out", type=Path, default=Path("tacotable-support.tar.gz"), help="the file to write")
    parser.add_argument("--simulated", action="store_true", help="examine a simulated table")
    chosen = parser.parse_args(arguments)
    table = _table_of(chosen.table)
    parts = {
        "versions.txt": versions(),
        "log.txt": last_log(),
        "status.json": _status(chosen.status),
        "doctor.txt": in_lines(look_over(chosen.table, chosen.state, is_simulated=chosen.simulated)),
        **system(),
        **_of_table(chosen.table, table),
    }
    try:
        pack(parts, secrets_of(table, chosen.state), chosen.out)
    except (LeakError, OSError) as error:
        print(f"{chosen.out}: {error}", file=sys.stderr)
        return 1
    print(f"{chosen.out}: {len(parts)} parts. Look into it before you pass it on: tar -xzf {chosen.out}")
    return 0


def _table_of(name: str) -> TableFile | None:
    try:
        return read_table(name)
    except TableFileError:
        return None  # the doctor's part tells why


def _of_table(name: str, table: TableFile | None) -> dict[str, str]:
    """Give the table file and its wiring; of a file that cannot be read as a table, its text all the same."""
    path = Path(name)
    text = without_cards(path.read_text("utf-8", "replace")) if path.is_file() else f"the shipped table {name}"
    return {"table.toml": text} | ({"pinout.txt": pinout(table)} if table else {})


def _status(path: Path) -> str:
    try:
        return json.dumps(read_status(path), indent=1)
    except StatusFileError as error:
        return str(error)
