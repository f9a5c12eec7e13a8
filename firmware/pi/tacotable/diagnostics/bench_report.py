"""What a bench report says first: each fault that was found, by the part that found it, with its mend."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from tacotable.errors import TacotableError
from tacotable.trace.file import read_trace

DOCTOR = re.compile(r"^fail +(.+)$")
WARNING = re.compile(r"^warn +(.+)$")
SELFTEST = re.compile(r"^((?:reader|lamp|light|display|button|sensor|hub|expander|supply|cooling)\b[^:]*: .+)$")
SURVEY = re.compile(r"^(\S+: (?:only|at its rim|it hears) ?.+)$")
FAULTS = {"doctor.txt": DOCTOR, "selftest.txt": SELFTEST, "survey.txt": SURVEY}
MEND = re.compile(r"^ *-> (.+)$")
NAMED = re.compile(r"'named'|'people': \['")  # A fact that people took seats by name, or a household in the table file.
EMPTY = "it ended early: see this part"
BROKEN_OFF = "Broken off here."


class NamesError(TacotableError):
    """Somebody is named in a trace, so it is no report's."""


def faults_in(parts: Mapping[str, str]) -> Iterator[str]:
    """Yield the faults that the parts tell, each with its mend where the next line has one."""
    for part, pattern in FAULTS.items():
        lines = parts[part].splitlines()
        if len(lines) < 2 and lines != [BROKEN_OFF]:
            yield f"{part}: {EMPTY}: {' '.join(lines)}"
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
