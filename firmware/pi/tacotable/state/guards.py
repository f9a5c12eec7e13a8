"""The guards of time: for how long a press or its answer is guarded, one row each, with the reason."""

from __future__ import annotations

from enum import Enum


class Guard(Enum):
    """A guard of time: its length in ms, and why it exists."""

    def __init__(self, ms: float, reason: str) -> None:
        """Make one row of the table."""
        self.ms, self.reason = ms, reason

    CHANGED = 500.0, "After one press changed what a seat is asked, a finger that presses twice meant the old question."
    SETTLED = 1_500.0, "After a game ended, or another seat put it away, people first read that."
    FINGER = 100.0, "No finger presses for a shorter time, so a press that began earlier meant the old question."
    IGNORED = 1_000.0, "Lamps show a press that did not count: a double flash, and a pause that no fast flashing has."
    REPORT = (
        1_500.0,
        "After a change that others or time caused, a report (drawn, given, hidden) was meant for before.",
    )
    READING = 1_000.0, "Nobody looks at cards, takes one, or reads a question sooner and then answers with a press."
    RESULT = 3_000.0, "A seat that was asked something which others settled reads the result: a press puts that away."
    GLANCE = 150.0, "Nobody has seen sooner that a card was shown: a press that began before it meant a draw."
    HASTY = (
        500.0,
        "A card shown soon after another seat's draw may be that seat's: nobody saw whose it counts for.",
    )
    NEXT_TURN = 1_000.0, "A card shown so soon after another seat's draw may be that seat's: a press has to wait."
    ONE_PRESS = 300.0, "Presses of NOPE closer than this are one: people in a hurry press twice."
    LATE = 5_000.0, "A NOPE so soon after a window was meant for it."
    LAYING = 250.0, "No one reads what is asked now, and lays a card, so soon: it was on its way before."
    LEAVING = 500.0, "A reader reports so late that a card left: a press that was refused since is still to be read."
    SHUFFLING = 2_000.0, "No one takes a card up, gathers and shuffles all, and deals it so soon."
    TOGETHER = 250.0, "So long after the first a pad that overhears it may report a card: readers ask in turn."
