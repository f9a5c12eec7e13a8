"""Statistics: an index in SQLite of a folder's games, made anew from the journals at each question, never the truth."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacotable.history.games import Played

FILE = "history.sqlite"
_SCHEMA = files("tacotable.history").joinpath("statistics.sql").read_text(encoding="utf-8")


def index(path: Path, played: Iterable[Played]) -> None:
    """Make the index anew, whatever is in its place; raises sqlite3.Error or OSError."""
    for old in (path, path.with_name(f"{path.name}-journal")):  # half a change to the old one is none to this one
        old.unlink(missing_ok=True)
    with closing(sqlite3.connect(path)) as index_file, index_file:
        index_file.executescript(_SCHEMA)
        for game in played:
            row = (
                game.name, game.began, game.ruleset, game.entries, game.winner, game.how, game.refused, game.disputes
            )  # fmt: skip
            index_file.execute("insert into games values (?, ?, ?, ?, ?, ?, ?, ?)", row)
            seats = ((game.name, seat, game.people.get(seat, seat), seat == game.winner) for seat in game.seats)
            index_file.executemany("insert into seats values (?, ?, ?, ?)", seats)


def won(path: Path) -> list[tuple[str, str, int, int]]:
    """Return each ruleset's people (chairs, without a name) with the games ended and won; raises sqlite3.Error."""
    query = """select ruleset, person, count(*), sum(won) from seats join games on name = game
               where how = 'over' group by ruleset, person order by ruleset, 4 desc, person"""
    with closing(sqlite3.connect(path)) as index_file:
        return list(index_file.execute(query))
