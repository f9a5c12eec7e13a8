"""The journal: every fact as a line of JSON, flushed to the disk before anything of it shows, read at start.

One file a game, named by a growing number. A line cut short by a power cut is the normal end of a file: the facts
before it count. A damaged line in the middle is told, the file is kept aside, and the facts before it count.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec

from tacotable.facts import Began, Fact

FORMAT = 1


class JournalError(Exception):
    """The journal cannot be written or read; the text names the file and the next thing to try."""


class _Line(msgspec.Struct, frozen=True):
    """One line: the format, the number of the fact in its file, and the fact."""

    v: int
    n: int
    fact: Fact


@dataclass(frozen=True, slots=True)
class Recovered:
    """What a journal holds: its facts, and what was wrong with the file, if anything."""

    facts: tuple[Fact, ...]
    damage: str | None = None


class Journal:
    """An append-only file of facts in a folder of games."""

    def __init__(self, folder: Path) -> None:
        """Use a folder, made when it is missing; raises JournalError when that cannot be."""
        self.folder = folder
        self._file: int | None = None
        self._number = 0
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JournalError(f"{folder}: {error.strerror}; give a folder that can be written with --state") from None

    def recover(self) -> Recovered:
        """Give the facts of the newest game and go on writing behind them; nothing when there is none."""
        newest = self._newest()
        if newest is None:
            return Recovered(())
        facts, good_bytes, damage = _read(newest)
        if damage:
            newest.rename(newest.with_suffix(".damaged"))
            self._open(newest)
            for number, fact in enumerate(facts, 1):
                self._number = number
                self._write(_line(number, fact))
            return Recovered(facts, damage)
        self._open(newest)
        os.ftruncate(self._require(), good_bytes)
        self._number = len(facts)
        return Recovered(facts)

    def append(self, fact: Fact) -> None:
        """Write one fact; it is on the disk when this returns. Raises JournalError when it cannot be."""
        if isinstance(fact, Began) or self._file is None:
            self._begin_file()
        self._number += 1
        self._write(_line(self._number, fact))

    def close(self) -> None:
        """Close the file; the next fact begins another."""
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _begin_file(self) -> None:
        self.close()
        newest = self._newest()
        last = int(newest.stem.rpartition("-")[2]) if newest else 0
        self._open(self.folder / f"game-{last + 1:06d}.jsonl")
        self._number = 0
        folder = os.open(self.folder, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def _open(self, path: Path) -> None:
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise JournalError(f"{path}: {error.strerror}; is the disk full or read-only?") from None

    def _write(self, line: bytes) -> None:
        try:
            os.write(self._require(), line)
            os.fdatasync(self._require())
        except OSError as error:
            raise JournalError(
                f"{self.folder}: the journal could not be written ({error.strerror}); the game waits. "
                "Is the disk full or read-only?"
            ) from None

    def _require(self) -> int:
        if self._file is None:
            raise JournalError(f"{self.folder}: the journal is closed")
        return self._file

    def _newest(self) -> Path | None:
        games = (path for path in self.folder.iterdir() if re.fullmatch(r"game-\d{6,}\.jsonl", path.name))
        return max(games, default=None)


def _line(number: int, fact: Fact) -> bytes:
    return msgspec.json.encode(_Line(FORMAT, number, fact)) + b"\n"


def _read(path: Path) -> tuple[tuple[Fact, ...], int, str | None]:
    """Give the facts of a file, how many bytes they take, and the damage after them."""
    facts: list[Fact] = []
    good_bytes = 0
    for number, (line, is_last) in enumerate(_lines(path), 1):
        try:
            read = msgspec.json.decode(line, type=_Line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            if is_last and not line.endswith(b"\n"):
                break
            return tuple(facts), good_bytes, f"{path.name}: line {number} is damaged"
        if not line.endswith(b"\n"):
            break
        if read.v != FORMAT or read.n != number:
            return tuple(facts), good_bytes, f"{path.name}: line {number} is not fact {number} of format {FORMAT}"
        facts.append(read.fact)
        good_bytes += len(line)
    return tuple(facts), good_bytes, None


def _lines(path: Path) -> Iterator[tuple[bytes, bool]]:
    """Give each line of a file, and whether it is the last."""
    with path.open("rb") as file:
        line = file.readline()
        while line:
            following = file.readline()
            yield line, not following
            line = following
