"""Connections of the page: who makes room for whom, what is waited for, and what strangers cannot do to the log."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import pytest
from starlette.types import Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from patience import PATIENCE_S
from pi.small_model import SmallModel
from service.descriptors import most_descriptors, no_free_descriptor
from tacotable.state.role import Role
from tacotable.web.addresses import allowed_hosts, listen
from tacotable.web.app import page_app
from tacotable.web.connections import Connection, Connections, Rank
from tacotable.web.limits import Limits
from tacotable.web.serve import QuietLog, serving

SPECTATOR, SEAT = "", "YAYKEY"


class Door:
    """Connections over pairs of sockets, which come a second after each other."""

    def __init__(self, limits: Limits) -> None:
        self.now_s = 0.0
        self.connections = Connections(limits, 1_000)
        self.opened: list[socket.socket] = []

    def come(self, rank: Rank = Rank.SILENT, address: str = "10.0.0.1") -> Connection | None:
        """Let one come in, that shows so much; None where it is refused."""
        self.now_s += 1
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        self.opened.extend((ours, theirs))
        came = Connection(ours, address, lambda: self.now_s, self.now_s)
        is_in = self.connections.admit(came)
        came.become(rank)
        return came if is_in else None

    def ended(self) -> list[bool]:
        """Tell of each that came whether it was ended since."""
        return [_has_ended(ours) for ours in self.opened[::2]]


def _has_ended(ours: socket.socket) -> bool:
    try:
        return ours.recv(1) == b""
    except BlockingIOError:
        return False


@pytest.fixture
def doors() -> Iterator[list[Door]]:
    """Give a list of doors, whose sockets are closed behind the test."""
    made: list[Door] = []
    yield made
    for each in made:
        for opened in each.opened:
            opened.close()


def door(doors: list[Door], limits: Limits) -> Door:
    doors.append(Door(limits))
    return doors[-1]


def test_the_oldest_of_those_that_have_shown_least_makes_room_and_a_spectator_last(doors: list[Door]) -> None:
    full = door(doors, Limits(connections=4))
    for rank in (Rank.WATCHES, Rank.ASKED, Rank.SILENT, Rank.SILENT):
        full.come(rank)

    ended = []
    for _ in range(4):
        full.come(Rank.HOLDS_KEY)
        ended.append(full.ended()[:4])

    assert ended == [
        [False, False, True, False],
        [False, False, True, True],
        [False, True, True, True],
        [True, True, True, True],
    ]


def test_a_connection_with_a_key_is_ended_for_nobody(doors: list[Door]) -> None:
    full = door(doors, Limits(connections=2))
    full.come(Rank.HOLDS_KEY)
    full.come(Rank.HOLDS_KEY)

    came = full.come()

    assert came is None
    assert full.ended() == [False, False, False]


def test_an_address_makes_room_for_itself_and_its_keys_do_not_count(doors: list[Door]) -> None:
    full = door(doors, Limits(connections_per_address=2))
    full.come(address="10.0.0.2")
    for rank in (Rank.HOLDS_KEY, Rank.HOLDS_KEY, Rank.SILENT, Rank.SILENT, Rank.SILENT):
        full.come(rank)

    assert full.ended() == [False, False, False, True, False, False]


def test_what_shows_nothing_in_time_is_ended_and_who_watches_may_be_silent(doors: list[Door]) -> None:
    some = door(doors, Limits(request_s=8))
    for rank in (Rank.SILENT, Rank.ASKED, Rank.WATCHES, Rank.HOLDS_KEY, Rank.SILENT):
        some.come(rank)

    some.connections.end_overdue(10.5)

    assert some.ended() == [True, True, False, False, False]


def test_nobody_is_idle_for_whom_the_table_works(doors: list[Door]) -> None:
    some = door(doors, Limits(request_s=8))
    for is_awaited in (True, False):
        came = some.come()
        assert came is not None
        came.become(Rank.ASKED, is_awaited=is_awaited)

    some.connections.end_overdue(100.0)

    assert some.ended() == [False, True]


def test_one_that_has_closed_takes_no_room_any_more(doors: list[Door]) -> None:
    full = door(doors, Limits(connections=1))
    full.come(Rank.HOLDS_KEY)
    full.opened[0].close()

    assert full.come() is not None


@asynccontextmanager
async def served(model: SmallModel, limits: Limits | None = None) -> AsyncIterator[int]:
    """Serve a model on a free port; gives that."""
    sockets = [listen("127.0.0.1", 0)]
    app = page_app(model, hosts=allowed_hosts(sockets), limits=limits)
    async with serving(app, sockets, limits):
        yield sockets[0].getsockname()[1]


@asynccontextmanager
async def page(port: int, key: str, own: str = "127.0.0.1") -> AsyncIterator[ClientConnection]:
    """Open a live connection from an address and say hello with a key."""
    address = f"127.0.0.1:{port}"
    async with connect(f"ws://{address}/live", origin=Origin(f"http://{address}"), local_addr=(own, 0)) as opened:
        await opened.send(json.dumps({"hello": {"key": key, "language": "en", "after": 0}}))
        yield opened


async def first_told(opened: ClientConnection) -> str:
    """Give what a page is told first: its welcome, or what was wrong."""
    message = json.loads(await asyncio.wait_for(opened.recv(), PATIENCE_S))
    return str(message.get("code", message["type"]))


async def idle(port: int, count: int, own: str = "127.0.0.1") -> list[asyncio.StreamWriter]:
    """Open connections from an address that say nothing."""
    return [(await asyncio.open_connection("127.0.0.1", port, local_addr=(own, 0)))[1] for _ in range(count)]


async def answer_of(port: int, sent: bytes, own: str = "127.0.0.1") -> bytes:
    """Send something, and give all that comes back until the connection is closed."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(own, 0))
    writer.write(sent)
    answer = await asyncio.wait_for(reader.read(), PATIENCE_S)
    writer.close()
    return answer


