"""A reader whose field is watched: a sticker is fixed at its pad, and each scan must find it.

A chip that answers and hears nothing (a weak supply, a torn antenna) looks like an empty pad. With the sticker the
difference is told: a scan without it says nothing about cards, and some of them in a row are a fault. The reader counts
as well again only when it has heard the sticker.
"""

from __future__ import annotations

from collections.abc import Iterator

from tacotable_drivers.ports import FaultKind
from tacotable_drivers.readers.session import Failed, Outcome, Ready, SetUp, Sighted

SCANS_WITHOUT = 3
"""So many scans in a row that do not hear the sticker are no accident; a card is gone after as many."""
DEAF = "it answers and does not hear the sticker at its pad; is its supply weak, its antenna torn, or a pile on it?"


class StickerWatch:
    """What a polled reader's session tells, judged by the sticker that is fixed in its field."""

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
