"""Events on their way to the host: kept in order and told again until they are acknowledged."""

from tacohub.clock import difference
from tacohub.wire import NUMBERS, following

CAPACITY = 48
WINDOW = 4
"""How many events may be under way."""
FIRST_PAUSE_MS = 200
LONGEST_PAUSE_MS = 1000


class Outbox:
    """A queue of sealed lines, numbered without gaps. `last` is the newest number given, 0 before the first."""

    def __init__(self) -> None:
        self.last = 0
        self.resent = 0
        self.sign = 0
        """The number of the line that `next_line` gave last; 0 if it was not its first time."""
        self.overflows = 0
        self.has_overflowed = False
        """Set when the queue was dropped: a snapshot must be told. Whoever tells it clears this."""
        self._lines: list[bytes] = [b""] * CAPACITY
        self._head = 0
        self._count = 0
        self._under_way = 0
        self._again = 0
        self._sent_at = 0
        self._pause_ms = FIRST_PAUSE_MS

    def number(self) -> int:
        """Give the number of the event that will be put in next."""
        return following(self.last)

    def put(self, line: bytes) -> None:
        """Take the event with that number; when there is no room, drop everything."""
        self.last = self.number()
        if self._count == CAPACITY:
            self.drop_all()
            self.overflows += 1
            self.has_overflowed = True
            return
        self._lines[(self._head + self._count) % CAPACITY] = line
        self._count += 1

    def drop_all(self) -> None:
        """Forget every event that is not acknowledged."""
        self._count = self._under_way = self._again = 0
        self._pause_ms = FIRST_PAUSE_MS

    def acknowledge(self, number: int) -> None:
        """Let go of the event with this number and of all before it; any other number means nothing."""
        first = (self.last - self._count) % NUMBERS  # the one before the oldest, 0..65534
        taken = (number - first) % NUMBERS
        if not 0 < taken <= self._count:
            return
        self._head = (self._head + taken) % CAPACITY
        self._count -= taken
        self._under_way = max(0, self._under_way - taken)
        self._again = max(0, self._again - taken)
        self._pause_ms = FIRST_PAUSE_MS

    def next_line(self, now: int) -> bytes | None:
        """Give the line that should be sent now, if any; it counts as sent."""
        if self._again:
            return self._resend(now)
        if self._under_way < min(self._count, WINDOW):
            line = self._lines[(self._head + self._under_way) % CAPACITY]
            self.sign = (self.last - self._count + self._under_way) % NUMBERS + 1
            self._under_way += 1
            self._sent_at = now
            return line
        if self._under_way and difference(now, self._sent_at) >= self._pause_ms:
            self._pause_ms = min(self._pause_ms * 2, LONGEST_PAUSE_MS)
            self._again = self._under_way
            return self._resend(now)
        return None

    def _resend(self, now: int) -> bytes:
        line = self._lines[(self._head + self._under_way - self._again) % CAPACITY]
        self._again -= 1
        self._sent_at = now
        self.sign = 0
        self.resent += 1
        return line
