"""What is fetched or made for tests once, and kept in the user's cache folder."""

from __future__ import annotations

import os
import platform
import shutil
from collections.abc import Callable
from pathlib import Path


def cache_folder() -> Path:
    """Return the folder of all that is kept; it need not be there."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tacotable"


def kept(name: str, make: Callable[[Path], None]) -> Path:
    """Return a folder for this machine's kind of processor; where it is not there it is made whole, or not at all."""
    folder = cache_folder() / f"{name}-{platform.machine()}"
    if not folder.exists():
        new = folder.with_name(f"{folder.name}.{os.getpid()}")
        new.mkdir(parents=True)
        try:
            make(new)
            new.rename(folder)
        finally:
            shutil.rmtree(new, ignore_errors=True)
    return folder
