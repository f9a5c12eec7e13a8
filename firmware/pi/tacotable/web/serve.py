"""The server of the page, on the program's own loop, and its log, which strangers cannot fill."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from ssl import SSLContext

import uvicorn
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from tacotable.web.connections import CONNECTION, Acceptor, Connection, Rank
from tacotable.web.limits import Limits

INTERNAL_ERROR = 1011  # Close code (RFC 6455 §7.4.1).
EVERY_S = 60.0
STRANGERS = {  # What the server says of faults that are not the table's, and what they are; they have no traceback.
    "Invalid HTTP request received.": "The page was sent something that is no HTTP.",
    "Invalid UTF-8 sequence received from client.": "The page was sent a message that is no UTF-8.",
    "ASGI callable returned without completing handshake.": "A page of another site, or no page, was refused.",
}


class QuietLog(logging.Filter):
    """A log that strangers cannot fill: each message once a minute, with how often it came meanwhile."""

    def __init__(self, clock: Callable[[], float]) -> None:
        super().__init__()
        self._clock = clock
        self._held: dict[str, tuple[float, int]] = {}  # By message: until when it is held back, and how many were.

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is to be written."""
        until_s, held = self._held.get(record.msg, (0.0, 0))
        now_s = self._clock()
        if now_s < until_s:
            self._held[record.msg] = until_s, held + 1
            return False
        self._held[record.msg] = now_s + EVERY_S, 0
        if record.msg in STRANGERS:
            record.msg, record.args, record.exc_info = STRANGERS[record.msg], (), None
        if held:
            record.msg, record.args = f"{record.getMessage().rstrip()} (and {held} times before)", ()
        return True


class _LivePage(WebSocketsSansIOProtocol):
    """A page's line, which may just have been closed by the page as the server ends."""

    def shutdown(self) -> None:
        """Close the line; uvicorn 0.54 does not know that the page has, and would end with InvalidState."""
        with suppress(InvalidState):
            super().shutdown()


class _GuestServer(uvicorn.Server):
    """uvicorn as a guest on somebody else's loop: signals stay the program's."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self._ended = asyncio.Event()

    def end(self) -> None:
        """Serve no more."""
        self.should_exit = True
        self._ended.set()

    async def main_loop(self) -> None:
        """Wait for the end; uvicorn's own looks ten times a second for a date to tell and requests to count."""
        await self.on_tick(0)
        await self._ended.wait()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture nothing."""
        yield

    def protocol(self, connection: Connection) -> asyncio.Protocol:
        """Make what speaks HTTP over a connection."""
        return H11Protocol(self.config, self.server_state, app_state={CONNECTION: connection})


@asynccontextmanager
async def serving(
    app: ASGIApp, sockets: Sequence[socket.socket], limits: Limits | None = None, tls: SSLContext | None = None
) -> AsyncIterator[None]:
    """Serve the page while the block runs, with `tls` over HTTPS alone; then close pages and sockets."""
    limits = limits or Limits()
    server = _GuestServer(_config(_attended(app), limits))
    quiet, log = QuietLog(asyncio.get_running_loop().time), logging.getLogger("uvicorn.error")
    log.addFilter(quiet)
    task = asyncio.ensure_future(server.serve([]))
    acceptor = Acceptor(asyncio.get_running_loop(), sockets, server.protocol, limits, tls)
    try:
        while not server.started and not task.done():
            await asyncio.sleep(0.01)
        acceptor.start()
        yield
    finally:
        acceptor.close()
        server.end()
        await task
        log.removeFilter(quiet)


def _attended(app: ASGIApp) -> ASGIApp:
    """Note of each connection when it asks and is answered; one that meets a fault of ours is closed as that."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        connection: Connection = scope["state"][CONNECTION]
        connection.become(Rank.ASKED, is_awaited=scope.get("method") == "GET")  # what has a body may still send it

        async def answer(message: Message) -> None:
            if connection.is_awaited:
                connection.become(Rank.ASKED)
            await send(message)

        try:
            await app(scope, receive, answer)
        except Exception:
            if scope["type"] == "websocket":
                with suppress(Exception):
                    await send({"type": "websocket.close", "code": INTERNAL_ERROR})
            raise  # the server logs it, and answers a request
        finally:
            connection.become(Rank.ASKED)

    return serve


def _config(app: ASGIApp, limits: Limits) -> uvicorn.Config:
    logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
    return uvicorn.Config(
        app,
        http="h11",
        ws=_LivePage,
        ws_max_size=limits.message_bytes,
        ws_ping_interval=limits.ping_s,
        ws_ping_timeout=limits.ping_s,
        ws_per_message_deflate=False,  # a mirror of secrets and attacker's text must not share a compressor
        lifespan="off",
        proxy_headers=False,  # there is no proxy: nobody tells us another address than the one that he has
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=2,
    )
