"""The bytes of a journal: a header and chained records. Pure; whoever reads or writes files is elsewhere.

A record is a head of 24 bytes and its payload:

    crc u32 | length u16 | kind u8 | zero u8 | number u64 | at_ms u64 | payload

all little-endian. The CRC-32 is over all that follows it, seeded with the one of the record before, so that a record
cannot stand anywhere else. In a file that is being written each record fills a block of 4,096 bytes, the rest of it
zero: a block that was acknowledged is never written again. In a packed file they stand without gaps.

A header is a record, too, of number 0, seeded with 0; its payload begins with magic, format and program version in
places that no format will move, so that every version can say what it met.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum
from zlib import crc32

import msgspec

from tacotable.errors import TacotableError


class JournalError(TacotableError):
    """The journal cannot be written or read; the text names the file and the next thing to try."""


class NoRoomError(JournalError):
    """A game cannot begin, because the disk has too little room for it; nothing has been written, and all goes on."""


class NoDescriptorError(JournalError):
    """No file can be opened at this moment; nothing has been written, all goes on, and it may be tried again."""


BLOCK = 4_096
"""What a disk of today writes at once; a record has one for itself while the game is on."""
MAGIC = b"TACOJRNL"
FORMAT = 2
_HEAD = struct.Struct("<IHBBQQ")
HEAD_BYTES = _HEAD.size
MOST_PAYLOAD = BLOCK - HEAD_BYTES
_PREFACE = struct.Struct("<8sH22s")
"""What a header's payload begins with: magic, format, the program's version in ASCII."""


class Kind(IntEnum):
    """What a record is."""

    HEADER = 0
    FACT = 1
    SEAL = 2
    """All before it was on the disk and quiet followed: a record before it that cannot be read is damaged, not torn."""
    END = 3
    """The last record of a packed file."""


class RecordError(TacotableError):
    """Bytes are no record of this place; the text says what is wrong with them."""


class OtherFormatError(RecordError):
    """A journal is of a format that this program does not read; the text names both versions."""


@dataclass(frozen=True, slots=True)
class Record:
    """One record; `at_ms` is what the wall clock said, in ms since 1970: a label, never an order."""

    kind: Kind
    number: int
    at_ms: int
    payload: bytes
    crc: int


class Header(msgspec.Struct, frozen=True):
    """What a journal says about itself: whose program, ruleset, board and deck, which game, how much was reserved."""

    program: str = ""
    game: str = ""
    """The game's own name, such as `game-000007`."""
    ruleset: str = ""
    board: str = ""
    deck: str = ""
    reserved: int = 0
    """Bytes that the file had from its first moment on, while it is written; a shorter one has been cut."""
    mended_from: str = ""
    """The damaged file whose good records this one begins with."""
    taken_up_from: str = ""
    """The kept game whose records this one begins with; its own file goes when this one is whole."""


def write_record(kind: Kind, number: int, at_ms: int, payload: bytes, seed: int) -> bytes:
    """Return a record's bytes; its CRC are the first four. Raises RecordError for a payload that no block can hold."""
    if len(payload) > MOST_PAYLOAD:
        raise RecordError(f"{len(payload)} bytes are too many for one record; {MOST_PAYLOAD} fit")
    head = _HEAD.pack(0, len(payload), kind, 0, number, at_ms)
    body = head[4:] + payload
    return crc32(body, seed).to_bytes(4, "little") + body


def crc_of(record: bytes) -> int:
    """Return the CRC of a record's bytes: the seed of the next one."""
    return int.from_bytes(record[:4], "little")


def payload_length(head: bytes) -> int:
    """Return how long the payload behind a head says it is."""
    return int(_HEAD.unpack(head)[1])


def read_record(content: bytes, number: int, seed: int) -> Record:
    """Read a record that has to be this one, with zeros at most behind it; raises RecordError."""
    if len(content) < HEAD_BYTES:
        raise RecordError("it is cut short")
    crc, length, kind, zero, found, at_ms = _HEAD.unpack_from(content)
    end = HEAD_BYTES + length
    if end > len(content):
        raise RecordError("it is cut short")
    if crc32(memoryview(content)[4:end], seed) != crc:
        raise RecordError("its checksum is wrong")
    if content.count(0, end) != len(content) - end:
        raise RecordError("something was written behind it")
    if found != number or zero or kind not in _KINDS:
        raise RecordError(f"it is not record {number}")
    return Record(Kind(kind), number, at_ms, content[HEAD_BYTES:end], crc)


_KINDS = frozenset(int(kind) for kind in Kind)


def as_block(record: bytes) -> bytes:
    """Return a record as the block that it fills."""
    return record.ljust(BLOCK, b"\0")


def write_header(header: Header, at_ms: int) -> bytes:
    """Return the record of a header."""
    preface = _PREFACE.pack(MAGIC, FORMAT, header.program.encode("ascii", "replace")[:22])
    return write_record(Kind.HEADER, 0, at_ms, preface + msgspec.json.encode(header), 0)


def read_header(content: bytes, program: str) -> tuple[Header, Record]:
    """Read a header; `program` is the version of this program, to be told.

    Raises RecordError for what is no header, and OtherFormatError for one that only another version reads.
    """
    record = read_record(content, 0, 0)
    if record.kind is not Kind.HEADER or len(record.payload) < _PREFACE.size or not record.payload.startswith(MAGIC):
        raise RecordError("it is not the header of a journal")
    _, version, writer = _PREFACE.unpack_from(record.payload)
    if version != FORMAT:
        told = writer.rstrip(b"\0").decode("ascii", "replace")
        raise OtherFormatError(
            f"it is of format {version}, written by Tacotable {told}, and this is Tacotable {program}, which reads "
            f"format {FORMAT}; start the version that wrote it, or give another --state"
        )
    try:
        return msgspec.json.decode(record.payload[_PREFACE.size :], type=Header), record
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise RecordError("its header cannot be read") from None


@dataclass(frozen=True, slots=True)
class TableFingerprint:
    """A table's board, and its decks by ruleset, as short digests."""

    board: str = ""
    decks: tuple[tuple[str, str], ...] = ()

    def deck(self, ruleset: str) -> str:
        """Return the digest of the deck of a ruleset; empty where none was enrolled."""
        return dict(self.decks).get(ruleset, "")

    def differences(self, header: Header) -> tuple[str, ...]:
        """Name what is not as it was when a game began, `board` and `deck`; what one side does not tell is the same."""
        pairs = (("board", header.board, self.board), ("deck", header.deck, self.deck(header.ruleset)))
        return tuple(name for name, then, now in pairs if then and now and then != now)
