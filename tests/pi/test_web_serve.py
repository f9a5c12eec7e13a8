"""The page over real sockets: where it listens, whose signals it leaves alone, and how it treats slow pages."""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import pytest
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin

from patience import PATIENCE_S
from pi.served import bound_addresses
from pi.small_model import SmallModel
from tacotable.errors import SetupError
from tacotable.state.role import Role
from tacotable.web.addresses import allowed_hosts, listen
from tacotable.web.app import page_app
from tacotable.web.limits import Limits
from tacotable.web.serve import serving
from tacotable_sim.time.virtual_time import virtual_loop


@asynccontextmanager
async def served(model: SmallModel, limits: Limits | None = None) -> AsyncIterator[str]:
    """Serve a model on a free port; gives host:port."""
    sockets = [listen("127.0.0.1", 0)]
    app = page_app(model, hosts=allowed_hosts(sockets), limits=limits)
    async with serving(app, sockets, limits):
        yield bound_addresses(sockets)[0]


@asynccontextmanager
async def opened(address: str, max_queue: int = 16) -> AsyncIterator[ClientConnection]:
    """Open a live connection and say hello with the simulation's key."""
    async with connect(f"ws://{address}/live", origin=Origin(f"http://{address}"), max_queue=max_queue) as page:
        await page.send('{"hello": {"key": "SIM", "language": "en", "after": 0}}')
        yield page


async def next_of(page: ClientConnection) -> dict[str, object]:
    message = json.loads(await page.recv())
    assert isinstance(message, dict)
    return message


def test_a_page_that_nobody_opens_wakes_the_table_once_a_second() -> None:
    with virtual_loop() as loop:
        before = next(loop._numbers)
        loop.run_until_complete(serve_for(60.0))

        assert next(loop._numbers) - before < 70  # timers set


async def serve_for(seconds: float) -> None:
    async with serving(page_app(SmallModel(), hosts=[]), []):
        await asyncio.sleep(seconds)


def test_port_0_takes_a_free_port_and_tells_it() -> None:
    listener = listen("127.0.0.1", 0)

    address = bound_addresses([listener])[0]
    listener.close()

    assert address.startswith("127.0.0.1:")
    assert int(address.rpartition(":")[2]) > 0


def test_a_taken_port_is_an_error() -> None:
    first = listen("127.0.0.1", 0)
    port = first.getsockname()[1]

    with pytest.raises(SetupError, match="in use"):
        listen("127.0.0.1", port)

    first.close()


def test_the_allowed_hosts_are_what_is_listened_on_and_the_given_names_at_each_port() -> None:
    sockets = [listen("127.0.0.1", 0), listen("::1", 0)]
    four, six = (listener.getsockname()[1] for listener in sockets)

    hosts = allowed_hosts(sockets, ["tacotable.local"])
    for listener in sockets:
        listener.close()

    assert hosts == (
        f"127.0.0.1:{four}",
        f"localhost:{four}",
        f"tacotable.local:{four}",
        f"[::1]:{six}",
        f"localhost:{six}",
        f"tacotable.local:{six}",
        "tacotable.local",  # as a proxy at the usual port is called
    )


def test_the_page_is_served_on_the_programs_loop_and_leaves_its_signals_alone() -> None:
    async def scenario() -> tuple[bool, object]:
        before = signal.getsignal(signal.SIGINT)
        async with served(SmallModel()) as address, opened(address) as page:
            return signal.getsignal(signal.SIGINT) is before, (await next_of(page))["type"]

    assert asyncio.run(scenario()) == (True, "welcome")


def test_the_end_of_serving_closes_the_pages_as_a_restart() -> None:
    async def scenario() -> int | None:
        async with served(SmallModel()) as address:
            page = await connect(f"ws://{address}/live", origin=Origin(f"http://{address}"))
        with pytest.raises(ConnectionClosed):
            await page.recv()
        return page.close_code

    assert asyncio.run(scenario()) == 1012


def test_a_page_that_has_closed_its_line_and_reads_no_more_spoils_no_end_of_serving() -> None:
    async def scenario() -> None:
        gone = asyncio.Event()

        async def app(_: Scope, receive: Receive, send: Send) -> None:
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": "x" * 30_000_000})
            while (await receive())["type"] != "websocket.disconnect":
                pass
            gone.set()

        sockets = [listen("127.0.0.1", 0)]
        async with serving(app, sockets):
            host, _, port = bound_addresses(sockets)[0].partition(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(
                b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            )
            await reader.readuntil(b"\r\n\r\n")
            writer.write(bytes([0x88, 0x82, 0, 0, 0, 0, 3, 233]))  # Close, masked with 0, code 1001
            await gone.wait()
            asyncio.get_running_loop().call_later(0.1, writer.close)

    asyncio.run(scenario())


@pytest.mark.parametrize(("origin", "status"), [(Origin("http://evil.example"), 403), (None, 403)])
def test_a_foreign_origin_gets_no_connection(origin: Origin | None, status: int) -> None:
    async def scenario() -> int:
        async with served(SmallModel()) as address:
            with pytest.raises(InvalidStatus) as refused:
                await connect(f"ws://{address}/live", origin=origin)
            return refused.value.response.status_code

    assert asyncio.run(scenario()) == status


def test_a_message_that_is_too_large_closes_the_connection() -> None:
    async def scenario() -> int | None:
        async with served(SmallModel()) as address, opened(address) as page:
            await page.send("x" * 9000)
            await page.wait_closed()
            return page.close_code

    assert asyncio.run(scenario()) == 1009


def test_changes_that_come_together_go_out_as_one_picture_and_every_log_entry() -> None:
    async def scenario() -> list[dict[str, object]]:
        model = SmallModel()
        async with served(model) as address, opened(address) as page:
            for _ in ("welcome", "scene", "truth"):
                await next_of(page)
            for number in range(1, 101):
                model.note(f"entry {number}")
                model.change(number)
            return [await next_of(page), await next_of(page)]

    log, scene = asyncio.run(scenario())

    entries = log["entries"]
    assert isinstance(entries, list)
    assert [entry["n"] for entry in entries] == list(range(1, 101))
    assert scene == {"shown": 100, "in": "en", "type": "scene"}


class HugeModel(SmallModel):
    """A model whose pictures fill every buffer between the server and a page that does not read."""

    def __init__(self) -> None:
        super().__init__()
        self.left = asyncio.Event()

    def scene(self, role: Role, language: str) -> Mapping[str, object]:
        return {"shown": "x" * 30_000_000}

    def unsubscribed(self) -> None:
        self.left.set()


def test_a_page_that_does_not_read_is_dropped() -> None:
    async def scenario() -> int:
        model = HugeModel()
        async with served(model, Limits(slow_s=0.05)) as address, opened(address, max_queue=1):
            await asyncio.wait_for(model.left.wait(), PATIENCE_S)
            return len(model.listeners)

    assert asyncio.run(scenario()) == 0
