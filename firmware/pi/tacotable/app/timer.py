"""The alarm: tells the table that time has passed, when its game asked for it. One timer on the loop, no more."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from tacotable.state.events import TimePassed

if TYPE_CHECKING:
    from tacotable.core.controller import Controller

AGAIN_MS = 1_000.0
"""A moment that was told already and is asked for again (a game that failed at it) is told again after so long."""


class WakeTimer:
    """Keeps one timer for what the situation asked last; real or virtual time is the loop's."""

    def __init__(self, controller: Controller, loop: asyncio.AbstractEventLoop) -> None:
        self._controller = controller
        self._loop = loop
        self._timer: asyncio.TimerHandle | None = None
        self._set_for: float | None = None
        self._told_ms = float("-inf")

    def start(self) -> None:
        """Look at the situation now and after each event."""
        self._controller.after_each(self._set)
        self._set()

    def close(self) -> None:
        """Report nothing more."""
        self._cancel()
        self._told_ms = float("inf")

    def _set(self) -> None:
        asked_ms = self._controller.wake_at_ms()
        if asked_ms is None or self._told_ms == float("inf"):
            self._cancel()
            return
        at_ms = asked_ms if asked_ms > self._told_ms else self._told_ms + AGAIN_MS
        if at_ms == self._set_for:
            return
        self._cancel()
        self._set_for = at_ms
        self._timer = self._loop.call_at(at_ms / 1_000, self._tell, at_ms)

    def _tell(self, at_ms: float) -> None:
        """Report the time: never before what was asked for, whatever the clock's steps are."""
        self._timer = self._set_for = None
        self._told_ms = max(at_ms, self._loop.time() * 1_000)
        self._controller.handle(TimePassed(self._told_ms))

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._set_for = None
