"""Write faults: why a disk takes nothing, as far as people can act on it; displays and messages have words for each."""

from __future__ import annotations

import errno
from enum import StrEnum


class WriteFault(StrEnum):
    """The kinds that differ in their fix: mount it, make room, give it to this user, replace the card."""

    READ_ONLY = "read-only"
    FULL = "full"
    OWNER = "owner"
    FAILED = "failed"


_BY_NUMBER = {
    errno.EROFS: WriteFault.READ_ONLY,
    errno.ENOSPC: WriteFault.FULL,
    errno.EDQUOT: WriteFault.FULL,
    errno.EACCES: WriteFault.OWNER,
    errno.EPERM: WriteFault.OWNER,
    errno.EIO: WriteFault.FAILED,
}


def write_fault(error: OSError) -> WriteFault | None:
    """Return the kind of an error of the disk; None for one that is no fault of the disk, such as a wrong path."""
    return _BY_NUMBER.get(error.errno or 0)
