"""Reading games: the facts of each, how its file ends, and which of its files counts.

A finished game is packed: a small file without gaps, which ends with a record that says so.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path

import msgspec

from tacotable.files.safe_write import replace_whole, sync_folder
from tacotable.files.spare_descriptors import HINT, NONE_FREE
from tacotable.files.write_fault import write_fault
from tacotable.state.facts import Began, Chose, Closed, Fact, Restarted
from tacotable.storage.journal.game_file import retire
from tacotable.storage.journal.record import (
    Header,
    JournalError,
    Kind,
    NoDescriptorError,
    OtherFormatError,
    RecordError,
    crc_of,
    write_header,
    write_record,
)
from tacotable.storage.journal.scan import Ending, scan_stream

PROGRAM = version("tacotable")
WORKING, PACKED = ".tcw", ".tcj"
SUFFIXES = (PACKED, WORKING)  # The files of a game, the one that counts first where the same can be read of them.
_NAME = re.compile(r"game-(\d{6,})")


@dataclass(frozen=True, slots=True)
class Recovered:
    """What a journal holds: its facts, what its header says, and how it ends.

    `damage` tells what is wrong in the middle of the file, where people have to decide; a torn end is normal, and
    only noted.
    """

    facts: tuple[Fact, ...] = ()
    damage: str | None = None
    path: Path | None = None
    header: Header = Header()  # noqa: RUF009  # a frozen value
    is_torn: bool = False
    times_ms: tuple[int, ...] = ()  # What the wall clock said at each fact; labels, in no order.
    record: int = 0  # The last record that counts, and its checksum: where writing goes on.
    crc: int = 0

    @property
    def is_spoilt(self) -> bool:
        """Return whether there is damage, and no game before it."""
        return self.damage is not None and not any(isinstance(fact, Began) for fact in self.facts)

    def cut(self, facts: int, why: str) -> Recovered:
        """Return this with only so many facts counting, because the next one cannot be taken up."""
        damage = f"{self.path.name if self.path else ''}: fact {facts + 1} cannot be taken up: {why}"
        return replace(self, facts=self.facts[:facts], times_ms=self.times_ms[:facts], damage=damage)


@contextmanager
def told(path: Path, hint: str) -> Iterator[None]:
    """Return an error of the disk in a line: where, what, and the next thing to try."""
    try:
        yield
    except OSError as error:
        if error.errno in NONE_FREE:
            raise NoDescriptorError(f"{path}: {error.strerror}; {HINT}") from None
        raise JournalError(f"{path}: {error.strerror}; {hint}", write_fault(error)) from None


def read_game(path: Path, program: str) -> Recovered:
    """Read a game's file, packed or not. Raises JournalError for another version's, or one that the disk holds back."""
    with told(path, "can this program read there?"):
        try:
            return _read(path, program)
        except OtherFormatError as error:
            raise JournalError(f"{path}: {error}") from None
        except RecordError as error:
            return Recovered(path=path, damage=f"{path.name}: the header is damaged: {error}")
        except IsADirectoryError:
            return Recovered(path=path, damage=f"{path.name}: this is a folder, and no game; move it away")


def readable(path: Path) -> Recovered | None:
    """Read a game's file; None where the disk does not give it, or another version wrote it."""
    try:
        return read_game(path, PROGRAM)
    except JournalError:
        return None


def when_kept(facts: Sequence[Fact]) -> int:
    """Return with how many facts at its end a game was kept for later; 0 where it was not."""
    for number, fact in enumerate(reversed(facts), 1):
        if isinstance(fact, Restarted) and fact.choice == "save":
            return number
        if not isinstance(fact, Closed | Chose):  # until the next quiet moment settings go behind the end
            return 0
    return 0


def _read(path: Path, program: str) -> Recovered:
    facts: list[Fact] = []
    times: list[int] = []
    record, crc, damage = 0, 0, None
    with path.open("rb") as file:
        scan = scan_stream(file, program)
    for each in scan.records:
        if each.kind is Kind.FACT:
            try:
                facts.append(_decode(each.payload))
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                damage = f"{path.name}: fact {len(facts) + 1} is none of this program: {error}"
                break
            times.append(each.at_ms)
        record, crc = each.number, each.crc
    if damage is None and scan.how is Ending.DAMAGED:
        damage = f"{path.name}: act {len(facts) + 1} is damaged: {scan.why}"
    is_torn = damage is None and scan.how is Ending.TORN
    return Recovered(tuple(facts), damage, path, scan.header, is_torn, tuple(times), record, crc)


