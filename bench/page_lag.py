"""What 32 open pages do to a table that plays in real time: its processor, its loop, and how late a card lights up.

`python bench/page_lag.py [PYTHON ...]`: each PYTHON is the interpreter of another checkout's environment, such as
`../before/.venv/bin/python`; the same is measured there, in turns.

Ten random people play at the simulated table of Exploding games, whose page is the real server; it has a process of its
own. The pages are WebSockets of this process, so what they cost themselves is in no figure. All times are processor
time of the table's one thread, so that other work of the machine counts little.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import subprocess
import sys
import time
from bisect import bisect
from contextlib import AsyncExitStack, ExitStack, suppress
from itertools import accumulate
from random import Random
from selectors import DefaultSelector, SelectorKey
from statistics import quantiles

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import tacotable.app.simulated as simulated_run
from tacotable.app.program import MemoryLog, make_program
from tacotable.autoplay.players import people_at
from tacotable.autoplay.rig import Rig
from tacotable.simulation.hardware import simulated_hardware
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.table.file import read_table
from tacotable.web.addresses import PagePlace, listening
from tacotable.web.app import page_app
from tacotable.web.keys import bytes_needed, make_keys
from tacotable.web.page import TablePage
from tacotable.web.serve import serving
from tacotable_sim.table import SimulatedTable

PAGES, SECONDS, EVENTS_PER_S, ROUNDS = 32, 20.0, 4.0, 3
BEGINNING_S = 12.0
"""So long people sit down and deal before anything counts."""
CARDS = 20_000
"""So many cards are thought to come, each at any moment."""


class TimedSelector(DefaultSelector):
    """Notes the processor time of each turn of the loop: from the end of one wait to the next."""

    def __init__(self) -> None:
        super().__init__()
        self.turns: list[float] = []
        self._began = time.thread_time()

    def select(self, timeout: float | None = None) -> list[tuple[SelectorKey, int]]:
        """Wait, between two turns."""
        self.turns.append(time.thread_time() - self._began)
        found = super().select(timeout)
        self._began = time.thread_time()
        return found


async def run_table(selector: TimedSelector) -> None:
    """Run a table with its page; print where it is, and when the time is up what was measured."""
    loop, table, chance = asyncio.get_running_loop(), read_table("kittens"), Random(5)
    faces = faces_of(table, table.game)
    simulated = SimulatedTable(plan_of(table, faces), loop=loop, seed=1, transport="memory", paced=False)
    hardware = simulated_hardware(simulated, loop, "memory", has_threads=False)
    program = make_program(table, faces, hardware, loop, journal=MemoryLog(), clock=time.thread_time)
    controller, seats = program.controller, table.seat_names
    keys = make_keys(seats, bytes(range(1, bytes_needed(seats) + 1)), is_simulated=True)
    hands = simulated_run.hands_at(simulated, controller.situation, chance)
    page = TablePage(controller, keys, lambda: hands)
    unseen = getattr(simulated_run, "UNSEEN", ())  # another checkout may tell pages of each change
    simulated.on_change = lambda what: None if what in unseen else page.changed()
    timings: list[float] = []
    controller.after_each(lambda: timings.append(controller.last_timing.light_s))
    program.start()
    with ExitStack() as to_close:
        served = listening(PagePlace(), to_close)
        async with serving(page_app(page, hosts=served.hosts), served.sockets):
            print(json.dumps([served.address, [keys.simulation, keys.arbiter, *keys.seats.values()]]), flush=True)
            people = people_at(Rig(program, simulated, loop), chance, len(seats))  # type: ignore[arg-type]  # not driven
            playing = [loop.create_task(person.play()) for person in people]
            await asyncio.sleep(BEGINNING_S)
            gc.collect()
            gc.freeze()  # a table that runs keeps full collections to quiet moments
            await asyncio.sleep(0)
            selector.turns.clear()
            timings.clear()
            began = time.thread_time()
            await asyncio.sleep(SECONDS)
            spent_s = time.thread_time() - began
            lights = [light_s for light_s in timings if light_s]
            print(json.dumps([spent_s, len(timings), selector.turns, lights]), flush=True)
            os._exit(not playing)  # nothing is worth closing


async def watch(address: str, keys: list[str], count: int) -> AsyncExitStack:
    """Open so many pages: the host's, the arbiter's, each seat's, and spectators, which read what they are told."""
    opened = AsyncExitStack()
    reading = set()

    async def read(page: ClientConnection) -> None:
        with suppress(ConnectionClosed):  # the table ends without a word
            async for _ in page:
                pass

    for key in (keys + [""] * count)[:count]:
        page = await connect(f"ws://{address}/live", origin=f"http://{address}", max_size=None, compression=None)  # type: ignore[arg-type]  # a NewType of str
        hello = {"key": key, "language": "en", "after": 0, "patches": True, "packed": True}
        await page.send(json.dumps({"hello": hello}))
        reading.add(asyncio.ensure_future(read(page)))
    opened.callback(reading.clear)
    return opened


