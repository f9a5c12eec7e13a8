"""Lines of the protocol: one JSON object, a star, the CRC-32 of what stands before it (PROTOCOL.md, "A line")."""

import binascii
import json

LONGEST = 512
"""Bytes of a line with its newline."""
NUMBERS = 65535
"""Numbers run from 1 to this, then from 1 again; 0 is none."""
TIMES = 1 << 30
"""The hub's clock runs from 0 ms to one below this, then from 0 again."""
_NEWLINE = 10
_RETURN = 13
_STAR = 42
_TAIL = 9  # the star and eight digits


def seal(text: str) -> bytes:
    """Give the line of a JSON text."""
    return ("%s*%08x\n" % (text, binascii.crc32(text.encode()))).encode()


def opened(line: bytes) -> dict[str, object] | None:
    """Give what a line says, without its newline; None where it must be dropped."""
    if len(line) < _TAIL or line[-_TAIL] != _STAR:
        return None
    body = line[:-_TAIL]
    if line[-8:] != ("%08x" % binascii.crc32(body)).encode():
        return None
    try:
        message = json.loads(body.decode())
    except (ValueError, TypeError, MemoryError):  # MicroPython's reader takes any value for a key
        return None
    if not isinstance(message, dict) or not isinstance(message.get("t"), str):
        return None
    return message


def following(number: int) -> int:
    """Give the number after this one."""
    return number % NUMBERS + 1


def is_newer(number: int, than: int) -> bool:
    """Tell whether a number comes after another one, across the turn from 65535 to 1."""
    return 0 < (number - than) % NUMBERS < 32768


class LineReader:
    """Collects bytes until a line is whole; it takes no memory but its own."""

    def __init__(self) -> None:
        self.dropped = 0
        """Lines that were too long."""
        self._buffer = bytearray(LONGEST)
        self._length = 0
        self._is_overlong = False

    def feed(self, byte: int) -> bool:
        """Take one byte; True when `line` is whole. Empty lines are never told."""
        if byte == _NEWLINE:
            return self._end()
        if self._length >= LONGEST - 1:
            self._is_overlong = True
            return False
        self._buffer[self._length] = byte
        self._length += 1
        return False

    def _end(self) -> bool:
        if self._is_overlong:
            self.dropped += 1
            self._is_overlong = False
            self._length = 0
        elif self._length and self._buffer[self._length - 1] == _RETURN:
            self._length -= 1
        return self._length > 0

    def take(self) -> bytes:
        """Give the whole line without its newline, and start the next one."""
        line = bytes(memoryview(self._buffer)[: self._length])
        self._length = 0
        return line
