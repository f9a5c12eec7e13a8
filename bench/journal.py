"""The journal beside SQLite (WAL, full sync), in one run: what an act costs the disk, and how long a start takes.

Bytes and flushes are the kernel's counts of a loop device with an ext4 of its own, where root and loop devices are
there; else a temporary folder is used and both are left out, with a line that says so.
"""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import msgspec

from tacotable.app.program import MemoryLog
from tacotable.autoplay.games import finish_game
from tacotable.autoplay.rig import simulated_table
from tacotable.commands.play import percentiles
from tacotable.core.restore import misfit, restore
from tacotable.simulation.plan import faces_of
from tacotable.state.facts import Acted, Began, Closed, Fact
from tacotable.state.situation import Situation
from tacotable.storage.journal import Journal
from tacotable.table.file import read_table

ACTS, GAME = 1_000, 250
BEGAN = Began({"game": "tc38", "seats": ["YAY", "WOW"], "mode": "blind"})


@dataclass(frozen=True, slots=True)
class Disk:
    """A place to write to, and the number of its device; None: what it writes is not counted."""

    folder: Path
    device: str | None

    def counts(self) -> tuple[int, int]:
        """Return bytes and flushes since the device is there (Linux: /sys/dev/block/*/stat)."""
        if self.device is None:
            return 0, 0
        os.sync()
        numbers = Path(f"/sys/dev/block/{self.device}/stat").read_text(encoding="ascii").split()
        return int(numbers[6]) * 512, int(numbers[15])


