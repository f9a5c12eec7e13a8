"""The shell of one reader: it carries out what the session wants, on a port that may come and go.

The port is closed on the first error and opened again with a growing pause. The loss is told once for each
reason, the return once; the zone becomes unknown at once. A polled reader is back with its first scan: a
chip may take its set-up and then fail in its own field. When the reader is back and the same tag still lies there,
TagArrived is told again (after ZoneUnknown): the program above takes it as the same card.
"""

from __future__ import annotations

import asyncio
from dataclasses import KW_ONLY, InitVar, dataclass
from typing import TYPE_CHECKING

from tacotable_drivers.loop_timer import LoopTimer
from tacotable_drivers.loss import Loss
from tacotable_drivers.ports import BytePort, FaultKind, PortError, PortOpener, Sink, tell_all
from tacotable_drivers.readers import session as sessions

if TYPE_CHECKING:
    from tacotable_drivers.presence import Presence

FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 5.0
LATE_MS = 10.0
"""A timer that comes so late tells of a loop that stood still: nobody listened meanwhile, so silence means nothing."""
GRACE_MS = 20.0  # So long a loop that stood still then listens, before it is judged what has not come.
MOST_GRACES = 12  # So many in a row: a chip that is silent is found out on the busiest machine, too.


@dataclass(frozen=True, slots=True)
class Counters:
    """What a reader has counted since it was made, for the status page."""

    frames_ok: int
    bytes_invalid: int
    timeouts: int
    reopens: int
    scans: int
    last_scan_ms: float | None
    sightings: int = 0  # How many of the scans found a tag.


@dataclass(eq=False)
class Reader:
    """One reader on one zone.

    `device` names it in DeviceLost and DeviceFound; `where` is its port as people know it, `sticker` the tag that is
    fixed in its field. Many readers may run on one loop: none waits for another.
    """

    zone: str
    where: str
    open_port: PortOpener
    session: sessions.Session
    presence: Presence
    sink: Sink
    loop: InitVar[asyncio.AbstractEventLoop]
    _: KW_ONLY
    sticker: InitVar[str | None] = None

    def __post_init__(self, loop: asyncio.AbstractEventLoop, sticker: str | None) -> None:
        self.device = f"reader {self.zone}"
        self._paced = self.session if isinstance(self.session, sessions.PacedSession) else None
        self._watch = sessions.StickerWatch(sticker) if sticker else None
        self._is_slow = self._is_running = False
        self._loss = Loss(self.device)
        self._port: BytePort | None = None
        self._timer = LoopTimer(loop)
        self._pause_s = FIRST_PAUSE_S
        self._graces = self._reopens = self._scans = self._sightings = 0
        self._last_scan_ms: float | None = None

    @property
    def counters(self) -> Counters:
        """The numbers so far."""
        return Counters(*self.session.counters(), self._reopens, self._scans, self._last_scan_ms, self._sightings)

    def start(self) -> None:
        """Open the port and begin; a port that cannot be opened is told and tried again."""
        if not self._is_running:
            self._is_running = True
            self._open()

    def slow(self, is_slow: bool) -> None:
        """Ask the chip less often while what it finds is what was told; or as often as ever, from now on."""
        self._is_slow = is_slow
        self._set_pace()
        self._carry_out([])

    def stop(self) -> None:
        """Close the port; nothing is told afterwards."""
        self._is_running = False
        self._timer.cancel()
        self._close()

    # The port.

    def _open(self) -> None:
        try:
            self._port = self.open_port(self._received, self._lose)
        except PortError as error:
            self._lose(str(error), error.fault)
            return
        if self._watch:
            self._watch.begin()
        self._carry_out(self.session.start(self._timer.now_ms()))

    def _close(self) -> None:
        port, self._port = self._port, None
        if port is not None:
            port.close()

    def _lose(self, reason: str, fault: FaultKind = FaultKind.FAILED) -> None:
        """Close on the first error, report the loss and each other reason for it, and try again later."""
        if not self._is_running:
            return
        self._close()
        tell_all(self.sink, self.presence.lost(self._timer.now_ms()))
        what = reason.removeprefix(f"{self.where}: ")
        sentence = f"reader '{self.zone}' on {self.where}: {what} (retrying)"
        tell_all(self.sink, self._loss.lost(sentence, self._timer.now_ms(), fault))
        self._timer.set(self._timer.now_ms() + self._pause_s * 1_000, self._reopen)
        self._pause_s = min(self._pause_s * 2, LONGEST_PAUSE_S)

    def _reopen(self, _due_ms: float) -> None:
        self._reopens += 1
        self._open()

    # The dialogue.

    def _received(self, data: bytes) -> None:
        if self._port is not None:
            self._carry_out(self.session.received(data, self._timer.now_ms()))

    def _tick(self, due_ms: float) -> None:
        now_ms = self._timer.now_ms(due_ms)
        late_ms = now_ms - due_ms
        if late_ms > LATE_MS and self._graces < MOST_GRACES:
            self._graces += 1
            self.presence.missed(late_ms)
            self._timer.set(now_ms + GRACE_MS, self._tick)
            return
        self._graces = 0
        tell_all(self.sink, self.presence.check(now_ms))
        self._carry_out(self.session.timer(now_ms))

    def _carry_out(self, outcomes: list[sessions.Outcome]) -> None:
        """Do what the session wants, until the port is lost."""
        if self._watch:
            outcomes = [told for outcome in outcomes for told in self._watch.judge(outcome)]
        if outcomes:
            self._graces = 0
        for outcome in outcomes:
            if self._port is None:
                return
            self._carry_out_one(self._port, outcome)
        if self._port is not None:
            times = (self.session.wake_at_ms(), self.presence.next_check_ms)
            due_ms = min((time for time in times if time is not None), default=None)
            if due_ms is None:
                self._timer.cancel()
            elif self._timer.due_ms is None or due_ms < self._timer.due_ms:
                self._timer.set(due_ms, self._tick)

    def _carry_out_one(self, port: BytePort, outcome: sessions.Outcome) -> None:
        match outcome:
            case sessions.Send(wire):
                try:
                    port.write(wire)
                except PortError as error:
                    self._lose(str(error))
            case sessions.SetUp():
                tell_all(self.sink, self.presence.ready(self._timer.now_ms()))
            case sessions.Ready():
                self._find()
                tell_all(self.sink, self.presence.ready(self._timer.now_ms()))
            case sessions.Sighted(tags):
                self._find()
                self._scans += 1
                self._sightings += bool(tags)
                self._last_scan_ms = self._timer.now_ms()
                tell_all(self.sink, self.presence.saw(tags, self._last_scan_ms))
                if self._is_slow:
                    self._set_pace()
            case sessions.Failed(reason, fault):
                self._lose(reason, fault)

    def _set_pace(self) -> None:
        """Hurry where something comes or leaves: only the first scan that sees a change may be a late one."""
        if self._paced is not None:
            self._paced.slow(self._is_slow and self.presence.is_settled(), self._timer.now_ms())

    def _find(self) -> None:
        """Report a lost reader as found, now that it works, and open it soon when it is lost again."""
        self._pause_s = FIRST_PAUSE_S
        tell_all(self.sink, self._loss.found(self._timer.now_ms()))