def measure(python: str, pages: int) -> tuple[float, int, list[float], list[float]]:
    """Return a table's seconds, events, turns of its loop and lights."""
    command = [python, __file__, "--table"]

    async def run() -> str:
        table = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE, limit=1 << 26)
        assert table.stdout is not None
        address, keys = json.loads(await table.stdout.readline())
        async with await watch(address, keys, pages):
            measured = await table.stdout.readline()
            await table.wait()
        return measured.decode()

    spent_s, events, turns, lights = json.loads(asyncio.run(run()))
    return spent_s, events, turns, lights


def waits(turns: list[float], chance: Random) -> list[float]:
    """Return how long cards wait that come at any moment: until the turn ends in which they come, if in any.

    The turns are laid end to end: which moment a card hits is chance in any case.
    """
    ends = list(accumulate(turns))
    moments = [chance.uniform(0, SECONDS) for _ in range(CARDS)]
    return [ends[bisect(ends, moment)] - moment if moment < ends[-1] else 0.0 for moment in moments]


def tell(title: str, measured: list[tuple[float, int, list[float], list[float]]], bare: float) -> float:
    """Print the figures of all rounds, with the processor time beyond `bare` seconds an event; return that time."""
    chance = Random(1)
    an_event = min(spent_s / events for spent_s, events, _, _ in measured)
    waited = [wait for _, _, turns, _ in measured for wait in waits(turns, chance)]
    lights = [light for _, _, _, lights in measured for light in lights]
    longest = min(max(turns) for _, _, turns, _ in measured)
    late = quantiles(waited, n=100)[98]
    card = quantiles([wait + chance.choice(lights) for wait in waited], n=100)[98]
    print(
        f"{title}: {(an_event - bare) * EVENTS_PER_S * 100:.1f} % of a core at {EVENTS_PER_S:.0f} events a second, "
        f"a card waits p99 {late * 1_000:.2f} ms for the loop, longest turn {longest * 1_000:.1f} ms, "
        f"card to light p99 {card * 1_000:.2f} ms"
    )
    return an_event


def main(others: tuple[str, ...] = ()) -> None:
    """Measure this checkout and the others in turns, each with no page beside 32."""
    ways = [(python, pages) for python in (sys.executable, *others) for pages in (0, PAGES)]
    rounds = [[measure(python, pages) for python, pages in ways] for _ in range(ROUNDS)]
    bare = 0.0
    for (python, pages), *measured in zip(ways, *rounds, strict=True):
        an_event = tell(f"{python}, {pages} pages", measured, bare if pages else 0.0)
        bare = bare if pages else an_event


if __name__ == "__main__":
    if sys.argv[1:] == ["--table"]:
        timed = TimedSelector()
        with asyncio.Runner(loop_factory=lambda: asyncio.SelectorEventLoop(timed)) as runner:
            runner.run(run_table(timed))
    else:
        main(tuple(sys.argv[1:]))
