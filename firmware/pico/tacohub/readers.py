"""The readers take turns: one scan at a time, and one field at a time where fields overlap.

A reader that does not answer costs the others no more than the question.
"""

from tacohub.clock import difference, plus
from tacohub.reader import Reader
from tacohub.scan import COMPLETE, UNDER_WAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

PERIOD_MS = 30
"""A reader is not scanned more often, unless a tag has just been seen for the first time."""
GUARD_US = 5100
"""A tag must be ready 5 ms after a field came (ISO 14443-3 §6.1 asks no more of it)."""
_ALL_AT_ONCE = 9  # scans in one turn, while a newcomer is being made sure of


class Readers:
    """The readers in use. `changed` is the one whose state changed in the last step."""

    def __init__(self, readers: list[Reader], ticks_us: "Callable[[], int]") -> None:
        self.all = readers
        self.in_use: list[int] = []
        self._ticks_us = ticks_us
        self._in_turn = True
        self._place = 0
        self._active: Reader | None = None
        self._is_guarding = False
        self._guard_us = 0
        self._field_since_us = 0
        self._scan_began_us = 0
        self._scans_left = 0

    def start(self, mask: int, *, in_turn: bool, gain: int, sure: int, gone: int, now: int) -> None:
        """Use these readers from now on, knowing nothing."""
        self._active = None
        for reader in self.all:
            reader.is_working = False
            reader.end_turn(is_field_off=True)
        self.in_use = [index for index in range(len(self.all)) if mask >> index & 1]
        for index in self.in_use:
            self.all[index].start(gain, sure, gone, now)
        self._in_turn = in_turn and len(self.in_use) > 1
        self._place = 0

    def is_busy(self) -> bool:
        """Tell whether a scan is on the air: then the next step should come soon."""
        return self._active is not None and not self._is_guarding

    def step(self, now: int) -> int:
        """Go one step on; give the number of the reader whose state has changed, -1 if none has."""
        if not self.in_use:
            return -1
        if self._active is None:
            return self._pick(now)
        if self._is_guarding:
            self._guard()
            return -1
        return self._scan(self._active, now)

    def _pick(self, now: int) -> int:
        """Give the next reader its turn if it is due."""
        self._place = (self._place + 1) % len(self.in_use)
        index = self.in_use[self._place]
        reader = self.all[index]
        if reader.doubt(now):
            return index
        if difference(now, reader.due_at) < 0:
            return -1
        self._guard_us = 0 if reader.is_field_on else GUARD_US
        if not reader.is_working:
            reader.wake(now)
        elif reader.begin_turn():
            self._active = reader
            self._is_guarding = True
            self._field_since_us = self._ticks_us()
            self._scans_left = _ALL_AT_ONCE
        return -1

    def _guard(self) -> None:
        now_us = self._ticks_us()
        if difference(now_us, self._field_since_us) >= self._guard_us:
            self._is_guarding = False
            self._scan_began_us = now_us

    def _scan(self, reader: Reader, now: int) -> int:
        end = reader.scan(now)
        if end == UNDER_WAY:
            return -1
        now_us = self._ticks_us()
        reader.scan_us = difference(now_us, self._scan_began_us)
        self._scan_began_us = now_us
        has_changed = end == COMPLETE and reader.settle(now)
        self._scans_left -= 1
        if end != COMPLETE or not reader.wants_more() or not self._scans_left:
            # A scan that broke off leaves its tag awake, and the next WUPA would send it to rest without an answer, as
            # if it were gone (ISO 14443-3 §6.3). Without a field, here for most of PERIOD_MS, a tag forgets that.
            reader.end_turn(is_field_off=self._in_turn or end != COMPLETE)
            reader.due_at = plus(now, PERIOD_MS) if reader.is_working else now
            self._active = None
        return self.all.index(reader) if has_changed else -1
