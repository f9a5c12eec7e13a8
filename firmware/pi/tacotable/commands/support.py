"""`tacotable support`: packs one file for whoever helps with a table: no card, no tag, no link is in it."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable

from tacotable.diagnostics import support
from tacotable.diagnostics.doctor.examine import look_over
from tacotable.diagnostics.doctor.finding import in_lines
from tacotable.service.status_file import USUAL, StatusFileError, found, read_status
from tacotable.table.choose import parser_of, table_name
from tacotable.table.file import TableFileError, read_table
from tacotable.table.pinout import pinout

ENDINGS = (".tar.gz", ".tgz")


def main(arguments: list[str]) -> int:
    """Write the bundle; the status is 0 when it is there, 1 when it is not, or has no table in it."""
    parser = parser_of("support", __doc__, usual=USUAL)
    chosen = parser.parse_args(arguments)
    if not chosen.out.name.endswith(ENDINGS):
        parser.error(f"--out: {chosen.out}: the bundle is a .tar.gz; give a name that ends so")
    name = table_name(chosen)
    table, fault = None, ""
    try:
        table = read_table(name)
    except TableFileError as error:
        fault = str(error)
    parts = {
        "versions.txt": support.versions(),
        "log.txt": support.last_log(),
        "status.json": _or_why_not(lambda: json.dumps(read_status(chosen.status or found()), indent=1)),
        "doctor.txt": _or_why_not(lambda: in_lines(look_over(name, chosen.state, is_simulated=chosen.simulated))),
        **support.system(),
        "table.toml": support.text_of_table(name, table),
        **({"pinout.txt": pinout(table)} if table else {}),
    }
    try:
        secrets, folders = support.secrets_of(table, chosen.state), support.folders_of(chosen.state, name)
        support.pack(parts, secrets, chosen.out, hosts=support.hosts_here(), folders=folders)
    except (support.LeakError, OSError) as error:
        mend = "with --out, give a file in a folder that is there and that this user can write"
        why = f"{error.strerror}; {mend}" if isinstance(error, OSError) else error
        print(f"{chosen.out}: {why}", file=sys.stderr)
        return 1
    print(f"{chosen.out}: {len(parts)} parts. Look into it before you pass it on: tar -xzf {chosen.out}")
    if fault:
        print(f"no table is in it: {fault}", file=sys.stderr)
    return int(bool(fault))


def _or_why_not(tell: Callable[[], str]) -> str:
    """Return what is told, or why it cannot be."""
    try:
        return tell()
    except (StatusFileError, TableFileError) as error:
        return str(error)
