"""Attending a running table: the service manager and the status file hear how it is, from the main loop itself."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tacotable.devices.health import as_plain, in_a_line
from tacotable.service.notify import Notifier
from tacotable.service.periodic import EVERY_S, Repeating, pulse
from tacotable.service.running_time import running_time
from tacotable.service.status_file import SAFE_MODE, write_status
from tacotable.storage.journal import PROGRAM

if TYPE_CHECKING:
    from tacotable.app.program import Program

LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who hears how the table is. Without a manager and a file nothing is told."""

    notifier: Notifier = field(default_factory=Notifier)
    watchdog_s: float | None = None
    status_file: Path | None = None
    is_simulated: bool = False
    now_s: Callable[[], float] = field(default_factory=lambda: running_time().now_s)


@contextmanager
def attended(program: Program | None, attendance: Attendance) -> Iterator[None]:
    """Notify the service manager that the table is ready, how it is while the block runs, and that it stops.

    Without a program it is the safe mode that is told: the page is there, and nothing of the table is used.
    """
    loop = asyncio.get_running_loop()
    teller = _Teller(program, attendance, loop.time)
    again = Repeating(loop, EVERY_S, teller.tell, "telling the status")
    again.start()
    if program is not None:
        log_devices = partial(teller.log_devices, program)
        program.controller.after_each(log_devices)
        log_devices()
    attendance.notifier.ready()
    with ExitStack() as to_end:
        to_end.callback(attendance.notifier.stopping)
        if attendance.status_file is not None:  # a status that nobody keeps up is taken away
            to_end.callback(attendance.status_file.unlink, missing_ok=True)
        to_end.callback(again.stop)
        if attendance.watchdog_s is not None:
            dead_wires = program.devices.screens.dead_wires if program else lambda: 0  # only a new start mends them
            beats = pulse(loop, attendance.watchdog_s, attendance.notifier.alive, dead_wires)
            beats.start()
            to_end.callback(beats.stop)
        yield


class _Teller:
    """Tells what is new: which devices were lost, the hints, and the status."""

    def __init__(self, program: Program | None, attendance: Attendance, clock: Callable[[], float]) -> None:
        self._program, self._attendance = program, attendance
        self._clock, self._began_s = clock, clock()
        self._line = ""
        self._hints: list[str] = []
        self._lost: set[str] = set()

    def log_devices(self, program: Program) -> None:
        """Log which devices were lost, and which are back."""
        lost = program.controller.situation.devices.lost
        for device, event in lost.items():
            if device not in self._lost:
                LOG.warning(event.reason)
        for device in sorted(self._lost - lost.keys()):
            LOG.warning("Back again: %s.", device)
        self._lost = set(lost)

    def tell(self) -> None:
        """Log new hints, tell the status line where it is another one, and write the status file."""
        hints = hints_of(self._program) if self._program else []
        for hint in (each for each in hints if each not in self._hints):
            LOG.warning(hint)
        self._hints = hints
        if (line := status_line(self._program)) != self._line:
            self._attendance.notifier.status(line)
            self._line = line
        if self._attendance.status_file is not None:
            times = {"written": self._attendance.now_s(), "uptime_s": round(self._clock() - self._began_s)}
            status = status_of(self._program) | times | {"simulated": self._attendance.is_simulated}
            write_status(self._attendance.status_file, status)


def status_line(program: Program | None) -> str:
    """Return in a line what goes on: public things only."""
    if program is None:
        return "SAFE MODE: no device is used; tacotable doctor tells why"
    situation = program.controller.situation
    doing = f"table '{situation.devices.table.name}', {situation.ruleset}, {situation.game.stage.value}"
    fault = program.controller.storage_fault
    told = f"; NOT SAVED: {fault}" if fault else ""
    return f"{doing}; {in_a_line(program.health.report())}{told}"


def hints_of(program: Program) -> list[str]:
    """Return what works and should be mended all the same, each with its mend."""
    hubs = program.devices.hubs.counters()
    return [f"hub {name}: {hub.told_program}; tacotable hub update" for name, hub in hubs.items() if hub.told_program]


def status_of(program: Program | None) -> dict[str, object]:
    """Return the status for the file, without its times: public things only, no card, no tag, no link."""
    general: dict[str, object] = {"version": PROGRAM, "pid": os.getpid()}
    if program is None:
        return general | {"table": "-", "game": "-", "stage": SAFE_MODE, "storage_fault": None, "devices": []}
    situation = program.controller.situation
    return general | {
        "table": situation.devices.table.name,
        "game": situation.ruleset,
        "stage": situation.game.stage.value,
        "storage_fault": program.controller.storage_fault,
        "plays_unsaved": situation.devices.unsaved is not None and not situation.devices.waits_for_storage,
        "hints": hints_of(program),
        "devices": [as_plain(health) for health in program.health.report()],
    }
