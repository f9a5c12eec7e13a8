"""Writing to a disk so that it is there after a power cut: whole files, and the names of a folder.

All of it raises OSError; who calls tells the person what it means.
"""

from __future__ import annotations

import os
from pathlib import Path

PRIVATE = 0o600


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
