"""The dialogue with a PN532: wake it, set it up, then switch its field off and list the tags in it, again and again.

Each command is acknowledged at once and answered later; both have a deadline. After a deadline the command is
aborted with an ACK and the round begins again with the field off, for a listing whose answer was lost may have left its
tags selected, and mute; after three failures in a row the chip is woken again, and after three more the session asks
for the port to be opened again.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum, auto
from itertools import cycle
from math import inf

from tacotable_drivers.ports import FaultKind
from tacotable_drivers.readers.session import Failed, LineCounters, Outcome, Send, SetUp, Sighted
from tacotable_drivers.wire import pn532_messages as messages
from tacotable_drivers.wire.pn532 import ACK, WAKE_UP, Frame, FrameDecoder, Handshake, Message, Sender, encode

SCAN_PERIODS_MS = (30.0, 70.0)
"""From the start of a scan to the next, by turns: 20 a second. Equal periods would beat with a tag that flickers
at the edge of the field about as often: for many scans in a row they would look only while it is away."""
SLOWER_BY_MS = 220.0
"""So much longer is each period at a slow pace, 3.7 scans a second: a card is seen so much later at most. Three scans
without a sticker are still told before a second of silence."""
WAKE_MS = 5.0
"""What the chip's oscillator needs after the wake-up bytes (a few ms), before the first command."""
ACK_MS = 50.0
"""A living chip acknowledges within 15 ms (UM0701-02 §6.2.1.3); a USB adapter may add 16 ms each way."""
FIELD_OFF_MS = 5.0
"""What makes tags forget that they were selected (5.1 ms in EMV Contactless, Book D); the next command lasts 1 ms."""
ANSWER_MS = 250.0
"""A listing with few retries takes some ten ms; a chip that needs longer hangs."""
FAILURES_TO_WAKE = 3
SILENCE = "no answer; is the reader powered, set to HSU, and are TX and RX crossed? else unplug it and put it back"
NOISE = "it sends bytes but no valid frame; check its speed, its mode (serial, not I2C or SPI) and its wires"
PASSIVE_RETRIES = 1
"""With 255, the power-on value, an empty field would never be answered."""


class _Await(Enum):
    WAKING = auto()
    ACK = auto()
    ANSWER = auto()
    NEXT_SCAN = auto()
    NOTHING = auto()


_STEPS = (
    messages.SAM_NORMAL,
    messages.GET_FIRMWARE_VERSION,
    messages.max_retries(PASSIVE_RETRIES),
    messages.RF_OFF,
    messages.list_passive_targets(2),
)
"""The commands of the dialogue: a set-up, then round after round."""
_FIRST_OF_ROUND = _STEPS.index(messages.RF_OFF)


