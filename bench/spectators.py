"""What spectators cost a director: 200 pages of one table, told of each change and fetching it, beside none.

The director is a program of its own; its table's journal grows by a fact at a time, and its line is the real one.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import httpx2 as httpx
import psutil

from tacotable.app.program import MemoryLog
from tacotable.autoplay.games import finish_game
from tacotable.autoplay.rig import simulated_table
from tacotable.state.facts import Fact
from tacotable.storage.journal import Journal
from tacotable_live.stream.uplink import Uplink

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from live.director_process import kill, start

WATCH, CHANGES, EVERY_S = 200, 20, 1.0


async def measure(pages: int, facts: Sequence[Fact]) -> None:
    """Watch a game with so many pages, and print what it cost."""
    with TemporaryDirectory() as folder:
        child, said = start(Path(folder) / "event", 0)
        desk, _, key = said["desk"].partition("/desk#key=")
        director = psutil.Process(child.pid)
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=None)
        async with httpx.AsyncClient(base_url=desk, timeout=60, limits=limits) as client:
            asked = {"do": "table", "name": "T"}
            answer = await client.post("/desk/do", json=asked, headers={"X-Desk-Key": key.split()[0]})
            state = Path(folder) / "table"
            state.mkdir()
            journal = Journal(state)
            for fact in facts[:30]:
                journal.append(fact)
            uplink = Uplink(state, said["line"], "T", answer.json()["key"], say=lambda text: None)
            line = asyncio.create_task(uplink.run())
            fetched: list[tuple[float, int]] = []
            watching = [asyncio.create_task(_watch(client, fetched)) for _ in range(pages)]
            await asyncio.sleep(8)
            fetched.clear()
            spent, began, lags = sum(director.cpu_times()[:2]), time.monotonic(), list[float]()
            for fact in facts[30 : 30 + CHANGES]:
                at = time.monotonic()
                journal.append(fact)
                await asyncio.sleep(EVERY_S)
                lags += [done - at for done, _ in fetched if done >= at][-1:]
            spent, lasted = sum(director.cpu_times()[:2]) - spent, time.monotonic() - began
            each_ms = spent / max(1, len(fetched)) * 1_000
            last = f", the last page {statistics.median(lags):.2f} s behind the table" if lags else ""
            print(
                f"{pages} pages: {spent / lasted * 100:.0f} % of a core at {CHANGES / lasted:.1f} changes a second, "
                f"{len(fetched)} fetches of {each_ms:.1f} ms, {director.memory_info().rss >> 20} MB{last}"
            )
            for task in (*watching, line):
                task.cancel()
            await asyncio.gather(*watching, line, return_exceptions=True)
            journal.close()
        kill(child)


async def _watch(client: httpx.AsyncClient, fetched: list[tuple[float, int]]) -> None:
    """Be one page: hear that something is new, and fetch it."""
    async with client.stream("GET", "/news") as news:
        async for line in news.aiter_lines():
            if line.startswith("data"):
                page = await client.get("/tables/T")
                fetched.append((time.monotonic(), len(page.content)))


def main() -> None:
    """Measure without pages and with all."""
    log = MemoryLog()
    with simulated_table("tacocat", seed=5, journal=log) as rig:
        finish_game(rig, Random(5))
    for pages in (0, WATCH):
        asyncio.run(measure(pages, log.facts))


if __name__ == "__main__":
    main()
