"""Frames of announcing 125 kHz readers (RDM6300; ID-12LA and ID-20LA), 9600 8N1, read and written.

STX, ten hex digits (the tag: one version byte, four number bytes), two hex digits (their XOR), a tail.
Sources: RDM6300 data sheet, "Uart interface"; ID Innovations ID-2LA/12LA/20LA data sheet, "Output data
structure - ASCII". The tag 0C000621A5 has the checksum 8E; the RDM6300 sheet's text misprints it as 6E.
"""

from __future__ import annotations

from enum import Enum
from functools import partial, reduce
from operator import xor
from string import hexdigits

from tacotable_drivers.wire.frames import Frames

BAUD = 9_600
STX = 0x02
TAG_DIGITS = 10
_CHECKED = TAG_DIGITS + 2
_HEX = frozenset(hexdigits.encode("ascii"))


class Layout(Enum):
    """What follows the checksum, and so how long a frame is: 14 or 16 bytes."""

    RDM6300 = b"\x03"
    ID12LA = b"\r\n\x03"

    @property
    def frame_size(self) -> int:
        """How many bytes a whole frame has."""
        return 1 + _CHECKED + len(self.value)


def checksum(tag: bytes) -> int:
    """Return the XOR of the five tag bytes.

    >>> f"{checksum(bytes.fromhex('0C000621A5')):02X}"
    '8E'
    """
    return reduce(xor, tag, 0)


def encode(tag: str, layout: Layout = Layout.RDM6300) -> bytes:
    """Write the frame that announces a tag (ten upper-case hex digits); raises ValueError."""
    number = bytes.fromhex(tag)
    if len(number) * 2 != TAG_DIGITS or tag != number.hex().upper():
        raise ValueError(f"a 125 kHz tag has ten upper-case hex digits, not {tag!r}")
    return bytes([STX]) + f"{tag}{checksum(number):02X}".encode("ascii") + layout.value


class TagDecoder:
    """Find announced tags in a stream of bytes; strict, so that a damaged frame is dropped, never guessed.

    Letters are all of one case (some clones write small ones), so that a bit which changes the case is noticed.
    STX occurs nowhere inside a frame, so it always starts afresh and the next good frame is never lost.
    Two tags in the field disturb each other: `checksums_wrong` growing is the only hint of it.
    Without `is_checked` it finds whatever has the shape of a frame, also the noise that a trace has in its place.
    """

    def __init__(self, layout: Layout = Layout.RDM6300, *, is_checked: bool = True) -> None:
        self.layout = layout
        self._is_checked = is_checked
        self.frames_ok = self.bytes_invalid = self.checksums_wrong = 0
        self._pending = bytearray()

    @property
    def pending(self) -> int:
        """How many bytes wait for the rest of a frame."""
        return len(self._pending)

    def feed(self, received: bytes) -> list[str]:
        """Accept received bytes in any chunking and return the tags whose frames are now complete, in order."""
        return [tag for byte in received if (tag := self._take(byte)) is not None]

    def flush(self) -> None:
        """Drop a frame that stopped half-way (the line fell silent)."""
        self.bytes_invalid += len(self._pending)
        self._pending.clear()

    def _take(self, byte: int) -> str | None:
        if byte == STX:
            self.flush()
            self._pending.append(byte)
        elif self._pending and self._fits(byte):
            self._pending.append(byte)
        else:
            self.bytes_invalid += 1
            self.flush()
        return self._finish() if len(self._pending) == self.layout.frame_size else None

    def _fits(self, byte: int) -> bool:
        """Return whether this byte may come next in a frame."""
        at = len(self._pending) - 1
        return byte in _HEX if at < _CHECKED else byte == self.layout.value[at - _CHECKED]

    def _finish(self) -> str | None:
        digits = self._pending[1 : 1 + _CHECKED].decode("ascii")
        is_mixed = digits not in (digits.upper(), digits.lower())
        is_wrong = checksum(bytes.fromhex(digits)) != 0  # the checksum XORed with itself
        if self._is_checked and (is_mixed or is_wrong):
            self.checksums_wrong += 1
            self.flush()
            return None
        self.frames_ok += 1
        self._pending.clear()
        return digits[:TAG_DIGITS].upper()


def frames(layout: Layout) -> Frames:
    """Return how the frames of a layout are written and found, and how those of the other one are."""
    others = {
        other.name.lower(): partial(TagDecoder, other, is_checked=False) for other in Layout if other is not layout
    }
    return Frames(partial(encode, layout=layout), partial(TagDecoder, layout), bytes(sorted(_HEX)), others)
