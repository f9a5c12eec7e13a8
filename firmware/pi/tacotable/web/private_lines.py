"""Lines with keys: a terminal gets them, the system log does not, since more people read that than run the table."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tacotable.files.safe_write import replace_whole

KEY, FILE = "#key=", "links"


def without_keys(
    lines: Sequence[str], folder: Path | None, environment: Mapping[str, str] = os.environ
) -> tuple[str, ...]:
    """Return the lines to print; if the system log gets them, those with keys go into a file of `folder`."""
    private = [line for line in lines if KEY in line]
    if not private or not _is_logged(environment):
        return tuple(lines)
    public = (line for line in lines if KEY not in line)
    if folder is None:
        return (*public, "Links with keys are not written into the system log: give --state FOLDER, which gets them.")
    path = folder.absolute() / FILE
    try:
        replace_whole(path, "\n".join([*private, ""]).encode())
    except OSError as error:
        return (*public, f"Links with keys cannot be kept in {path}: {error.strerror}; make room there, start again.")
    return (*public, f"Links with keys are in a file of their own: sudo cat {path}")


def _is_logged(environment: Mapping[str, str]) -> bool:
    """Return whether the output goes to the system log (systemd.exec(5), JOURNAL_STREAM)."""
    try:
        output = os.fstat(sys.stdout.fileno())
    except (OSError, ValueError):
        return False
    return environment.get("JOURNAL_STREAM") == f"{output.st_dev}:{output.st_ino}"
