"""The archive: every public event of every table, stored exactly once, and the steps of each event of the organiser.

An event is stored under its hash, behind the one that it names; where two stand behind the same, the game has a fork,
which is shown and never merged: an old copy of a card was put in, or somebody told something that was not so.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from importlib.resources import files
from math import inf
from pathlib import Path
from typing import NamedTuple

import msgspec

from tacotable_live.stream.chains import linked
from tacotable_live.stream.messages import digest
from tacotable_live.tournament.model import Plan, Step

SCHEMA = files("tacotable_live.director").joinpath("schema.sql").read_text(encoding="utf-8")


class Game(NamedTuple):
    """A game of a table: `epoch` is that of its state folder."""

    table: str
    epoch: str
    name: str


Batch = tuple[Game, Sequence[str]]
"""Events of a game as they came."""


class Archive:
    """One SQLite file. What `store` has returned from is on the disk."""

    def __init__(self, path: Path) -> None:
        """Open or make the file."""
        self._db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._db.execute("pragma journal_mode = wal")
        self._read = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        """Sees what is stored, and nothing that is still being written in the thread."""
        self._db.execute("pragma synchronous = full")
        self._db.executescript(SCHEMA)

    def close(self) -> None:
        """Close the file."""
        self._read.close()
        self._db.close()

    def store(self, batches: Iterable[Batch], now_ms: int) -> dict[Game, int | None]:
        """Store events, all in one transaction; return how far each game is stored, by the numbers of whoever sent it.

        None: what came hangs on an event that is not stored; ask where the table is. What is stored already, and
        what is no event of this chain, changes nothing.
        """
        reached: dict[Game, int | None] = {}
        with self._db:
            self._db.execute("begin immediate")
            for game, bodies in batches:
                reached[game] = self._add(game, bodies, now_ms)
        return reached

    def _add(self, game: Game, bodies: Sequence[str], now_ms: int) -> int | None:
        tip, reached = "", 0
        try:
            links = list(linked(bodies))
        except msgspec.MsgspecError:
            return None
        for body, (n, before) in zip(bodies, links, strict=True):
            if n != (_number(self._db, game, before) if before else 0) + 1:
                return reached or None
            tip = sha256(body.encode()).hexdigest()
            row = (*game, tip, n, before, body, now_ms)
            self._db.execute("insert or ignore into acts values(?, ?, ?, ?, ?, ?, ?, ?)", row)
            reached = n
        if tip:
            self._db.execute("insert or replace into tips values(?, ?, ?, ?, ?)", (*game, tip, now_ms))
        return reached

    def lacking(self, table: str, epoch: str, tips: Mapping[str, tuple[int, str]]) -> list[str]:
        """Return the games whose last events are not stored."""
        return [name for name, (n, hash_) in tips.items() if _number(self._read, Game(table, epoch, name), hash_) != n]

    def located(self, game: Game, marks: Sequence[tuple[int, str]]) -> int:
        """Return the highest number of these marks that is stored, 0 without one."""
        return max((n for n, hash_ in marks if _number(self._read, game, hash_) == n), default=0)

    def chain(self, game: Game, until_ms: float = inf, tip: str | None = None) -> list[str]:
        """Return the bodies of a game's events until then, from the first to the one that came last, or to `tip`."""
        rows = self._read.execute(
            "select hash, before, body, at_ms from acts where table_id = ? and epoch = ? and game = ?", game
        ).fetchall()
        known = {hash_: told for hash_, *told in rows}
        sql = "select hash from tips where table_id = ? and epoch = ? and game = ?"
        last = self._read.execute(sql, game).fetchone() if tip is None else (tip,)
        bodies, hash_ = [], last[0] if last else ""
        while hash_:
            hash_, body, at_ms = known[hash_]
            bodies += [body] if at_ms <= until_ms else []
        return bodies[::-1]

    def span(self, game: Game) -> tuple[str, int, int]:
        """Return the hash of a game's tip, and when its first event and its tip came, in ms since 1970."""
        first = "select min(at_ms) from acts where table_id = ? and epoch = ? and game = ? and n = 1"
        tip = "select hash, at_ms from tips where table_id = ? and epoch = ? and game = ?"
        hash_, ended_ms = self._read.execute(tip, game).fetchone()
        return hash_, self._read.execute(first, game).fetchone()[0], ended_ms

    def forks(self, table: str) -> list[tuple[Game, int]]:
        """Return the games of a table that have two events behind the same one, with the number of those."""
        sql = "select epoch, game, n from acts where table_id = ? group by epoch, game, before having count(*) > 1"
        return [(Game(table, epoch, name), n) for epoch, name, n in self._read.execute(sql, (table,))]

    def games(self, table: str) -> list[Game]:
        """Return the games of a table, the one that was told of last at the end."""
        sql = "select epoch, game from tips where table_id = ? order by at_ms, epoch, game"
        return [Game(table, epoch, name) for epoch, name in self._read.execute(sql, (table,))]

    def count(self) -> int:
        """Return how many events are stored."""
        return int(self._read.execute("select count(*) from acts").fetchone()[0])

    def tables(self) -> dict[str, str]:
        """Return the hashes of the keys of the tables that may tell, by their names."""
        return dict(self._read.execute("select id, key_hash from tables order by added_ms, id"))

    def add_table(self, table: str, key: str, now_ms: int) -> None:
        """Let a table tell; a new key makes an old one void."""
        sql = "insert into tables values(?, ?, ?) on conflict(id) do update set key_hash = excluded.key_hash"
        self._db.execute(sql, (table, digest(key), now_ms))

    def drop_table(self, table: str) -> None:
        """Let a table tell no more; what it told stays."""
        self._db.execute("delete from tables where id = ?", (table,))

    def all_games(self) -> list[Game]:
        """Return the games of all tables, that with the newest event first; also of tables that were dropped."""
        sql = "select table_id, epoch, game from tips order by at_ms desc, table_id, epoch, game"
        return [Game(*row) for row in self._read.execute(sql)]

    def add_decision(self, table: str, id_: str, decision: bytes, now_ms: int) -> None:
        """Keep what the desk decides for a table, as JSON; nothing has come of it yet."""
        row = (id_, table, now_ms, decision.decode(), None)
        self._db.execute("insert into decisions values(?, ?, ?, ?, ?)", row)

    def end_decision(self, id_: str, outcome: str) -> bool:
        """Keep what came of a decision; return whether that is new."""
        sql = "update decisions set outcome = ? where id = ? and outcome is not ?"
        return self._db.execute(sql, (outcome, id_, outcome)).rowcount > 0

    def decisions(self, table: str) -> list[tuple[str, str | None]]:
        """Return the decisions of the desk for a table as JSON, the newest first, each with what came of it."""
        sql = "select decision, outcome from decisions where table_id = ? order by at_ms desc"
        return self._read.execute(sql, (table,)).fetchall()

    def events(self) -> dict[int, Plan]:
        """Return the plans of all events, by their numbers."""
        rows = self._read.execute("select * from events")
        return {number: msgspec.json.decode(plan, type=Plan) for number, plan in rows}

    def add_event(self, plan: Plan) -> int:
        """Keep a new event; return its number."""
        added = self._db.execute("insert into events(plan) values(?)", (msgspec.json.encode(plan).decode(),))
        return int(added.lastrowid or 0)

    def drop_event(self, event: int) -> None:
        """Forget an event and its steps."""
        self._db.execute("delete from steps where event = ?", (event,))
        self._db.execute("delete from events where id = ?", (event,))

    def steps(self, event: int) -> list[Step]:
        """Return the steps of an event in their order."""
        rows = self._read.execute("select step from steps where event = ? order by number", (event,))
        return [msgspec.json.decode(row[0], type=Step) for row in rows]

    def add_step(self, event: int, number: int, step: Step) -> None:
        """Keep the next step of an event; one that is there already is an error of the caller."""
        self._db.execute("insert into steps values(?, ?, ?)", (event, number, msgspec.json.encode(step).decode()))


def _number(db: sqlite3.Connection, game: Game, hash_: str) -> int:
    """Return the number of an event by its hash; a number that none follows where it is not stored."""
    sql = "select n from acts where table_id = ? and epoch = ? and game = ? and hash = ?"
    row = db.execute(sql, (*game, hash_)).fetchone()
    return int(row[0]) if row else -2
