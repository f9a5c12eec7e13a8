"""Journals, kept games and traces as versions of the program wrote them, and the position that each gave then.

`python -m recordings keep` adds the set of the present version; a test opens every set with the present program.
"""

from __future__ import annotations

import json
import lzma
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Literal, TypeAlias

import msgspec

from recordings import file
from recordings.game import Game, Setting
from recordings.people import KINDS
from recordings.replay import Replay
from recordings.stored import GAMES, PARTS, part_of
from tacotable.app.program import fingerprint_of, open_journal
from tacotable.autoplay.players import people_at
from tacotable.core.restore import Restored, restore
from tacotable.simulation.plan import faces_of
from tacotable.state.facts import Closed, Fact, Restarted
from tacotable.state.game_state import Stage
from tacotable.storage.journal import PROGRAM, Journal, JournalError, read_game
from tacotable.trace.file import TraceError, read_trace, traces_in
from tacotable.trace.replay_decisions import replay
from traces.recorded import recorded_table

KEPT = Path(__file__).parent / "versions"
SCENARIOS = (
    *("dropped-pile", "pile-not-dropped-at-all", "restart-in-the-middle", "kittens-restart", "draw-three", "jumbo"),
    *("opens-the-menu-and-reads-it", "says-ok-to-a-take-back", "robot-among-five", "robot-at-tacocats-table"),
    *("family-turns-between-games", "deal-again", "late-nope", "kitten-of-the-next", "by-buttons", "seat-handed-over"),
)
"""Scenario files whose ends are kept as unfinished journals."""
TRACES = (("tacocat", 7), ("buttons", 8), ("kittens", 9), ("family", 10))
TRACE_S = 25.0
UNFINISHED, MOST_TRIED = 3, 4
"""How many unfinished games there are of a kind; so many of the longest are tried for one that comes to its end."""
WALL_S = 1_760_000_000.0
"""The time of all facts: files of two runs are equal."""

Sort: TypeAlias = Literal["unfinished", "kept", "over", "trace"]


class File(msgspec.Struct, frozen=True):
    """A file of a state folder, without the zeros at its end."""

    name: str
    content: bytes
    size: int


class Kept(msgspec.Struct, frozen=True):
    """A state folder or a trace, and what it gave to the program that wrote it."""

    name: str
    sort: Sort
    setting: Setting
    files: list[File]
    position: str

    def unpack(self, folder: Path) -> None:
        """Write the files."""
        for each in self.files:
            (folder / each.name).write_bytes(each.content)
            os.truncate(folder / each.name, each.size)

    def opened(self, folder: Path) -> str:
        """Return the position that a folder with these files gives to the present program, or why it is refused."""
        try:
            return _position_of_trace(folder) if self.sort == "trace" else _position_in(folder, self)
        except (JournalError, TraceError) as error:
            return f"refused: {error}"


def sets() -> list[Path]:
    """Return the sets of all versions."""
    return sorted(KEPT.glob("*.kept"))


def read_set(path: Path) -> list[Kept]:
    """Read a set."""
    return msgspec.msgpack.decode(lzma.decompress(path.read_bytes()), type=list[Kept])


def keep(path: Path = KEPT / f"{PROGRAM}.kept") -> int:
    """Write the set of the present version; returns how many journals, games and traces it has."""
    path.parent.mkdir(exist_ok=True)
    kept = [*_journals(), *_traces()]
    path.write_bytes(lzma.compress(msgspec.msgpack.encode(kept), preset=9))
    return len(kept)


def _journals() -> Iterator[Kept]:
    chance, recorded = Random("kept"), list(file.read(GAMES / "rigs.rec"))
    for each in recorded:
        if each.game.name.removeprefix("rig/") in SCENARIOS:
            yield _journal(each.game, len(each.game.gestures), "unfinished")
    people = [each.game for part in range(PARTS) for each in file.read(part_of(part))]
    for kind in KINDS:
        games = [game for game in people if (game.setting.table, game.setting.game) == kind]
        chance.shuffle(games)
        unfinished = (_journal(game, _middle_of(game, chance), "unfinished") for game in games)
        yield from islice((each for each in unfinished if each.files), UNFINISHED)
        kept = (_journal(game, _middle_of(game, chance), "kept") for game in games)
        yield from islice((each for each in kept if '"stage": "play"' in each.position), 1)
        longest = sorted(games, key=lambda game: -len(game.gestures))[:MOST_TRIED]
        yield from islice((_journal(game, end, "over") for game in longest if (end := _end_of(game))), 1)


