"""The whole program on the simulated table, in a thread of its own, with its page on a free port.

It is put together from the program's own parts, so that a test can look into a display's memory, and can stop
and start the page's server while the game goes on.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import TypeVar

from tacotable import restarting
from tacotable.compose.hands_at import hands_at
from tacotable.compose.plan import faces_of, plan_of
from tacotable.compose.program import MemoryLog, make_program, page_links
from tacotable.compose.simulated import simulated_hardware
from tacotable.keys import make_keys
from tacotable.page import TablePage
from tacotable.restarting import Found
from tacotable.table_file import read_table
from tacotable.web import allowed_hosts, bound_addresses, listen, page_app, serving
from tacotable_sim.table import SimulatedTable

T = TypeVar("T")
SEED = 7
KEY_BYTES = bytes(range(120))
LONGEST_S = 20


class HouseTable:
    """A running table. Everything but the constructor may be called from the test's thread."""

    def __init__(self, name: str, found: Found | None = None) -> None:
        """`found`: a game of an earlier run; the table asks what shall become of it."""
        self._found = found
        self._loop = asyncio.get_running_loop()
        table = read_table(name)
        faces = faces_of(table, table.game)
        self.keys = make_keys(table.seat_names, KEY_BYTES, is_simulated=True)
        self.address = _free_address()
        plan = plan_of(table, faces)
        self._simulated = SimulatedTable(plan, loop=self._loop, seed=SEED, transport="pty")
        hardware = simulated_hardware(self._simulated, self._loop, "pty", has_threads=True)
        self._program = make_program(
            table, faces, hardware, self._loop, journal=MemoryLog(), links=page_links(self.keys, self.address)
        )
        hands = hands_at(self._simulated, self._program.controller.situation, Random(SEED))
        clock = self._loop.time
        self._page = TablePage(
            self._program.controller,
            self.keys,
            hands,
            now_ms=lambda: clock() * 1_000,
            health=self._program.health.report,
        )
        self._simulated.on_change = lambda what: self._page.changed()
        self._stop_page = asyncio.Event()
        self._serving: asyncio.Task[None] | None = None

    @property
    def url(self) -> str:
        """Give the page's address, for spectators."""
        return f"http://{self.address}/"

    def url_for(self, who: str) -> str:
        """Give the address of the page of a seat, of the `arbiter`, or of the `simulation`."""
        key = {**self.keys.seats, "arbiter": self.keys.arbiter, "simulation": self.keys.simulation}[who]
        return f"{self.url}#key={key}"

    def memory_of(self, screen: str) -> bytes:
        """Give the memory of a display's controller."""
        picture = self._ask(lambda: self._simulated.panel(f"display {screen}").picture())
        assert picture is not None, f"display {screen} shows nothing"
        return picture

    def hand_of(self, seat: str) -> list[str]:
        """Give the faces that a seat holds."""
        return self._ask(lambda: [card.face for card in self._simulated.truth.at(f"hand:{seat}")])

    def stop_page(self) -> None:
        """Stop the page's server; the game goes on."""
        self._wait(self._end_page())

    def start_page(self) -> None:
        """Serve the page again, at the same address."""
        self._wait(self._begin_page())

    async def begin(self) -> None:
        """Start the table and its page."""
        if self._found is not None:
            found = self._found
            self._program.controller.resume(found.facts)
            restarting.ask(self._program.controller.situation, len(found.facts), found.damage, found.changed)
        self._program.start()
        await self._begin_page()

    async def end(self) -> None:
        """Stop the page and the table."""
        await self._end_page()
        self._program.close()
        self._simulated.close()

    async def _begin_page(self) -> None:
        self._stop_page.clear()
        is_up = asyncio.Event()
        self._serving = asyncio.ensure_future(self._serve(is_up))
        await is_up.wait()

    async def _serve(self, is_up: asyncio.Event) -> None:
        host, _, port = self.address.rpartition(":")
        sockets = [listen(host, int(port))]
        async with serving(page_app(self._page, hosts=allowed_hosts(sockets)), sockets):
            is_up.set()
            await self._stop_page.wait()

    async def _end_page(self) -> None:
        self._stop_page.set()
        if self._serving is not None:
            await self._serving
            self._serving = None

    def _ask(self, question: Callable[[], T]) -> T:
        async def answer() -> T:
            return question()

        return asyncio.run_coroutine_threadsafe(answer(), self._loop).result(LONGEST_S)

    def _wait(self, work: object) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(LONGEST_S)  # type: ignore[arg-type]  # coroutines only


def _free_address() -> str:
    listener = listen("127.0.0.1", 0)
    address = bound_addresses([listener])[0]
    listener.close()
    return address


@contextmanager
def house_table(name: str = "tacocat", found: Found | None = None) -> Iterator[HouseTable]:
    """Run a table while the block runs."""
    made: list[HouseTable] = []
    is_up, is_done = threading.Event(), threading.Event()

    async def live() -> None:
        table = HouseTable(name, found)
        await table.begin()
        made.append(table)
        is_up.set()
        await asyncio.get_running_loop().run_in_executor(None, is_done.wait)
        await table.end()

    thread = threading.Thread(target=asyncio.run, args=[live()])
    thread.start()
    try:
        assert is_up.wait(LONGEST_S), "the table did not start"
        yield made[0]
    finally:
        is_done.set()
        thread.join(LONGEST_S)
