"""Ports whose closing may take long: each is closed in a thread, so that the loop goes on, and is not opened meanwhile.

Linux closes a terminal only when the device has taken all output, or after 30 s (`closing_wait` in setserial(8)), and
whoever opens the same device meanwhile waits, too.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Thread

_closers: dict[int, Thread] = {}
"""The last thread of each device number. All openers of the process share it, as they share its open files."""


def close_aside(device: int, close: Callable[[], None]) -> None:
    """Close a port in a thread of its own, which the end of the process does not wait for.

    `device` is the kernel's number of what is closed (`st_rdev`): one device may have several names.
    """
    closer = _closers[device] = Thread(target=close, name=f"closing device {device:#x}", daemon=True)
    closer.start()


def is_closing(path: Path) -> bool:
    """Return whether a port of this device is still being closed: whoever opened it now would have to wait."""
    try:
        closer = _closers.get(path.stat().st_rdev)
    except OSError:
        return False  # opening it will tell why
    return closer is not None and closer.is_alive()
