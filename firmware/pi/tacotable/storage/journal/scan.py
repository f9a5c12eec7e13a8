"""Reading the records of a journal, and how it ends.

What cannot be read at the very end is torn: the power went while it was written, and nobody was told that it counted.
What cannot be read with anything behind it was on the disk once, so it is damage. Where a seal stands behind the last
fact, or a file is packed, each unreadable fact is damage; and so is the end of a file where no zeros stand behind its
last record, because one that is written always has them. What an earlier game left in the file counts as zeros do.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import BinaryIO

from tacotable.storage.journal import record


class Ending(Enum):
    """How a journal ends."""

    WHOLE = "whole"
    TORN = "torn"
    DAMAGED = "damaged"


@dataclass(frozen=True, slots=True)
class Scan:
    """What can be read of a journal: its header and its records, how it ends, and why no more can be read."""

    header: record.Header
    records: list[record.Record]
    how: Ending
    why: str = ""


def scan_stream(file: BinaryIO, program: str) -> Scan:
    """Read a journal, open or packed. Raises RecordError: no header; OtherFormatError: another version's; OSError."""
    head = file.read(record.HEAD_BYTES)
    if len(head) < record.HEAD_BYTES:
        raise record.RecordError("it is cut short")
    header, first = record.read_header(head + file.read(record.payload_length(head)), program)
    records = [first]
    if header.reserved:
        size = file.seek(0, 2)
        file.seek(0)
        record.read_record(file.read(record.BLOCK), 0, 0)  # nothing may stand behind the header, either
        how, why = _read_blocks(file, records, size, header)
    else:
        how, why = _read_packed(file, records)
    return Scan(header, records[1:], how, why)


def _read_blocks(file: BinaryIO, records: list[record.Record], size: int, header: record.Header) -> tuple[Ending, str]:
    """Read the records of a file that is, or was, being written, behind those that are known."""
    while (block := file.read(record.BLOCK)) and block != record.ZEROS[: len(block)]:
        number = len(records)
        try:
            records.append(record.read_record(block, number, records[-1].crc, header.generation))
        except record.RecordError as error:
            if _is_free(block, number, header.generation):
                break
            is_cut = size < header.reserved or file.tell() == size
            is_whole = record.generation_in(block, number) is not None  # no torn one, but one of another place
            is_last = not is_cut and not is_whole and _only_free(file, number, header.generation)
            return Ending.TORN if is_last else Ending.DAMAGED, str(error)
    if size < header.reserved or len(block) < record.BLOCK:
        return Ending.DAMAGED, f"the file was cut to {size} bytes"
    if not _only_free(file, len(records), header.generation):
        return Ending.DAMAGED, "it is missing, and others stand behind it"
    return Ending.WHOLE, ""


def _only_free(file: BinaryIO, number: int, generation: int) -> bool:
    """Return whether nothing of this generation stands behind a block, and nothing that cannot be read."""
    blocks = iter(lambda: file.read(record.BLOCK), b"")
    return all(_is_free(block, at, generation) for at, block in enumerate(blocks, number + 1))


def _is_free(block: bytes, number: int, generation: int) -> bool:
    """Return whether a block holds zeros, or what an earlier game of the file left there."""
    found = record.generation_in(block, number)
    return found is not None and (found == 0 or found < generation)


def _read_packed(file: BinaryIO, records: list[record.Record]) -> tuple[Ending, str]:
    """Read the records of a packed file, which was whole when it got its name."""
    while head := file.read(record.HEAD_BYTES):
        content = head + (file.read(record.payload_length(head)) if len(head) == record.HEAD_BYTES else b"")
        try:
            found = record.read_record(content, len(records), records[-1].crc)
        except record.RecordError as error:
            return Ending.DAMAGED, str(error)
        if found.kind is record.Kind.END:
            return (Ending.DAMAGED, "something was written behind the end") if file.read(1) else (Ending.WHOLE, "")
        records.append(found)
    return Ending.DAMAGED, "the file was cut"
