"""Accepting connections: never more than there are descriptors for, and with patience where there is none.

asyncio's own way of accepting logs a traceback for each connection that it could not take, some thousand a second.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import resource
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tacotable.web.connections import Connection, Connections

if TYPE_CHECKING:
    from ssl import SSLContext

    from tacotable.web.limits import Limits

LOG = logging.getLogger("tacotable")
AT_ONCE = 16
"""So many are accepted before the loop does something else."""
QUEUE = 512
"""So many wait in the kernel's queue until they are accepted; more would have to knock again a second later."""
RETRY_S, SWEEP_S = 0.5, 1.0
CALM_S = 10.0
"""So long nothing may be short before the log says that it is over."""
NONE_FREE = (errno.EMFILE, errno.ENFILE)


class Acceptor:
    """Takes connections from listening sockets, between `start` and `close`."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        listeners: Sequence[socket.socket],
        make_protocol: Callable[[Connection], asyncio.Protocol],
        limits: Limits,
        tls: SSLContext | None = None,
    ) -> None:
        self._descriptors = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        self._connections = Connections(limits, self._descriptors // 2)  # the other half is the table's
        self._loop = loop
        self._listeners = listeners
        self._make_protocol = make_protocol
        self._tls, self._handshake_s = tls, limits.request_s if tls else None
        self._timers: dict[object, asyncio.TimerHandle] = {}
        self._starting: set[asyncio.Task[Any]] = set()
        self._short_until_s: float | None = None

    def start(self) -> None:
        """Accept from now on."""
        for listener in self._listeners:
            listener.listen(QUEUE)
            self._loop.add_reader(listener, self._accept, listener)
        self._sweep()

    def close(self) -> None:
        """Accept no more, and close what was listened on."""
        for timer in self._timers.values():
            timer.cancel()
        for listener in self._listeners:
            self._loop.remove_reader(listener)
            listener.close()

    def _accept(self, listener: socket.socket) -> None:
        for _ in range(AT_ONCE):
            try:
                taken, peer = listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:
                self._wait(listener, error)
                return
            self._begin(taken, str(peer[0]))

    def _begin(self, taken: socket.socket, address: str) -> None:
        taken.setblocking(False)
        connection = Connection(taken, address, self._loop.time, self._loop.time())
        if not self._connections.admit(connection):
            taken.close()
            return
        starting = asyncio.ensure_future(self._start(connection, taken), loop=self._loop)
        self._starting.add(starting)
        starting.add_done_callback(self._starting.discard)

    async def _start(self, connection: Connection, taken: socket.socket) -> None:
        """Speak with a connection; one that speaks no TLS where that is asked for ends by itself."""
        with suppress(OSError):
            await self._loop.connect_accepted_socket(
                lambda: self._make_protocol(connection), taken, ssl=self._tls, ssl_handshake_timeout=self._handshake_s
            )

    def _wait(self, listener: socket.socket, error: OSError) -> None:
        """Make room by one connection, and try again; whoever knocks waits that long in the kernel's queue."""
        if self._short_until_s is None:
            LOG.warning("%s", self._told(error))
        self._short_until_s = self._loop.time() + CALM_S
        self._connections.make_room()
        self._loop.remove_reader(listener)
        self._timers[listener] = self._loop.call_later(RETRY_S, self._loop.add_reader, listener, self._accept, listener)

    def _told(self, error: OSError) -> str:
        if error.errno not in NONE_FREE:
            return f"The page takes no connection now: {error.strerror}; it is tried again."
        return (
            f"No file descriptor is free for another connection of the page: {len(self._connections)} of "
            f"{self._descriptors} are its connections. The oldest without a key are closed, and it is tried again; "
            "close pages that nobody needs, and raise LimitNOFILE of the service if this comes again."
        )

    def _sweep(self) -> None:
        now_s = self._loop.time()
        self._connections.end_overdue(now_s)
        if self._short_until_s is not None and now_s > self._short_until_s:
            LOG.warning("The page takes all connections again.")
            self._short_until_s = None
        self._timers[self] = self._loop.call_later(SWEEP_S, self._sweep)
