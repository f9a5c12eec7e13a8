"""A ring of ten in play with its real page, phones at its seats, and a director whose spectators watch it.

The game was played on virtual time and is found again at the start, as after a power cut.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import httpx2 as httpx
import psutil
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from live.director_process import kill, start
from tacotable.app.program import Program
from tacotable.app.run import RunOptions, running
from tacotable.app.simulated import LeftCards
from tacotable.autoplay.players import people_at
from tacotable.autoplay.rig import simulated_table
from tacotable.state.events import TimePassed
from tacotable.state.game_state import Stage
from tacotable.storage.journal import Journal
from tacotable.table.file import read_table
from tacotable.web.addresses import PagePlace
from tacotable_live.stream.uplink import Uplink

SEATS = tuple(str(number) for number in range(1, 11))
ADDRESS = re.compile(r"http://([\d.:]+)/#key=([A-Z0-9]+)  \(keep it from the players\)")
"""Of the page, and the key of the arbiter, as the table prints them at its start."""
Hand = list[str]


async def until(holds: Callable[[], object]) -> None:
    """Wait for something that comes, however slow this machine is; what never comes hangs no longer than this."""
    async with asyncio.timeout(300):
        while not holds():
            await asyncio.sleep(0.005)


def play(folder: Path) -> dict[str, Hand]:
    """Have ten people sit down, deal and come to a turn; return the hands that they then hold."""
    journal = Journal(folder)
    with simulated_table("kittens", seed=5, journal=journal) as rig:
        people = [rig.loop.create_task(person.play()) for person in people_at(rig, Random(5), len(SEATS))]
        situation = rig.program.controller.situation
        while situation.game.stage is not Stage.PLAY:
            rig.wait(0.5)
        for person in people:
            person.cancel()
        rig.wait(0.5)
        LeftCards(rig.table, folder).keep()
        hands = {seat: sorted(card.face for card in rig.table.truth.at(f"hand:{seat}")) for seat in SEATS}
    journal.close()
    return hands


@dataclass
class Device:
    """A page over its own WebSocket: what it was told last of each kind, and its key, which it keeps."""

    address: str
    seat: str = ""
    key: str = ""
    told: dict[str, dict[str, Any]] = field(default_factory=dict)
    is_cut_off: bool = False
    _page: ClientConnection | None = None
    _reading: asyncio.Task[None] | None = None

    async def open(self, code: str = "") -> None:
        """Connect, and say who this is; by the code of a display the first time."""
        origin = Origin(f"http://{self.address}")
        self._page = await connect(f"ws://{self.address}/live", origin=origin, max_size=None, open_timeout=None)
        await self.say(hello={"key": "" if code else self.key, "code": code, "language": "en", "after": 0})
        self.is_cut_off = False
        self._reading = asyncio.create_task(self._read(self._page))

    async def say(self, **said: object) -> None:
        assert self._page is not None
        await self._page.send(json.dumps(said))

    async def lose(self) -> None:
        """Lose the connection without a word, as a phone that falls asleep."""
        assert self._page is not None
        assert self._reading is not None
        self._page.transport.abort()
        await self._reading
        self.told.clear()

    @property
    def port(self) -> int:
        """Return from where it is connected."""
        assert self._page is not None
        return int(self._page.local_address[1])

    def hands(self) -> Mapping[str, Hand]:
        """Return the hands as it sees them: sorted faces, nothing for each card that it does not see."""
        cards = self.told["truth"]["cards"] if "truth" in self.told else {}
        return {seat: sorted(card[1] if card else "" for card in cards[f"hand:{seat}"]) for seat in SEATS if cards}

    def is_paused(self) -> bool:
        return "scene" in self.told and self.told["scene"]["paused"] is True

    async def _read(self, page: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            async for text in page:
                message = json.loads(text)
                self.told[message["type"]] = message
                self.key = message["key"] if message["type"] == "joined" else self.key
        self.is_cut_off = True


@dataclass
class Spectator:
    """A phone at the director's page of a table: hears that something is new, and fetches its stage."""

    client: httpx.AsyncClient
    stage: dict[str, Any] = field(default_factory=dict)

    async def watch(self) -> None:
        async with self.client.stream("GET", "/news") as news:
            async for line in news.aiter_lines():
                if line.startswith("data"):
                    self.stage = (await self.get("/stage.json?brief")).json()

    async def get(self, path: str) -> httpx.Response:
        """Fetch a page of the table; as a browser does, once more where the server closed an idle line just then."""
        with suppress(httpx.TransportError):
            return await self.client.get(f"/tables/Ring{path}")
        return await self.get(path)

    def picture(self) -> Mapping[str, Any]:
        picture: Mapping[str, Any] = self.stage.get("picture", {})
        return picture


@dataclass
class Ring:
    """All of it."""

    program: Program
    address: str
    host: Device
    """The page of the arbiter."""
    hands: dict[str, Hand]
    devices: list[Device]
    spectators: list[Spectator]
    director: str

    def code(self, seat: str) -> str:
        """Return what the display of a seat shows to a phone."""
        return self.program.controller.link(seat).rpartition("/")[2]

    def forget(self, seat: str) -> None:
        """Have a seat forget its phones, as the item of its menu does."""
        controller = self.program.controller
        controller.situation.ui.phones_to_forget = seat
        controller.handle(TimePassed(asyncio.get_running_loop().time() * 1_000))

    def connected_from(self) -> set[int]:
        """Return from which ports there are connections to the table's page."""
        port = int(self.address.rpartition(":")[2])
        return {
            each.raddr.port
            for each in psutil.Process().net_connections("tcp4")
            if each.status == psutil.CONN_ESTABLISHED and each.laddr.port == port
        }


@asynccontextmanager
async def full_ring(folder: Path, *, each: int, watching: int) -> AsyncIterator[Ring]:
    """Run it with so many devices at each seat and so many spectators; all have their first picture."""
    (state := folder / "table").mkdir()
    hands = await asyncio.to_thread(play, state)  # which has a loop of its own
    child, said = await asyncio.to_thread(start, folder / "event", 0)
    desk, _, key = said["desk"].partition("/desk#key=")
    programs: list[Program] = []
    try:
        async with AsyncExitStack() as stack:
            options = RunOptions(read_table("kittens"), state=state, place=PagePlace(port=0))
            found = ADDRESS.search("\n".join(await stack.enter_async_context(running(options, programs.append))))
            assert found is not None
            address, arbiters = found.groups()
            host = Device(address, key=arbiters)
            limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
            client = httpx.AsyncClient(base_url=desk, timeout=None, limits=limits)
            await stack.enter_async_context(client)
            asked = {"do": "table", "name": "Ring"}
            added = await client.post("/desk/do", json=asked, headers={"X-Desk-Key": key.split()[0]})
            line = Uplink(state, said["line"], "Ring", added.json()["key"], quiet, page="http://127.0.0.1:9")
            spectators = [Spectator(client) for _ in range(watching)]
            tasks = [asyncio.create_task(work) for work in (line.run(), *(one.watch() for one in spectators))]
            stack.push_async_callback(end, tasks)
            await host.open()
            await host.say(do="arbiter", what="restart-resume")
            devices = [Device(address, seat) for _ in range(each) for seat in SEATS]
            ring = Ring(programs[0], address, host, hands, devices, spectators, desk)
            for device in devices:
                await device.open(ring.code(device.seat))
                await until(device.hands)
            await until(lambda: all(one.picture().get("stage") == "play" for one in spectators))
            yield ring
    finally:
        kill(child)


async def end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def quiet(text: str) -> None:
    del text
