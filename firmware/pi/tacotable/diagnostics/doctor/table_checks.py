"""What is looked at in the table file, and in what the displays are written with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tacotable.catalog import LANGUAGES
from tacotable.diagnostics.doctor.finding import Finding, fail, ok, unchecked, warn
from tacotable.display.draw import draw
from tacotable.enrolment.card_store import HiddenError, Stored
from tacotable.errors import SetupError
from tacotable.files.safe_write import KeepingError
from tacotable.state.scene import Notice, Sign
from tacotable.table.checks import deck_hints
from tacotable.table.pad_profile import profile_path, read_profile
from tacotable.table.pinout import wiring_of

if TYPE_CHECKING:
    from tacotable.table.file import TableFile, TableFileError

SURVEY_MEND = "lower its coil, or move the pads apart (10 cm and more); then survey it again: tacotable survey"

_FAULT = re.compile(r"^([a-z_]+(?:\[\d+\])?(?:\.[a-z_]+(?:\[\d+\])?)*): ")
_STEP = re.compile(r"([A-Za-z_]+)(?:\[(\d+)\])?")
_HEADER = re.compile(r"^\s*(\[\[?)\s*([A-Za-z_.]+)\s*\]\]?")


def file_findings(name: str, error: TableFileError) -> Iterator[Finding]:
    """Yield each fault of a table file that cannot be used, with its line."""
    try:
        text = Path(name).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        text = ""
    for fault in str(error).splitlines():
        told = fault.removeprefix(f"{name}: ")
        found = _FAULT.match(told)
        line = line_of(text, found[1]) if found else None
        what, mend = _parted(told)
        where = f"line {line}: " if line else ""
        yield fail("table file", f"{name}: {where}{what}", mend)


def as_found(table: TableFile, state: Path) -> tuple[TableFile, list[Finding]]:
    """Return a table with its deck and board as they are kept, and what is to be told of those files."""
    try:
        stored = Stored(table, state)
        return stored.table, [warn("kept files", *_parted(hint)) for hint in stored.hints]
    except HiddenError as error:
        return table, [unchecked("kept files", *_parted(str(error)))]
    except KeepingError as error:
        return table, [fail("kept files", *_parted(line)) for line in str(error).splitlines()]


def surveyed(name: str, table: TableFile) -> Iterator[Finding]:
    """Yield what the survey that is kept beside a table file found weak."""
    path = profile_path(name)
    try:
        pads = read_profile(path, table.own_readers()) if path.exists() else {}
    except SetupError as error:
        yield warn("survey", *_parted(str(error)))
        return
    for zone, pad in pads.items():
        yield from (warn(f"reader {zone}", f"in its survey {fault}", SURVEY_MEND) for fault in pad.faults)


def _parted(told: str) -> tuple[str, str]:
    what, _, mend = told.partition("; ")
    return what, mend or "mend the file; `tacotable check` reads it again"


def table_findings(table: TableFile) -> Iterator[Finding]:
    """Look over the wiring and the deck of a table file that can be used."""
    wiring = wiring_of(table)
    for fault in wiring.faults:
        what, _, mend = fault.rpartition(". ") if fault.count(". ") else (fault, "", "")
        yield fail("wiring", what or fault, mend or "see `tacotable pinout`")
    for hint in (*wiring.hints, *deck_hints(table)):
        if "config.txt holds the line" in hint:
            continue  # that file is read for it
        what, _, mend = hint.partition(": ")
        yield warn("wiring", what, mend or "see docs/build.md")
    if not wiring.faults:
        yield ok("table file", f"'{table.name}', {len(wiring.wires) + len(wiring.hub_wires)} wires")


def font_findings() -> Iterator[Finding]:
    """Draw a display in each language, and see that something is on it."""
    for language in LANGUAGES:
        try:
            picture = draw(Notice(Sign("sign.internal-fault")), language).pixels
            fault = "" if any(picture) else "displays stay blank"
        except OSError as error:
            fault = str(error)
        if fault:
            yield fail("fonts", f"{language}: {fault}", "install the program anew: its fonts come with it")
        else:
            yield ok("fonts", f"{language}: displays can be written")


def line_of(text: str, key: str) -> int | None:
    r"""Return the number of the line where a key is, or the nearest one around it; None where nothing of it is.

    >>> line_of('name = "t"\n[[seats]]\n[[seats]]\nok = { pin = 5 }', "seats[1].ok.pin")
    4
    """
    lines, headers = text.splitlines(), [_HEADER.match(line) for line in text.splitlines()]
    line: int | None = None
    start, path = 0, ""
    for name, index in _STEP.findall(key):
        path = f"{path}.{name}" if path else name
        named = [number for number, found in enumerate(headers, 1) if number > start and found and found[2] == path]
        if named[int(index or 0) :]:
            start = line = named[int(index or 0)]
            continue
        end = next((at for at in range(start, len(lines)) if headers[at]), len(lines))  # where the next table begins
        assigned = (at + 1 for at in range(start, end) if re.match(rf"\s*{name}\s*=", lines[at]))
        line = next(assigned, line)
    return line
