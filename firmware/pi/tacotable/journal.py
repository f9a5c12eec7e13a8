"""The journal: every fact as a line of JSON, flushed to the disk before anything of it shows, read at start.

One file a game, named by a growing number. A line cut short by a power cut is the normal end of a file: the facts
before it count. A damaged line in the middle, or a fact that the table cannot take up, is told; the file is kept
aside, and the facts before it count.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import msgspec

from tacotable.facts import Began, Fact

FORMAT = 1
FULL = "Is the disk full or read-only?"


class JournalError(Exception):
    """The journal cannot be written or read; the text names the file and the next thing to try."""


class _Line(msgspec.Struct, frozen=True):
    """One line: the format, the number of the fact in its file, and the fact."""

    v: int
    n: int
    fact: Fact


@dataclass(frozen=True, slots=True)
class Recovered:
    """What a journal holds: its facts, what was wrong with the file, if anything, and where that file is kept."""

    facts: tuple[Fact, ...]
    damage: str | None = None
    kept: Path | None = None


class Journal:
    """An append-only file of facts in a folder of games."""

    def __init__(self, folder: Path) -> None:
        """Use a folder, made when it is missing; raises JournalError when that cannot be."""
        self.folder = folder
        self._file: int | None = None
        self._lock: int | None = None
        self._number = 0
        with _told(folder, "give a folder that can be written with --state"):
            folder.mkdir(parents=True, exist_ok=True)

    def claim(self) -> None:
        """Take the folder for this program alone until `close`; raises JournalError when another has it.

        The lock is the kernel's, so that one left by a program that was killed never has to be cleared.
        """
        with _told(self.folder, "give a folder that can be read with --state"):
            self._lock = os.open(self.folder, os.O_RDONLY | os.O_CLOEXEC)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.close()
            raise JournalError(
                f"{self.folder}: another program writes its journal here; stop that one, or give another --state"
            ) from None

    def recover(self, misfit: Callable[[Fact], str | None] = lambda fact: None) -> Recovered:
        """Give the facts of the newest game and go on writing behind them; nothing when there is none.

        `misfit` is asked for each fact in its order, and gives why it cannot be taken up, or None.
        """
        with _told(self.folder, "can this program read and write there?"):
            newest = self._newest()
            if newest is None:
                return Recovered(())
            facts, good_bytes, damage = _read(newest, misfit)
            kept = _mend(newest, good_bytes) if damage else None
            self._open(newest)
            os.ftruncate(self._require(), good_bytes)
            self._number = len(facts)
            return Recovered(facts, damage, kept)

    def append(self, fact: Fact) -> None:
        """Write one fact; it is on the disk when this returns. Raises JournalError when it cannot be."""
        if isinstance(fact, Began) or self._file is None:
            self._begin_file()
        self._number += 1
        self._write(_line(self._number, fact))

    def close(self) -> None:
        """Close the file and give the folder free; the next fact begins another file."""
        self._close_file()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _close_file(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _begin_file(self) -> None:
        self._close_file()
        with _told(self.folder, FULL):
            newest = self._newest()
            last = int(newest.stem.rpartition("-")[2]) if newest else 0
            self._open(self.folder / f"game-{last + 1:06d}.jsonl")
            self._number = 0
            _sync_folder(self.folder)

    def _open(self, path: Path) -> None:
        with _told(path, FULL):
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)

    def _write(self, line: bytes) -> None:
        with _told(self.folder, f"the journal could not be written, the game waits. {FULL}"):
            _write_all(self._require(), line)
            os.fdatasync(self._require())

    def _require(self) -> int:
        if self._file is None:
            raise JournalError(f"{self.folder}: the journal is closed")
        return self._file

    def _newest(self) -> Path | None:
        games = (path for path in self.folder.iterdir() if re.fullmatch(r"game-\d{6,}\.jsonl", path.name))
        return max(games, default=None)


def _line(number: int, fact: Fact) -> bytes:
    return msgspec.json.encode(_Line(FORMAT, number, fact)) + b"\n"


@contextmanager
def _told(path: Path, hint: str) -> Iterator[None]:
    """Tell an error of the disk in a line: where, what, and the next thing to try."""
    try:
        yield
    except OSError as error:
        raise JournalError(f"{path}: {error.strerror}; {hint}") from None


def _read(path: Path, misfit: Callable[[Fact], str | None]) -> tuple[tuple[Fact, ...], int, str | None]:
    """Give the facts of a file, how many bytes they take, and what is wrong with the line after them."""
    facts: list[Fact] = []
    good_bytes = 0
    for number, (line, is_last) in enumerate(_lines(path), 1):
        is_cut = not line.endswith(b"\n")
        try:
            read = msgspec.json.decode(line, type=_Line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            damage = None if is_last and is_cut else f"{path.name}: line {number} is damaged"
            return tuple(facts), good_bytes, damage
        if is_cut:
            break
        if read.v != FORMAT or read.n != number:
            return tuple(facts), good_bytes, f"{path.name}: line {number} is not fact {number} of format {FORMAT}"
        if reason := misfit(read.fact):
            return tuple(facts), good_bytes, f"{path.name}: fact {number} cannot be taken up: {reason}"
        facts.append(read.fact)
        good_bytes += len(line)
    return tuple(facts), good_bytes, None


def _mend(path: Path, good_bytes: int) -> Path:
    """Cut a file behind its good bytes and keep the whole one aside; gives where.

    Whenever the power goes, the file is there: as it was, or mended.
    """
    whole = path.read_bytes()
    kept = _free_name(path)
    _write_file(kept, whole)
    mended = path.with_suffix(".mended")
    _write_file(mended, whole[:good_bytes])
    mended.replace(path)
    _sync_folder(path.parent)
    return kept


def _free_name(path: Path) -> Path:
    """Give the name under which a damaged file is kept; earlier ones stay."""
    names = [path.with_suffix(".damaged")]
    while names[-1].exists():
        names.append(path.with_suffix(f".damaged-{len(names) + 1}"))
    return names[-1]


def _write_file(path: Path, content: bytes) -> None:
    """Write a whole file, on the disk when this returns."""
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        _write_all(file, content)
        os.fsync(file)
    finally:
        os.close(file)


def _write_all(file: int, content: bytes) -> None:
    """Write all of it: the kernel may take less than it is given."""
    while content:
        content = content[os.write(file, content) :]


def _sync_folder(folder: Path) -> None:
    """Put the folder's names on the disk."""
    opened = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _lines(path: Path) -> Iterator[tuple[bytes, bool]]:
    """Give each line of a file, and whether it is the last."""
    with path.open("rb") as file:
        line = file.readline()
        while line:
            following = file.readline()
            yield line, not following
            line = following