def request(port: int, *headers: str) -> bytes:
    lines = ("GET / HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close", *headers)
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode()


def test_a_seats_key_opens_its_page_while_100_watch_and_the_server_is_full_of_idle_connections() -> None:
    async def scenario() -> tuple[list[str], str, str]:
        async with served(SmallModel(), Limits(request_s=PATIENCE_S)) as port, AsyncExitStack() as open_:
            watching = [await open_.enter_async_context(page(port, SPECTATOR, "127.0.0.2")) for _ in range(100)]
            told = [await first_told(each) for each in watching]
            silent = [each for last in (3, 4, 5, 6) for each in await idle(port, 128, f"127.0.0.{last}")]
            async with page(port, SPECTATOR, "127.0.0.7") as one_more, page(port, SEAT, "127.0.0.7") as seat:
                refused, welcome = await first_told(one_more), await first_told(seat)
            for each in silent:
                each.close()
            return told, refused, welcome

    with most_descriptors(4_096):
        told, refused, welcome = asyncio.run(scenario())

    assert told == ["welcome"] * 100
    assert (refused, welcome) == ("full", "welcome")


def test_behind_one_address_with_128_idle_connections_pages_open_with_and_without_a_key() -> None:
    async def scenario() -> tuple[bytes, list[str]]:
        async with served(SmallModel(), Limits(request_s=PATIENCE_S)) as port:
            silent = await idle(port, 128)
            answer = await answer_of(port, request(port))
            async with page(port, SEAT) as seat, page(port, SPECTATOR) as watching:
                told = [await first_told(seat), await first_told(watching)]
            for each in silent:
                each.close()
            return answer[:15], told

    assert asyncio.run(scenario()) == (b"HTTP/1.1 200 OK", ["welcome", "welcome"])


def test_a_connection_without_a_whole_request_is_closed_in_time() -> None:
    starts = (b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")

    async def scenario() -> list[bytes]:
        async with served(SmallModel(), Limits(request_s=0.1)) as port:
            return await asyncio.gather(*(answer_of(port, start) for start in starts))

    assert asyncio.run(scenario()) == [b"", b"", b""]


def test_bytes_that_come_one_by_one_keep_no_connection_open() -> None:
    async def scenario() -> bytes:
        async with served(SmallModel(), Limits(request_s=0.1)) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(b"GET / HTTP/1.1\r\n")
            reading = asyncio.ensure_future(reader.read())
            while not reading.done():
                writer.write(b"x")
                await asyncio.sleep(0.05)
            writer.close()
            return await reading

    assert asyncio.run(asyncio.wait_for(scenario(), PATIENCE_S)) == b""


def test_an_answer_that_takes_long_comes_and_who_reads_none_is_closed() -> None:
    more = 1 << 24

    async def work_long(scope: Scope, receive: Receive, send: Send) -> None:
        await asyncio.sleep(2.5 if scope["path"] == "/" else 0)  # longer than two looks at who is idle
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"x" * (1 if scope["path"] == "/" else more)})

    async def scenario() -> tuple[bytes, int]:
        sockets = [listen("127.0.0.1", 0)]
        async with serving(work_long, sockets, Limits(request_s=0.5)):
            port = sockets[0].getsockname()[1]
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request(port).replace(b"GET /", b"GET /much"))
            answer = await answer_of(port, request(port))
            read = 0
            with suppress(ConnectionError):
                while some := await reader.read(more):
                    read += len(some)
            writer.close()
            return answer, read

    answer, read = asyncio.run(scenario())

    assert answer.endswith(b"\r\nx\r\n0\r\n\r\n")
    assert read < more


