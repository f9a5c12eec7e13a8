"""Whether games can be kept in a folder: looked at when a table starts, not first when its first game begins."""

from __future__ import annotations

import os
import pwd
from pathlib import Path

from tacotable.enrolment.card_store import can_be_written


def why_not_writable(folder: Path) -> str:
    """Say why nothing can be kept in a folder that is there, with the mend; empty where it can be."""
    if can_be_written(folder / "any"):
        return ""
    if os.statvfs(folder).f_flag & os.ST_RDONLY:
        return f"{folder}: its disk is mounted read-only; let it be written, then start the table anew"
    user = _user()
    return f"{folder}: user {user} may not write there; sudo chown -R {user} {folder}, then start the table anew"


def _user() -> str:
    """Return who this program is, by number where that has no name."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())
