"""Lines of the hub's protocol: a JSON object, `*`, its CRC-32 in hex, a newline. Source: firmware/pico/PROTOCOL.md."""

from __future__ import annotations

import json
import re
from typing import TypeAlias
from zlib import crc32

import msgspec

LONGEST = 512  # Bytes of a line, with its newline.
NUMBERS = 65_535  # Commands and events are numbered 1 to this, then 1 again.
_HALF = 32_768
_SEALED = re.compile(rb"(.*)\*([0-9a-f]{8})", re.DOTALL)

Message: TypeAlias = dict[str, object]


def seal(message: Message) -> bytes:
    r"""Write the line of a message.

    >>> seal({"t": "ping", "n": 7})
    b'{"t":"ping","n":7}*924f9a25\n'
    """
    text = json.dumps(message, separators=(",", ":")).encode("ascii")
    return b"%s*%08x\n" % (text, crc32(text))


def opened(line: bytes) -> Message | None:
    """Read a line (without its newline); None where it must be dropped: damaged, too long, or no message."""
    match = _SEALED.fullmatch(line)
    if match is None or len(line) >= LONGEST or int(match[2], 16) != crc32(match[1]):
        return None
    try:
        message = msgspec.json.decode(match[1], type=Message)
    except (ValueError, RecursionError):
        return None
    return message if match[1].isascii() and isinstance(message.get("t"), str) else None


class LineDecoder:
    """Find messages in a stream of bytes; it never keeps more than one line's worth."""

    def __init__(self) -> None:
        self.taken = self.dropped = 0
        self._may_be_half = False
        self._pending = bytearray()
        self._is_skipping = False

    def feed(self, received: bytes) -> list[Message]:
        """Accept received bytes in any chunking, and return the messages whose lines are now complete, in order."""
        *ends, rest = received.split(b"\n")
        messages = [message for end in ends if (message := self._end_line(end)) is not None]
        self._keep(rest)
        return messages

    def begin(self) -> None:
        """Forget half a line: the port was reopened, perhaps in the middle of one, which is no damage."""
        self._flush()
        self._may_be_half = True

    def _flush(self) -> None:
        self._pending.clear()
        self._is_skipping = False

    def _keep(self, part: bytes) -> None:
        """Keep part of a line; one that is too long already is dropped up to its newline."""
        if self._is_skipping or len(self._pending) + len(part) >= LONGEST:
            self._is_skipping = True
            self._pending.clear()
        else:
            self._pending += part

    def _end_line(self, end: bytes) -> Message | None:
        self._keep(end)
        line, is_skipped = bytes(self._pending).rstrip(b"\r"), self._is_skipping
        self._flush()
        message = opened(line)
        self.taken += message is not None
        self.dropped += not self._may_be_half and (is_skipped or (message is None and bool(line)))
        self._may_be_half = False
        return message


def following(number: int) -> int:
    """Return the number behind one; 0, which means none yet, is followed by 1.

    >>> following(0), following(65534), following(65535)
    (1, 65535, 1)
    """
    return number % NUMBERS + 1


def is_newer(number: int, than: int) -> bool:
    """Return whether a number comes behind another one."""
    return 0 < (number - than) % NUMBERS < _HALF
