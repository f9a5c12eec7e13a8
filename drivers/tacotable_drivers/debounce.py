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
    """One contact. It starts open."""

    def __init__(self, settle_ms: float = SETTLE_MS) -> None:
        self.is_closed = False
        self._settle_ms = settle_ms
        self._open_since_ms: float | None = None
        self._look_again_ms: float | None = None

    @property
    def look_again_ms(self) -> float | None:
        """When the contact should be sampled again even if no edge comes."""
        return self._look_again_ms

    def begin(self, is_closed: bool) -> None:
        """Note the level at the start, which is no change."""
        self.is_closed = is_closed

    def edge(self, is_closed: bool, now_ms: float) -> bool:
        """Handle the level read after an edge; True when `is_closed` has changed."""
        self._look_again_ms = now_ms + self._settle_ms
        return self._sample(is_closed, now_ms)

    def look(self, is_closed: bool, now_ms: float) -> bool:
        """Handle the level read at `look_again_ms` or at any other time; True when `is_closed` has changed."""
        if self._look_again_ms is not None and now_ms >= self._look_again_ms:
            self._look_again_ms = None
        return self._sample(is_closed, now_ms)

    def _sample(self, is_closed: bool, now_ms: float) -> bool:
        if is_closed == self.is_closed:
            self._open_since_ms = None
            return False
        if is_closed or self._has_settled_open(now_ms):
            self.is_closed = is_closed
            self._open_since_ms = None
            return True
        return False

    def _has_settled_open(self, now_ms: float) -> bool:
        if self._open_since_ms is None:
            self._open_since_ms = now_ms
        settles_ms = self._open_since_ms + self._settle_ms
        if now_ms >= settles_ms:
            return True
        self._look_again_ms = settles_ms
        return False
