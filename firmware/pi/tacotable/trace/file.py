r"""Trace files: rows of JSON in checksummed, compressed blocks, in a ring of files that is bounded in size.

A file is the line `tacotable-trace 1\n`, then blocks: length and CRC-32 of the compressed bytes (four bytes each, big
end first), then those bytes. All blocks of a file are one zlib stream, flushed behind each, so that a file that ends
in the middle is read up to its last whole block, and a damaged one is told from it. The first row is the header; every
other one begins with the nanoseconds since the last one, which repeat themselves and so take little room.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import BinaryIO, TypeAlias

from tacotable.errors import TacotableError

MAGIC = b"tacotable-trace 1\n"
SUFFIX = ".trace"
BLOCK_BYTES = 32_000  # So many bytes of rows make a block, where nothing asks for one sooner.
MOST_BLOCK, MOST_UNPACKED = 1_000_000, 4_000_000  # No block of ours is larger; one that says so is damage, or a trap.
RING_FILES = 8
LEAST_RING_BYTES = 100_000
LONGEST_NS = 2**63  # No row is later: what is added up stays a time of this machine.
PARTS: Mapping[str, tuple[type, ...]] = {  # What a replay reads of the rows of a kind, at least; of others one part.
    "end": (),
    **dict.fromkeys(("in", "lost", "refused"), (str, str)),
    "open": (str,),
    "pin": (int, int),
    "edge": (int,),
    "slow": (int,),
    "heard": (dict, int),
    "fact": (dict,),
    "taken": (dict,),
    "shown": (dict,),
}
_HEAD = struct.Struct(">II")

Row: TypeAlias = list[object]


class TraceError(TacotableError):
    """A trace cannot be read or written; the text names the file and what is wrong."""


class TraceWriter:
    """Writes one trace file."""

    def __init__(self, path: Path, header: dict[str, object]) -> None:
        """Begin a file; raises OSError."""
        self._file: BinaryIO = path.open("xb")
        self._packer = zlib.compressobj(9)
        self._rows, self._last_at = bytearray(), 0
        self.path = path
        self.size = self._file.write(MAGIC)
        self._add([header])
        self.flush()

    def write(self, at_ns: int, row: Row) -> None:
        """Add a row; it is on its way to the disk when a block is full, or at the next flush. Raises OSError."""
        self._add([at_ns - self._last_at, *row])
        self._last_at = at_ns

    def _add(self, row: Row) -> None:
        self._rows += json.dumps(row, separators=(",", ":")).encode() + b"\n"
        if len(self._rows) >= BLOCK_BYTES:
            self.flush()

    def flush(self) -> None:
        """Write what there is as a block; raises OSError."""
        if not self._rows:
            return
        packed = self._packer.compress(bytes(self._rows)) + self._packer.flush(zlib.Z_SYNC_FLUSH)
        self._rows.clear()
        self.size += self._file.write(_HEAD.pack(len(packed), zlib.crc32(packed)) + packed)
        self._file.flush()

    def give_up(self) -> None:
        """Close the file as it is: the disk takes no more."""
        with suppress(OSError):
            self._file.close()

    def close(self) -> None:
        """Write the rest and close; raises OSError."""
        self.flush()
        self._file.close()


@dataclass(frozen=True, slots=True)
class Ring:
    """A folder of trace files that together never take more than `most_bytes`."""

    folder: Path
    most_bytes: int

    def __post_init__(self) -> None:
        """Refuse a ring that is too small; make the folder. Raises TraceError."""
        if self.most_bytes < LEAST_RING_BYTES:
            raise TraceError(f"a trace needs at least {LEAST_RING_BYTES} bytes; {self.most_bytes} are given")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise TraceError(f"{self.folder}: {error.strerror}; give another folder with --trace") from None

    @property
    def file_bytes(self) -> int:
        """Return the size from which a file should end; it must at twice that size."""
        return self.most_bytes // RING_FILES

    def begin(self, header: dict[str, object]) -> TraceWriter:
        """Begin the next file, and remove the oldest ones that it needs the room of; raises OSError."""
        files = segments(self.folder)
        room = self.most_bytes - 2 * self.file_bytes
        while files and sum(file.stat().st_size for file in files) > room:
            files.pop(0).unlink()
        last = int(files[-1].name.removesuffix(SUFFIX)) if files else 0
        return TraceWriter(self.folder / f"{last + 1:06d}{SUFFIX}", header)


def segments(folder: Path) -> list[Path]:
    """Return the files of a ring, the oldest first."""
    return sorted(path for path in folder.glob(f"*{SUFFIX}") if path.name.removesuffix(SUFFIX).isdecimal())


def traces_in(path: Path) -> list[Path]:
    """Return a trace file, or all of a folder, whatever they are called; raises TraceError for a folder without any."""
    if not path.is_dir():
        return [path]
    files = sorted(path.glob(f"*{SUFFIX}"))
    if not files:
        raise TraceError(f"{path}: there is no trace in this folder (*{SUFFIX})")
    return files


@dataclass(slots=True)
class Trace:
    """A trace file that is read: its header, and its rows once, in order. `ending` tells how it ended, when read."""

    path: Path
    header: dict[str, object]
    rows: Iterator[Row]
    ending: str = ""


def read_trace(path: Path) -> Trace:
    """Open a trace file and read its header; raises TraceError, also while rows are read, where it is damaged."""
    trace = Trace(path, {}, iter(()))
    rows = _rows(path, trace)
    first = next(rows, None)
    header = first[0] if first else None
    if not isinstance(header, dict):
        raise TraceError(f"{path.name}: there is no header; the recording stopped before it had begun")
    trace.header, trace.rows = header, _with_times(rows, path)
    return trace


def _with_times(rows: Iterator[Row], path: Path) -> Iterator[Row]:
    """Yield rows with the time of each in place of the time since the last one."""
    at_ns = 0
    for number, (since, *row) in enumerate(rows, 1):
        if not isinstance(since, int) or abs(at_ns + since) >= LONGEST_NS:
            raise TraceError(f"{path.name}: row {number} begins with no time")
        at_ns += since
        kind, *parts = row or (None,)
        shape = PARTS.get(kind, (object,)) if isinstance(kind, str) else None
        if shape is None or len(parts) < len(shape) or not all(map(isinstance, parts, shape)):
            raise TraceError(f"{path.name}: row {number} cannot be read: {json.dumps(row)[:60]}")
        yield [at_ns, *row]


def _rows(path: Path, trace: Trace) -> Iterator[Row]:
    unpacker, rest = zlib.decompressobj(), b""
    for number, packed in enumerate(_blocks(path, trace), 1):
        try:
            rest += unpacker.decompress(packed, MOST_UNPACKED)
            if unpacker.unconsumed_tail:
                raise TraceError(f"{path.name}: block {number} unpacks to more than {MOST_UNPACKED} bytes")
            *lines, rest = rest.split(b"\n")
            rows = [json.loads(line) for line in lines]
        except (zlib.error, ValueError, RecursionError) as error:
            raise TraceError(f"{path.name}: block {number} is damaged: {error}") from None
        for row in rows:
            if not isinstance(row, list) or not row:
                raise TraceError(f"{path.name}: block {number} holds something that is no row")
            yield row


def _blocks(path: Path, trace: Trace) -> Iterator[bytes]:
    """Yield the packed blocks; a last one that is cut short is the normal end of a program that was stopped."""
    try:
        with path.open("rb") as file:
            magic = file.read(len(MAGIC))
            if not magic:
                raise TraceError(f"{path.name}: this file is empty; the recording stopped before it had begun")
            if magic != MAGIC:
                raise TraceError(f"{path.name}: this is no trace of format 1; it begins with other bytes")
            for number in count(1):
                if not (head := file.read(_HEAD.size)):
                    return
                size, check = _HEAD.unpack(head) if len(head) == _HEAD.size else (0, 0)
                where = f"{path.name}: block {number}"
                if size > MOST_BLOCK:
                    told = f"says it has {size} bytes, and none has more than {MOST_BLOCK}: it is damaged"
                    raise TraceError(f"{where} {told}")
                packed = file.read(size)
                if len(head) < _HEAD.size or len(packed) < size:
                    trace.ending = f"the file ends within block {number}: the program was stopped there"
                    return
                if zlib.crc32(packed) != check:
                    raise TraceError(f"{where} is damaged: its checksum is wrong; the rows before it were read")
                yield packed
    except OSError as error:
        raise TraceError(f"{path}: {error.strerror}") from None
