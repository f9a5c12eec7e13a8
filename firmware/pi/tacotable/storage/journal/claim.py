"""The claim on a folder of journals: one program writes there. Its kernel's lock ends with it; none is left behind."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from tacotable.storage.journal.record import JournalError


def claim(folder: Path, kind: int = fcntl.LOCK_EX) -> int:
    """Lock a folder until the returned file is closed. Raises JournalError when another program has it, and OSError."""
    lock = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fcntl.flock(lock, kind | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise JournalError(
            f"{folder}: another program writes its journal here; stop that one, or give another --state"
        ) from None
    return lock


def is_claimed(folder: Path) -> bool:
    """Return whether a program has claimed a folder; nobody has one that is not there."""
    try:
        os.close(claim(folder, fcntl.LOCK_SH))
    except JournalError:
        return True
    except OSError:
        return False
    return False
