"""Packing: a finished game as a small file without gaps, which ends with a record that says so."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from tacotable.disk import PRIVATE, sync_folder
from tacotable.journal.record import Header, Kind, crc_of, write_header, write_record
from tacotable.journal.scan import Ending, Scan, scanning

PACKED = ".tcj"


def pack(path: Path, program: str) -> bool:
    """Put the packed file in the place of a working one that is whole; gives whether it did. Raises OSError.

    Whenever the power goes one of the two is there, or both; where both are, the packed one counts.
    """
    new = path.with_suffix(PACKED + ".new")
    with scanning(path, program) as scan:
        _write(new, _packed(scan))
        if scan.ended is None or scan.ended.how is Ending.DAMAGED:
            new.unlink()
            return False
    new.replace(path.with_suffix(PACKED))
    sync_folder(path.parent)
    path.unlink()
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


def _write(path: Path, parts: Iterator[bytes]) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, PRIVATE)
    with open(file, "wb") as packed:  # noqa: PTH123  # the file was opened above, for its owner alone
        packed.writelines(parts)
        packed.flush()
        os.fsync(packed.fileno())