def test_nobody_is_believed_to_have_another_address_than_his_own() -> None:
    async def tell_client(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": scope["client"][0].encode()})

    async def scenario() -> bytes:
        sockets = [listen("127.0.0.1", 0)]
        async with serving(tell_client, sockets):
            port = sockets[0].getsockname()[1]
            return await answer_of(port, request(port, "X-Forwarded-For: 10.1.2.3"))

    assert asyncio.run(scenario()).endswith(b"127.0.0.1\r\n0\r\n\r\n")


def test_without_a_free_descriptor_a_page_waits_and_is_served_and_the_log_says_so_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scenario() -> bytes:
        loop = asyncio.get_running_loop()
        async with served(SmallModel()) as port:
            with socket.socket() as late:
                late.setblocking(False)
                with no_free_descriptor():
                    await loop.sock_connect(late, ("127.0.0.1", port))
                    await loop.sock_sendall(late, request(port))
                    await asyncio.sleep(1.7)  # three tries
                return await asyncio.wait_for(loop.sock_recv(late, 15), PATIENCE_S)

    assert asyncio.run(scenario()) == b"HTTP/1.1 200 OK"
    [line] = [record.getMessage() for record in caplog.records if record.name != "asyncio"]
    assert line.startswith("No file descriptor is free for another connection of the page: 0 of ")


def test_what_strangers_send_writes_one_line_of_a_kind_and_no_traceback(caplog: pytest.LogCaptureFixture) -> None:
    async def scenario() -> list[str]:
        told: list[str] = []
        async with served(SmallModel()) as port:
            for _ in range(10):
                await answer_of(port, b"\x16\x03\x01 nonsense\r\n\r\n")
                with pytest.raises(InvalidStatus):
                    await connect(f"ws://127.0.0.1:{port}/live", origin=Origin("http://evil.example"))
                async with page(port, "\ud800") as opened:
                    told.append(await first_told(opened))
                async with page(port, SEAT) as opened:
                    await opened.send(b"\xff\xfe", text=True)
                    await asyncio.wait_for(opened.wait_closed(), PATIENCE_S)
        return told

    told = asyncio.run(scenario())

    assert told == ["wrong-key"] * 10
    assert sorted(record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING) == [
        "A page of another site, or no page, was refused.",
        "The page was sent a message that is no UTF-8.",
        "The page was sent something that is no HTTP.",
    ]
    assert [record.exc_info for record in caplog.records if record.exc_info] == []


class FaultyModel(SmallModel):
    """A model with a fault in what it shows to spectators."""

    def scene(self, role: Role, language: str) -> Mapping[str, object]:
        if role.kind == "spectator":
            raise ValueError("a fault of the program")
        return super().scene(role, language)


def test_a_fault_in_serving_a_page_closes_that_page_is_logged_once_and_leaves_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scenario() -> tuple[list[int | None], str]:
        codes: list[int | None] = []
        async with served(FaultyModel()) as port, page(port, SEAT) as seat:
            for _ in range(3):
                async with page(port, SPECTATOR) as opened:
                    await asyncio.wait_for(opened.wait_closed(), PATIENCE_S)
                    codes.append(opened.close_code)
            return codes, await first_told(seat)

    assert asyncio.run(scenario()) == ([1011] * 3, "welcome")
    assert [record.exc_info is not None for record in caplog.records] == [True]


def test_a_kind_of_line_comes_again_after_a_minute_and_says_how_often_it_was_held_back() -> None:
    now_s = [0.0]
    quiet = QuietLog(lambda: now_s[0])
    lines: list[str] = []
    for now_s[0] in (0.0, 1.0, 59.0, 61.0, 200.0):
        record = logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, "%s failed\n", ("it",), None)
        if quiet.filter(record):
            lines.append(record.getMessage())

    assert lines == ["it failed\n", "it failed (and 2 times before)", "it failed\n"]
