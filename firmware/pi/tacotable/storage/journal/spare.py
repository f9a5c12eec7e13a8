"""The spare file: that of a game that is over, whose blocks the next game writes over.

A block that was written before takes a record by one write and one flush, as zeros do, and nothing has to be written
ahead. What stands in it is of lower generations than the game that begins, and so is never read as part of that one.
"""

from __future__ import annotations

import os
from pathlib import Path

from tacotable.storage.journal.record import BLOCK, RecordError, generation_in, read_header

SPARE = "spare.tcw"
_MOST_GENERATION = 2**32 - 1


def retire(path: Path) -> None:
    """Take a game's working file away: it becomes the spare one where none is as large. Raises OSError."""
    spare = path.with_name(SPARE)
    if spare_bytes(path.parent) >= path.stat().st_size:
        path.unlink()
    else:
        path.replace(spare)


def spare_bytes(folder: Path) -> int:
    """Return how large the spare file is, 0 where there is none."""
    try:
        return (folder / SPARE).stat().st_size
    except OSError:
        return 0


def open_spare(folder: Path, blocks: int) -> tuple[int, int] | None:
    """Open the spare file for a game; returns it, and the generation that the game has in it.

    None where it has fewer blocks, or is not good: a spare file is removed that has another name, too, such as in a
    backup, or in which anything stands but records in their places, and zeros. Raises OSError.
    """
    path = folder / SPARE
    if spare_bytes(folder) < blocks * BLOCK:
        return None
    file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    newest = _newest_generation(file)
    if newest is not None and newest < _MOST_GENERATION and os.fstat(file).st_nlink == 1:
        return file, newest + 1
    os.close(file)
    path.unlink()
    return None


def written_blocks(file: int, number: int) -> int:
    """Return up to which block a file was written, at least to this one; what is only reserved is a hole (lseek(2))."""
    return max(os.lseek(file, number * BLOCK, os.SEEK_HOLE) // BLOCK, number + 1)


def _newest_generation(file: int) -> int | None:
    """Return the highest generation in a working file, that of what a start that failed left, too; None: it is none."""
    try:
        header, _ = read_header(os.pread(file, BLOCK, 0), "")
    except RecordError:
        return None
    newest, at = header.generation, 1
    while newest and (block := os.pread(file, BLOCK, at * BLOCK)):
        found = generation_in(block, at)
        if found is None or len(block) < BLOCK:
            return None
        newest, at = max(newest, found), at + 1
    return newest or None
