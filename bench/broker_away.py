"""What a bad network costs: until all has arrived when the broker is back, memory of a line, and time of an act.

`./dev bench broker_away --tables 200 --acts 1200` is ten minutes at two acts a second at each of 200 tables.
"""

from __future__ import annotations

import argparse
import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Thread

import psutil

from tacotable.autoplay.games import finish_game
from tacotable.autoplay.rig import simulated_table
from tacotable.commands.play import percentiles
from tacotable.state.facts import Fact
from tacotable.storage.journal import Journal
from tacotable_live.director.archive import Archive
from tacotable_live.event.broker_process import Mosquitto, free_port
from tacotable_live.event.core_table import CoreTable
from tacotable_live.mqtt.broker import broker_at
from tacotable_live.mqtt.table_line import BrokerUplink
from tacotable_live.stream.chains import JournalChains

GAMES, PAUSE_S, START_S = 10, 0.01, 4.0
"""Games with and without a line are played in turn, each act after a pause; a line is given some time to start."""


def program(*arguments: str) -> subprocess.Popen[bytes]:
    """Start a command of the program."""
    command = [sys.executable, "-m", "tacotable", *arguments]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Relay:
    """A network between a line and a broker that carries so many bytes a second towards the broker; 0: it is full."""

    def __init__(self, port: int, rate: int) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        self._port, self._rate = port, rate
        Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        """Return where a line finds its broker."""
        return f"mqtt://127.0.0.1:{self.listener.getsockname()[1]}"

    def _accept(self) -> None:
        with suppress(OSError):  # until it is closed
            while True:
                near, far = self.listener.accept()[0], socket.create_connection(("127.0.0.1", self._port))
                Thread(target=self._carry, args=(near, far, self._rate), daemon=True).start()
                Thread(target=self._carry, args=(far, near, None), daemon=True).start()

    @staticmethod
    def _carry(taken: socket.socket, given: socket.socket, rate: int | None) -> None:
        """Carry bytes; where there is a rate, those of the greeting at once, so that a session begins."""
        with suppress(OSError), closing(taken), closing(given):
            given.sendall(taken.recv(4_096))
            while rate != 0 and (some := taken.recv(4_096 if rate is None else rate // 10)):
                given.sendall(some)
                time.sleep(0 if rate is None else 0.1)
            while rate == 0:
                time.sleep(1)


@contextmanager
def line_of(state: Path, address: str | None = None) -> Iterator[psutil.Process]:
    """Run the line of a table whose broker is away, or at this address."""
    state.mkdir(parents=True, exist_ok=True)
    address = address or f"mqtt://127.0.0.1:{free_port()}"
    child = program("uplink", address, "--table", "t1", "--key", "t1", "--state", str(state))
    try:
        yield psutil.Process(child.pid)
    finally:
        child.kill()
        child.wait()


def waiting_games(acts: int) -> CoreTable:
    """Return a table with games of so many acts, or some more."""
    table = CoreTable(Random(1))
    while sum(len(chain.bodies) for chain in table.chains.values()) < acts:
        act = table.begin(("Ann", "Ben"))
        while act():
            pass
    return table


async def catch_up(folder: Path, tables: int, acts: int) -> None:
    """Let that many tables tell so many acts each, once the broker is there."""
    games, names = waiting_games(acts), [f"t{number}" for number in range(tables)]
    event = folder / "event"
    event.mkdir(parents=True)
    archive = Archive(event / "archive.sqlite")
    for name in names:
        archive.add_table(name, name, 0)
    broker = Mosquitto(folder / "broker", (*names, "director"))
    (folder / "director.txt").write_text("director")
    where = ("--state", str(event), "--port", str(free_port()))
    director = program("director", *where, "--broker", broker.address, "--password-file", str(folder / "director.txt"))
    lines = [
        asyncio.create_task(
            BrokerUplink(
                games, "bench", broker_at(broker.address, user=name, password=name), name, name, say=lambda text: None
            ).run()
        )
        for name in names
    ]
    await asyncio.sleep(3)
    expected = tables * sum(len(chain.bodies) for chain in games.chains.values())
    broker.start()
    began = time.monotonic()
    while archive.count() < expected:
        await asyncio.sleep(0.2)
    lasted = time.monotonic() - began
    taken, rate = psutil.Process(director.pid).memory_info().rss >> 20, expected / lasted
    print(
        f"{expected:,} acts of {tables} tables in {lasted:.0f} s, {rate:,.0f} a second; director {taken} MB", flush=True
    )
    for line in lines:
        line.cancel()
    await asyncio.gather(*lines, return_exceptions=True)
    director.kill()
    director.wait()
    broker.kill()
    archive.close()


class PacedJournal:
    """A journal whose flushes are measured, and which rests after each."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.times: list[float] = []

    def append(self, fact: Fact) -> None:
        """Write a fact."""
        began = time.perf_counter()
        self._journal.append(fact)
        self.times.append(time.perf_counter() - began)
        time.sleep(PAUSE_S)


def play(folder: Path, seed: int) -> list[float]:
    """Play a game, and return how long each event took: decided, durable and lit."""
    folder.mkdir(parents=True, exist_ok=True)
    times: list[float] = []
    with ExitStack() as to_close:
        journal = Journal(folder)
        to_close.callback(journal.close)
        paced = PacedJournal(journal)
        rig = to_close.enter_context(simulated_table("tacocat", seed=seed, journal=paced))
        controller = rig.program.controller

        def after() -> None:
            if controller.last_timing.light_s:
                times.append(controller.last_timing.light_s + sum(paced.times))
            paced.times.clear()

        controller.after_each(after)
        finish_game(rig, Random(seed))
    return times


NETWORKS = {"gone": None, "slow": 500, "full": 0}
"""Bytes a second towards the broker."""


def beside(folder: Path) -> None:
    """Compare acts of a table alone with those of one whose line meets each kind of network."""
    broker = Mosquitto(folder / "broker", ("t1",))
    broker.start()
    try:
        for network, rate in NETWORKS.items():
            relay = None if rate is None else Relay(broker.port, rate)
            compare(folder / network, f"a network that is {network}", relay.address if relay else None)
            if relay:
                relay.listener.close()
    finally:
        broker.kill()


def compare(state: Path, network: str, address: str | None) -> None:
    """Compare acts of a table alone and beside its line, which takes nothing while it is stopped."""
    alone, with_line = list[float](), list[float]()
    with line_of(state, address) as line:
        time.sleep(START_S)
        spent, lasted = sum(line.cpu_times()[:2]), 0.0
        for seed in range(2 * GAMES):
            is_alone = seed % 4 in (0, 3)  # neither comes always first
            (line.suspend if is_alone else line.resume)()
            began = time.monotonic()
            (alone if is_alone else with_line).extend(play(state, seed // 2))
            lasted += 0.0 if is_alone else time.monotonic() - began
        share = (sum(line.cpu_times()[:2]) - spent) / lasted
    print(f"{network}: the line takes {share:.1%} of a core")
    print(f"  an act at a table alone      {percentiles(alone)}")
    print(f"  an act beside that line      {percentiles(with_line)}", flush=True)


def memory(folder: Path, acts: int) -> None:
    """Let a table play so many acts while its broker is away, and measure the memory of its line."""
    state = folder / "memory"
    with line_of(state) as line:
        play(state, 0)
        time.sleep(START_S)
        before, seed = line.memory_info().rss, 0
        while (told := sum(len(chain.bodies) for chain in JournalChains(state).read().values())) < acts:
            seed += 1
            play(state, seed)
        time.sleep(2)
        grown = (line.memory_info().rss - before) / 2**20
        print(f"a line's memory after {told:,} acts without a broker: {before >> 20} MB and {grown:.1f} MB more")


def main(arguments: Sequence[str] = ()) -> None:
    """Measure all three."""
    parser = argparse.ArgumentParser(prog="broker_away")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--acts", type=int, default=1_200)
    asked = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        asyncio.run(catch_up(Path(folder) / "many", asked.tables, asked.acts))
        memory(Path(folder), asked.acts)
        beside(Path(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
