"""Running time: how long this machine has been on, which no step of its wall clock changes, and a name of that time.

A Pi has no clock of its own: the wall clock may step by months when the network sets it, or begin at the same moment
each evening. So links and the status count running time, and the name tells this evening from an earlier one.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True, slots=True)
class RunningTime:
    """Seconds since the machine was switched on, and a name that is another one each time it is."""

    name: str
    now_s: Callable[[], float]


def running_time() -> RunningTime:
    """Return that of this machine; without a name from the kernel it is that of this call alone."""
    name = ""
    with suppress(OSError):
        name = BOOT_ID.read_text(encoding="ascii").strip()
    return RunningTime(name or secrets.token_hex(), partial(time.clock_gettime, time.CLOCK_BOOTTIME))
