"""One call that is due on a loop, set anew again and again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from functools import partial


class LoopTimer:
    """A call at a time of the loop, in milliseconds; setting it anew calls the one before off."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.due_ms: float | None = None
        """When the call is due; None where none is."""
        self._loop = loop
        self._handle: asyncio.TimerHandle | None = None

    def now_ms(self, due_ms: float = 0.0) -> float:
        """Return the time, in a call at least when it was due: rounding must not make it too early for itself."""
        return max(self._loop.time() * 1_000, due_ms)

    def set(self, due_ms: float, call: Callable[[float], object]) -> None:
        """Have something called at a time, which it is given."""
        self.cancel()
        self.due_ms = due_ms
        self._handle = self._loop.call_at(due_ms / 1_000, partial(self._ring, call, due_ms))

    def set_first(self, times: Iterable[float | None], call: Callable[[float], object]) -> None:
        """Have something called at the first of these times; None is never."""
        due_ms = min((time for time in times if time is not None), default=None)
        self.cancel() if due_ms is None else self.set(due_ms, call)

    def cancel(self) -> None:
        """Have nothing called any more."""
        if self._handle is not None:
            self._handle.cancel()
        self._handle = self.due_ms = None

    def _ring(self, call: Callable[[float], object], due_ms: float) -> None:
        self._handle = self.due_ms = None
        call(due_ms)
