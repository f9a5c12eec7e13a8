"""A reader whose field is watched: a sticker is fixed at its pad, and each scan must find it.

A chip that answers and hears nothing (a weak supply, a torn antenna) looks like an empty pad. With the sticker the
difference is told: a scan without it says nothing about cards, and some of them in a row are a fault. The reader counts
as well again only when it has heard the sticker.
"""

from __future__ import annotations

from collections.abc import Iterator

from tacotable_drivers.ports import FaultKind
from tacotable_drivers.readers.session import (
    Failed,
    LineCounters,
    Outcome,
    PacedSession,
    Ready,
    Session,
    SetUp,
    Sighted,
)

SCANS_WITHOUT = 3
"""So many scans in a row that do not hear the sticker are no accident; a card is gone after as many."""
DEAF = "it answers and does not hear the sticker at its pad; is its supply weak, its antenna torn, or a pile on it?"


class WatchedSession:
    """The session of a polled reader, with the number of the sticker that is fixed in its field."""

    def __init__(self, session: Session, sticker: str) -> None:
        self._session = session
        self._sticker = sticker
        self._without = 0
        self._is_ready_due = False

    def counters(self) -> LineCounters:
        """Return the numbers so far."""
        return self._session.counters()

    def start(self, now_ms: float) -> list[Outcome]:
        """Begin, on a port that was just opened."""
        self._without = 0
        self._is_ready_due = False
        return self._watch(self._session.start(now_ms))

    def received(self, data: bytes, now_ms: float) -> list[Outcome]:
        """Accept received bytes, in any chunking."""
        return self._watch(self._session.received(data, now_ms))

    def timer(self, now_ms: float) -> list[Outcome]:
        """Go on at the time of `wake_at_ms`."""
        return self._watch(self._session.timer(now_ms))

    def wake_at_ms(self) -> float | None:
        """Return when `timer` should be called next."""
        return self._session.wake_at_ms()

    def slow(self, is_slow: bool, now_ms: float) -> None:
        """Scan less often or as often as ever, where the session can."""
        if isinstance(self._session, PacedSession):
            self._session.slow(is_slow, now_ms)

    def _watch(self, outcomes: list[Outcome]) -> list[Outcome]:
        return [told for outcome in outcomes for told in self._look_at(outcome)]

    def _look_at(self, outcome: Outcome) -> Iterator[Outcome]:
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
