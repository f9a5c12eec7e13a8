"""The files of the games in a folder: which one of a game counts, what is kept aside, and which number is free.

A game has one file. Where the power went between two names, or somebody copied files, a packed and a working one lie
there. Then the one counts of which more can be read, and no file goes that holds what the other one does not.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from tacotable.files.disk import sync_folder
from tacotable.storage.journal.packing import PACKED
from tacotable.storage.journal.reading import OLD, WORKING
from tacotable.storage.journal.record import Kind, OtherFormatError, RecordError
from tacotable.storage.journal.scan import Ending, scanning

PROGRAM = version("tacotable")
SUFFIXES = (PACKED, WORKING, OLD)
"""The files of a game, the one that counts first where the same can be read of them."""
_NAME = re.compile(r"game-(\d{6,})")


@dataclass(frozen=True, slots=True)
class Weight:
    """How many facts of a file can be read, and why no more; -1 where not even its header can."""

    facts: int
    damage: str = ""

    @property
    def rank(self) -> tuple[int, bool]:
        """Return what a file is compared by: how much it holds, then whether that is all."""
        return self.facts, not self.damage

    @property
    def told(self) -> str:
        """Say what makes the file the worse one of two."""
        return self.damage or f"it ends with act {self.facts}"


def games(folder: Path) -> list[Path]:
    """Return the file that counts of each game in a folder, the oldest first; raises OSError."""
    return [paths[0] for paths in _files_by_game(folder)]


def name_of(told: str) -> str:
    """Return the name of a game that people call by its number or its name."""
    return f"game-{int(told):06d}" if told.isascii() and told.isdigit() else told


def next_number(folder: Path) -> int:
    """Return the number of the next game: behind all that are in the folder, those kept aside, too; raises OSError."""
    named = (_NAME.fullmatch(path.name.partition(".")[0]) for path in folder.iterdir())
    return max((int(each[1]) for each in named if each), default=0) + 1


def weigh(path: Path) -> Weight:
    """Read a journal's records, and tell how many facts they are."""
    try:
        with scanning(path, PROGRAM) as scan:
            facts = sum(record.kind is Kind.FACT for record in scan.records)
    except OSError as error:
        return Weight(-1, error.strerror or "it cannot be read")
    except OtherFormatError as error:
        return Weight(-1, str(error))
    except RecordError as error:
        return Weight(-1, f"the header is damaged: {error}")
    if scan.ended and scan.ended.how is Ending.DAMAGED:
        return Weight(facts, f"act {facts + 1} is damaged: {scan.ended.why}")
    return Weight(facts)


def passed_over(folder: Path) -> tuple[str, ...]:
    """Return each file that does not count beside another one of its game, and is not merely left over from packing it.

    Raises OSError.
    """
    return tuple(
        f"{other.name}: {weigh(other).told}; {counts.name} is read in its place, and this file stays"
        for counts, other in _pairs(folder)
        if not _is_left_over(counts, other)
    )


def settle(folder: Path, current: Path | None) -> None:
    """Leave of each game the file that counts, and keep the other one aside; what packing left over goes.

    `current` is being written, and keeps its name. Raises OSError.
    """
    settled = [pair for pair in _pairs(folder) if pair[1] != current]
    for counts, other in settled:
        if _is_left_over(counts, other):
            other.unlink()
        else:
            put_aside(other)
    if settled:
        sync_folder(folder)


def put_aside(path: Path) -> Path:
    """Return a file the name under which damaged ones are kept; returns that. Raises OSError."""
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
    for path in folder.iterdir():
        if path.suffix in SUFFIXES and (named := _NAME.fullmatch(path.stem)):
            found.setdefault((int(named[1]), path.stem), []).append(path)
    return [_sorted(found[number]) for number in sorted(found)]


def _sorted(paths: list[Path]) -> list[Path]:
    """Return the files of a game, the one that counts first; only a packed and a working one have to be read for it."""
    paths.sort(key=lambda path: SUFFIXES.index(path.suffix))
    two = paths[:2] if len(paths) > 1 and paths[1].suffix == WORKING else []
    return [*sorted(two, key=lambda path: weigh(path).rank, reverse=True), *paths[len(two) :]]


def _pairs(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the file that counts and the one that does not, of each game with a packed and a working one."""
    for counts, *others in _files_by_game(folder):
        for other in others:
            if other.suffix != OLD:
                yield counts, other


def _is_left_over(counts: Path, other: Path) -> bool:
    """Return whether all of a working file is in the packed one, because the power went between the two."""
    are_whole = counts.suffix == PACKED and not weigh(counts).damage and not weigh(other).damage
    return are_whole and (held := _payloads(other)) == _payloads(counts)[: len(held)]


def _payloads(path: Path) -> list[bytes]:
    """Return the facts of a file that can be read."""
    with scanning(path, PROGRAM) as scan:
        return [record.payload for record in scan.records if record.kind is Kind.FACT]


def _free_name(path: Path) -> Path:
    """Return the name under which a damaged file is kept; earlier ones stay."""
    names = [path.with_suffix(".damaged")]
    while names[-1].exists():
        names.append(path.with_suffix(f".damaged-{len(names) + 1}"))
    return names[-1]
