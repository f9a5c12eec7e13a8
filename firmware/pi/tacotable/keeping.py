"""Keeping a file that a person made by hand: it is whole on the disk before the old one goes, and that one is kept.

Whenever the power goes, the file is there: as it was, or as it is now. The last version before stands beside it with
`.old` behind its name.
"""

from __future__ import annotations

import os
from pathlib import Path


class KeepingError(Exception):
    """A kept file cannot be written or used; the text names it and the next thing to try. It is untouched."""


def keep(path: Path, text: str) -> None:
    """Write a file; it is on the disk when this returns. Raises KeepingError."""
    try:
        _keep(path, text)
    except OSError as error:
        raise KeepingError(f"{path}: {error.strerror}; is the disk full or read-only?") from None


def _keep(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    new = _beside(path, ".new")
    _write(new, text.encode())
    if path.exists():
        _write(_beside(path, ".old-new"), path.read_bytes())
        _beside(path, ".old-new").replace(_beside(path, ".old"))
    new.replace(path)
    _sync_folder(path.parent)


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _write(path: Path, content: bytes) -> None:
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Put the folder's names on the disk."""
    opened = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
