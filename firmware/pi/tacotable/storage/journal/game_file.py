"""The file of a game that is being written: it has its room from the beginning, a record is one block and one flush.

The whole size is reserved, so that a game does not run out of disk. On ext4 a record in a block that was written before
costs one write and one flush, in one that was only reserved three writes and two flushes, because the disk has to note
that the block counts now. So a game goes into the spare file, where there is one: that of a game that is over, whose
blocks it writes over. What stands in it is of lower generations, and so is never read as part of this game. In a new
file the next blocks are written with zeros ahead, a few at a time.

Behind the last record there always stands another block, of zeros or of an earlier game: a file that ends without one
has been cut.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

import msgspec

from tacotable.files.safe_write import PRIVATE, sync_folder, write_all
from tacotable.files.write_fault import write_fault
from tacotable.storage.journal import record

SPARE = "spare.tcw"
_MOST_GENERATION = 2**32 - 1
RESERVED_BLOCKS = 2_048  # Room for the longest games; more is taken in a quiet moment when they come near it.
MORE_BLOCKS = 1_024
SMALL_BLOCKS = 64  # Room for what is chosen while no game is on.
AHEAD_BLOCKS = 8  # For so many records more there are written blocks after each quiet moment.
STEP_BLOCKS = 32  # So many more are written at once when they come to an end.
LATCHED = "the journal could not be written. Is the disk full, read-only or broken? Then start again"


class GameFile:
    """Writes records behind each other. After the first failure it writes nothing more and never flushes again.

    A flush that failed may have dropped what was to be written, and a second one would say that all is well.
    """

    def __init__(self, path: Path, file: int, number: int, crc: int, generation: int) -> None:
        """Go on behind record `number`, whose checksum is `crc`, in a file that is in this generation."""
        self.path, self.number, self.crc = path, number, crc
        self.is_sealed = False
        self.fault: str | None = None
        self._file, self._generation = file, generation
        self._blocks = os.fstat(file).st_size // record.BLOCK
        self._written = 0  # In so many blocks a record costs one flush; the last is none of them: one stays behind.
        if self._blocks:  # what is only reserved is a hole (lseek(2))
            written = os.lseek(file, number * record.BLOCK, os.SEEK_HOLE) // record.BLOCK
            self._written = min(max(written, number + 1), self._blocks - 1)

    @classmethod
    def create(
        cls,
        path: Path,
        header: record.Header,
        at_ms: int,
        facts: Iterable[tuple[int, bytes]],
        blocks: int,
        may_use_spare: bool,
    ) -> GameFile:
        """Make a file that begins with some facts; it is whole on the disk before it has its name. Raises OSError."""
        new = path.with_name(SPARE)
        if spare := open_spare(path.parent, blocks) if may_use_spare else None:
            file, generation = spare
        else:
            new = path.with_suffix(".new")
            file, generation = os.open(new, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, PRIVATE), 1
        try:
            made = cls(path, file, 0, 0, generation)
            made._fill(header, at_ms, facts, blocks)
            new.replace(path)
            sync_folder(path.parent)
        except BaseException:
            os.close(file)
            with contextlib.suppress(OSError):
                new.unlink()  # what was taken of a full disk is given back
            raise
        return made

    @classmethod
    def take_up(cls, path: Path, number: int, crc: int, generation: int) -> GameFile:
        """Open a file that was written before, to go on behind a record. Raises OSError.

        That record is written once more, as it is: where its flush had failed, or had never come, it can be read and
        is not on the disk, and what is written behind it would be found without it.
        """
        file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
        try:
            write_all(file, os.pread(file, record.BLOCK, number * record.BLOCK), number * record.BLOCK)
            os.fdatasync(file)
            return cls(path, file, number, crc, generation)
        except BaseException:
            os.close(file)
            raise

    def append(self, kind: record.Kind, payload: bytes, at_ms: int) -> None:
        """Write one record; it is on the disk when this returns. Raises JournalError."""
        self._require_good()
        try:
            self._extend(self.number + 2, STEP_BLOCKS)
            self._write(kind, payload, at_ms)
            os.fdatasync(self._file)
        except OSError as error:
            raise self._latched(error) from None
        self.is_sealed = kind is record.Kind.SEAL

    def seal(self, at_ms: int) -> None:
        """Note that all before this is on the disk; once is enough. Raises JournalError."""
        if not self.is_sealed:
            self.append(record.Kind.SEAL, b"", at_ms)

    def prepare(self) -> None:
        """Write zeros ahead and take room ahead, in a moment in which nobody waits. Raises JournalError."""
        self._require_good()
        try:
            if self.number + MORE_BLOCKS // 4 > self._blocks:
                with contextlib.suppress(OSError):  # it may never be needed; where it is, `append` tells
                    self._reserve(self._blocks + MORE_BLOCKS)
                os.fdatasync(self._file)  # as in `_extend`
            needed = min(self.number + 1 + AHEAD_BLOCKS, self._blocks - 1)
            if needed > self._written:
                self._extend(needed, STEP_BLOCKS)
                os.fdatasync(self._file)
        except OSError as error:
            raise self._latched(error) from None

    def close(self) -> None:
        """Close the file; nothing more can be written."""
        if self.fault is None:
            os.close(self._file)
            self.fault = "the journal is closed"

    def _fill(self, header: record.Header, at_ms: int, facts: Iterable[tuple[int, bytes]], blocks: int) -> None:
        if self._blocks < blocks:
            self._reserve(blocks)
        told = msgspec.structs.replace(header, reserved=self._blocks * record.BLOCK, generation=self._generation)
        content = record.write_header(told, at_ms)
        write_all(self._file, record.as_block(content), 0)
        self.crc = record.crc_of(content)
        for fact_at_ms, payload in facts:
            self._write(record.Kind.FACT, payload, fact_at_ms)
        self._written = max(self._written, self.number + 1)
        self._extend(self.number + 2, 0)
        os.fsync(self._file)

    def _write(self, kind: record.Kind, payload: bytes, at_ms: int) -> None:
        content = record.write_record(kind, self.number + 1, at_ms, payload, self.crc, self._generation)
        write_all(self._file, record.as_block(content), (self.number + 1) * record.BLOCK)
        self.number, self.crc = self.number + 1, record.crc_of(content)

    def _extend(self, needed: int, step: int) -> None:
        """See that so many blocks are written, and with zeros a step further where any have to be; one stays behind."""
        if needed <= self._written:
            return
        if needed >= self._blocks:
            self._reserve(max(needed + 1, self._blocks + MORE_BLOCKS))
            os.fdatasync(self._file)  # no record may be there before the room behind it
        end = min(needed + step, self._blocks - 1)
        write_all(self._file, bytes((end - self._written) * record.BLOCK), self._written * record.BLOCK)
        self._written = end

    def _reserve(self, blocks: int) -> None:
        os.posix_fallocate(self._file, 0, blocks * record.BLOCK)
        self._blocks = blocks

    def _require_good(self) -> None:
        if self.fault is not None:
            raise record.JournalError(self.fault)

    def _latched(self, error: OSError) -> record.JournalError:
        """Note the first failure; the file is given up, so that nothing can flush it again."""
        with contextlib.suppress(OSError):
            os.close(self._file)
        self.fault = f"{self.path}: {error.strerror}; {LATCHED}"
        return record.JournalError(self.fault, write_fault(error))


def retire(path: Path) -> None:
    """Take a game's working file away: it becomes the spare one where none is as large. Raises OSError."""
    if spare_bytes(path.parent) >= path.stat().st_size:
        path.unlink()
    else:
        path.replace(path.with_name(SPARE))


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
    if spare_bytes(folder) < blocks * record.BLOCK:
        return None
    file = os.open(path, os.O_RDWR | os.O_CLOEXEC)
    newest = _newest_generation(file)
    if newest is not None and newest < _MOST_GENERATION and os.fstat(file).st_nlink == 1:
        return file, newest + 1
    os.close(file)
    path.unlink()
    return None


def _newest_generation(file: int) -> int | None:
    """Return the highest generation in a working file, that of what a start that failed left, too; None: it is none."""
    try:
        header, _ = record.read_header(os.pread(file, record.BLOCK, 0), "")
    except record.RecordError:
        return None
    newest, at = header.generation, 1
    while newest and (block := os.pread(file, record.BLOCK, at * record.BLOCK)):
        found = record.generation_in(block, at)
        if found is None or len(block) < record.BLOCK:
            return None
        newest, at = max(newest, found), at + 1
    return newest or None
