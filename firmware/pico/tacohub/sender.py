"""Bytes to the host without ever waiting for it.

A write to the Pico's USB port waits up to half a second when it does not fit into the port's 256 bytes and the host
does not read. Whether a single byte fits can be asked; whether more fits, only reasoned: when the host has answered
to the last line that was written, that line has left, and 256 bytes are free. Beyond what is known to be free, bytes
go one by one.
"""

from tacohub.clock import difference

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tacohub.ports import Link

ROOM = 256
"""CFG_TUD_CDC_TX_BUFSIZE of MicroPython's full-speed port (its shared/tinyusb/tusb_config.h)."""
_ANSWERS = 4


class Sender:
    """One line at a time, answers before events. `longest_us` is the longest write so far."""

    def __init__(self, link: "Link", ticks_us: "Callable[[], int]") -> None:
        self.longest_us = 0
        self._link = link
        self._ticks_us = ticks_us
        self._line = memoryview(b"")
        self._position = 0
        self._room = 0
        self._sign = 0
        self._answers: list[bytes] = []

    def is_idle(self) -> bool:
        """Tell whether another line may be given."""
        return self._position >= len(self._line) and not self._answers

    def send(self, line: bytes, sign: int) -> None:
        """Start a line. `sign` is what the host will answer to it with, 0 if its answer would prove nothing."""
        self._line = memoryview(line)
        self._position = 0
        self._sign = sign

    def answer(self, line: bytes, sign: int) -> None:
        """Send this line next; a host that piles up questions without reading loses the answers."""
        if self._position >= len(self._line) and not self._answers:
            self.send(line, sign)
        elif len(self._answers) < _ANSWERS:
            self._answers.append(line)

    def proved(self, sign: int) -> None:
        """Take note that the host has answered to a line: if it was the last one written, the port is empty."""
        if sign and sign == self._sign and self._position >= len(self._line):
            self._room = ROOM

    def step(self) -> None:
        """Write as much as is free."""
        if self._position >= len(self._line):
            if not self._answers:
                return
            self.send(self._answers.pop(0), 0)
        count = min(self._room, len(self._line) - self._position)
        if count == 0:
            if not self._link.is_writable():
                return
            count = 1
        self._write(count)

    def _write(self, count: int) -> None:
        began = self._ticks_us()
        written = self._link.write(self._line[self._position : self._position + count])
        self.longest_us = max(self.longest_us, difference(self._ticks_us(), began))
        self._position += written
        self._room = max(0, self._room - count)
