"""The journal: a folder of games, a file each; the newest is written, fact by fact, before anything of it shows."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from tacotable.files.disk import sync_folder
from tacotable.files.spare_descriptors import SpareDescriptors
from tacotable.state.facts import Began, Chose, Closed, Fact, Restarted
from tacotable.storage.journal.claim import claim
from tacotable.storage.journal.errors import JournalError, NoRoomError
from tacotable.storage.journal.files import (
    PROGRAM,
    SUFFIXES,
    games,
    link_aside,
    next_number,
    passed_over,
    put_aside,
    settle,
)
from tacotable.storage.journal.game_file import RESERVED_BLOCKS, SMALL_BLOCKS, GameFile
from tacotable.storage.journal.packing import PACKED, pack
from tacotable.storage.journal.reading import OLD, WORKING, Recovered, last_facts, read_game, told, when_kept
from tacotable.storage.journal.record import Header, Kind, RecordError
from tacotable.storage.journal.snapshot import Snapshot, forget_snapshots, keep_snapshot

ROOM_BYTES = 16 * 2**20
"""So much has to be free when a game begins: its file, its snapshots, and something left for the rest of the system."""
SNAPSHOT_EACH = 200
"""A snapshot is worth its writing after so many facts."""
VOLUME = ""
"""No seat has this name."""
FULL = "is the disk full or read-only?"


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a table is, as the header of each game tells it: its board and its decks by ruleset, as short digests."""

    board: str = ""
    decks: tuple[tuple[str, str], ...] = ()

    def deck(self, ruleset: str) -> str:
        """Return the digest of the deck of a ruleset; empty where none was enrolled."""
        return dict(self.decks).get(ruleset, "")

    def differences(self, header: Header) -> tuple[str, ...]:
        """Name what is not as it was when a game began, `board` and `deck`; what one side does not tell is the same."""
        pairs = (("board", header.board, self.board), ("deck", header.deck, self.deck(header.ruleset)))
        return tuple(name for name, then, now in pairs if then and now and then != now)


def free_bytes(folder: Path) -> int:
    """Return how much of a folder's disk is free for this user."""
    told_by_disk = os.statvfs(folder)
    return told_by_disk.f_bavail * told_by_disk.f_frsize