@contextmanager
def disk() -> Iterator[Disk]:
    """Return an ext4 of its own on a loop device, or a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        image, place = Path(folder) / "disk", Path(folder) / "mounted"
        place.mkdir()
        image.touch()
        os.truncate(image, 1_200 * 2**20)
        lazy = "lazy_itable_init=0,lazy_journal_init=0"
        try:
            subprocess.run(["mkfs.ext4", "-q", "-F", "-b", "4096", "-E", lazy, str(image)], check=True)  # noqa: S607
            subprocess.run(["mount", "-o", "loop", str(image), str(place)], check=True, capture_output=True)  # noqa: S607
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"no loop device can be mounted here ({error}): bytes and flushes are not counted")
            yield Disk(place, None)
            return
        try:
            at = place.stat().st_dev
            yield Disk(place, f"{os.major(at)}:{os.minor(at)}")
        finally:
            subprocess.run(["umount", str(place)], check=True)  # noqa: S607


def act(number: int) -> Fact:
    """Return an act of the length that most have."""
    return Acted("YAY", {"do": "attack", "cards": [str(number % 12 + 1)]}, "accepted", "", ("04A1B2C3D4E5F6",))


def nothing() -> None:
    """Do nothing where a game begins, or ends."""


def measured(
    name: str,
    on: Disk,
    append: Callable[[Fact], None],
    begin: Callable[[], object] = nothing,
    end: Callable[[], object] = nothing,
) -> None:
    """Write games, and print what an act cost in the first and in the others, and apart how they began and ended."""
    print(f"  {name}")
    for which, count in (("first game", 1), ("a later game", ACTS // GAME - 1)):
        times: list[float] = []
        began, acts, ended = [], [], []
        for _ in range(count):
            began.append(cost(on, begin))
            acts.append(cost(on, partial(play, append, times)))
            ended.append(cost(on, end))
        print(f"    {which:<14} {percentiles(times)} an act")
        if on.device:
            parts = [tuple(sum(each) / count for each in zip(*costs, strict=True)) for costs in (began, acts, ended)]
            print(f"    {'':<14} {parts[1][0] / GAME:.0f} bytes and {parts[1][1] / GAME:.2f} flushes an act;", end=" ")
            print(f"begins with {parts[0][0] / 1_000:.0f} kB, {parts[0][1]:.0f} flushes;", end=" ")
            print(f"ends with {parts[2][0] / 1_000:.0f} kB, {parts[2][1]:.0f} flushes;", end=" ")
            print(f"all in {sum(part[0] for part in parts) / GAME:.0f} bytes an act")


def cost(on: Disk, do: Callable[[], object]) -> tuple[int, int]:
    """Do something, and return what it cost the disk: bytes and flushes."""
    before = on.counts()
    do()
    after = on.counts()
    return after[0] - before[0], after[1] - before[1]


def play(append: Callable[[Fact], None], times: list[float]) -> None:
    """Write the acts of a game, and note the seconds that each took."""
    for number in range(GAME):
        began = time.perf_counter()
        append(act(number))
        times.append(time.perf_counter() - began)


def sqlite(path: Path) -> sqlite3.Connection:
    """Open a data base that keeps what it was told: write-ahead log, full sync."""
    opened = sqlite3.connect(path, isolation_level=None)
    opened.execute("pragma journal_mode=wal")
    opened.execute("pragma synchronous=full")
    opened.execute("create table if not exists acts (n integer primary key, fact blob)")
    return opened


def costs(on: Disk) -> None:
    """Print what an act costs, side by side."""
    print(f"{ACTS} durable acts, in games of {GAME}")
    journal = Journal(on.folder / "games")

    def end() -> None:
        journal.append(Closed())
        journal.tend()

    measured("journal", on, journal.append, lambda: journal.append(BEGAN), end)
    journal.close()
    with closing(sqlite(on.folder / "acts.sqlite")) as peer:

        def insert(fact: Fact) -> None:
            peer.execute("insert into acts (fact) values (?)", (msgspec.json.encode(fact),))

        measured("SQLite, WAL, full sync", on, insert)


def recovery(on: Disk, count: int) -> None:
    """Print how long reading so many acts takes, side by side."""
    folder, peer_path = on.folder / f"games-{count}", on.folder / f"acts-{count}.sqlite"
    facts = [act(number) for number in range(count)]
    write_at_once(folder, facts)
    with closing(sqlite(peer_path)) as peer:
        peer.execute("begin")
        peer.executemany("insert into acts (fact) values (?)", ((msgspec.json.encode(fact),) for fact in facts))
        peer.execute("commit")
    began = time.perf_counter()
    assert len(Journal(folder).recover().facts) == count + 1
    ours = time.perf_counter() - began
    began = time.perf_counter()
    with closing(sqlite(peer_path)) as peer:
        read = [msgspec.json.decode(row[0], type=Fact) for row in peer.execute("select fact from acts order by n")]
    theirs = time.perf_counter() - began
    assert len(read) == count
    print(f"  {count:>7} acts: journal {ours * 1_000:.1f} ms, SQLite {theirs * 1_000:.1f} ms")


def write_at_once(folder: Path, facts: list[Fact]) -> None:
    """Write a game whose acts need not be durable one by one: the flushes are left out."""
    flush, os.fdatasync = os.fdatasync, lambda fd: None
    try:
        journal = Journal(folder)
        for fact in (BEGAN, *facts):
            journal.append(fact)
        journal.close()
    finally:
        os.fdatasync = flush


def long_game() -> list[Fact]:
    """Return 2,000 facts of one game: its beginning, and then refused acts, each of which the referee rules on."""
    log = MemoryLog()
    with simulated_table("tacocat", seed=3, journal=log) as rig:
        finish_game(rig, Random(3))
    facts = log.facts[: next(at for at, fact in enumerate(log.facts) if isinstance(fact, Acted) and at > 60) + 1]
    last = facts[-1]
    assert isinstance(last, Acted)
    refused = msgspec.structs.replace(last, ruling="illegal")
    return [*facts, *[refused] * (2_000 - len(facts))]


def most_resident_kib(process: int) -> int:
    """Return the most memory that a process has had (proc(5), VmHWM)."""
    lines = Path(f"/proc/{process}/status").read_text("ascii").splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmHWM")))


def start() -> None:
    """Print how long a start takes with 2,000 facts behind it, alone and in a process of its own, and its memory."""
    table = read_table("tacocat")
    faces = faces_of(table, table.game)
    with tempfile.TemporaryDirectory() as folder:
        journal, replay = Journal(Path(folder)), Situation(table, faces)
        for fact in long_game():
            journal.append(fact)
            assert misfit(fact, replay) is None
        began = time.perf_counter()
        restore(Journal(Path(folder)).recover(), table, faces)
        print(f"  read and applied: {(time.perf_counter() - began) * 1_000:.1f} ms")
        journal.close()
        command = [sys.executable, "-m", "tacotable", "run", "--port", "0", "--state", folder]
        began = time.perf_counter()
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
            assert program.stdout is not None
            program.stdout.readline()
            print(f"  process start to playable, simulated table included: {time.perf_counter() - began:.2f} s")
            print(f"  resident then, at most: {most_resident_kib(program.pid) / 1_000:.0f} MB")
            program.terminate()


def main() -> None:
    """Measure all of it, one after the other."""
    with disk() as on:
        costs(on)
        print("reading a game again")
        recovery(on, 1_000)
        recovery(on, 100_000)
    print("a start with 2,000 facts behind it")
    start()


if __name__ == "__main__":
    main()
