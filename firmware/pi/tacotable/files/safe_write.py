"""Writing to a disk so that it is there after a power cut: whole files, the names of a folder, and what a person made.

A file that a person made by hand is kept: it is whole on the disk before the old one goes. Whenever the power goes, the
file is there: as it was, or as it is now. The last version before stands beside it with `.old` behind its name. What
names no error of its own raises OSError; who calls tells the person what it means.
"""

from __future__ import annotations

import os
from pathlib import Path

from tacotable.errors import TacotableError
from tacotable.files.spare_descriptors import HINT, NONE_FREE

PRIVATE = 0o600


class KeepingError(TacotableError):
    """A kept file cannot be written or used; the text names it and the next thing to try. It is untouched."""


def write_all(file: int, content: bytes, offset: int) -> None:
    """Write all of it at an offset: the kernel may take less than it is given."""
    while content:
        written = os.pwrite(file, content, offset)
        content, offset = content[written:], offset + written


def replace_whole(path: Path, content: bytes) -> None:
    """Put a file in the place of another: whenever the power goes, the old one is there, or this one, and whole."""
    new = path.with_name(f"{path.name}.new")
    file = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, PRIVATE)
    try:
        write_all(file, content, 0)
        os.fsync(file)
    finally:
        os.close(file)
    new.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Put the folder's names on the disk."""
    opened = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


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
