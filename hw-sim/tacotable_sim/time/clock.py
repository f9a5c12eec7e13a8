"""What an emulator needs of an event loop: the time, and timers. Every asyncio loop gives it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """Something that will happen, unless it is cancelled."""

    def cancel(self) -> None:
        """Cancel it."""


class Clock(Protocol):
    """Time in seconds, and timers on it."""

    def time(self) -> float:
        """Return the time now."""

    def call_later(self, delay: float, callback: Callable[[], object], /) -> Timer:
        """Call back after `delay` seconds."""
