"""Files that change together, and are put back together when the service does not start with them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from installing.hands import Hands

READABLE = 0o644
"""The program's user is none of those who own what lies in /etc, and has to read it."""


class Change:
    """What is to be written, by path; what is so already is left out."""

    def __init__(self, wanted: Mapping[Path, bytes]) -> None:
        self._wanted = {path: text for path, text in wanted.items() if not _is_so(path, text)}
        self._before: dict[Path, bytes | None] = {}

    def __bool__(self) -> bool:
        """Return whether anything is to be written."""
        return bool(self._wanted)

    def make(self, hands: Hands) -> None:
        """Write what is wanted."""
        for path, text in self._wanted.items():
            if hands.tell(f"write {path}"):
                self._before[path] = path.read_bytes() if path.exists() else None
                put(path, text)

    def take_back(self, hands: Hands) -> None:
        """Put back what was there before."""
        for path, text in self._before.items():
            if text is None:
                hands.remove(path)
            elif hands.tell(f"put {path} back"):
                put(path, text)


def put(path: Path, text: bytes) -> None:
    """Write a file that everybody may read, whole before the old one goes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f".{path.name}.new")
    new.write_bytes(text)
    new.chmod(READABLE)
    new.replace(path)


def _is_so(path: Path, text: bytes) -> bool:
    return path.exists() and path.read_bytes() == text and path.stat().st_mode & READABLE == READABLE
