"""The clock that a program finds after a power cut: it counts from that start, and not from the one before.

The time of a loop is the uptime of its machine (CLOCK_MONOTONIC), so that no time of an earlier life means anything.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop, Handle, TimerHandle
from collections.abc import Callable
from typing import Any, cast


class _BegunAnew:
    """A loop's timers on a clock that is 0 now; what has nothing to do with time is the loop's own."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop
        self._began_s = loop.time()
        self.call_soon: Callable[..., Handle] = loop.call_soon
        self.call_soon_threadsafe: Callable[..., Handle] = loop.call_soon_threadsafe
        self.call_later: Callable[..., TimerHandle] = loop.call_later
        self.call_exception_handler = loop.call_exception_handler

    def time(self) -> float:
        """Give the seconds since this clock began."""
        return self._loop.time() - self._began_s

    def call_at(self, when: float, callback: Callable[..., object], *args: Any) -> TimerHandle:
        """Call back at a time of this clock, in seconds."""
        return self._loop.call_at(when + self._began_s, callback, *args)


def begun_anew(loop: AbstractEventLoop) -> AbstractEventLoop:
    """Give a loop as a program sees it that starts now; it has what a simulated table's program needs, and no more."""
    return cast("AbstractEventLoop", _BegunAnew(loop))
