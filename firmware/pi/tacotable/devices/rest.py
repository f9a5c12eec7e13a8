"""The rest of a table that nobody touches: displays that show one picture brightly for days burn it in, and so on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Rest:
    """Calls `tell` with True once nothing was touched for `after_s` (0: never), and with False at the next touch."""

    def __init__(self, after_s: float, tell: Callable[[bool], None], loop: asyncio.AbstractEventLoop) -> None:
        self._after_s = after_s
        self._tell = tell
        self._loop = loop
        self._touched_s = 0.0
        self._is_resting = False
        self._timer: asyncio.TimerHandle | None = None

    def touched(self) -> None:
        """Note that hands did something; a timer that runs looks at it when it is due, so that touches cost nothing."""
        self._touched_s = self._loop.time()
        if self._is_resting:
            self._is_resting = False
            self._tell(False)
        if self._timer is None and self._after_s:
            self._wait()

    def close(self) -> None:
        """Begin no rest any more."""
        self._after_s = 0.0
        if self._timer is not None:
            self._timer.cancel()

    def _wait(self) -> None:
        due_s = self._touched_s + self._after_s
        self._timer = self._loop.call_at(due_s, self._due, due_s)

    def _due(self, due_s: float) -> None:
        self._timer = None
        if self._touched_s + self._after_s > due_s:
            self._wait()
            return
        self._is_resting = True
        self._tell(True)