class Pn532Session:
    """The dialogue with one PN532 on its serial line."""

    def __init__(self, scan_periods_ms: Sequence[float] = SCAN_PERIODS_MS) -> None:
        self._scan_periods_ms = cycle(scan_periods_ms)
        self._slower_by_ms = 0.0
        self._decoder = FrameDecoder()
        self._timeouts = 0
        self._await = _Await.NOTHING
        self._deadline_ms: float | None = None
        self._scan_began_ms = -inf
        self._at = 0
        self._begin_counting_failures()

    def counters(self) -> LineCounters:
        """Return the numbers so far."""
        return LineCounters(self._decoder.frames_ok, self._decoder.bytes_invalid, self._timeouts)

    def wake_at_ms(self) -> float | None:
        """Return when `timer` should be called next."""
        return self._deadline_ms

    def start(self, now_ms: float) -> list[Outcome]:
        """Begin with the wake-up of a freshly opened port."""
        self._begin_counting_failures()
        return self._wake(now_ms)

    def received(self, data: bytes, now_ms: float) -> list[Outcome]:
        """Accept bytes from the chip."""
        outcomes: list[Outcome] = []
        for frame in self._decoder.feed(data):
            outcomes += self._understand(frame, now_ms)
        return outcomes

    def timer(self, now_ms: float) -> list[Outcome]:
        """Go on after a pause, or give a late command up."""
        if self._deadline_ms is None or now_ms < self._deadline_ms:
            return []
        match self._await:
            case _Await.WAKING | _Await.NEXT_SCAN:
                return self._send(now_ms)
            case _Await.ACK | _Await.ANSWER:
                self._timeouts += 1
                return self._fail(now_ms)
            case _Await.NOTHING:
                return []

    def slow(self, is_slow: bool, now_ms: float) -> None:
        """Scan 3.7 times a second from the next scan on; or 20 times again, in the pause that runs, too."""
        if not is_slow and self._await is _Await.NEXT_SCAN and self._deadline_ms is not None:
            self._deadline_ms = max(now_ms, self._deadline_ms - self._slower_by_ms)
        self._slower_by_ms = SLOWER_BY_MS if is_slow else 0.0

    # One step at a time.

    def _wake(self, now_ms: float) -> list[Outcome]:
        """Wake the chip; the ACK ends a command that an earlier user of the port left running."""
        self._decoder.flush()
        self._at = 0
        self._wait(_Await.WAKING, now_ms + WAKE_MS)
        return [Send(WAKE_UP + ACK)]

    def _send(self, now_ms: float) -> list[Outcome]:
        command = _STEPS[self._at]
        if command[0] == messages.Code.IN_LIST_PASSIVE_TARGET:
            self._scan_began_ms = now_ms
        self._wait(_Await.ACK, now_ms + ACK_MS)
        return [Send(encode(Message(Sender.HOST, command)))]

    def _wait(self, what: _Await, until_ms: float | None) -> None:
        self._await = what
        self._deadline_ms = until_ms

    def _understand(self, frame: Frame, now_ms: float) -> list[Outcome]:
        """Handle one frame; what does not fit the running command is late or meant for someone else."""
        match frame:
            case Handshake.ACK if self._await is _Await.ACK:
                self._wait(_Await.ANSWER, now_ms + ANSWER_MS)
            case Handshake.SYNTAX_REFUSAL if self._await in (_Await.ACK, _Await.ANSWER):
                return self._fail(now_ms)
            case Message(Sender.CHIP, body) if self._await is _Await.ANSWER:
                return self._answered(body, now_ms) if messages.is_answer(body, _STEPS[self._at][0]) else []
            case _:
                pass
        return []

    def _answered(self, body: bytes, now_ms: float) -> list[Outcome]:
        told: list[Outcome] = []
        try:
            match _STEPS[self._at][0]:
                case messages.Code.GET_FIRMWARE_VERSION:
                    ic = messages.decode_firmware(body).ic
                    if ic != messages.Firmware().ic:
                        self._wait(_Await.NOTHING, None)
                        return [Failed(f"the chip calls itself {ic:02X}, not PN532; wrong reader?")]
                case messages.Code.IN_LIST_PASSIVE_TARGET:
                    told.append(Sighted(tuple(target.tag for target in messages.decode_targets(body))))
        except messages.WireError:
            return self._fail(now_ms)
        return told + self._next_step(now_ms)

    def _next_step(self, now_ms: float) -> list[Outcome]:
        is_field_off = _STEPS[self._at] == messages.RF_OFF
        self._at += 1
        if is_field_off:
            next_scan_ms = self._scan_began_ms + next(self._scan_periods_ms)
            self._wait(_Await.NEXT_SCAN, max(now_ms + FIELD_OFF_MS, next_scan_ms) + self._slower_by_ms)
            return []
        told: list[Outcome] = [SetUp()] if self._at == _FIRST_OF_ROUND else []
        if self._at == len(_STEPS):
            self._begin_counting_failures()
            self._at = _FIRST_OF_ROUND
        return told + self._send(now_ms)

    def _begin_counting_failures(self) -> None:
        self._failures = 0
        self._has_rewoken = False
        self._invalid_before = self._decoder.bytes_invalid

    def _fail(self, now_ms: float) -> list[Outcome]:
        """Abort the running command, and try again from the start of the round."""
        self._failures += 1
        self._decoder.flush()
        if self._failures >= FAILURES_TO_WAKE and self._has_rewoken:
            self._wait(_Await.NOTHING, None)
            is_noise = self._decoder.bytes_invalid > self._invalid_before
            return [Send(ACK), Failed(NOISE, FaultKind.NOISE) if is_noise else Failed(SILENCE)]
        if self._failures >= FAILURES_TO_WAKE:
            self._failures = 0
            self._has_rewoken = True
            return self._wake(now_ms)
        if self._at < _FIRST_OF_ROUND:
            return self._wake(now_ms)
        self._at = _FIRST_OF_ROUND
        return [Send(ACK), *self._send(now_ms)]
