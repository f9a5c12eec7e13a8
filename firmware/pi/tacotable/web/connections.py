"""The connections of the page: accepted while there are descriptors, and which one makes room where those run short.

Whoever has shown least goes first, and of these the oldest. So a newcomer always finds room, to show what it is, and
a connection that has shown a key is never closed for another. asyncio's own way of accepting logs a traceback for each
connection that it could not take, some thousand a second.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import resource
import socket
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ssl import SSLContext

    from tacotable.web.limits import Limits

LOG = logging.getLogger("tacotable")
CONNECTION = "connection"  # Under this name a request's state holds its connection, where there is a real one.
AT_ONCE = 16  # So many are accepted before the loop does something else.
QUEUE = 512  # So many wait in the kernel's queue until they are accepted; more have to knock again a second later.
RETRY_S, SWEEP_S = 0.5, 1.0
CALM_S = 10.0  # So long nothing may be short before the log says that it is over.
NONE_FREE = (errno.EMFILE, errno.ENFILE)


class Rank(IntEnum):
    """What a connection has shown."""

    SILENT = 0
    ASKED = 1  # At least one whole request, and no hello that holds.
    WATCHES = 2
    HOLDS_KEY = 3


@dataclass(slots=True, eq=False)
class Connection:
    """One accepted connection; `since_s`: when it came to its rank, or asked last."""

    socket: socket.socket
    address: str
    clock: Callable[[], float]
    since_s: float
    rank: Rank = Rank.SILENT
    is_awaited: bool = False  # Whether the table works on what it asked for, maybe long; then only the table is idle.

    @property
    def is_open(self) -> bool:
        """Whether it still takes a descriptor."""
        return self.socket.fileno() >= 0

    def become(self, rank: Rank, *, is_awaited: bool = False) -> None:
        """Note what it has shown now."""
        self.rank, self.since_s, self.is_awaited = rank, self.clock(), is_awaited

    def end(self) -> None:
        """End it for both sides, whatever was still to be sent; the loop closes it then."""
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)


class Connections:
    """All that are open: so many in all (`most`), and so many without a key from one address."""

    def __init__(self, limits: Limits, most: int) -> None:
        self.most = min(limits.connections, most)
        self._limits = limits
        self._open: list[Connection] = []

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, new: Connection) -> bool:
        """Admit one, for which others make room; False where all that are open have shown a key."""
        self._open = [each for each in self._open if each.is_open]
        mine = [each for each in self._open if each.address == new.address and each.rank < Rank.HOLDS_KEY]
        if len(mine) >= self._limits.connections_per_address:
            self.make_room(mine)
        if len(self._open) >= self.most and not self.make_room():
            return False
        self._open.append(new)
        return True

    def make_room(self, among: Iterable[Connection] | None = None) -> bool:
        """End the oldest of those that have shown least; False where there is none without a key."""
        first = min(self._open if among is None else among, key=lambda each: (each.rank, each.since_s), default=None)
        if first is None or first.rank is Rank.HOLDS_KEY:
            return False
        first.end()
        self._open.remove(first)
        return True

    def end_overdue(self, now_s: float) -> None:
        """End those that took too long to a whole request, or to read its answer, or have lain idle behind it."""
        for each in self._open:
            if each.rank < Rank.WATCHES and not each.is_awaited and now_s - each.since_s > self._limits.request_s:
                each.end()
        self._open = [each for each in self._open if each.is_open]


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
        self._loop, self._listeners, self._make_protocol = loop, listeners, make_protocol
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
            taken.setblocking(False)
            connection = Connection(taken, str(peer[0]), self._loop.time, self._loop.time())
            if not self._connections.admit(connection):
                taken.close()
                continue
            starting = asyncio.ensure_future(self._start(connection), loop=self._loop)
            self._starting.add(starting)
            starting.add_done_callback(self._starting.discard)

    async def _start(self, connection: Connection) -> None:
        """Speak with a connection; one that speaks no TLS where that is asked for ends by itself."""
        taken, tls = connection.socket, self._tls
        with suppress(OSError):
            await self._loop.connect_accepted_socket(
                lambda: self._make_protocol(connection), taken, ssl=tls, ssl_handshake_timeout=self._handshake_s
            )

    def _wait(self, listener: socket.socket, error: OSError) -> None:
        """Make room by one connection, and try again; whoever knocks waits that long in the kernel's queue."""
        if self._short_until_s is None:
            why = f"The page takes no connection now: {error.strerror}; it is tried again."
            if error.errno in NONE_FREE:
                why = (
                    f"No file descriptor is free for another connection of the page: {len(self._connections)} of "
                    f"{self._descriptors} are its connections. The oldest without a key are closed, and it is tried "
                    "again; close pages that nobody needs, and raise LimitNOFILE of the service if this comes again."
                )
            LOG.warning("%s", why)
        self._short_until_s = self._loop.time() + CALM_S
        self._connections.make_room()
        self._loop.remove_reader(listener)
        self._timers[listener] = self._loop.call_later(RETRY_S, self._loop.add_reader, listener, self._accept, listener)

    def _sweep(self) -> None:
        now_s = self._loop.time()
        self._connections.end_overdue(now_s)
        if self._short_until_s is not None and now_s > self._short_until_s:
            LOG.warning("The page takes all connections again.")
            self._short_until_s = None
        self._timers[self] = self._loop.call_later(SWEEP_S, self._sweep)
