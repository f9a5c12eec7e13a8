"""Where a key of a table file is written: the line of `seats[1].ok.pin`, for messages that name file and line."""

from __future__ import annotations

import re

_STEP = re.compile(r"([A-Za-z_]+)(?:\[(\d+)\])?")
_HEADER = re.compile(r"^\s*(\[\[?)\s*([A-Za-z_.]+)\s*\]\]?")


def line_of(text: str, key: str) -> int | None:
    r"""Return the number of the line where a key is, or the nearest one around it; None where nothing of it is.

    >>> line_of('name = "t"\n[[seats]]\n[[seats]]\nok = { pin = 5 }', "seats[1].ok.pin")
    4
    """
    line: int | None = None
    start, path = 0, ""
    for name, index in _STEP.findall(key):
        path = f"{path}.{name}" if path else name
        if (header := _header(text, path, int(index or 0), start)) is not None:
            start, line = header, header
            continue
        if (found := _assignment(text, name, start)) is not None:
            line = found
    return line


def _header(text: str, path: str, index: int, start: int) -> int | None:
    """Return the line of the table header with this path, counted from `start`."""
    seen = 0
    for number, line in enumerate(text.splitlines(), 1):
        found = _HEADER.match(line)
        if number > start and found and found[2] == path:
            if seen == index:
                return number
            seen += 1
    return None


def _assignment(text: str, name: str, start: int) -> int | None:
    """Return the line that sets a key between a header and the next one."""
    for number, line in enumerate(text.splitlines()[start:], start + 1):
        if _HEADER.match(line):
            return None
        if re.match(rf"\s*{re.escape(name)}\s*=", line):
            return number
    return None
