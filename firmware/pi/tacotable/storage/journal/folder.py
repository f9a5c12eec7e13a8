"""The journal: a folder of games, a file each; the newest is written, fact by fact, before anything of it shows."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import msgspec

from tacotable.files.safe_write import sync_folder
from tacotable.files.spare_descriptors import SpareDescriptors
from tacotable.files.write_fault import WriteFault
from tacotable.state.facts import Began, Fact
from tacotable.storage.journal import reading
from tacotable.storage.journal.carried import Carried, is_thrown_away
from tacotable.storage.journal.game_file import RESERVED_BLOCKS, SMALL_BLOCKS, GameFile, retire, spare_bytes
from tacotable.storage.journal.reading import Recovered
from tacotable.storage.journal.record import Header, JournalError, Kind, NoRoomError, RecordError, TableFingerprint

ROOM_BYTES = 16 * 2**20  # So much has to be free when a game begins: its file, and some for the rest of the system.
READ_HINT, FULL = "can this program read there?", "is the disk full or read-only?"


class Journal:
    """An append-only file of facts a game. `append` is durable when it returns; `tend` is for moments of quiet."""

    def __init__(
        self,
        folder: Path,
        stamp: TableFingerprint | None = None,
        *,
        wall_s: Callable[[], float] = time.time,
        free: Callable[[Path], int] = lambda folder: shutil.disk_usage(folder).free,
    ) -> None:
        """Use a folder, made when it is missing; raises JournalError when that cannot be."""
        self.folder = folder
        self.stamp: Callable[[], TableFingerprint] = lambda: stamp or TableFingerprint()
        """Returns what the table is now; a deck or board that is entered later changes it."""
        self._wall_s, self._free = wall_s, free
        self._lock: int | None = None
        self._spare = SpareDescriptors()
        self._file: GameFile | None = None
        self._before: Recovered | None = None  # What the next fact goes on behind, until it is there.
        self._spoilt: tuple[Path, ...] = ()
        self._is_taken_up = False
        self._carried = Carried()
        with reading.told(folder, "give a folder that can be written with --state"):
            folder.mkdir(parents=True, exist_ok=True)

    def claim(self) -> None:
        """Lock the folder for this program alone until `close`; raises JournalError when another has it."""
        with reading.told(self.folder, "give a folder that can be read with --state"):
            self._lock = _claim(self.folder)
        self._spare.hold()
        with contextlib.suppress(OSError):
            for left_over in (*self.folder.glob("game-*.new"), *self.folder.glob("game-*.snap-*")):
                left_over.unlink()  # snapshots were made by earlier versions, beside the facts
            for path in reading.games(self.folder)[-1:]:
                newest = reading.readable(path)
                if newest and newest.header.taken_up_from and not newest.damage:
                    self._take_away(newest.header.taken_up_from)  # the power went between the two

    def passed_over(self) -> tuple[str, ...]:
        """Return a line for each file that is not read, because another one holds more. Raises JournalError."""
        with reading.told(self.folder, READ_HINT):
            return reading.passed_over(self.folder)

    def recover(self) -> Recovered:
        """Return the facts of the newest game; nothing is written before the next fact goes on behind them."""
        return self.go_on_from(next(self.newest_first(), Recovered()))

    def newest_first(self) -> Iterator[Recovered]:
        """Read the games one by one as they are asked for, the newest first. Raises JournalError."""
        with reading.told(self.folder, "can this program read and write there?"):
            known = reading.games(self.folder)
        for path in reversed(known):
            yield reading.read_game(path, reading.PROGRAM)

    def go_on_from(self, recovered: Recovered, spoilt: tuple[Path, ...] = ()) -> Recovered:
        """Go on behind these facts with the next one; returns them. Where they were cut, the file is kept aside then.

        `spoilt`: newer files, of which no game can be read. They are kept aside then, too.
        """
        self._before, self._spoilt, self._is_taken_up = recovered if recovered.path else None, spoilt, False
        self._carried = Carried(recovered.facts)
        return recovered

    def kept(self) -> list[tuple[str, Header, int]]:
        """Return the games that were kept for later, the oldest first: name, header, how many facts.

        A file that cannot be read is passed over. Raises JournalError when the folder cannot be read.
        """
        return [(path.stem, game.header, len(game.facts)) for path, game in self._kept()]

    def read_kept(self, name: str) -> Recovered:
        """Return a game that was kept, without its end, which says so; raises JournalError for any other."""
        for path, game in self._kept():
            if path.stem == name:
                end = len(game.facts) - reading.when_kept(game.facts)
                return replace(game, facts=game.facts[:end], times_ms=game.times_ms[:end])
        raise JournalError(
            f"{self.folder}: {name} is no game that was kept; `tacotable history --state {self.folder}` lists all"
        )

    def take_up(self, kept: Recovered) -> None:
        """Go on behind a game that was kept, in a file of its own. Raises JournalError."""
        self.require_room()
        self._close_file()
        settings = self._carried.settings
        self.go_on_from(kept, self._spoilt)
        self._carried = Carried((*settings, *kept.facts))
        self._is_taken_up = True

    def append(self, fact: Fact) -> None:
        """Write one fact; it is on the disk when this returns.

        Raises NoRoomError for a game that the disk has no room for, NoDescriptorError where its file cannot be opened
        now, else JournalError, and then for good.
        """
        file = self._file_for(fact)
        try:
            file.append(Kind.FACT, msgspec.json.encode(fact), self._wall_ms())
        except RecordError as error:
            raise JournalError(f"{file.path}: {error}") from None
        self._carried.note(fact)

    def tend(self) -> None:
        """Do what can wait for a quiet moment: seal, write ahead, pack finished games.

        Raises JournalError when the game's file has failed; what fails beside it is left for the next time.
        """
        if self._file is not None:
            self._file.seal(self._wall_ms())
            self._file.prepare()
        with contextlib.suppress(OSError), self._spare.lent():
            self._put_away()
            reading.settle(self.folder, self._current)
            for path in reading.games(self.folder):
                if path.suffix != reading.WORKING or path == self._current:
                    continue
                game = reading.readable(path)
                if game is None or game.damage:  # it stays as it is, for people
                    continue
                if is_thrown_away(game.facts):
                    self._take_away(path.stem)
                else:
                    reading.pack(path, reading.PROGRAM)

    def close(self) -> None:
        """Seal and close the file and give the folder free; the next fact begins another file."""
        with contextlib.suppress(JournalError):  # it has been told, or there is nobody left to tell
            self._close_file()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        self._spare.close()

    def _kept(self) -> list[tuple[Path, Recovered]]:
        with reading.told(self.folder, READ_HINT), self._spare.lent():
            found = [(path, reading.readable(path)) for path in reading.games(self.folder)]
        return [(path, game) for path, game in found if game and reading.when_kept(game.facts)]

    @property
    def game(self) -> str:
        """Return the name of the game that goes on, or that is asked about; empty without one."""
        return self._current.stem if self._current else ""

    @property
    def _current(self) -> Path | None:
        """The file of the game that goes on, or that is asked about."""
        return self._file.path if self._file else self._before.path if self._before else None

    def _close_file(self) -> None:
        """Seal the file and close it; it is closed where the seal cannot be written, too. Raises JournalError."""
        file, self._file = self._file, None
        if file is not None:
            try:
                file.seal(self._wall_ms())
            finally:
                file.close()

    def _file_for(self, fact: Fact) -> GameFile:
        """Return the file that a fact goes into: a game has its own, and what is told of no game goes where one was."""
        if self._file and not self._spoilt and not isinstance(fact, Began):
            return self._file
        with reading.told(self.folder, FULL), self._spare.lent():
            for path in (spoilt.with_suffix(suffix) for spoilt in self._spoilt for suffix in reading.SUFFIXES):
                if path.exists():
                    reading.put_aside(path)
            if self._spoilt:
                sync_folder(self.folder)
            self._spoilt = ()
            reading.settle(self.folder, self._current)
            if isinstance(fact, Began):
                file = self._begin(fact)
            elif self._file:
                file = self._file
            elif self._before and self._before.path:
                file = self._go_on(self._before, self._before.path)
            else:
                file = self._new_file("", SMALL_BLOCKS)
            self._before, self._file = None, file
        return file

    def _begin(self, fact: Began) -> GameFile:
        """Begin the file of a game; it holds the settings from its first moment on, because a start reads it alone."""
        self.require_room()
        if self._file is not None:
            self._file.seal(self._wall_ms())
        file = self._new_file(str(fact.setup.get("game", "")), RESERVED_BLOCKS)
        if self._file is not None:
            self._file.close()
        return file

    def require_room(self) -> None:
        """Raise NoRoomError if the disk has too little room for another game."""
        if (free := self._free(self.folder) + spare_bytes(self.folder)) < ROOM_BYTES:
            raise NoRoomError(
                f"{self.folder}: {free // 2**20} MiB are free, and a game begins with {ROOM_BYTES // 2**20}; "
                "make room, such as by taking old games away",
                WriteFault.FULL,
            )

    def _new_file(self, ruleset: str, blocks: int) -> GameFile:
        """Make the newest file, which begins with the settings."""
        settings, now_ms = self._carried.settings, self._wall_ms()
        header = Header(ruleset=ruleset)
        return self._file_of(reading.next_path(self.folder), header, settings, (now_ms,) * len(settings), blocks)

    def _go_on(self, before: Recovered, path: Path) -> GameFile:
        """Go on behind what was recovered, in its own file where that can be."""
        is_packed = not before.header.reserved and before.damage is None
        if self._is_taken_up or (is_packed and not self._carried.is_over):
            return self._moved(before, path)
        if is_packed:
            return self._new_file("", SMALL_BLOCKS)
        if before.damage is None and before.header.generation:
            return GameFile.take_up(path, before.record, before.crc, before.header.generation)
        kept = reading.link_aside(path).name if before.damage else before.header.mended_from
        header = msgspec.structs.replace(before.header, mended_from=kept, taken_up_from="")
        file = self._copied(before, path.with_suffix(reading.WORKING), header)
        if path.suffix == reading.PACKED:
            path.unlink(missing_ok=True)
            sync_folder(self.folder)
        return file

    def _moved(self, before: Recovered, path: Path) -> GameFile:
        """Begin the newest file with the facts of a game that was kept; then the old one is not needed any more."""
        kept = reading.link_aside(path).name if before.damage else ""
        header = msgspec.structs.replace(before.header, mended_from=kept, taken_up_from=path.stem)
        file = self._copied(before, reading.next_path(self.folder), header)
        self._is_taken_up = False
        self._take_away(path.stem)
        return file

    def _copied(self, before: Recovered, path: Path, header: Header) -> GameFile:
        blocks = max(RESERVED_BLOCKS, len(before.facts) + SMALL_BLOCKS)
        return self._file_of(path, header, before.facts, before.times_ms, blocks)

    def _file_of(
        self, path: Path, header: Header, facts: tuple[Fact, ...], times_ms: tuple[int, ...], blocks: int
    ) -> GameFile:
        """Make a file that begins with some facts, and whose header says what this table is."""
        stamp = self.stamp()
        header = msgspec.structs.replace(
            header, program=reading.PROGRAM, game=path.stem, board=stamp.board, deck=stamp.deck(header.ruleset)
        )
        content = zip(times_ms, map(msgspec.json.encode, facts), strict=True)
        is_game = blocks >= RESERVED_BLOCKS
        return GameFile.create(path, header, self._wall_ms(), content, blocks, may_use_spare=is_game)

    def _take_away(self, name: str) -> None:
        """Remove a game; a file of it that does not count is kept aside before that."""
        reading.settle(self.folder, self._current)
        (self.folder / f"{name}{reading.PACKED}").unlink(missing_ok=True)
        if (working := self.folder / f"{name}{reading.WORKING}").exists():
            retire(working)
        sync_folder(self.folder)

    def _put_away(self) -> None:
        """Write no more into a game that is over; one that was thrown away goes, and its settings go on in a new file.

        That is made first: where the disk has no room for it all stays as it is, and the next quiet moment tries again.
        A damaged file stays as it is until people have answered and something goes on from it.
        """
        if not self._carried.is_over or (self._before and self._before.damage):
            return
        path = self._current
        file = self._new_file("", SMALL_BLOCKS) if self._carried.is_discarded else None
        if self._file is not None:
            self._file.close()
        self._before, self._file = None, file
        if file is not None:
            self._carried = Carried(self._carried.settings)
            if path is not None:
                self._take_away(path.stem)

    def _wall_ms(self) -> int:
        return max(int(self._wall_s() * 1_000), 0)


def _claim(folder: Path, kind: int = fcntl.LOCK_EX) -> int:
    """Lock a folder until the returned file is closed, by the kernel: no lock of a program that was killed is left.

    Raises JournalError when another program has it, and OSError.
    """
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
        os.close(_claim(folder, fcntl.LOCK_SH))
    except JournalError:
        return True
    except OSError:
        return False
    return False
