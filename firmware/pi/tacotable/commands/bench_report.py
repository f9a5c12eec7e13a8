"""`tacotable bench-report`: tries a table and packs what came of it into one file, without tags or names."""

from __future__ import annotations

import argparse
import io
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module
from pathlib import Path
from typing import TextIO

from tacotable.diagnostics.faulty_table import MACHINE, Pair, faults_of_machine, faults_of_table
from tacotable.diagnostics.support import folders_of, hosts_here, pack, secrets_of, text_of_table, versions
from tacotable.errors import SetupError, TacotableError
from tacotable.table.choose import parser_of
from tacotable.table.file import read_table
from tacotable.trace.file import read_trace
from tacotable_drivers.ports import DriverError

DOCTOR = re.compile(r"^fail +(.+)$")
WARNING = re.compile(r"^warn +(.+)$")
SELFTEST = re.compile(r"^((?:reader|lamp|light|display|button|sensor|hub|expander|supply|cooling)\b[^:]*: .+)$")
SURVEY = re.compile(r"^(\S+: (?:only|at its rim|it hears) ?.+)$")
FAULTS = {"doctor.txt": DOCTOR, "selftest.txt": SELFTEST, "survey.txt": SURVEY}
MEND = re.compile(r"^ *-> (.+)$")
NAMED = re.compile(r"'named'|'people': \['")  # A fact that people took seats by name, or a household in the table file.
BROKEN_OFF = "Broken off here."


class NamesError(TacotableError):
    """Somebody is named in a trace, so it is no report's."""


def main(arguments: list[str]) -> int:
    """Write the report; the status is 0 when all was well, 1 with faults or broken off. Raises TacotableError."""
    parser = parser_of("bench-report", __doc__)
    chosen = parser.parse_args(arguments)
    if chosen.fault and not chosen.simulated:
        parser.error("--fault: faults are switched on at a simulated table; add --simulated")
    try:
        table = read_table(chosen.table)
        trace = {"bench.trace": trace_without_names(chosen.trace)} if chosen.trace else {}
        told = _tried(chosen, faults_of_table(table, chosen.fault), faults_of_machine(chosen.fault))
        text = text_of_table(chosen.table, table)
        parts = {"report.txt": report_of(told), "versions.txt": versions(), "table.toml": text}
        secrets, folders = secrets_of(table, chosen.state), folders_of(chosen.state, chosen.table)
        pack({**parts, **told}, secrets, chosen.out, hosts=hosts_here(), folders=folders, whole=trace)
    except OSError as error:
        raise SetupError(str(error)) from None
    print(f"{parts['report.txt']}\n{chosen.out}: look into it before you pass it on: tar -xzf {chosen.out}")
    return int(not parts["report.txt"].startswith("FAULTS: none"))


def _tried(chosen: argparse.Namespace, faults: Sequence[Pair], of_machine: Sequence[str]) -> dict[str, str]:
    """Return what doctor, self-test and survey print, each by the name of its part."""
    on_table = [f"--fault={device}={fault}" for device, fault in faults]
    on_machine = [f"--fault={MACHINE}={fault}" for fault in of_machine]
    simulated = ["--simulated"] if chosen.simulated else []
    kept = ["--out", str(chosen.out.with_name(f"{chosen.out.name.partition('.')[0]}.profile.toml"))]
    commands = {
        "doctor": [*simulated, *on_table, *on_machine, "--table", chosen.table, "--state", str(chosen.state)],
        "selftest": [*simulated, *on_table, "--table", chosen.table],
        "survey": [*simulated, *on_table, chosen.table, *kept],
    }
    told: dict[str, str] = {}
    for command, arguments in commands.items():
        is_broken_off = any(BROKEN_OFF in text for text in told.values())
        told[f"{command}.txt"] = BROKEN_OFF if is_broken_off else _output(command, arguments)
    return told


def _output(command: str, arguments: list[str]) -> str:
    """Run a command and return its output, printed as it comes: people are asked there. Ctrl-C ends it alone."""
    tee = _Tee(sys.stdout)
    with redirect_stdout(tee), redirect_stderr(tee):
        try:
            import_module(f"tacotable.commands.{command}").main(arguments)
        except KeyboardInterrupt:
            print(f"\n{BROKEN_OFF}")
        except (TacotableError, DriverError) as error:
            print(error, file=sys.stderr)
    return tee.getvalue()


class _Tee(io.StringIO):
    """An output that is kept, too."""

    def __init__(self, out: TextIO) -> None:
        super().__init__()
        self._out = out

    def write(self, text: str) -> int:
        """Keep it, and pass it on."""
        super().write(text)
        return self._out.write(text)

    def flush(self) -> None:
        """Let people see it at once."""
        self._out.flush()


def faults_in(parts: Mapping[str, str]) -> Iterator[str]:
    """Yield the faults that the parts tell, each with its mend where the next line has one."""
    for part, pattern in FAULTS.items():
        lines = parts[part].splitlines()
        if len(lines) < 2 and lines != [BROKEN_OFF]:
            yield f"{part}: it ended early: see this part: {' '.join(lines)}"
        yield from _found(part, lines, pattern)


def _found(part: str, lines: Sequence[str], pattern: re.Pattern[str]) -> Iterator[str]:
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        if found := pattern.match(line):
            mend = MEND.match(after)
            yield f"{part.removesuffix('.txt')}: {found[1]}" + (f" -> {mend[1]}" if mend else "")


def report_of(parts: Mapping[str, str]) -> str:
    """Return the report's first page: what fails, and behind it what works and should be otherwise."""
    faults, hints = [*faults_in(parts)], [*_found("doctor.txt", parts["doctor.txt"].splitlines(), WARNING)]
    told = [f"FAULTS: {len(faults) or 'none'}", *faults, f"HINTS: {len(hints) or 'none'}", *hints]
    if missing := [part.removesuffix(".txt") for part in FAULTS if parts[part].rstrip().endswith(BROKEN_OFF)]:
        told.insert(0, f"BROKEN OFF, so not all was tried of: {', '.join(missing)}; give the command again")
    return "\n".join(told)


def trace_without_names(path: Path) -> bytes:
    """Return a trace's bytes, whose tags are salted; raises NamesError where people are named in it, TraceError."""
    trace = read_trace(path)
    if NAMED.search(repr([trace.header, *trace.rows])):
        raise NamesError(f"{path}: people are named in it; record one at which nobody gives a name")
    return path.read_bytes()
