"""The reader 7941E: ten bytes for each tag, 9600 8N1.

Source: the maker's sheet, "Data format": 02, the length 0A, the kind of tag 02 (EM4100), its five bytes, the XOR of
everything between the first byte and itself, 03.
"""

from __future__ import annotations

from functools import reduce
from operator import xor

from tacotable_drivers.readers.spec import Announcing, ReaderSpec, TagFamily
from tacotable_drivers.wire.frames import Frames

HEAD, END = bytes((0x02, 0x0A, 0x02)), 0x03
FRAME_SIZE = 10


def encode(tag: str) -> bytes:
    """Write the frame that announces a tag.

    >>> encode("11000DEF80").hex(" ")
    '02 0a 02 11 00 0d ef 80 7b 03'
    """
    told = HEAD + bytes.fromhex(tag)
    return told + bytes((reduce(xor, told[1:]), END))


class Decoder:
    """Find frames in a stream; where one is damaged, the next begins at its earliest byte that may begin one."""

    def __init__(self) -> None:
        self.frames_ok = 0
        self.bytes_invalid = 0
        self._pending = bytearray()

    @property
    def pending(self) -> int:
        """How many bytes wait for the rest of a frame."""
        return len(self._pending)

    def feed(self, received: bytes) -> list[str]:
        """Accept received bytes in any chunking and return the tags whose frames are now complete, in order."""
        tags = []
        for byte in received:
            self._pending.append(byte)
            while not self._fits():
                del self._pending[0]
                self.bytes_invalid += 1
            if len(self._pending) == FRAME_SIZE:
                tags.append(self._pending[len(HEAD) : -2].hex().upper())
                self.frames_ok += 1
                self._pending.clear()
        return tags

    def flush(self) -> None:
        """Drop a frame that stopped half-way (the line fell silent)."""
        self.bytes_invalid += len(self._pending)
        self._pending.clear()

    def _fits(self) -> bool:
        """Return whether what waits may be a frame, or the beginning of one."""
        there = bytes(self._pending)
        if len(there) < FRAME_SIZE:
            return HEAD.startswith(there[: len(HEAD)])
        return there.startswith(HEAD) and reduce(xor, there[1:-1]) == 0 and there[-1] == END


SPEC = ReaderSpec(
    name="7941e",
    baud=9_600,
    family=TagFamily.EM4100,
    # `inner` are the bytes that mark nothing.
    manner=Announcing(Frames(encode, Decoder, inner=bytes(set(range(256)) - {*HEAD, END})), repeats=True),
    ma=60,
    emulator="tacotable_reader_7941.emulator:Reader7941",
)
