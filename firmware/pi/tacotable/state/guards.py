"""The guards of time: for how long a press or its answer is guarded, one row each, with the reason."""

from __future__ import annotations

from enum import Enum


class Guard(Enum):
    """A guard of time: its length in ms, and why it exists."""

    def __init__(self, ms: float, reason: str) -> None:
        """Make one row of the table."""
        self.ms, self.reason = ms, reason

    CHANGED = 500.0, "After one press changed what a seat is asked, a finger that presses twice meant the old question."
    SETTLED = 1_500.0, "After another seat answered for all, or a game ended, people first read the result."
    FINGER = 100.0, "No finger presses for a shorter time, so a press that began earlier meant the old question."
    IGNORED = 1_000.0, "Lamps show a press that did not count: a double flash, and a pause that no fast flashing has."
