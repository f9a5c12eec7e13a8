"""The level behind a bouncing contact: it closes with the first touch, and opens once it has stayed open a while.

Pure: samples and their times go in. Closing is believed at once, because a chain of bounces begins with a true
contact: no press is told late. Opening must last, because a worn button chatters while a finger rests on it, and
one press must not become two. Edges themselves carry no level here: at each edge the pin is read, and once more
when it has settled, so that a lost or late edge can never leave a wrong level behind.
"""

from __future__ import annotations

SETTLE_MS = 30.0
"""Longer than the bounces of the buttons that are sold for this (5 to 20 ms), shorter than any finger."""


class Debounce:
    """One contact. It starts open, unless `is_closed` is set."""

    def __init__(self) -> None:
        self.is_closed = False
        self._open_since_ms: float | None = None
        self.look_again_ms: float | None = None
        """When the contact should be sampled again even if no edge comes."""

    def edge(self, is_closed: bool, now_ms: float) -> bool:
        """Handle the level read after an edge; True when `is_closed` has changed."""
        self.look_again_ms = now_ms + SETTLE_MS
        return self._sample(is_closed, now_ms)

    def look(self, is_closed: bool, now_ms: float) -> bool:
        """Handle the level read at `look_again_ms` or at any other time; True when `is_closed` has changed."""
        if self.look_again_ms is not None and now_ms >= self.look_again_ms:
            self.look_again_ms = None
        return self._sample(is_closed, now_ms)

    def _sample(self, is_closed: bool, now_ms: float) -> bool:
        if is_closed == self.is_closed:
            self._open_since_ms = None
            return False
        if not is_closed:
            self._open_since_ms = now_ms if self._open_since_ms is None else self._open_since_ms
            settles_ms = self._open_since_ms + SETTLE_MS
            if now_ms < settles_ms:
                self.look_again_ms = settles_ms
                return False
        self.is_closed = is_closed
        self._open_since_ms = None
        return True
