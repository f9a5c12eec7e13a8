"""The files of the games in a folder: which one of a game counts, what is kept aside, and which number is free.

A game has one file. Where somebody copied files there may be a packed and a working one: then the one counts of which
more can be read, and the other one is kept aside, unless it holds the same.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from tacotable.files.disk import sync_folder
from tacotable.storage.journal.packing import PACKED
from tacotable.storage.journal.reading import WORKING, Recovered, readable

SUFFIXES = (PACKED, WORKING)
"""The files of a game, the one that counts first where the same can be read of them."""
_NAME = re.compile(r"game-(\d{6,})")


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
        for counts, other in _pairs(folder)
    )


def settle(folder: Path, current: Path | None) -> None:
    """Leave of each game the file that counts, and the one that is being written; raises OSError."""
    pairs = [pair for pair in _pairs(folder) if pair[1] != current]
    for counts, other in pairs:
        if _are_alike(readable(other), readable(counts)):
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


def _are_alike(one: Recovered | None, other: Recovered | None) -> bool:
    """Return whether two files hold the same whole game."""
    return one is not None and other is not None and not (one.damage or other.damage) and one.facts == other.facts


def _pairs(folder: Path) -> Iterator[tuple[Path, Path]]:
    """Yield the file that counts and the one that does not, of each game with two."""
    for counts, *others in _files_by_game(folder):
        for other in others:
            yield counts, other


def _free_name(path: Path) -> Path:
    """Return the name under which a damaged file is kept; earlier ones stay."""
    names = [path.with_suffix(".damaged")]
    while names[-1].exists():
        names.append(path.with_suffix(f".damaged-{len(names) + 1}"))
    return names[-1]
