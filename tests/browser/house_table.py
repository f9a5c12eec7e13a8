"""The whole program on the simulated table, with its page on a free port; its time is the test's.

The table's clock stands still until somebody acts, and then goes on for as long as the table needs to answer: nothing
that it does depends on how fast this machine is, or on what else runs there. The table has a thread of its own; the
page's server, in another one, asks it across.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import ClassVar, TypeVar

from browser.page_server import LONGEST_S, PageServer
from tacotable.app.program import MemoryLog, make_program
from tacotable.app.simulated import hands_of_games
from tacotable.autoplay.rig import Rig
from tacotable.dialogs import restart as restarting
from tacotable.dialogs.restart import Found
from tacotable.simulation.hardware import simulated_hardware
from tacotable.simulation.opening import Opening
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.state.role import Content, Role
from tacotable.table.file import read_table
from tacotable.web.keys import Keys, make_keys
from tacotable.web.model import PageModel
from tacotable.web.page import TablePage
from tacotable.web.phones import Phones
from tacotable.web.played_games import PlayedGames
from tacotable_sim.table import HOLD_S, TAP_S, SimulatedTable
from tacotable_sim.time.virtual_time import VirtualLoop, virtual_loop

T = TypeVar("T")
SEED = 7
KEY_BYTES = bytes(range(120))
BEGINNING_S = 1.0
"""So long the devices get to be found before anybody looks."""
ANSWER_S = 1.2
"""Hands change a card in 0.4 s, a reader tells it within 0.3 s, and for half a second a question takes no press."""
DEALT_S = 8.0
"""So long a deal and its presses take."""
MENDING_S = 8.0
"""A reader that was lost is looked for every 5 s at least."""


@dataclass(slots=True)
class HouseTable:
    """A running table. All of it but `act` may be called from the test's thread."""

    keys: Keys
    rig: Rig
    page: TablePage
    """For the table's thread alone, as the rig is."""
    games: PlayedGames
    _thread: Executor
    _server: PageServer
    _press_s: float = TAP_S
    is_simulated: ClassVar = True

    @property
    def address(self) -> str:
        """Give the host and port of the page."""
        return self._server.address

    @property
    def url(self) -> str:
        """Give the page's address, for spectators."""
        return self._server.url

    def url_for(self, who: str) -> str:
        """Give the address of the page of a seat, of the `arbiter`, or of the `simulation`."""
        key = {**self.keys.seats, "arbiter": self.keys.arbiter, "simulation": self.keys.simulation}[who]
        return f"{self.url}#key={key}"

    def play(self, part: Callable[[Rig], T]) -> T:
        """Have something happen at the table, by hands there and not by a page; gives what it gives."""
        return self.across(partial(part, self.rig))

    def wait(self, seconds: float) -> None:
        """Let time pass at the table."""
        self.play(lambda rig: rig.wait(seconds))

    @contextmanager
    def long_presses(self) -> Iterator[None]:
        """Have fingers stay on buttons for long while the block runs, however soon a page lets go."""
        self._press_s = HOLD_S
        yield
        self._press_s = TAP_S

    def memory_of(self, screen: str) -> bytes:
        """Give the memory of a display's controller."""
        picture = self.play(lambda rig: rig.table.panel(f"display {screen}").picture())
        assert picture is not None, f"display {screen} shows nothing"
        return picture

    def hand_of(self, seat: str) -> list[str]:
        """Give the faces that a seat holds."""
        return self.play(lambda rig: [card.face for card in rig.table.truth.at(f"hand:{seat}")])

    def stop_page(self) -> None:
        """Stop the page's server; the game goes on."""
        self._server.stop()

    def deafen_page(self) -> None:
        """Have no page of now hear anything any more; who connects anew is heard."""
        self._server.deafen()

    def start_page(self) -> None:
        """Serve the page again, at the same address."""
        self._server.start()

    def across(self, question: Callable[[], T]) -> T:
        """Ask in the table's thread."""
        return self._thread.submit(question).result(LONGEST_S)

    def act(self, role: Role, action: Content) -> None:
        """Do what a page asks for, and let the table answer: a press lasts as long as the test says."""
        self.page.do(role, action)
        lasts_s = {"press": self._press_s, "hold": HOLD_S + ANSWER_S, "fault": MENDING_S, "begin": DEALT_S}
        self.rig.wait(lasts_s.get(str(action["do"]), ANSWER_S))


