"""Keeping a file that a person made by hand: it is whole on the disk before the old one goes, and that one is kept.

Whenever the power goes, the file is there: as it was, or as it is now. The last version before stands beside it with
`.old` behind its name.
"""

from __future__ import annotations

from pathlib import Path

from tacotable.errors import TacotableError
from tacotable.files.disk import replace_whole
from tacotable.files.spare_descriptors import HINT, NONE_FREE


class KeepingError(TacotableError):
    """A kept file cannot be written or used; the text names it and the next thing to try. It is untouched."""


def unreadable(path: Path, error: OSError, mend: str) -> str:
    """Return why a kept file cannot be read, with the mend; the rights of one that root copied have their own."""
    if isinstance(error, PermissionError):
        mend = f"let the table's user read it: sudo chown tacotable {path}"
    return f"{path}: {error.strerror}; {mend}"


def keep(path: Path, text: str) -> None:
    """Write a file; it is on the disk when this returns. Raises KeepingError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            replace_whole(path.with_name(path.name + ".old"), path.read_bytes())
        replace_whole(path, text.encode())
    except OSError as error:
        hint = HINT if error.errno in NONE_FREE else "is the disk full or read-only?"
        raise KeepingError(f"{path}: {error.strerror}; {hint}") from None
