"""The status file: how the running table is, written where the system keeps such things (on no disk), read by others.

It stands beside the page on purpose: it can be read when the page is stuck, and tells by its age that the program is.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from tempfile import gettempdir

from tacotable.errors import TacotableError

NAME = "status.json"
SAFE_MODE = "safe mode"  # The stage of a table whose program failed again and again: no device is used, only its page.
USUAL = Path("/run/tacotable") / NAME
LATEST_S = 1e12  # No machine runs so long: such a time is damaged.
STALE_S = 15.0  # The running table writes every five seconds; an older file is of a program that hangs or is gone.


class StatusFileError(TacotableError):
    """There is no status to read; the text says why, and what to try."""


def place_of(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return where this program writes its status: for the service or its user; None: that folder is another's."""
    folder = runtime_folder(environment)
    return folder and folder / (NAME if environment.get("RUNTIME_DIRECTORY") else f"{os.getpid()}.json")


def runtime_folder(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Return the folder, on no disk, of the service or of this user; None: that folder is another's."""
    if folder := environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]:
        return Path(folder)
    own = _own_folder(environment)
    with suppress(OSError):
        own.mkdir(mode=0o700, exist_ok=True)
        if own.lstat().st_uid == os.getuid() and not own.is_symlink():
            return own
    return None


def found(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the status of the table that runs: the service's, else the newest of those that this user started."""
    if folder := environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]:
        return Path(folder) / NAME
    alive = (path for path in _own_folder(environment).glob("[0-9]*.json") if Path("/proc", path.stem).exists())
    own = None if USUAL.exists() else max(alive, key=lambda path: path.stat().st_mtime, default=None)
    return own or USUAL


def _own_folder(environment: Mapping[str, str]) -> Path:
    """Return the folder for the tables that a user started; a system without one for users has its temporary one."""
    runtime = environment.get("XDG_RUNTIME_DIR")
    return Path(runtime, "tacotable") if runtime else Path(gettempdir(), f"tacotable-{os.getuid()}")


def write_status(path: Path, status: Mapping[str, object]) -> None:
    """Write the status whole; everyone may read it. A file that cannot be written is no reason to stop a game."""
    new = path.with_name(f".{path.name}.new")
    with suppress(OSError):
        new.write_text(json.dumps(status), encoding="utf-8")
        new.chmod(0o644)  # the service's umask lets nobody else read
        new.replace(path)


def read_status(path: Path) -> dict[str, object]:
    """Read the status; raises StatusFileError."""
    try:
        status = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise StatusFileError(
            f"{path}: no table runs; start it: sudo systemctl start tacotable, or tacotable run (or give --file)"
        ) from None
    except OSError as error:
        raise StatusFileError(f"{path}: cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError):
        status = None
    if not isinstance(status, dict) or "devices" not in status:
        raise StatusFileError(f"{path}: this is no status of a table; the running one keeps its own in {USUAL}")
    return status


def hanging(status: Mapping[str, object], now_s: float) -> str:
    """Return a sentence when the table has not kept its status up; empty when it has. `now_s`: the running time."""
    written = status.get("written")
    age_s = float("inf")
    if isinstance(written, int | float) and abs(written) < LATEST_S:
        age_s = now_s - written
    if abs(age_s) <= STALE_S:
        return ""
    if age_s < 0:
        return "this was written before this machine was switched on: no table keeps it up (tacotable run)"
    return f"the table wrote this {age_s:.0f} s ago and nothing since: it hangs (sudo systemctl restart tacotable)"
