"""Quiet: when nothing has happened for a moment, the journal seals, writes ahead, packs and keeps a snapshot."""

from __future__ import annotations

import asyncio

from tacotable.controller import Controller, FactLog
from tacotable.freezing import fingerprint, freeze
from tacotable.frozen_values import FrozenError
from tacotable.journal import Journal, JournalError

QUIET_S = 2.0
NO_TABLE = b"no table"
"""The fingerprint of a snapshot that counts for no table."""


class Quiet:
    """Keeps one timer that each event sets anew; real or virtual time is the loop's."""

    def __init__(self, controller: Controller, journal: FactLog, loop: asyncio.AbstractEventLoop) -> None:
        self._controller = controller
        self._journal = journal
        self._loop = loop
        self._heard_s = 0.0
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Listen to each event; a journal that is no file needs nothing."""
        if isinstance(self._journal, Journal):
            self._controller.after_each(self._heard)
            self._heard()

    def close(self) -> None:
        """Do nothing more."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None

    def _heard(self) -> None:
        """Take the time of an event; a timer that runs looks at it when it is due, so that events cost nothing."""
        self._heard_s = self._loop.time()
        if self._timer is None:
            self._timer = self._loop.call_later(QUIET_S, self._due)

    def _due(self) -> None:
        self._timer = None
        left_s = self._heard_s + QUIET_S - self._loop.time()
        if left_s > 0:
            self._timer = self._loop.call_later(left_s, self._due)
        elif isinstance(self._journal, Journal) and self._controller.storage_fault is None:
            self._tend(self._journal)

    def _tend(self, journal: Journal) -> None:
        try:
            journal.tend(self._frozen)
        except JournalError as error:
            self._controller.fail_storage(error)

    def _frozen(self) -> tuple[bytes, bytes]:
        situation = self._controller.situation
        try:
            return fingerprint(situation.table, situation.faces), freeze(situation)
        except FrozenError:
            return NO_TABLE, b""  # the facts are there; the next start applies them
