"""Attending a running table: the service manager and the status file hear how it is, from the main loop itself."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tacotable.devices.health import as_plain, in_a_line
from tacotable.service.notify import Notifier
from tacotable.service.periodic import Repeating, pulse
from tacotable.service.status_file import SAFE_MODE, write_status
from tacotable.storage.journal import PROGRAM

if TYPE_CHECKING:
    from tacotable.app.program import Program

LOG = logging.getLogger(__name__)
STARTED_S = time.monotonic()
EVERY_S = 5.0
"""How often the status is written; a change of a device's state waits no longer than that."""


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who hears how the table is. Without a manager and a file nothing is told."""

    notifier: Notifier = field(default_factory=Notifier)
    watchdog_s: float | None = None
    status_file: Path | None = None
    is_simulated: bool = False


@contextmanager
def attended(program: Program | None, attendance: Attendance) -> Iterator[None]:
    """Notify the service manager that the table is ready, how it is while the block runs, and that it stops.

    Without a program it is the safe mode that is told: the page is there, and nothing of the table is used.
    """
    loop = asyncio.get_running_loop()
    teller = _Teller(program, attendance, loop)
    teller.start()
    attendance.notifier.ready()
    period_s, alive = attendance.watchdog_s, attendance.notifier.alive
    beats = None if period_s is None else pulse(loop, period_s, alive, lambda: _ailment(program))
    if beats is not None:
        beats.start()
    try:
        yield
    finally:
        if beats is not None:
            beats.stop()
        teller.stop()
        attendance.notifier.stopping()


def _ailment(program: Program | None) -> str:
    """Return when displays have lost the thread that writes to them: only a new start mends that."""
    dead = program.devices.screens.dead_wires() if program is not None else 0
    return f"the writers of {dead} display buses are gone" if dead else ""


class _Teller:
    """Tells the status line and writes the status file, again and again."""

    def __init__(self, program: Program | None, attendance: Attendance, loop: asyncio.AbstractEventLoop) -> None:
        self._program = program
        self._attendance = attendance
        self._line = ""
        self._hints: list[str] = []
        self._lost: set[str] = set()
        self._again = Repeating(loop, EVERY_S, self._tell, "telling the status")

    def start(self) -> None:
        """Report now, and again later; what becomes of devices at once."""
        self._again.start()
        if self._program is not None:
            log_devices = partial(self._log_devices, self._program)
            self._program.controller.after_each(log_devices)
            log_devices()

    def _log_devices(self, program: Program) -> None:
        """Log which devices were lost, and which are back."""
        lost = program.controller.situation.devices.lost
        for device, event in lost.items():
            if device not in self._lost:
                LOG.warning(event.reason)
        for device in sorted(self._lost - lost.keys()):
            LOG.warning("Back again: %s.", device)
        self._lost = set(lost)

    def _tell(self) -> None:
        hints = hints_of(self._program) if self._program else []
        for hint in (each for each in hints if each not in self._hints):
            LOG.warning(hint)
        self._hints = hints
        if (line := status_line(self._program)) != self._line:
            self._attendance.notifier.status(line)
            self._line = line
        if self._attendance.status_file is not None:
            status = status_of(self._program) | {"simulated": self._attendance.is_simulated}
            write_status(self._attendance.status_file, status)

    def stop(self) -> None:
        """Report no more; a status that nobody keeps up is taken away."""
        self._again.stop()
        if self._attendance.status_file is not None:
            self._attendance.status_file.unlink(missing_ok=True)


def status_line(program: Program | None) -> str:
    """Return in a line what goes on: public things only."""
    if program is None:
        return "SAFE MODE: no device is used; tacotable doctor tells why"
    situation = program.controller.situation
    doing = f"table '{situation.devices.table.name}', {situation.ruleset}, {situation.game.stage.value}"
    fault = program.controller.storage_fault
    told = f"; the journal cannot be written: {fault}" if fault else ""
    return f"{doing}; {in_a_line(program.health.report())}{told}"


def hints_of(program: Program) -> list[str]:
    """Return what works and should be mended all the same, each with its mend."""
    hubs = program.devices.hubs.counters()
    return [f"hub {name}: {hub.told_program}; tacotable hub update" for name, hub in hubs.items() if hub.told_program]


def status_of(program: Program | None) -> dict[str, object]:
    """Return all of the status, for the file: public things only, no card, no tag, no link."""
    return {
        "version": PROGRAM,
        "pid": os.getpid(),
        "written": time.time(),
        "uptime_s": round(time.monotonic() - STARTED_S),
        **(_safe() if program is None else _playing(program)),
    }


def _safe() -> dict[str, object]:
    return {"table": "-", "game": "-", "stage": SAFE_MODE, "storage_fault": None, "devices": []}


def _playing(program: Program) -> dict[str, object]:
    situation = program.controller.situation
    return {
        "table": situation.devices.table.name,
        "game": situation.ruleset,
        "stage": situation.game.stage.value,
        "storage_fault": program.controller.storage_fault,
        "hints": hints_of(program),
        "devices": [as_plain(health) for health in program.health.report()],
    }
