"""Lines with keys: a terminal gets them, the system log does not, since more people read that than run the table."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from tacotable.files.safe_write import replace_whole

KEY, FILE = "#key=", "links"


def without_keys(
    lines: Sequence[str], folder: Path | None, environment: Mapping[str, str] = os.environ
) -> tuple[str, ...]:
    """Return the lines to print; if the system log gets them, those with keys go into a file of `folder`."""
    private, output = [line for line in lines if KEY in line], os.fstat(1)
    is_logged = environment.get("JOURNAL_STREAM") == f"{output.st_dev}:{output.st_ino}"  # systemd.exec(5)
    if not private or not is_logged:
        return tuple(lines)
    told = "are not written into the system log: give --state FOLDER, which gets them."
    if folder is not None:
        path = folder.absolute() / FILE
        try:
            replace_whole(path, "\n".join([*private, ""]).encode())
            told = f"are in a file of their own: sudo cat {path}"
        except OSError as error:
            told = f"cannot be kept in {path}: {error.strerror}; make room there, start again."
    return (*(line for line in lines if KEY not in line), f"Links with keys {told}")
