"""The program around a table: situation, journal, controller and devices, built in one place."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tacotable.app.counsel import Counsel
from tacotable.app.robot_minds import RobotMinds
from tacotable.app.timers import IdleWork, WakeTimer
from tacotable.core.controller import Controller, FactLog
from tacotable.core.restore import JournalArchive, Restored, restore
from tacotable.devices.build import Devices, Hardware
from tacotable.devices.health import HealthBook, health_book
from tacotable.dialogs import restart
from tacotable.state.situation import Situation
from tacotable.storage.journal import Journal, JournalError, Recovered, TableFingerprint, name_of
from tacotable.table.kinds import games_of

if TYPE_CHECKING:
    from tacotable.dialogs.restart import Archive
    from tacotable.enrolment.card_store import Stored
    from tacotable.state.facts import Fact
    from tacotable.table.file import TableFile
    from tacotable.trace.recorder import Recorder
    from tacotable_drivers.ports import DeviceEvent


class MemoryLog:
    """Keeps facts as long as the program runs: for simulations that nobody resumes."""

    def __init__(self) -> None:
        self.facts: list[Fact] = []

    def append(self, fact: Fact) -> None:
        """Keep a fact."""
        self.facts.append(fact)


@dataclass(frozen=True, slots=True)
class Program:
    """A running table: what decides and what shows."""

    controller: Controller
    devices: Devices
    journal: FactLog
    alarm: WakeTimer
    quiet: IdleWork
    health: HealthBook
    counsel: Counsel
    minds: RobotMinds

    def start(self, resumed: tuple[Fact, ...] = ()) -> None:
        """Adopt an earlier game without asking, start the devices, show the first scene."""
        self.controller.resume(resumed)
        for each in (self.controller, self.devices, self.alarm, self.quiet, self.minds):
            each.start()

    def take_up(self, restored: Restored) -> None:
        """Adopt what a journal holds; the table asks what shall become of a game that had not ended."""
        recovered = restored.recovered
        self.controller.resume(recovered.facts, restored.situation)
        situation, damage = self.controller.situation, recovered.damage or ""
        restart.ask(situation, len(recovered.facts), damage, restored.changed, is_older=restored.is_older)
        for reason in restored.spoilt:
            situation.note("table", "log.journal-spoilt", {"reason": reason})

    def close(self) -> None:
        """Stop; the table ends dark, and the journal is closed whatever a device raises."""
        for each in (self.alarm, self.quiet, self.minds):
            each.close()
        try:
            self.devices.close()
        finally:
            if isinstance(self.journal, Journal):
                self.journal.close()


def make_program(
    table: TableFile,
    faces: Mapping[str, str],
    hardware: Hardware,
    loop: asyncio.AbstractEventLoop,
    *,
    journal: FactLog,
    link: Callable[[str], str] = lambda seat: "/",
    stored: Stored | None = None,
    clock: Callable[[], float] = time.perf_counter,
    tap: Recorder | None = None,
) -> Program:
    """Build a program, not started. `stored`: the enrolled decks, and where new ones are kept; `tap` records all."""
    situation = Situation(table, faces)
    situation.devices.decks = stored.decks if stored else {}
    heard: list[Callable[[DeviceEvent], None]] = []

    def hear(event: DeviceEvent) -> None:
        for hearer in heard:
            hearer(event)

    devices = Devices(table, tap.hardware(hardware) if tap else hardware, hear, loop)

    def tell_fault(error: Exception) -> None:
        loop.call_exception_handler({"message": "the table met a fault of its program", "exception": error})

    log = tap.log(journal) if tap else journal
    archive: Archive | None = None
    if isinstance(journal, Journal):
        journal.stamp = lambda: fingerprint_of(situation.devices.table, situation.devices.faces)
        archive = JournalArchive(journal, situation)
    if tap and archive:
        archive = tap.archive(archive)
    controller = Controller(
        situation, log, devices.show, clock=clock, link=link, on_fault=tell_fault, shelf=stored, archive=archive
    )
    if tap:
        tap.watch(controller)
    health = health_book(table, devices, loop)
    heard.extend((health.hear, controller.handle))
    timer, idle = WakeTimer(controller, loop), IdleWork(controller, journal, loop)
    counsel, minds = Counsel(controller, loop), RobotMinds(controller, loop)
    return Program(controller, devices, journal, timer, idle, health, counsel, minds)


def open_journal(
    folder: Path | None, table: TableFile, faces: Mapping[str, str], kept: str | None = None
) -> tuple[FactLog, Restored]:
    """Open the journal of a folder for this table: the log to write, and what there is to resume.

    `kept`: a game that was kept for later, by name or number, in place of the newest one. Raises JournalError.
    """
    if folder is None:
        return MemoryLog(), Restored(Recovered(), None)
    journal = Journal(folder, fingerprint_of(table, faces))
    journal.claim()
    try:
        restored = _newest(journal, table, faces)
        if kept is not None:
            _require_no_game(restored)
            restored = restore(journal.read_kept(name_of(kept)), table, faces)
            if not restored.recovered.facts:
                raise JournalError(f"{restored.recovered.damage}; it stays as it is, for the version that wrote it")
            journal.take_up(restored.recovered)
        changed = journal.stamp().differences(restored.recovered.header)
        return journal, replace(restored, changed=changed, spoilt=(*restored.spoilt, *journal.passed_over()))
    except JournalError:
        journal.close()
        raise


def _newest(journal: Journal, table: TableFile, faces: Mapping[str, str]) -> Restored:
    """Go on in the journal behind the newest game.

    Files of which no game can be read take none from people that waits behind them: then that one counts.
    """
    spoilt: list[Recovered] = []
    for readable in journal.newest_first():
        if not readable.is_spoilt:
            break
        spoilt.append(readable)
    else:
        readable = Recovered()
    newest = restore(readable, table, faces)
    if not spoilt or newest.is_waiting:
        journal.go_on_from(newest.recovered, tuple(each.path for each in spoilt if each.path))
        return replace(newest, is_older=bool(spoilt), spoilt=tuple(each.damage or "" for each in spoilt))
    journal.go_on_from(spoilt[0])
    return replace(restore(spoilt[0], table, faces), spoilt=tuple(each.damage or "" for each in spoilt[1:]))


def _require_no_game(newest: Restored) -> None:
    """See that nothing waits for an answer that another game would push aside; raises JournalError."""
    recovered = newest.recovered
    if recovered.path is None or not newest.is_waiting:
        return
    if recovered.is_spoilt:
        raise JournalError(
            f"{recovered.path.parent}: {recovered.damage}; start without --resume and take 'Begin anew' at the table, "
            "which keeps that file aside, then start with --resume again"
        )
    raise JournalError(
        f"{recovered.path}: this game is not over; start without --resume, and choose at the table what it is to become"
    )


def fingerprint_of(table: TableFile, faces: Mapping[str, str]) -> TableFingerprint:
    """Return what the headers of this table's games say of its board and its cards."""
    board = _digest(table.board) if table.board else ""
    cards = _digest(sorted(faces.items()))
    return TableFingerprint(board, tuple((game, cards) for game in games_of(table)))


def _digest(value: object) -> str:
    return sha256(msgspec.json.encode(value)).hexdigest()[:16]
