"""The course of a simulated event: rounds are drawn, tables play and tell, programs are killed, results taken."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import msgspec

from tacotable.errors import TacotableError
from tacotable_live.director.archive import Archive
from tacotable_live.director.command import desk_key
from tacotable_live.director.game_state import replayed
from tacotable_live.event.broker_process import Mosquitto, free_port
from tacotable_live.event.core_table import CoreTable
from tacotable_live.event.report import Report, Told, compared
from tacotable_live.mqtt.broker import broker_at
from tacotable_live.mqtt.table_line import BrokerUplink
from tacotable_live.stream.chains import JournalChains

LONGEST_S = 600.0
"""What has not arrived after so long never will."""


class SimulatedEvent:
    """An event of duels in a folder; `real` of its tables are whole programs."""

    def __init__(self, folder: Path, tables: int, real: int, acts_a_second: float, seed: int) -> None:
        self._folder = folder
        self._names = [f"t{number}" for number in range(1, tables + 1)]
        self._real = self._names[:real]
        self._chance = Random(seed)
        self._cores = {name: CoreTable(Random(f"{seed} {name}")) for name in self._names[real:]}
        self._acts_a_second = acts_a_second
        self._broker = Mosquitto(folder / "broker", (*self._names, "director"))
        (folder / "director.txt").write_text("director")
        self._archive = Archive(_made(folder / "event") / "archive.sqlite")
        for name in self._names:
            self._archive.add_table(name, name, 0)
        self._port = free_port()
        self._director: subprocess.Popen[bytes] | None = None
        self._up_s = 0.0
        """When the last of what was killed was there again, or the last act was played."""

    async def hold(self, rounds: int, victims: Sequence[str], kills: int) -> Report:
        """Hold it, and return what came of it."""
        late_s, results = 0.0, 0
        lines = [asyncio.create_task(self._line(name, core).run()) for name, core in self._cores.items()]
        children = [self._program("uplink", self._broker.address, *self._as_table(name)) for name in self._real]
        try:
            await asyncio.to_thread(self._broker.start)
            await self._start_director()
            players = "\n".join(f"P{number}" for number in range(1, 2 * len(self._names) + 1))
            await self._desk(do="event", name="Simulated", game="tc38", rounds=rounds, seed="simulated")
            await self._desk(do="enter", event=1, players=players)
            for number in range(1, rounds + 1):
                pods = await self._drawn()
                playing = asyncio.gather(*map(self._play, self._names, pods, [number] * len(pods)))
                await self._kill(victims, kills)
                await playing
                self._up_s = max(self._up_s, time.monotonic())
                late_s = max(late_s, await self._arrived())
                results += await self._take_results(number)
        finally:
            for line in lines:
                line.cancel()
            for child in (*children, self._director):
                if child is not None:
                    child.kill()
                    child.wait()
            await asyncio.gather(*lines, return_exceptions=True)
            self._broker.kill()
        told = self._told()
        report = compared(self._archive, told, late_s=late_s, kills=rounds * kills, results=results)
        self._archive.close()
        return report

    # Tables

    def _line(self, name: str, core: CoreTable) -> BrokerUplink:
        broker = broker_at(self._broker.address, user=name, password=name)
        return BrokerUplink(core, "simulated", broker, name, name, say=lambda text: None)

    def _as_table(self, name: str) -> Sequence[str]:
        return ("--table", name, "--key", name, "--state", str(_made(self._folder / name)))

    async def _play(self, name: str, players: Sequence[str], number: int) -> None:
        """Play the game of a round at a table."""
        if name in self._cores:
            act = self._cores[name].begin(players)
            await asyncio.sleep(self._chance.uniform(0, 1 / self._acts_a_second))
            while act():
                await asyncio.sleep(self._chance.uniform(0.5, 1.5) / self._acts_a_second)
            return
        table = ("tacocat", "buttons")[self._real.index(name) % 2]
        seed = str(self._chance.getrandbits(16))
        command = [str(self._folder / name), table, seed, str(self._acts_a_second), *players]
        child = await asyncio.create_subprocess_exec(sys.executable, "-m", "tacotable_live.event.real_table", *command)
        if status := await child.wait():
            raise TacotableError(f"the program of {name} ended with {status} in round {number}")

    def _told(self) -> Told:
        cores = {name: core.chains for name, core in self._cores.items()}
        real = {name: JournalChains(self._folder / name).read() for name in self._real}
        told = {**cores, **real}
        return {name: {game: chain.bodies for game, chain in games.items()} for name, games in told.items()}

    # Broker and director

    async def _kill(self, victims: Sequence[str], kills: int) -> None:
        """Kill what may be killed at random moments; each is away for a while."""
        for _ in range(kills):
            await asyncio.sleep(self._chance.uniform(0.5, 3))
            victim = self._chance.choice(victims)
            if victim == "broker":
                self._broker.kill()
            elif self._director is not None:
                self._director.kill()
                self._director.wait()
            await asyncio.sleep(self._chance.uniform(0.1, 2))
            if victim == "broker":
                await asyncio.to_thread(self._broker.start)
            else:
                await self._start_director()
            self._up_s = time.monotonic()

    async def _start_director(self) -> None:
        where = ("--state", str(self._folder / "event"), "--port", str(self._port))
        broker = ("--broker", self._broker.address, "--password-file", str(self._folder / "director.txt"))
        self._director = self._program("director", *where, *broker)
        async with asyncio.timeout(LONGEST_S):
            while True:
                with suppress(URLError, OSError):
                    await self._page("/")
                    return
                await asyncio.sleep(0.05)

    def _program(self, *arguments: str) -> subprocess.Popen[bytes]:
        with (self._folder / "programs.log").open("ab") as log:
            return subprocess.Popen([sys.executable, "-m", "tacotable", *arguments], stdout=log, stderr=log)

    async def _arrived(self) -> float:
        """Wait until the archive has all that was played; return how long that took."""
        number = sum(len(bodies) for games in self._told().values() for bodies in games.values())
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_S):
                while self._archive.count() < number:
                    await asyncio.sleep(0.1)
        return time.monotonic() - self._up_s

    # The desk

    async def _drawn(self) -> list[Sequence[str]]:
        """Draw the next round; return who plays at each table."""
        await self._desk(do="draw", event=1)
        steps: Any = msgspec.json.decode(await self._page("/events/1.json"))["steps"]
        return [pod["players"] for pod in steps[-1]["deed"]["pods"]]

    async def _take_results(self, number: int) -> int:
        """Enter what each table told of its game; return how many did."""
        taken = 0
        for pod, name in enumerate(self._names, 1):
            game = self._archive.games(name)[-1]
            if order := replayed(game, self._archive.chain(game)).people():
                await self._desk(do="played", event=1, round=number, pod=pod, order=order, who="simulated")
                taken += 1
        return taken

    async def _desk(self, **asked: object) -> None:
        headers = {"X-Desk-Key": desk_key(self._folder / "event")}
        await self._page("/desk/do", headers, msgspec.json.encode(asked))

    async def _page(self, path: str, headers: Mapping[str, str] = {}, body: bytes | None = None) -> bytes:  # read alone
        request = Request(f"http://127.0.0.1:{self._port}{path}", body, dict(headers))  # of this machine

        def fetch() -> bytes:
            with urlopen(request, timeout=LONGEST_S) as answer:  # noqa: S310  # as above
                return bytes(answer.read())

        return await asyncio.to_thread(fetch)


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder
