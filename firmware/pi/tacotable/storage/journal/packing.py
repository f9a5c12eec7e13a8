"""Packing: a finished game as a small file without gaps, which ends with a record that says so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from tacotable.files.disk import replace_whole, sync_folder
from tacotable.storage.journal.record import Header, Kind, crc_of, write_header, write_record
from tacotable.storage.journal.scan import Ending, Scan, scanning

PACKED = ".tcj"


def pack(path: Path, program: str) -> bool:
    """Pack a working file that is whole, and give it its new name; returns whether it did. Raises OSError.

    The packed content takes the working file's place before the name changes: whenever the power goes, the game has
    one file, and a packed one under the working name is read as what its header says.
    """
    with scanning(path, program) as scan:
        content = b"".join(_packed(scan))
    if scan.ended is None or scan.ended.how is Ending.DAMAGED:
        return False
    replace_whole(path, content)
    path.rename(path.with_suffix(PACKED))
    sync_folder(path.parent)
    return True


def _packed(scan: Scan) -> Iterator[bytes]:
    header: Header = msgspec.structs.replace(scan.header, reserved=0)
    record = write_header(header, 0)
    yield record
    number, at_ms = 0, 0
    for fact in scan.records:
        at_ms = fact.at_ms
        if fact.kind is Kind.FACT:
            number += 1
            record = write_record(Kind.FACT, number, at_ms, fact.payload, crc_of(record))
            yield record
    yield write_record(Kind.END, number + 1, at_ms, b"", crc_of(record))
