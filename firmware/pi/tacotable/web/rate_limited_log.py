"""A log that strangers cannot fill: each kind of line once a minute, with how often it came meanwhile."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

EVERY_S = 60.0
STRANGERS = {  # What the server says of faults that are not the table's, and what they are; they have no traceback.
    "Invalid HTTP request received.": "The page was sent something that is no HTTP.",
    "Invalid UTF-8 sequence received from client.": "The page was sent a message that is no UTF-8.",
    "ASGI callable returned without completing handshake.": "A page of another site, or no page, was refused.",
}


class QuietLog(logging.Filter):
    """A log that strangers cannot fill: each message once a minute, with how often it came meanwhile."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._held: dict[str, tuple[float, int]] = {}  # By message: until when it is held back, and how many were.

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is to be written."""
        until_s, held = self._held.get(record.msg, (0.0, 0))
        now_s = self._clock()
        if now_s < until_s:
            self._held[record.msg] = until_s, held + 1
            return False
        self._held[record.msg] = now_s + EVERY_S, 0
        if record.msg in STRANGERS:
            record.msg, record.args, record.exc_info = STRANGERS[record.msg], (), None
        if held:
            record.msg, record.args = f"{record.getMessage().rstrip()} (and {held} times before)", ()
        return True
