"""The two timers of a running table, on its loop's time: the one its game asked for, and one that tells of quiet."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from tacotable.state.events import TimePassed
from tacotable.storage.journal import JournalError
from tacotable_drivers.loop_timer import LoopTimer

if TYPE_CHECKING:
    from tacotable.core.controller import Controller, FactLog

AGAIN_MS = 1_000.0  # After so long a moment is told again that is asked for again (by a game that failed at it).
QUIET_MS = 2_000.0


class WakeTimer:
    """Keeps one timer for what the situation asked last."""

    def __init__(self, controller: Controller, loop: AbstractEventLoop) -> None:
        self._controller, self._timer = controller, LoopTimer(loop)
        self._told_ms = float("-inf")

    def start(self) -> None:
        """Look at the situation now and after each event."""
        self._controller.after_each(self._set)
        self._set()

    def close(self) -> None:
        """Report nothing more."""
        self._timer.cancel()
        self._told_ms = float("inf")

    def _set(self) -> None:
        asked_ms = self._controller.wake_at_ms()
        if asked_ms is None or self._told_ms == float("inf"):
            self._timer.cancel()
            return
        at_ms = asked_ms if asked_ms > self._told_ms else self._told_ms + AGAIN_MS
        if at_ms != self._timer.due_ms:
            self._timer.set(at_ms, self._tell)

    def _tell(self, at_ms: float) -> None:
        """Report the time: never before what was asked for, whatever the clock's steps are."""
        self._told_ms = self._timer.now_ms(at_ms)
        self._controller.handle(TimePassed(self._told_ms))


@runtime_checkable
class TendedLog(Protocol):
    """A log with work that can wait for a quiet moment, as a journal on files has."""

    def tend(self) -> None:
        """Do it; raises JournalError."""


class IdleWork:
    """When nothing happens for a moment, has the journal seal, write ahead and pack, and memory tidied."""

    def __init__(self, controller: Controller, journal: FactLog, loop: AbstractEventLoop) -> None:
        self._controller, self._journal, self._timer = controller, journal, LoopTimer(loop)
        self._heard_ms = 0.0
        self._is_closed = False
        self._also: list[Callable[[], object]] = []

    def also(self, work: Callable[[], object]) -> None:
        """Do this at each quiet moment, too; to be said before `start`."""
        self._also.append(work)

    def start(self) -> None:
        """Listen to each event, where there is anything to do."""
        if self._also or isinstance(self._journal, TendedLog):
            self._controller.after_each(self._heard)
            self._heard()

    def close(self) -> None:
        """Do nothing more: what others write into the folder from now on is not this program's to pack."""
        self._timer.cancel()
        self._is_closed = True

    def _heard(self) -> None:
        """Note the time of an event; a timer that runs looks at it when it is due, so that events cost nothing."""
        self._heard_ms = self._timer.now_ms()
        if self._timer.due_ms is None and not self._is_closed:
            self._timer.set(self._heard_ms + QUIET_MS, self._due)

    def _due(self, due_ms: float) -> None:
        """Look whether all was quiet until the timer was due; the clock, which may round, is not asked again."""
        if self._heard_ms + QUIET_MS > due_ms:
            self._timer.set(self._heard_ms + QUIET_MS, self._due)
            return
        if isinstance(self._journal, TendedLog) and self._controller.storage_fault is None:
            try:
                self._journal.tend()
            except JournalError as error:
                self._controller.fail_storage(error)
        for work in self._also:
            work()
