"""One reader's life: woken, scanned, lost and found again. What lies on it is told only from completed scans."""

from tacohub.clock import difference, plus
from tacohub.mfrc522 import Mfrc522
from tacohub.scan import COMPLETE, HUNG, UNDER_WAY, Scan
from tacohub.settling import Settling

WAIT = "wait"
SILENT = "silent"
STUCK = "stuck"
NOISY = "noisy"
DOUBT_MS = 1000
"""After so long without a completed scan nobody knows what lies there."""
_WAKING_MS = 10
_RETRY_MS = 250


class Reader:
    """One chip with its antenna. `tags` is None while nobody knows, because of `why`."""

    def __init__(self, chip: Mfrc522) -> None:
        self.tags: list[str] | None = None
        self.has_more = False
        """Whether more lie there than `tags` names."""
        self.why = WAIT
        self.count = 0
        self.at = 0
        self.scans = 0
        self.faults = 0
        self.scan_us = 0
        self.version = 0
        self.is_working = False
        self.is_field_on = False
        self.due_at = 0
        """When the reader wants its next turn."""
        self._chip = chip
        self._scan = Scan(chip)
        self._settling = Settling()
        self._gain = 4
        self._is_waking = False
        self._trouble = WAIT
        self._complete_at = 0

    def start(self, gain: int, sure: int, gone: int, now: int) -> None:
        """Begin anew, knowing nothing."""
        self._gain = gain
        self._settling.sure = sure
        self._settling.gone = gone
        self._settling.forget()
        self.tags = None
        self.why = self._trouble = WAIT
        self.at = self.due_at = self._complete_at = now
        self.is_working = self._is_waking = False
        self._scan.restart()

    def read_version(self) -> int:
        """Ask the chip who it is; 0 and 255 mean that none answers."""
        self.version = self._chip.version()
        return self.version

    def is_answering(self) -> bool:
        """Tell whether a chip is there at all."""
        return self.read_version() not in (0, 255)

    def wake(self, now: int) -> None:
        """Take one step towards working: a reset, and some ms later the set-up."""
        if not self._is_waking:
            self._chip.reset()
            self.is_field_on = False
            self._is_waking = True
            self.due_at = plus(now, _WAKING_MS)
            return
        self._is_waking = False
        if self.is_answering() and self._chip.set_up(self._gain):
            self.is_working = True
            self.due_at = now
            return
        self._fail(STUCK if self.is_answering() else SILENT)
        self.due_at = plus(now, _RETRY_MS)

    def begin_turn(self) -> bool:
        """Make sure that the chip is the one that was set up, and switch its field on."""
        if not self._chip.is_set_up():
            self._fail(STUCK if self.is_answering() else SILENT)
            return False
        self._chip.antenna(True)
        self.is_field_on = True
        return True

    def end_turn(self, *, is_field_off: bool) -> None:
        """Let the air be still."""
        if is_field_off:
            self._chip.antenna(False)
            self.is_field_on = False

    def scan(self, now: int) -> int:
        """Go on with the scan; give how it ended, or UNDER_WAY."""
        end = next(self._scan.steps)
        if end == UNDER_WAY:
            return end
        self.scans = (self.scans + 1) & 0x3FFFFFFF
        if end == HUNG:
            self._fail(STUCK)
        elif end != COMPLETE:
            self._trouble = NOISY
        return end

    def settle(self, now: int) -> bool:
        """Take the completed scan; True when what lies there has changed."""
        self._complete_at = now
        if not self._settling.take(self._scan.found, now):
            return False
        self.tags = self._settling.tags()
        self.has_more = self._settling.has_more
        self._changed(self._settling.changed_at)
        return True

    def wants_more(self) -> bool:
        """Tell whether a tag was seen that does not count yet."""
        return self._settling.has_newcomer()

    def doubt(self, now: int) -> bool:
        """Tell whether it has just become unknown what lies there, because no scan completes."""
        if difference(now, self._complete_at) < DOUBT_MS:
            return False
        if self.tags is None and self.why == self._trouble:
            return False
        self._settling.forget()
        self.tags = None
        self.why = self._trouble
        self._changed(self._complete_at)
        return True

    def _fail(self, trouble: str) -> None:
        self._trouble = trouble
        self.faults = (self.faults + 1) & 0x3FFFFFFF
        self.is_working = self._is_waking = False

    def _changed(self, at: int) -> None:
        self.count = (self.count + 1) & 255
        self.at = at
