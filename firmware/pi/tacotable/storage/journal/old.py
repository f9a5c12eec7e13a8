"""Journals of format 1: a fact a line, as JSON, without checksums. They are read, and carried over when they go on.

A line cut short is the normal end of such a file, as long as it begins as a line does. Nothing writes them any more: a
game that goes on is copied into a file of today's format, and the old file stays beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from tacotable.state.facts import Fact

OLD_FORMAT = 1


class _Line(msgspec.Struct, frozen=True):
    """One line: the format, the number of the fact in its file, and the fact."""

    v: int
    n: int
    fact: Fact


def read_old(path: Path) -> tuple[tuple[Fact, ...], str]:
    """Return the facts of a file, and what is wrong with the line after them; raises OSError."""
    facts: list[Fact] = []
    for number, (line, is_last) in enumerate(_lines(path), 1):
        is_cut = not line.endswith(b"\n")
        try:
            read = msgspec.json.decode(line, type=_Line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return tuple(facts), "" if is_last and is_cut and _begins(line, number) else f"line {number} is damaged"
        if is_cut:
            break
        if read.v != OLD_FORMAT or read.n != number:
            return tuple(facts), f"line {number} is not fact {number} of format {OLD_FORMAT}"
        facts.append(read.fact)
    return tuple(facts), ""


def _begins(line: bytes, number: int) -> bool:
    """Return whether a line that was cut is the beginning of the one of a number."""
    head = b'{"v":%d,"n":%d,"fact":' % (OLD_FORMAT, number)
    return line[: len(head)] == head[: len(line)]


def _lines(path: Path) -> Iterator[tuple[bytes, bool]]:
    """Yield each line of a file, and whether it is the last."""
    with path.open("rb") as file:
        line = file.readline()
        while line:
            following = file.readline()
            yield line, not following
            line = following
