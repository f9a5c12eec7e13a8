"""A disk that may lose what was not flushed: it notes what is done to a folder, and tells what a power cut may leave.

What was written to a file is safe once that file was flushed, a name once its folder was. Of the rest any part may be
on the disk, in sectors of 512 bytes and in any order. A flush that fails drops what was to be written, and the next one
says that all is well, as Linux does.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

SECTOR = 512


@dataclass
class Inode:
    """A file on the disk: what is safe, and what was written since the last flush, in pieces of a sector."""

    safe: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes]] = field(default_factory=list)

    def write(self, offset: int, content: bytes) -> None:
        while content:
            room = SECTOR - offset % SECTOR
            self.pending.append((offset, content[:room]))
            offset, content = offset + room, content[room:]

    def flush(self) -> None:
        self.safe, self.pending = self.after(self.pending), []

    def after(self, writes: list[tuple[int, bytes]]) -> bytearray:
        content = bytearray(self.safe)
        for offset, piece in writes:
            content.extend(bytes(max(0, offset + len(piece) - len(content))))
            content[offset : offset + len(piece)] = piece
        return content


Names = dict[str, Inode]


class SimDisk:
    """Watches one folder through the calls of `os`, which still do what they say on the real disk below."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.names: Names = {}
        self.safe_names: Names = {}
        self.renamings: list[Names] = []
        """The names after each change that is not safe yet."""
        self.acked = 0
        self.states: list[tuple[int, dict[str, bytes]]] = []
        self.fails_at: int | None = None
        self._flushes = 0
        self._files: dict[int, Inode] = {}
        self._folders: set[int] = set()
        self._chance = Random(1)
        self._real = {name: getattr(os, name) for name in ("open", "close", "pwrite", "fsync", "fdatasync")}
        for name in (
            "open",
            "close",
            "pwrite",
            "fsync",
            "fdatasync",
            "replace",
            "rename",
            "unlink",
            "posix_fallocate",
            "link",
        ):
            self._real[name] = getattr(os, name)
            patch.setattr(os, name, getattr(self, f"_{name}"))

    def ack(self) -> None:
        """Note that the next act was told to be durable."""
        self.acked += 1
        self._cut()

    def _cut(self) -> None:
        """Note what a power cut at this moment may leave."""
        for names in (self.safe_names, *self.renamings):
            for writes in self._parts(names):
                content = {name: bytes(inode.after(writes.get(id(inode), []))) for name, inode in names.items()}
                self.states.append((self.acked, content))

    def _parts(self, names: Names) -> Iterator[dict[int, list[tuple[int, bytes]]]]:
        """Give which of the writes that are not safe may be on the disk: none, all, each half, some by chance."""
        open_writes = {id(inode): inode.pending for inode in names.values() if inode.pending}
        yield {}
        if not open_writes:
            return
        yield open_writes
        yield {key: writes[: len(writes) // 2] for key, writes in open_writes.items()}
        yield {key: writes[len(writes) // 2 :] for key, writes in open_writes.items()}
        for _ in range(3):
            yield {key: [each for each in writes if self._chance.random() < 0.5] for key, writes in open_writes.items()}

    def _is_mine(self, path: object) -> bool:
        return Path(str(path)).parent == self.folder

    def _name_change(self) -> None:
        self.renamings.append(dict(self.names))
        self._cut()

    def _open(self, path: object, flags: int, mode: int = 0o777, **more: object) -> int:
        file: int = self._real["open"](path, flags, mode, **more)
        if str(path) == str(self.folder):
            self._folders.add(file)
        elif self._is_mine(path) and flags & os.O_CREAT:
            name = Path(str(path)).name
            self.names[name] = self._files[file] = Inode()
            self._name_change()
        elif self._is_mine(path) and flags & os.O_RDWR:
            self._files[file] = self.names[Path(str(path)).name]
        return file

    def _close(self, file: int) -> None:
        self._files.pop(file, None)
        self._folders.discard(file)
        self._real["close"](file)

    def _pwrite(self, file: int, content: bytes, offset: int) -> int:
        written: int = self._real["pwrite"](file, content, offset)
        if file in self._files:
            self._files[file].write(offset, content[:written])
            self._cut()
        return written

    def _posix_fallocate(self, file: int, offset: int, length: int) -> None:
        self._real["posix_fallocate"](file, offset, length)
        inode = self._files[file]
        if len(inode.safe) < length:
            inode.pending.append((length - 1, b"\0"))
            self._cut()

    def _fdatasync(self, file: int) -> None:
        self._flush(file)

    def _fsync(self, file: int) -> None:
        if file in self._folders:
            self.safe_names, self.renamings = dict(self.names), []
            self._cut()
        else:
            self._flush(file)

    def _flush(self, file: int) -> None:
        self._flushes += 1
        inode = self._files.get(file)
        if inode is not None and self._flushes == self.fails_at:
            inode.pending = []
            raise OSError(errno.EIO, "Input/output error")
        if inode is not None:
            inode.flush()
            self._cut()

    def _replace(self, source: object, target: object) -> None:
        self._real["replace"](source, target)
        if self._is_mine(target):
            self.names[Path(str(target)).name] = self.names.pop(Path(str(source)).name)
            self._name_change()

    _rename = _replace

    def _link(self, source: object, target: object) -> None:
        self._real["link"](source, target)
        self.names[Path(str(target)).name] = self.names[Path(str(source)).name]
        self._name_change()

    def _unlink(self, path: object, **more: object) -> None:
        self._real["unlink"](path, **more)
        if self._is_mine(path):
            self.names.pop(Path(str(path)).name, None)
            self._name_change()
