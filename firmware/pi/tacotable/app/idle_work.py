"""Idle work: when nothing happens for a moment, the journal seals, writes ahead and packs, and memory is tidied."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from tacotable.storage.journal import JournalError

if TYPE_CHECKING:
    from tacotable.core.controller import Controller, FactLog

QUIET_S = 2.0


@runtime_checkable
class TendedLog(Protocol):
    """A log with work that can wait for a quiet moment, as a journal on files has."""

    def tend(self) -> None:
        """Do it; raises JournalError."""


class IdleWork:
    """Keeps one timer that each event sets anew; real or virtual time is the loop's."""

    def __init__(self, controller: Controller, journal: FactLog, loop: asyncio.AbstractEventLoop) -> None:
        self._controller = controller
        self._journal = journal
        self._loop = loop
        self._heard_s = 0.0
        self._timer: asyncio.TimerHandle | None = None
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
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._is_closed = None, True

    def _heard(self) -> None:
        """Note the time of an event; a timer that runs looks at it when it is due, so that events cost nothing."""
        self._heard_s = self._loop.time()
        if self._timer is None and not self._is_closed:
            self._wait()

    def _wait(self) -> None:
        due_s = self._heard_s + QUIET_S
        self._timer = self._loop.call_at(due_s, self._due, due_s)

    def _due(self, due_s: float) -> None:
        """Look whether all was quiet until the timer was due; the clock, which may round, is not asked again."""
        self._timer = None
        if self._heard_s + QUIET_S > due_s:
            self._wait()
            return
        if isinstance(self._journal, TendedLog) and self._controller.storage_fault is None:
            try:
                self._journal.tend()
            except JournalError as error:
                self._controller.fail_storage(error)
        for work in self._also:
            work()
