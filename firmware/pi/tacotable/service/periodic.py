"""What is done again and again from a timer of the loop, whatever fails at one time: signs of life among it.

They come from the main loop itself, so that a loop that is blocked or sick gives none. The manager kills and starts
anew a service that gives none for its watchdog time. Nothing is lost by that: the journal holds every act.
"""

from __future__ import annotations

import logging
from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable

LOG = logging.getLogger("tacotable")
EVERY_S = 5.0  # How often the status is told; a change of a device's state waits no longer than that.


class Repeating:
    """Calls `act` now and every so often. A row of failures is logged once, and so is its end."""

    def __init__(self, loop: AbstractEventLoop, every_s: float, act: Callable[[], None], what: str) -> None:
        """Use a loop's timer; `what` names the act in the log."""
        self._loop, self._every_s, self._act, self._what = loop, every_s, act, what
        self._timer: TimerHandle | None = None
        self._is_failing = False

    def start(self) -> None:
        """Do it now, and again later; the timer runs before anything can fail."""
        self._timer = self._loop.call_later(self._every_s, self.start)
        try:
            self._act()
        except Exception as error:
            if not self._is_failing:
                LOG.exception("%s failed (%r); it is tried again every %.1f s", self._what, error, self._every_s)
            self._is_failing = True
        else:
            if self._is_failing:
                LOG.warning("%s is well again", self._what)
            self._is_failing = False

    def stop(self) -> None:
        """Do it no more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


BEATS_A_PERIOD = 3  # Two beats may be late before the manager loses patience.


def pulse(
    loop: AbstractEventLoop, period_s: float, beat: Callable[[], None], ailment: Callable[[], object] = lambda: None
) -> Repeating:
    """Return what calls `beat` three times a period by the loop, as long as `ailment` tells nothing that is wrong."""
    return Repeating(loop, period_s / BEATS_A_PERIOD, lambda: None if ailment() else beat(), "the sign of life")
