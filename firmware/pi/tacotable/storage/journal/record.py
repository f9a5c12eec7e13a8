"""The bytes of a journal: a header and chained records. Pure; whoever reads or writes files is elsewhere.

A record is a head and its payload, all little-endian:

    crc u32 | length u16 | kind u8 | zero u8 | number u64 | at_ms u64 | payload                                 format 2
    crc u32 | length u16 | kind u8 | zero u8 | number u64 | at_ms u64 | before u32 | generation u32 | payload   format 3

A packed file is of format 2: its records stand without gaps, and the CRC-32 over all that follows it is seeded with
the one of the record before, so that a record cannot stand anywhere else. A file that is being written is of format 3
(of 2 in earlier versions): each record fills a block of 4,096 bytes, the rest of it zero, and a block that was
acknowledged is not written again while the game is on. Its CRC is seeded with 0, so that it can be read alone; `before`
is the CRC of the record before, and `generation` counts the games that were begun in the file. What an earlier game
left behind the last record is of a lower generation, and counts for nothing.

A header is a record, too, of number 0, in both formats as in format 2, seeded with 0; its payload begins with magic,
format and program version in places that no format will move, so that every version can say what it met.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum
from zlib import crc32

import msgspec

from tacotable.errors import TacotableError
from tacotable.files.write_fault import WriteFault


class JournalError(TacotableError):
    """The journal cannot be written or read; the text names the file and the next thing to try."""

    def __init__(self, text: str, cause: WriteFault | None = None) -> None:
        """Create the error; `cause` is the fault of the disk, if it is one."""
        super().__init__(text)
        self.cause = cause


class NoRoomError(JournalError):
    """A game cannot begin, because the disk has too little room for it; nothing has been written, and all goes on."""


class NoDescriptorError(JournalError):
    """No file can be opened at this moment; nothing has been written, all goes on, and it may be tried again."""


BLOCK = 4_096  # What a disk of today writes at once; a record has one for itself while the game is on.
MAGIC = b"TACOJRNL"
FORMATS = 2, 3  # What this program reads: that of a packed file, and that of one that is being written.
_HEAD, _LINK = struct.Struct("<IHBBQQ"), struct.Struct("<II")
HEAD_BYTES, LINK_BYTES = _HEAD.size, _LINK.size
MOST_PAYLOAD = BLOCK - HEAD_BYTES - LINK_BYTES
ZEROS = bytes(BLOCK)
_PREFACE = struct.Struct("<8sH22s")  # What a header's payload begins with: magic, format, program version in ASCII.


class Kind(IntEnum):
    """What a record is."""

    HEADER = 0
    FACT = 1
    SEAL = 2  # All before it was on the disk and quiet followed: what cannot be read before it is damaged, not torn.
    END = 3  # The last record of a packed file.


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
    game: str = ""  # The game's own name, such as `game-000007`.
    ruleset: str = ""
    board: str = ""
    deck: str = ""
    reserved: int = 0  # Bytes that the file had from its first moment on, while it is written; a shorter one was cut.
    generation: int = 0  # Which one of its file this game is, from 1; 0 in format 2, whose records have none.
    mended_from: str = ""  # The damaged file whose good records this one begins with.
    taken_up_from: str = ""  # The kept game whose records this one begins with; its file goes when this one is whole.


def write_record(kind: Kind, number: int, at_ms: int, payload: bytes, before: int, generation: int = 0) -> bytes:
    """Return a record's bytes, CRC first; `before`: the CRC before. Raises RecordError for too large a payload."""
    if len(payload) > MOST_PAYLOAD:
        raise RecordError(f"{len(payload)} bytes are too many for one record; {MOST_PAYLOAD} fit")
    head = _HEAD.pack(0, len(payload), kind, 0, number, at_ms)
    link = _LINK.pack(before, generation) if generation else b""
    body = head[4:] + link + payload
    return crc32(body, 0 if generation else before).to_bytes(4, "little") + body


def crc_of(record: bytes) -> int:
    """Return the CRC of a record's bytes: what the next one follows."""
    return int.from_bytes(record[:4], "little")


def payload_length(head: bytes) -> int:
    """Return how long the payload behind a head says it is."""
    return int(_HEAD.unpack(head)[1])


def read_record(content: bytes, number: int, before: int, generation: int = 0) -> Record:
    """Read a record that has to be this one, with zeros at most behind it; raises RecordError."""
    if not generation:
        return _read(content, number, before, HEAD_BYTES)
    record = _read(content, number, 0, HEAD_BYTES + LINK_BYTES)
    if _LINK.unpack_from(content, HEAD_BYTES) != (before, generation):
        raise RecordError("it is of another game or place")
    return record


def generation_in(block: bytes, number: int) -> int | None:
    """Return of which generation the record in a block is, 0 where nothing stands there; None: it cannot be read."""
    if block == ZEROS[: len(block)]:
        return 0
    try:
        _read(block, number, 0, HEAD_BYTES + LINK_BYTES)
    except RecordError:
        return None
    return _LINK.unpack_from(block, HEAD_BYTES)[1] or None


def _read(content: bytes, number: int, seed: int, head: int) -> Record:
    if len(content) < head:
        raise RecordError("it is cut short")
    crc, length, kind, zero, found, at_ms = _HEAD.unpack_from(content)
    end = head + length
    if end > len(content):
        raise RecordError("it is cut short")
    if crc32(memoryview(content)[4:end], seed) != crc:
        raise RecordError("its checksum is wrong")
    if content.count(0, end) != len(content) - end:
        raise RecordError("something was written behind it")
    if found != number or zero or kind not in list(Kind):
        raise RecordError(f"it is not record {number}")
    return Record(Kind(kind), number, at_ms, content[head:end], crc)


def as_block(record: bytes) -> bytes:
    """Return a record as the block that it fills."""
    return record.ljust(BLOCK, b"\0")


def write_header(header: Header, at_ms: int) -> bytes:
    """Return the record of a header."""
    preface = _PREFACE.pack(MAGIC, FORMATS[header.generation > 0], header.program.encode("ascii", "replace")[:22])
    return write_record(Kind.HEADER, 0, at_ms, preface + msgspec.json.encode(header), 0)


def read_header(content: bytes, program: str) -> tuple[Header, Record]:
    """Read a header; `program` is the version of this program, to be told.

    Raises RecordError for what is no header, and OtherFormatError for one that only another version reads.
    """
    record = read_record(content, 0, 0)
    if record.kind is not Kind.HEADER or len(record.payload) < _PREFACE.size or not record.payload.startswith(MAGIC):
        raise RecordError("it is not the header of a journal")
    _, version, writer = _PREFACE.unpack_from(record.payload)
    if version not in FORMATS:
        told = writer.rstrip(b"\0").decode("ascii", "replace")
        raise OtherFormatError(
            f"it is of format {version}, written by Tacotable {told}, and this is Tacotable {program}, which reads "
            f"formats {FORMATS[0]} and {FORMATS[1]}; start the version that wrote it, or give another --state"
        )
    try:
        header = msgspec.json.decode(record.payload[_PREFACE.size :], type=Header)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise RecordError("its header cannot be read") from None
    if version != FORMATS[header.generation > 0]:
        raise RecordError("its header is not of its format")
    return header, record


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
