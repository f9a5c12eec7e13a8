"""Snapshots: what all facts so far came to, kept beside the journal so that a start need not apply them all again.

A snapshot is a cache and never the truth. It counts only for the very record it was made behind (the checksum of that
record says so), only for the program and table that made it (its fingerprint says so), and only when its own checksum
is right; else the facts are applied from the beginning. What its payload means is not known here.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from zlib import crc32

from tacotable.files.disk import replace_whole

MAGIC = b"TACOSNAP"
KEPT = 2
_HEAD = struct.Struct("<8sIQI32sI")
"""Magic, CRC-32 of what follows it, number of facts, CRC-32 of the last record, fingerprint, payload's length."""
_CHECKED_FROM = 12


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state behind so many facts; `crc` is the last one's."""

    facts: int
    crc: int
    fingerprint: bytes
    payload: bytes


def write_snapshot(snapshot: Snapshot) -> bytes:
    """Return a snapshot's bytes."""
    head = _HEAD.pack(
        MAGIC, 0, snapshot.facts, snapshot.crc, snapshot.fingerprint[:32].ljust(32, b"\0"), len(snapshot.payload)
    )
    content = head + snapshot.payload
    checked = crc32(content[_CHECKED_FROM:])
    return content[:8] + checked.to_bytes(4, "little") + content[_CHECKED_FROM:]


def read_snapshot(content: bytes) -> Snapshot | None:
    """Read a snapshot; None where it is not whole."""
    if len(content) < _HEAD.size or not content.startswith(MAGIC):
        return None
    _, checked, facts, crc, fingerprint, length = _HEAD.unpack_from(content)
    if len(content) != _HEAD.size + length or crc32(content[_CHECKED_FROM:]) != checked:
        return None
    return Snapshot(facts, crc, fingerprint, content[_HEAD.size :])


def keep_snapshot(game: Path, snapshot: Snapshot) -> None:
    """Keep a snapshot beside a game's file, and the one before it; raises OSError."""
    path = game.with_name(f"{game.stem}.snap-{snapshot.facts:07d}")
    replace_whole(path, write_snapshot(snapshot))
    for old in _paths(game)[KEPT:]:
        old.unlink()


def kept_snapshots(game: Path) -> Iterator[Snapshot]:
    """Yield the whole snapshots beside a game's file, the newest first; raises OSError."""
    for path in _paths(game):
        if snapshot := read_snapshot(path.read_bytes()):
            yield snapshot


def forget_snapshots(game: Path) -> None:
    """Remove all snapshots of a game; raises OSError."""
    for path in _paths(game):
        path.unlink()


def _paths(game: Path) -> list[Path]:
    found = (path for path in game.parent.iterdir() if path.name.startswith(f"{game.stem}.snap-"))
    return sorted((path for path in found if re.fullmatch(r"\.snap-\d{7}", path.suffix)), reverse=True)
