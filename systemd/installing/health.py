"""How the devices of a table fare that runs, from the status that it keeps (`tacotable status` reads the same)."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

FRESH_S = 15.0
"""A running table writes its status every five seconds; what is older is of one that hangs or is gone."""
SETTLED_S, PATIENCE_S = 10.0, 40.0
"""So long after its start a table has looked for every device once; so long a device may take to come back."""
WAIT_S = 60.0
WORKS = ("ok", "suspect")
UNTOUCHED = "starting"
"""Neither works nor is lost: a reader that announces cards, before the first one."""


@dataclass(frozen=True, slots=True)
class Report:
    """The states of a table's devices by their names, each with the reason of a loss."""

    uptime_s: float
    devices: dict[str, tuple[str, str]]


def report_in(status: Path) -> Report | None:
    """Return what a table tells; None where none keeps this file."""
    try:
        told = json.loads(status.read_bytes())
    except (OSError, ValueError):
        return None
    if time.clock_gettime(time.CLOCK_BOOTTIME) - told["written"] > FRESH_S:
        return None
    return Report(told["uptime_s"], {each["device"]: (each["state"], each["reason"]) for each in told["devices"]})


def working_in(status: Path) -> frozenset[str]:
    """Return the devices that work; none where no table runs."""
    report = report_in(status)
    return frozenset(name for name, (state, _) in report.devices.items() if state in WORKS) if report else frozenset()


def wait_for(status: Path, amiss: Callable[[Report], list[str]]) -> list[str]:
    """Wait until nothing is amiss; returns what still is after as long as a device may take."""
    found = [f"{status}: the table keeps no status"]
    for _ in range(int(WAIT_S / 0.5)):
        if report := report_in(status):
            found = amiss(report)
            if not found or report.uptime_s >= PATIENCE_S:
                break
        time.sleep(0.5)
    return found


def amiss_simulated(report: Report) -> list[str]:
    """Return what does not work, of a table where everything can."""
    well = (*WORKS, UNTOUCHED) if report.uptime_s >= SETTLED_S else WORKS
    return [f"{name}: {reason or state}" for name, (state, reason) in report.devices.items() if state not in well]


def lost_of(worked: frozenset[str], report: Report, *, is_same_table: bool) -> list[str]:
    """Return which devices that worked before do not; those that another table file does not name are left out."""
    if report.uptime_s < SETTLED_S:
        return ["the table has not looked for every device yet"]
    gone = ("gone", "the table does not know it any more")
    now = {name: report.devices.get(name, gone) for name in sorted(worked) if is_same_table or name in report.devices}
    return [f"{name}: {reason or state}" for name, (state, reason) in now.items() if state not in (*WORKS, UNTOUCHED)]