class FarPage(PageModel):
    """The page's model for the server's thread: it asks the table across, and is told of changes there."""

    def __init__(self, table: HouseTable) -> None:
        self._table = table
        self._page = table.page

    def role_for(self, key: str) -> Role | None:
        return self._page.role_for(key)

    def enter(self, key: str) -> Role | None:
        return self._table.across(partial(self._page.enter, key))

    def join(self, code: str, address: str = "") -> str:
        return self._table.across(partial(self._page.join, code, address))

    def leave(self, key: str) -> None:
        self._table.across(partial(self._page.leave, key))

    def welcome(self, role: Role, language: str) -> Content:
        return self._table.across(partial(self._page.welcome, role, language))

    def scene(self, role: Role, language: str) -> Content:
        return self._table.across(partial(self._page.scene, role, language))

    def log(self, role: Role, language: str, after: int) -> Sequence[Content]:
        return self._table.across(partial(self._page.log, role, language, after))

    def truth(self, role: Role) -> Content | None:
        return self._table.across(partial(self._page.truth, role))

    def health(self, role: Role) -> Content | None:
        return self._table.across(partial(self._page.health, role))

    def language(self, role: Role) -> str | None:
        return self._table.across(partial(self._page.language, role))

    def do(self, role: Role, action: Content) -> None:
        self._table.across(partial(self._table.act, role, action))

    def subscribe(self, on_change: Callable[[], None]) -> Callable[[], None]:
        loop = asyncio.get_running_loop()

        def tell() -> None:
            loop.call_soon_threadsafe(on_change)

        unsubscribe = self._table.across(partial(self._page.subscribe, tell))
        return partial(self._table.across, unsubscribe)


@contextmanager
def house_table(server: PageServer, name: str = "tacocat", found: Found | None = None) -> Iterator[HouseTable]:
    """Run a table and its page while the block runs; `found`: a game of an earlier run."""
    with ThreadPoolExecutor(1) as thread, ExitStack() as living:

        def across(question: Callable[[], T]) -> T:
            return thread.submit(question).result(LONGEST_S)

        table = across(partial(living.enter_context, _living(name, found, thread, server)))
        try:
            with server.showing(FarPage(table), table.games):
                yield table
        finally:
            across(living.close)


@contextmanager
def _living(name: str, found: Found | None, thread: Executor, server: PageServer) -> Iterator[HouseTable]:
    """Put program and table together, in the thread that lives with them, and raise what went wrong there."""
    faults: list[object] = []
    with virtual_loop() as loop:
        loop.set_exception_handler(lambda _, context: faults.append(context))
        table = _table_of(name, loop, thread, server)
        program = table.rig.program
        if found is not None:
            program.controller.resume(found.facts)
            restarting.ask(program.controller.situation, len(found.facts), found.damage, found.changed)
        program.start()
        table.rig.wait(BEGINNING_S)
        yield table
        program.close()
        table.rig.table.close()
    assert faults == []


def _table_of(name: str, loop: VirtualLoop, thread: Executor, server: PageServer) -> HouseTable:
    described = read_table(name)
    faces = faces_of(described, described.game)
    keys = make_keys(described.seat_names, KEY_BYTES, is_simulated=True)
    simulated = SimulatedTable(plan_of(described, faces), loop=loop, seed=SEED)
    hardware = simulated_hardware(simulated, loop, "memory", has_threads=False)
    phones = Phones(described.seat_names)
    phones.page = f"http://{server.address}"
    program = make_program(described, faces, hardware, loop, journal=MemoryLog(), link=phones.link)
    games = PlayedGames(program.controller, clock=loop.time, wall=loop.time)
    page = TablePage(
        program.controller,
        keys,
        hands_of_games(simulated, program.controller.situation, Random(SEED)),
        now_ms=lambda: loop.time() * 1_000,
        health=program.health.report,
        phones=phones,
        begin=Opening(simulated, program.controller, loop).begin,
        replay=games.newest,
    )
    simulated.on_change = lambda what: page.changed()
    return HouseTable(keys, Rig(program, simulated, loop), page, games, thread, server)