_decode = msgspec.json.Decoder(Fact).decode


def games(folder: Path) -> list[Path]:
    """Return the file that counts of each game in a folder, the oldest first; raises OSError."""
    return [paths[0] for paths in _files_by_game(folder)]


def name_of(told: str) -> str:
    """Return the name of a game that people call by its number or its name."""
    return f"game-{int(told):06d}" if told.isascii() and told.isdigit() else told


def next_path(folder: Path) -> Path:
    """Return the file of the next game: behind all that are in the folder, those kept aside, too; raises OSError."""
    named = (_NAME.fullmatch(path.name.partition(".")[0]) for path in folder.iterdir())
    return folder / f"game-{max((int(each[1]) for each in named if each), default=0) + 1:06d}{WORKING}"


def passed_over(folder: Path) -> tuple[str, ...]:
    """Return a line for each file that is not read, because another one holds more of its game. Raises OSError."""
    return tuple(
        f"{other.name}: {counts.name} holds more of this game and is read in its place, and this file is kept aside"
        for counts, *others in _files_by_game(folder)
        for other in others
        if not _are_alike(other, counts)
    )


def settle(folder: Path, current: Path | None) -> None:
    """Leave of each game the file that counts, and the one that is being written; raises OSError."""
    pairs = [(counts, other) for counts, *rest in _files_by_game(folder) for other in rest if other != current]
    for counts, other in pairs:
        if _are_alike(other, counts):
            other.unlink()
        else:
            put_aside(other)
    if pairs:
        sync_folder(folder)


def put_aside(path: Path) -> Path:
    """Rename a file to the name under which damaged ones are kept; returns that. Raises OSError."""
    return path.rename(_free_name(path))


def link_aside(path: Path) -> Path:
    """Keep a damaged file under another name, too, but a folder under that alone; returns that. Raises OSError."""
    if path.is_dir():
        return put_aside(path)
    kept = _free_name(path)
    os.link(path, kept)
    return kept


def _files_by_game(folder: Path) -> list[list[Path]]:
    """Return the files of each game, the oldest game first, and first the file that counts."""
    found: dict[tuple[int, str], list[Path]] = {}
    for path in sorted(folder.iterdir()):  # a packed file comes first
        if path.suffix in SUFFIXES and (named := _NAME.fullmatch(path.stem)):
            found.setdefault((int(named[1]), path.stem), []).append(path)
    for paths in found.values():
        if len(paths) > 1:
            paths.sort(key=_amount, reverse=True)
    return [found[number] for number in sorted(found)]


def _amount(path: Path) -> tuple[int, bool]:
    """Return how many facts of a file can be read, and whether that is all; -1 where not even its header can."""
    game = readable(path)
    return (-1, False) if game is None else (len(game.facts), not game.damage)


def _are_alike(path: Path, other_path: Path) -> bool:
    """Return whether two files hold the same whole game."""
    one, other = readable(path), readable(other_path)
    return one is not None and other is not None and not (one.damage or other.damage) and one.facts == other.facts


def _free_name(path: Path) -> Path:
    """Return the name under which a damaged file is kept; earlier ones stay."""
    names = [path.with_suffix(".damaged")]
    while names[-1].exists():
        names.append(path.with_suffix(f".damaged-{len(names) + 1}"))
    return names[-1]


def pack(path: Path, program: str) -> bool:
    """Pack a working file that is whole; returns whether it did. Raises OSError.

    The packed file is on the disk before the working one goes: where the power went between the two, both hold the
    same, the packed one counts, and the next start removes the other.
    """
    with path.open("rb") as file:
        scan = scan_stream(file, program)
    if scan.how is Ending.DAMAGED:
        return False
    header: Header = msgspec.structs.replace(scan.header, reserved=0, generation=0)
    packed = [write_header(header, 0)]
    for fact in scan.records:
        if fact.kind is Kind.FACT:
            packed.append(write_record(Kind.FACT, len(packed), fact.at_ms, fact.payload, crc_of(packed[-1])))
    at_ms = scan.records[-1].at_ms if scan.records else 0
    packed.append(write_record(Kind.END, len(packed), at_ms, b"", crc_of(packed[-1])))
    replace_whole(path.with_suffix(PACKED), b"".join(packed))
    retire(path)
    sync_folder(path.parent)
    return True