class Journal:
    """An append-only file of facts a game. `append` is durable when it returns; `tend` is for moments of quiet."""

    def __init__(
        self,
        folder: Path,
        stamp: Stamp | None = None,
        *,
        wall_s: Callable[[], float] = time.time,
        free: Callable[[Path], int] = free_bytes,
    ) -> None:
        """Use a folder, made when it is missing; raises JournalError when that cannot be."""
        self.folder = folder
        self.stamp: Callable[[], Stamp] = lambda: stamp or Stamp()
        """Gives what the table is now; a deck or board that is entered later changes it."""
        self._wall_s = wall_s
        self._free = free
        self._file: GameFile | None = None
        self._lock: int | None = None
        self._spare = SpareDescriptors()
        self._before: Recovered | None = None
        self._spoilt: tuple[Path, ...] = ()
        self._settings: dict[str, Chose] = {}
        """The languages by seat, and under `VOLUME` what was chosen last of all seats."""
        self._facts = self._snapshot_at = self._fact_crc = 0
        self._is_over = self._is_discarded = self._is_taken_up = False
        with told(folder, "give a folder that can be written with --state"):
            folder.mkdir(parents=True, exist_ok=True)

    def claim(self) -> None:
        """Take the folder for this program alone until `close`; raises JournalError when another has it."""
        with told(self.folder, "give a folder that can be read with --state"):
            self._lock = claim(self.folder)
        self._spare.hold()
        with contextlib.suppress(OSError):
            for unfinished in self.folder.glob("game-*.new"):
                unfinished.unlink()
            newest = last_facts(games(self.folder)[-1], PROGRAM) if games(self.folder) else None
            if newest and newest.header.taken_up_from and not newest.is_damaged:
                self._take_away(newest.header.taken_up_from)  # the power went between the two

    def passed_over(self) -> tuple[str, ...]:
        """Return each file that is not read, because another one holds more of its game. Raises JournalError."""
        with told(self.folder, "can this program read there?"):
            return passed_over(self.folder)

    def recover(self) -> Recovered:
        """Return the facts of the newest game; nothing is written before the next fact goes on behind them."""
        return self.go_on_from(next(self.newest_first(), Recovered()))

    def newest_first(self) -> Iterator[Recovered]:
        """Read the games one by one as they are asked for, the newest first. Raises JournalError."""
        with told(self.folder, "can this program read and write there?"):
            known = games(self.folder)
        for path in reversed(known):
            yield read_game(path, PROGRAM)

    def go_on_from(self, recovered: Recovered, spoilt: tuple[Path, ...] = ()) -> Recovered:
        """Let the next fact go on behind these; returns them. Where they were cut, the whole file is kept aside then.

        `spoilt`: newer files, of which no game can be read. They are kept aside then, too.
        """
        self._settings.clear()  # those of facts that do not count any more must not come into another file
        self._go_behind(recovered)
        self._spoilt = spoilt
        return recovered

    def _go_behind(self, recovered: Recovered) -> None:
        self._before = recovered if recovered.path else None
        self._is_over = self._is_discarded = self._is_taken_up = False
        self._facts = len(recovered.facts)
        self._snapshot_at = max((snapshot.facts for snapshot in recovered.snapshots), default=0)
        for fact in recovered.facts:
            self._note(fact)

    def kept(self) -> list[tuple[str, Header, int]]:
        """Return the games that were kept for later, the oldest first: name, header, how many facts.

        A file that cannot be read is passed over. Raises JournalError when the folder cannot be read.
        """
        with self._opening("can this program read there?"):
            found = [(path.stem, last_facts(path, PROGRAM)) for path in games(self.folder) if path.suffix != OLD]
        return [(name, end.header, end.count) for name, end in found if end and when_kept(end.facts)]

    def read_kept(self, name: str) -> Recovered:
        """Return a game that was kept, without its end, which says so; raises JournalError for any other."""
        if name not in (kept for kept, _, _ in self.kept()):
            raise JournalError(
                f"{self.folder}: {name} is no game that was kept; `tacotable history --state {self.folder}` lists all"
            )
        with self._opening("can this program read there?"):
            path = next(path for path in games(self.folder) if path.stem == name)
            recovered = read_game(path, PROGRAM)
        kept = when_kept(recovered.facts)
        return replace(recovered, facts=recovered.facts[:-kept], times_ms=recovered.times_ms[:-kept], snapshots=())

    def take_up(self, kept: Recovered) -> None:
        """Let the next fact go on behind a game that was kept, in a file of its own. Raises JournalError."""
        self._require_room()
        if self._file is not None:
            self._file.seal(self._wall_ms())
            self._file.close()
            self._file = None
        self._go_behind(kept)
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
        self._facts, self._fact_crc = self._facts + 1, file.crc
        self._note(fact)

    def tend(self, snapshot: Callable[[], tuple[bytes, bytes]] | None = None) -> None:
        """Do what can wait for a quiet moment: seal, write ahead, pack finished games, keep a snapshot.

        `snapshot` gives a fingerprint and what it stands for. Raises JournalError when the game's file has failed;
        what fails beside it is left for the next time.
        """
        if self._file is not None:
            self._file.seal(self._wall_ms())
            self._file.prepare()
        with contextlib.suppress(OSError), self._spare.lent():
            self._pack_finished()
            if self._file and snapshot and not self._is_over and self._facts >= self._snapshot_at + SNAPSHOT_EACH:
                self._keep_snapshot(self._file, *snapshot())

    def close(self) -> None:
        """Seal and close the file and give the folder free; the next fact begins another file."""
        if self._file is not None:
            with contextlib.suppress(JournalError):  # it has been told, or there is nobody left to tell
                self._file.seal(self._wall_ms())
            self._file.close()
            self._file = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
        self._spare.close()

    @contextlib.contextmanager
    def _opening(self, hint: str) -> Iterator[None]:
        """Let the block open files, also where this process has no free descriptor. Raises JournalError."""
        with told(self.folder, hint), self._spare.lent():
            yield

    @property
    def _current(self) -> Path | None:
        """The file of the game that goes on, or that is asked about."""
        return self._file.path if self._file else self._before.path if self._before else None

    def _file_for(self, fact: Fact) -> GameFile:
        """Return the file that a fact goes into: a game has its own, and what is told of no game goes where one was."""
        if self._file and not self._spoilt and not isinstance(fact, Began):
            return self._file
        with self._opening(FULL):
            if self._spoilt:
                self._put_spoilt_aside()
            if isinstance(fact, Began):
                file = self._begin(fact)
            else:
                file = self._file or (self._go_on() if self._before else self._new_file("", SMALL_BLOCKS))
            self._before, self._file = None, file
        return file

    def _put_spoilt_aside(self) -> None:
        """Let the file that is written from now on be the newest one of the folder."""
        for path in (spoilt.with_suffix(suffix) for spoilt in self._spoilt for suffix in SUFFIXES):
            if path.exists():
                put_aside(path)
        sync_folder(self.folder)
        self._spoilt = ()

    def _begin(self, fact: Began) -> GameFile:
        """Begin the file of a game; it holds the settings from its first moment on, because a start reads it alone."""
        self._require_room()
        if self._file is not None:
            self._file.seal(self._wall_ms())
        file = self._new_file(str(fact.setup.get("game", "")), RESERVED_BLOCKS)
        if self._file is not None:
            self._file.close()
        return file

    def _require_room(self) -> None:
        if (free := self._free(self.folder)) < ROOM_BYTES:
            raise NoRoomError(
                f"{self.folder}: {free // 2**20} MiB are free, and a game begins with {ROOM_BYTES // 2**20}; "
                "make room, such as by taking old games away"
            )

    def _new_file(self, ruleset: str, blocks: int) -> GameFile:
        """Make the newest file, which begins with the settings."""
        path = self._next_path()
        facts = self._timed(self._settings.values())
        file = GameFile.create(path, self._header(path, ruleset), self._wall_ms(), facts, blocks=blocks)
        self._facts, self._snapshot_at, self._fact_crc = len(facts), 0, file.crc
        return file

    def _next_path(self) -> Path:
        return self.folder / f"game-{next_number(self.folder):06d}{WORKING}"

    def _go_on(self) -> GameFile:
        """Go on behind what was recovered, in its own file where that can be."""
        before = self._before
        if before is None or before.path is None:
            raise AssertionError("there is nothing to go on from")
        is_packed = before.path.suffix == PACKED and before.damage is None
        if self._is_taken_up or (is_packed and not self._is_over):
            return self._moved(before, before.path)
        if is_packed:
            return self._new_file("", SMALL_BLOCKS)
        if before.path.suffix == WORKING and before.damage is None:
            return GameFile.take_up(before.path, before.record, before.crc)
        return self._carried_over(before, before.path)

    def _carried_over(self, before: Recovered, path: Path) -> GameFile:
        """Begin a file with the facts that count of one that is kept aside: damaged, or of the earlier format."""
        working = path.with_suffix(WORKING)
        for other in (path.with_suffix(PACKED), working):
            if other != path and other.exists():
                put_aside(other)
        kept = path if path.suffix == OLD else link_aside(path)
        file = self._file_of(before, working, mended_from=kept.name)
        if path.suffix == PACKED:
            path.unlink(missing_ok=True)
        forget_snapshots(working)
        sync_folder(self.folder)
        return file

    def _moved(self, before: Recovered, path: Path) -> GameFile:
        """Begin the newest file with the facts of a game that was kept; then the old one is not needed any more."""
        kept = link_aside(path).name if before.damage else ""
        file = self._file_of(before, self._next_path(), mended_from=kept, taken_up_from=path.stem)
        self._is_taken_up = False
        self._take_away(path.stem)
        return file

    def _file_of(self, before: Recovered, working: Path, *, mended_from: str = "", taken_up_from: str = "") -> GameFile:
        header = msgspec.structs.replace(
            self._header(working, before.header.ruleset), mended_from=mended_from, taken_up_from=taken_up_from
        )
        facts = ((at_ms, msgspec.json.encode(fact)) for fact, at_ms in zip(before.facts, before.times_ms, strict=True))
        blocks = max(RESERVED_BLOCKS, len(before.facts) + SMALL_BLOCKS)
        return GameFile.create(working, header, self._wall_ms(), facts, blocks=blocks)

    def _take_away(self, name: str) -> None:
        """Take a game's files away, the one that counts last, so that a power cut between leaves it whole."""
        settle(self.folder, self._current)
        paths = [self.folder / f"{name}{suffix}" for suffix in reversed(SUFFIXES)]
        forget_snapshots(paths[-1])
        for path in paths:
            path.unlink(missing_ok=True)
        sync_folder(self.folder)

    def _header(self, path: Path, ruleset: str) -> Header:
        stamp = self.stamp()
        return Header(
            program=PROGRAM,
            game=path.stem,
            ruleset=ruleset,
            board=stamp.board,
            deck=stamp.deck(ruleset),
        )

    def _timed(self, facts: Iterable[Fact]) -> list[tuple[int, bytes]]:
        return [(self._wall_ms(), msgspec.json.encode(fact)) for fact in facts]

    def _pack_finished(self) -> None:
        """Pack each game that nobody writes any more, or take it away where people said so.

        A damaged file stays as it is until people have answered and something goes on from it.
        """
        settle(self.folder, self._current)
        if self._is_over and not (self._before and self._before.damage):
            if self._is_discarded:
                self._throw_away()
            else:
                self._put_away()
        for path in games(self.folder):
            if path.suffix == WORKING and path != self._current:
                self._finish(path)

    def _put_away(self) -> None:
        """Write no more into a game that is over."""
        if self._file is not None:
            self._file.close()
            self._before, self._file = Recovered(path=self._file.path.with_suffix(PACKED)), None
        elif self._before and self._before.path:
            self._before = Recovered(path=self._before.path.with_suffix(PACKED))

    def _finish(self, path: Path) -> None:
        """Pack a game, or take it away; one that cannot be read stays as it is, for people."""
        end = last_facts(path, PROGRAM)
        if end is None:
            return
        if _is_thrown_away(end.facts):
            self._take_away(path.stem)
        else:
            forget_snapshots(path)
            pack(path, PROGRAM)

    def _throw_away(self) -> None:
        """Take a game away that was thrown away; its settings go on in a new file.

        That is made first: where the disk has no room for it all stays as it is, and the next quiet moment tries again.
        """
        path = self._current
        file = self._new_file("", SMALL_BLOCKS)
        if self._file is not None:
            self._file.close()
        self._before, self._file = None, file
        self._is_over = self._is_discarded = False
        if path is not None:
            self._take_away(path.stem)

    def _keep_snapshot(self, file: GameFile, fingerprint: bytes, payload: bytes) -> None:
        keep_snapshot(file.path, Snapshot(self._facts, self._fact_crc, fingerprint, payload))
        self._snapshot_at = self._facts

    def _note(self, fact: Fact) -> None:
        """Note what later files need to know: settings, whether the game is over, and what was chosen then.

        A choice counts with `Closed` behind it: where the power went between the two, people are asked again.
        """
        if isinstance(fact, Chose):
            self._note_settings(fact)
        self._is_over = isinstance(fact, Closed) or (self._is_over and not isinstance(fact, Began))
        if isinstance(fact, Restarted | Began):
            self._is_discarded = _throws_away(fact)

    def _note_settings(self, fact: Chose) -> None:
        """Note a language, a volume or both; the newest language stands last: seats may share a display."""
        if fact.language is not None:
            self._settings.pop(fact.seat, None)
            self._settings[fact.seat] = Chose(fact.seat, language=fact.language)
        if fact.volume is not None:
            self._settings[VOLUME] = Chose(fact.seat, volume=fact.volume)

    def _wall_ms(self) -> int:
        return max(int(self._wall_s() * 1_000), 0)


def _throws_away(fact: Fact) -> bool:
    return isinstance(fact, Restarted) and fact.choice == "discard"


def _is_thrown_away(end: Sequence[Fact]) -> bool:
    """Return by its last two facts whether a game was thrown away, and that to its end."""
    return len(end) == 2 and _throws_away(end[0]) and isinstance(end[1], Closed)
