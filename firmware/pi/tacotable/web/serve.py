"""Listening: sockets for the page, the hosts it is known by, and the server on the program's own loop."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from ipaddress import ip_address

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from tacotable.web.acceptor import Acceptor
from tacotable.web.connections import CONNECTION, Connection, Rank
from tacotable.web.limits import Limits
from tacotable.web.rate_limited_log import QuietLog
from tacotable.web.security import host_and_port


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket; port 0 takes a free one. Raises OSError when the port is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(64)
    except OSError:
        listener.close()
        raise
    listener.setblocking(False)
    return listener


def bound_addresses(sockets: Iterable[socket.socket]) -> tuple[str, ...]:
    """Return the host:port of each listening socket, as a browser's address bar takes it."""
    return tuple(host_and_port(*_host_and_port_of(listener)) for listener in sockets)


def _host_and_port_of(listener: socket.socket) -> tuple[str, int]:
    host, port = listener.getsockname()[:2]
    return str(host), int(port)


def allowed_hosts(sockets: Sequence[socket.socket], names: Iterable[str] = ()) -> tuple[str, ...]:
    """Return every host:port that the page answers to: what is listened on, and `names` at each port.

    `localhost` is among them where it reaches us. A socket on all addresses is
    reached by numbers too; those the gate learns from the connection itself.
    """
    hosts: list[str] = []
    for host, port in map(_host_and_port_of, sockets):
        address = ip_address(host)
        local = [host, "localhost"] if address.is_loopback or address.is_unspecified else [host]
        hosts.extend(host_and_port(name, port) for name in (*local, *names))
    return tuple(dict.fromkeys(hosts))


def own_names(sockets: Iterable[socket.socket]) -> tuple[str, ...]:
    """Return the name by which this machine is found in its house, where a socket listens on all addresses.

    Raspberry Pi OS tells it by mDNS. A service without a network of its own can see no address, so the page's links
    need a name.
    """
    is_for_all = any(ip_address(_host_and_port_of(listener)[0]).is_unspecified for listener in sockets)
    return (f"{socket.gethostname().partition('.')[0].lower()}.local",) if is_for_all else ()


def address_for_people(sockets: Sequence[socket.socket], names: Sequence[str] = ()) -> str:
    """Return the host:port for links: the address listened on, or where that is all of them, the first name."""
    host, port = _host_and_port_of(sockets[0])
    return host_and_port(names[0] if names and ip_address(host).is_unspecified else host, port)


INTERNAL_ERROR = 1011
"""Close code (RFC 6455 §7.4.1)."""


class _GuestServer(uvicorn.Server):
    """uvicorn as a guest on somebody else's loop: signals stay the program's."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture nothing."""
        yield

    def protocol(self, connection: Connection) -> asyncio.Protocol:
        """Make what speaks HTTP over a connection."""
        state = {CONNECTION: connection}
        return H11Protocol(config=self.config, server_state=self.server_state, app_state=state)


@asynccontextmanager
async def serving(
    app: ASGIApp, sockets: Sequence[socket.socket], limits: Limits | None = None
) -> AsyncIterator[tuple[str, ...]]:
    """Serve the page while the block runs, and yield the bound addresses; then close pages and sockets."""
    limits = limits or Limits()
    server = _GuestServer(_config(_attended(app), limits))
    quiet, log = QuietLog(), logging.getLogger("uvicorn.error")
    log.addFilter(quiet)
    addresses = bound_addresses(sockets)
    task = asyncio.ensure_future(server.serve([]))
    acceptor = Acceptor(asyncio.get_running_loop(), sockets, server.protocol, limits)
    try:
        while not server.started and not task.done():
            await asyncio.sleep(0.01)
        acceptor.start()
        yield addresses
    finally:
        acceptor.close()
        server.should_exit = True
        await task
        log.removeFilter(quiet)


def _attended(app: ASGIApp) -> ASGIApp:
    """Note of each connection when it asks and is answered; one that meets a fault of ours is closed as that."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        connection: Connection = scope["state"][CONNECTION]
        connection.become(Rank.ASKED)
        try:
            await app(scope, receive, send)
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
        ws="websockets-sansio",
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
