"""Frames of the PN532 on its serial line (HSU, 115200 8N1), read and written for either end.

Source: PN532 user manual (NXP UM0701-02), section 6.2 "Host controller communication protocol".
A decoder does not know which end it serves: host and chip send frames of the same shapes.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import lru_cache
from typing import TypeAlias

SYNC = b"\x00\xff"
"""The start code. The bytes of preamble and postamble (00) may vary in number, so they are not required."""
MAX_PAYLOAD = 265
"""The longest payload, TFI included (UM0701-02 §6.2.1.2)."""
MAX_PENDING = 7 + MAX_PAYLOAD + 1
"""The longest frame from its start code on: 00 FF FF FF LENm LENl LCS, payload, DCS."""

WAKE_UP = b"\x55\x55" + bytes(15)
"""Rising edges that wake the chip from low power (UM0701-02 §7.2.11); 55 gives five of them, 00 one."""


class Sender(IntEnum):
    """The frame identifier TFI: who sends."""

    HOST = 0xD4
    CHIP = 0xD5


@dataclass(frozen=True, slots=True)
class Message:
    """An information frame: a command or an answer, whose code is the first byte of `body`."""

    sender: Sender
    body: bytes


class Handshake(Enum):
    """A frame that says nothing but what it is, as it goes over the wire.

    ACK: the last frame was understood; from the host it also aborts the running command. NACK: it was not understood,
    send it again. SYNTAX_REFUSAL, the chip's error frame: the command does not exist or its length is wrong.
    """

    ACK = b"\x00\x00\xff\x00\xff\x00"
    NACK = b"\x00\x00\xff\xff\x00\x00"
    SYNTAX_REFUSAL = b"\x00\x00\xff\x01\xff\x7f\x81\x00"


Frame: TypeAlias = Message | Handshake

ACK, NACK, SYNTAX_REFUSAL = Handshake.ACK.value, Handshake.NACK.value, Handshake.SYNTAX_REFUSAL.value
_REFUSAL_TFI = 0x7F


def _complement(values: bytes) -> int:
    """Return the byte that makes the sum of all 0 modulo 256 (LCS and DCS)."""
    return -sum(values) & 0xFF


def encode(frame: Frame) -> bytes:
    """Write a frame as it goes over the wire, extended when 255 payload bytes are not enough.

    >>> encode(Message(Sender.HOST, bytes.fromhex("02"))).hex(" ")
    '00 00 ff 02 fe d4 02 2a 00'
    """
    return frame.value if isinstance(frame, Handshake) else _information(bytes([frame.sender]) + frame.body)


@lru_cache(maxsize=64)
def _information(payload: bytes) -> bytes:
    if len(payload) > MAX_PAYLOAD:
        raise ValueError(f"a PN532 frame holds at most {MAX_PAYLOAD} bytes, not {len(payload)}")
    if len(payload) <= 0xFF:
        head = bytes([len(payload), -len(payload) & 0xFF])
    else:
        length = len(payload).to_bytes(2, "big")
        head = b"\xff\xff" + length + bytes([_complement(length)])
    return b"\x00" + SYNC + head + payload + bytes([_complement(payload), 0x00])


def rising_edges(sent: bytes) -> int:
    """Count the rising edges that bytes make on an idle-high line, 8N1; the fifth one wakes the chip.

    >>> rising_edges(b"U"), rising_edges(bytes(2))
    (5, 2)
    """
    start, stop = "0", "1"
    lines = (start + f"{byte:08b}"[::-1] + stop for byte in sent)  # the lowest bit goes first
    return sum(line.count("01") for line in lines)


_BETWEEN_FRAMES = (b"", b"\x00")
"""What a decoder holds between two whole frames: nothing, or the postamble of the first."""


class FrameDecoder:
    """Find frames in a stream of bytes; never holds more than MAX_PENDING bytes between calls.

    `bytes_invalid` counts bytes outside of frames that are not the 00 of a preamble or postamble.
    """

    def __init__(self) -> None:
        self.frames_ok = self.bytes_invalid = 0
        self._pending = bytearray()

    @property
    def pending(self) -> int:
        """How many bytes wait for the rest of a frame."""
        return len(self._pending)

    def feed(self, received: bytes) -> list[Frame]:
        """Accept received bytes in any chunking and return the frames that are now complete, in order."""
        if self._pending in _BETWEEN_FRAMES and (whole := _whole(received)) is not None:
            self.frames_ok += 1
            self._pending[:] = received[-1:]
            return [whole]
        frames: list[Frame] = []
        for start in range(0, len(received), 64):  # so that one huge read cannot make the buffer huge
            self._pending += received[start : start + 64]
            self._collect(frames)
        return frames

    def flush(self) -> list[Frame]:
        """Stop waiting (the line fell silent) and return the whole frames that a false start had hidden."""
        frames: list[Frame] = []
        while self._pending:
            self._drop(1)
            self._collect(frames)
        return frames

    def _collect(self, frames: list[Frame]) -> None:
        while self._seek():
            found = _read(self._pending)
            if found is None:
                return
            frame, size = found
            if frame is None:
                self._drop(1)  # only one: the true start may lie inside what looked like a frame
                continue
            self.frames_ok += 1
            frames.append(frame)
            del self._pending[:size]

    def _seek(self) -> bool:
        """Drop what precedes the next start code; False when none is there yet."""
        at = self._pending.find(SYNC)
        if at >= 0:
            self._drop(at)
            return True
        ends_with_start = self._pending.endswith(SYNC[:1])
        self._drop(len(self._pending) - ends_with_start)
        return False

    def _drop(self, count: int) -> None:
        dropped = self._pending[:count]
        self.bytes_invalid += len(dropped) - dropped.count(0)
        del self._pending[:count]


@lru_cache(maxsize=64)
def _whole(received: bytes) -> Frame | None:
    """Return the frame that a chunk is, from preamble to postamble: most chunks are one, and the same few again."""
    if not received.startswith(b"\x00" + SYNC):
        return None
    frame, size = _read(received[1:]) or (None, 0)
    return frame if size + 2 == len(received) and received[-1] == 0 else None


def payload_span(pending: bytes | bytearray) -> tuple[int, int] | None:
    """Return where the payload and its checksum begin and end in the candidate at the start of `pending` (00 FF ...).

    None while bytes are missing; (4, 4) for ACK and NACK, which have none, (0, 0) for a false start. Of the checksums
    only that of the length is looked at.
    """
    if len(pending) < 4:
        return None
    if pending[2:4] in (b"\x00\xff", b"\xff\x00"):
        return 4, 4
    is_extended = pending[2:4] == b"\xff\xff"
    start = 7 if is_extended else 4
    if len(pending) < start:
        return None
    size = int.from_bytes(pending[4:6], "big") if is_extended else pending[2]
    checked = pending[4:7] if is_extended else pending[2:4]
    if sum(checked) & 0xFF or not 0 < size <= MAX_PAYLOAD:
        return 0, 0
    end = start + size + 1
    return (start, end) if len(pending) >= end else None


def _read(pending: bytes | bytearray) -> tuple[Frame | None, int] | None:
    """Read the frame at the start of `pending` (None where it is none) and its size; None while bytes are missing."""
    span = payload_span(pending)
    if span is None:
        return None
    start, end = span
    if start == end == 4:
        return (Handshake.NACK if pending[2] else Handshake.ACK), 4
    if not end or sum(pending[start:end]) & 0xFF:
        return None, 1
    return _understand(bytes(pending[start : end - 1])), end


def _understand(payload: bytes) -> Frame | None:
    """Return the meaning of a payload whose checksum is right; None for an identifier that no one uses."""
    if payload == bytes([_REFUSAL_TFI]):
        return Handshake.SYNTAX_REFUSAL
    if payload[0] not in (Sender.HOST, Sender.CHIP) or len(payload) < 2:
        return None
    return Message(Sender(payload[0]), payload[1:])