def _middle_of(game: Game, chance: Random) -> int:
    return chance.randint(len(game.gestures) // 3, len(game.gestures))


def _end_of(game: Game) -> int:
    """Return after how many gestures a game is over; 0 if it does not end."""
    program = Replay(game)
    for number, gesture in enumerate(game.gestures, 1):
        program.gesture(gesture, gesture[-1].at_ms)
        if program.controller.situation.game.stage is Stage.OVER:
            return number
    return 0


def _journal(game: Game, gestures: int, sort: Sort) -> Kept:
    """Return the journal of a game after so many gestures."""
    program = Replay(game)
    for gesture in game.gestures[:gestures]:
        program.gesture(gesture, gesture[-1].at_ms)
    ends: dict[Sort, tuple[Fact, ...]] = {
        "kept": (Restarted("save", len(program.facts)), Closed()),
        "over": (Closed(),),
    }
    table = game.setting.table_file()
    with TemporaryDirectory() as name:
        folder = Path(name)
        journal = Journal(folder, fingerprint_of(table, faces_of(table, table.game)), wall_s=lambda: WALL_S)
        for fact in (*program.facts, *ends.get(sort, ())):
            journal.append(fact)
        if sort != "unfinished":
            journal.tend()
        journal.close()
        return _kept(f"{game.name} after {gestures} gestures", sort, game.setting, folder)


def _traces() -> Iterator[Kept]:
    for table, seed in TRACES:
        with TemporaryDirectory() as name:
            with recorded_table(Path(name), table, seed=seed) as rig:
                people = people_at(rig, Random(seed), 3 if table == "kittens" else None)
                tasks = [rig.loop.create_task(player.play()) for player in people]
                rig.wait(TRACE_S)
                for task in tasks:
                    task.cancel()
                rig.wait(0.0)
            yield _kept(f"trace of {table}", "trace", Setting(table), Path(name))


def _kept(name: str, sort: Sort, setting: Setting, folder: Path) -> Kept:
    files = [
        File(path.name, path.read_bytes().rstrip(b"\0"), path.stat().st_size) for path in sorted(folder.glob("[0-9g]*"))
    ]
    kept = Kept(name, sort, setting, files, "")
    return msgspec.structs.replace(kept, position=kept.opened(folder))


def _position_in(folder: Path, kept: Kept) -> str:
    """Return the position of the game in a state folder, as a start of the program finds it."""
    table = kept.setting.table_file()
    faces = faces_of(table, table.game) if kept.setting.is_enrolled else {}
    path = max(folder.glob("game-*"), default=folder)
    if kept.sort == "over":
        found = read_game(path, PROGRAM)
        return _position(restore(replace(found, facts=found.facts[:-1]), table, faces))
    journal, restored = open_journal(folder, table, faces, path.stem if kept.sort == "kept" else None)
    assert isinstance(journal, Journal)
    journal.close()
    return _position(restored)


def _position(restored: Restored) -> str:
    """Return a position; the views of seats, which know more than the table's, by a checksum."""
    situation = restored.situation
    if situation is None or restored.recovered.damage:
        raise JournalError(restored.recovered.damage or "")
    match = situation.game.match
    seats = {seat: _digest(match.view(seat)) for seat in situation.game.players} if match else {}
    view = match.view("table") if match else {}
    told = {"stage": situation.game.stage.value, "facts": len(restored.recovered.facts), "view": view, "seats": seats}
    return json.dumps(told, sort_keys=True, ensure_ascii=False)


def _digest(view: object) -> str:
    return sha256(json.dumps(view, sort_keys=True).encode()).hexdigest()[:8]


def _position_of_trace(folder: Path) -> str:
    """Return how many events and facts a trace has, if the present program can replay it from its beginning."""
    replay(folder)
    kinds = Counter(str(row[1]) for path in traces_in(folder) for row in read_trace(path).rows)
    return f"{kinds['heard']} events, {kinds['fact']} facts"
