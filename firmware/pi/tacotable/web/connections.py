"""The open connections of the page, and which one makes room where descriptors run short; nothing else is guarded here.

Whoever has shown least goes first, and of these the oldest. So a newcomer always finds room, to show what it is, and
a connection that has shown a key is never closed for another.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacotable.web.limits import Limits

CONNECTION = "connection"
"""Under this name a request's state holds its connection, where there is a real one."""


class Rank(IntEnum):
    """What a connection has shown."""

    SILENT = 0
    ASKED = 1
    """At least one whole request, and no hello that holds."""
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
    is_awaited: bool = False
    """Whether the table works on what it asked for, which may take long; then nobody is idle but the table."""

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
        open_ = self._open if among is None else among
        first = min(open_, key=lambda each: (each.rank, each.since_s), default=None)
        if first is None or first.rank is Rank.HOLDS_KEY:
            return False
        first.end()
        self._open.remove(first)
        return True

    def end_overdue(self, now_s: float) -> None:
        """End those that took too long to a whole request, or to read its answer, or have lain idle behind it."""
        for each in self._open:
            is_late = now_s - each.since_s > self._limits.request_s
            if each.rank < Rank.WATCHES and is_late and not each.is_awaited:
                each.end()
        self._open = [each for each in self._open if each.is_open]
