"""What a reader's session is: a dialogue with a chip, without a port and without a clock.

A session is given received bytes and the time, and gives back outcomes; the shell carries them out. Times are
monotonic milliseconds. Where a sticker is fixed at the pad, outcomes are judged by it first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias, runtime_checkable

from tacotable_drivers.ports import FaultKind

SCANS_WITHOUT = 3
"""So many scans in a row that do not hear the sticker are no accident; a card is gone after as many."""
DEAF = "it answers and does not hear the sticker at its pad; is its supply weak, its antenna torn, or a pile on it?"


@dataclass(frozen=True, slots=True)
class Send:
    """These bytes go to the chip now."""

    wire: bytes


@dataclass(frozen=True, slots=True)
class SetUp:
    """The chip has taken its set-up; only its first scan will show whether it works."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The reader works, as far as anyone can tell before it tells of a tag."""


@dataclass(frozen=True, slots=True)
class Sighted:
    """A scan completed (no tags: the field is empty), or the reader announced a tag."""

    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Failed:
    """The dialogue cannot go on: close the port and open it again. `reason` says what happened and what to try."""

    reason: str
    fault: FaultKind = FaultKind.FAILED


class LineCounters(NamedTuple):
    """What a session has counted since it was made."""

    frames_ok: int  # Whole frames.
    bytes_invalid: int  # Received bytes that belonged to no frame.
    timeouts: int = 0  # Answers that did not come in time; none where nothing is asked.


Outcome: TypeAlias = Send | SetUp | Ready | Sighted | Failed


class Session(Protocol):
    """One chip's dialogue; it starts afresh each time its port is opened."""

    def counters(self) -> LineCounters:
        """Return the numbers so far."""

    def start(self, now_ms: float) -> list[Outcome]:
        """Begin, on a port that was just opened."""

    def received(self, data: bytes, now_ms: float) -> list[Outcome]:
        """Accept received bytes, in any chunking."""

    def timer(self, now_ms: float) -> list[Outcome]:
        """Go on at the time of `wake_at_ms`; called too early, it does nothing."""

    def wake_at_ms(self) -> float | None:
        """Return when `timer` should be called next."""


@runtime_checkable
class PacedSession(Protocol):
    """A dialogue that asks its chip again and again, and can do so less often while nobody plays."""

    def slow(self, is_slow: bool, now_ms: float) -> None:
        """Scan less often from the next scan on, or as often as ever at once; `wake_at_ms` may come nearer."""


class StickerWatch:
    """What a polled reader's session tells, judged by the sticker that is fixed in its field.

    A chip that answers and hears nothing (a weak supply, a torn antenna) looks like an empty pad. With the sticker the
    difference is told: a scan without it says nothing about cards, and some of them in a row are a fault. The reader
    counts as well again only when it has heard the sticker.
    """

    def __init__(self, sticker: str) -> None:
        self._sticker = sticker
        self.begin()

    def begin(self) -> None:
        """Begin anew, on a port that was just opened."""
        self._without = 0
        self._is_ready_due = False

    def judge(self, outcome: Outcome) -> Iterator[Outcome]:
        """Yield what an outcome of the session means."""
        match outcome:
            case SetUp():
                self._is_ready_due = True
            case Sighted(tags) if self._sticker in tags:
                self._without = 0
                if self._is_ready_due:
                    self._is_ready_due = False
                    yield Ready()
                yield Sighted(tuple(tag for tag in tags if tag != self._sticker))
            case Sighted():
                self._without += 1
                if self._without == SCANS_WITHOUT:
                    yield Failed(DEAF, FaultKind.DEAF)
            case _:
                yield outcome
