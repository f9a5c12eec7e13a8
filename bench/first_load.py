"""The first load of the page over a slow network: requests, bytes and the time until it can be used, in Chromium.

What is shipped (all styles and modules in one file each, compressed) beside the same without compression, and beside
the files as they are written, one request each. The network has 1.6 Mbit/s and answers after 150 ms, as a phone's at
the far end of a house. Chromium holds requests back so; for the live connection, which it does not, two round trips and
its bytes are added. The ring of Exploding games runs behind the page's real server.
"""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from importlib.resources import files
from random import Random
from statistics import median

from playwright.async_api import Browser, Response, async_playwright
from starlette.requests import Request
from starlette.responses import Response as Answer
from starlette.types import ASGIApp, Receive, Scope, Send

from tacotable.app.program import MemoryLog, make_program
from tacotable.app.simulated import hands_at
from tacotable.simulation.hardware import simulated_hardware
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.table.file import read_table
from tacotable.web.addresses import PagePlace, listening
from tacotable.web.app import page_app
from tacotable.web.files import KINDS
from tacotable.web.keys import bytes_needed, make_keys
from tacotable.web.page import TablePage
from tacotable.web.serve import serving
from tacotable_sim.table import SimulatedTable

ROUNDS = 5
LATENCY_MS, BYTES_PER_S = 150, 1_600_000 / 8


@asynccontextmanager
async def served(*, is_as_written: bool) -> AsyncIterator[str]:
    """Serve the page of a table, and yield its address; `is_as_written`: each file alone, as it lies in the folder."""
    loop, table = asyncio.get_running_loop(), read_table("kittens")
    faces = faces_of(table, table.game)
    simulated = SimulatedTable(plan_of(table, faces), loop=loop, seed=1, transport="memory", paced=False)
    hardware = simulated_hardware(simulated, loop, "memory", has_threads=False)
    program = make_program(table, faces, hardware, loop, journal=MemoryLog())
    program.start()
    seats = table.seat_names
    keys = make_keys(seats, bytes(range(1, bytes_needed(seats) + 1)), is_simulated=True)
    hands = hands_at(simulated, program.controller.situation, Random(1))
    page = TablePage(program.controller, keys, lambda: hands)
    with ExitStack() as to_close:
        to_close.callback(program.close)
        at = listening(PagePlace(), to_close)
        app = page_app(page, hosts=at.hosts)
        async with serving(as_written(app) if is_as_written else app, at.sockets):
            yield at.address


def as_written(app: ASGIApp) -> ASGIApp:
    """Return the application with the page's files as they lie in their folder."""
    folder = files("tacotable.web").joinpath("static")
    plain = {f"/{entry.name}": entry.read_bytes() for entry in folder.iterdir() if entry.is_file()}
    plain["/"] = plain["/index.html"]

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] not in plain:
            await app(scope, receive, send)
            return
        path = Request(scope).url.path
        kind = KINDS["." + path.rpartition(".")[2]] if path != "/" else KINDS[".html"]
        await Answer(plain[path], headers={"content-type": kind, "cache-control": "no-cache"})(scope, receive, send)

    return answer


async def load(browser: Browser, address: str, *, is_packed: bool) -> tuple[int, int, float]:
    """Load the page anew; return its requests, the bytes of their answers, and the seconds until it can be used."""
    context = await browser.new_context(extra_http_headers={} if is_packed else {"accept-encoding": "identity"})
    page = await context.new_page()
    network = await context.new_cdp_session(page)
    await network.send("Network.enable")
    held = {"offline": False, "latency": LATENCY_MS, "downloadThroughput": BYTES_PER_S, "uploadThroughput": BYTES_PER_S}
    await network.send("Network.emulateNetworkConditions", held)
    answers: list[Response] = []
    live: list[int] = []
    page.on("response", lambda answer: answers.append(answer))
    page.on("websocket", lambda socket: socket.on("framereceived", lambda frame: live.append(size_of(frame))))
    began = time.perf_counter()
    await page.goto(f"http://{address}/", wait_until="commit")
    await page.locator(".prompt:not(:empty)").first.wait_for()
    lasted_s = time.perf_counter() - began + sum(live) / BYTES_PER_S + 2 * LATENCY_MS / 1_000
    sizes = [await answer.request.sizes() for answer in answers]
    await context.close()
    loaded = sum(size["responseBodySize"] + size["responseHeadersSize"] for size in sizes)
    return len(answers) + 1, loaded + sum(live), lasted_s


def size_of(frame: str | bytes) -> int:
    """Return the bytes of a message of the live connection."""
    return len(frame.encode() if isinstance(frame, str) else frame)


async def measure() -> None:
    """Load each way in turns, and print the middle of each figure."""
    ways = {"as shipped": (False, True), "not compressed": (False, False), "as written": (True, False)}
    figures: dict[str, list[tuple[int, int, float]]] = {name: [] for name in ways}
    async with (
        async_playwright() as playwright,
        served(is_as_written=False) as joined,
        served(is_as_written=True) as each,
    ):
        found_at = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = await playwright.chromium.launch(executable_path=found_at, args=["--no-sandbox"])
        for _ in range(ROUNDS):
            for name, (is_as_written, is_packed) in ways.items():
                figures[name].append(await load(browser, each if is_as_written else joined, is_packed=is_packed))
        await browser.close()
    shipped_s = median(seconds for _, _, seconds in figures["as shipped"])
    for name, found in figures.items():
        requests, count, seconds = (median(part) for part in zip(*found, strict=True))
        spread = ", ".join(f"{lasted:.2f}" for *_, lasted in sorted(found, key=lambda each: each[2]))
        print(
            f"{name}: {requests:.0f} requests, {count / 1_000:.0f} kB, usable after {seconds:.2f} s ({spread}), "
            f"{seconds / shipped_s:.2f} of what is shipped"
        )


def main() -> None:
    """Measure."""
    asyncio.run(measure())


if __name__ == "__main__":
    main()
