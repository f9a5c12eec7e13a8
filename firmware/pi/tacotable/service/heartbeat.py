"""The pulse: signs of life from the main loop itself, so that a loop that is blocked or sick gives none.

The manager kills and starts anew a service that gives none for its watchdog time. Nothing is lost by that: the journal
holds every act that was shown.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from tacotable.service.periodic import Repeating

BEATS_A_PERIOD = 3
"""Two beats may be late before the manager loses patience."""


class Pulse:
    """Calls `beat` three times a period, from a timer of the loop.

    `ailment` tells why the program is not well although its loop turns, or gives an empty text; while it tells, no
    beat is given.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        period_s: float,
        beat: Callable[[], None],
        ailment: Callable[[], str] = lambda: "",
    ) -> None:
        self._beat = beat
        self._ailment = ailment
        self._beats = Repeating(loop, period_s / BEATS_A_PERIOD, self._beat_if_well, "the sign of life")

    def start(self) -> None:
        """Send the first sign now."""
        self._beats.start()

    def stop(self) -> None:
        """Send no more."""
        self._beats.stop()

    def _beat_if_well(self) -> None:
        if not self._ailment():
            self._beat()
