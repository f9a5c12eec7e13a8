"""A serial wire that takes its time: 10 bits a byte (8N1), first in first out, on the loop's clock."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections import deque
from collections.abc import Callable
from typing import Protocol

BITS_A_BYTE = 10
"""Start bit, eight data bits, stop bit."""


def wire_time_s(count: int, baud: int) -> float:
    """Return how long `count` bytes are on the wire.

    >>> round(wire_time_s(14, 9_600) * 1_000, 1)
    14.6
    """
    return count * BITS_A_BYTE / baud


class Emulator(Protocol):
    """A device at the far end of a serial cable."""

    @property
    def baud(self) -> int:
        """The speed at which the device talks and listens now."""

    def connect(self, send: Callable[[bytes], None]) -> None:
        """Connect the cable: `send` carries bytes to the host."""

    def receive(self, data: bytes) -> None:
        """Receive bytes; the last of them has just ended."""

    def power(self, on: bool) -> None:
        """Switch the supply, as pulling and putting in the plug does. A device starts without it."""


class Wire:
    """One direction of a cable. Bytes arrive when they have ended, `burst` at a time (None: a whole write)."""

    def __init__(self, clock: AbstractEventLoop, deliver: Callable[[bytes], None], *, burst: int | None = None) -> None:
        self._clock = clock
        self._deliver = deliver
        self._burst = burst
        self._under_way: deque[bytes] = deque()
        self._free_at = 0.0
        self._plugging = 0

    def carry(self, data: bytes, baud: int) -> None:
        """Put bytes on the wire, behind those that are on it already."""
        size = self._burst or len(data)
        for start in range(0, len(data), size or 1):
            burst = data[start : start + size]
            now = self._clock.time()
            begins_at = self._free_at if self._free_at > now else now  # each byte of a simulation comes along here
            self._free_at = begins_at + wire_time_s(len(burst), baud)
            self._under_way.append(burst)
            self._clock.call_later(self._free_at - now, self._arrive, self._plugging)

    def cut(self) -> None:
        """Lose what is on the wire."""
        self._plugging += 1
        self._under_way.clear()
        self._free_at = 0.0

    def _arrive(self, plugging: int) -> None:
        """Deliver what is first on the wire: a busy machine's timers may overtake each other, bytes may not."""
        if plugging != self._plugging:
            return
        self._deliver(self._under_way.popleft())
