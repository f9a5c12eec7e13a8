"""Reading a journal record by record, with as much memory as one record takes, and telling how it ends.

What cannot be read at the very end is torn: the power went while it was written, and nobody was told that it counted.
What cannot be read with anything behind it was on the disk once, so it is damage. Where a seal stands behind the last
fact, or a file is packed, each unreadable fact is damage; and so is the end of a file where no zeros stand behind its
last record, because one that is written always has them. What an earlier game left in the file counts as zeros do.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import BinaryIO

from tacotable.storage.journal.record import (
    BLOCK,
    HEAD_BYTES,
    ZEROS,
    Header,
    Kind,
    Record,
    RecordError,
    generation_in,
    payload_length,
    read_header,
    read_record,
)


class Ending(Enum):
    """How a journal ends."""

    WHOLE = "whole"
    TORN = "torn"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class Ended:
    """How the reading of a journal ended; `why` the next record cannot be read, where that is damage or torn."""

    how: Ending
    why: str = ""


@dataclass(slots=True)
class Scan:
    """An open journal: its header, then its records as they are asked for; `ended` is there behind the last one."""

    header: Header
    records: Iterator[Record]
    ended: Ended | None = None


def scan_stream(file: BinaryIO, program: str) -> Scan:
    """Read the header of a journal, being written or packed, and give what reads the rest while the file is open.

    Raises RecordError where there is no header, OtherFormatError for another version's file, and OSError.
    """
    head = file.read(HEAD_BYTES)
    if len(head) < HEAD_BYTES:
        raise RecordError("it is cut short")
    header, first = read_header(head + file.read(payload_length(head)), program)
    scan = Scan(header, iter(()))
    if header.reserved:
        size = file.seek(0, 2)
        file.seek(0)
        read_record(file.read(BLOCK), 0, 0)  # nothing may stand behind the header, either
        source = _blocks(file, first, size, header)
    else:
        source = _packed(file, first)
    scan.records = _noting(scan, source)
    return scan


def _noting(scan: Scan, source: Generator[Record, None, Ended]) -> Iterator[Record]:
    scan.ended = yield from source


def _blocks(file: BinaryIO, first: Record, size: int, header: Header) -> Generator[Record, None, Ended]:
    """Read the records of a file that is, or was, being written."""
    number, crc = 1, first.crc
    while (block := file.read(BLOCK)) and block != ZEROS[: len(block)]:
        try:
            record = read_record(block, number, crc, header.generation)
        except RecordError as error:
            if _is_free(block, number, header.generation):
                break
            is_cut = size < header.reserved or file.tell() == size
            is_whole = generation_in(block, number) is not None  # no torn one, but one of another place
            is_last = not is_cut and not is_whole and _only_free(file, number, header.generation)
            return Ended(Ending.TORN if is_last else Ending.DAMAGED, str(error))
        yield record
        number, crc = number + 1, record.crc
    if size < header.reserved or len(block) < BLOCK:
        return Ended(Ending.DAMAGED, f"the file was cut to {size} bytes")
    if not _only_free(file, number, header.generation):
        return Ended(Ending.DAMAGED, "it is missing, and others stand behind it")
    return Ended(Ending.WHOLE)


def _only_free(file: BinaryIO, number: int, generation: int) -> bool:
    """Return whether nothing of this generation stands behind a block, and nothing that cannot be read."""
    while block := file.read(BLOCK):
        number += 1
        if not _is_free(block, number, generation):
            return False
    return True


def _is_free(block: bytes, number: int, generation: int) -> bool:
    """Return whether a block holds zeros, or what an earlier game of the file left there."""
    found = generation_in(block, number)
    return found is not None and (found == 0 or found < generation)


def _packed(file: BinaryIO, first: Record) -> Generator[Record, None, Ended]:
    """Read the records of a packed file, which was whole when it got its name."""
    before = first
    while head := file.read(HEAD_BYTES):
        content = head + (file.read(payload_length(head)) if len(head) == HEAD_BYTES else b"")
        try:
            before = read_record(content, before.number + 1, before.crc)
        except RecordError as error:
            return Ended(Ending.DAMAGED, str(error))
        if before.kind is not Kind.END:
            yield before
        elif file.read(1):
            return Ended(Ending.DAMAGED, "something was written behind the end")
    if before.kind is not Kind.END:
        return Ended(Ending.DAMAGED, "the file was cut")
    return Ended(Ending.WHOLE)
