"""The sockets that the service manager opened for this process (sd_listen_fds(3)): the only network it has then."""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping

FIRST = 3
"""Behind standard input, output and error."""


def inherited_sockets(
    environment: Mapping[str, str] = os.environ, pid: int | None = None, first: int = FIRST
) -> list[socket.socket]:
    """Return the listening sockets that were passed to this very process; none where it was started by a person."""
    if environment.get("LISTEN_PID") != str(os.getpid() if pid is None else pid):
        return []
    count = environment.get("LISTEN_FDS", "")
    numbers = range(first, first + int(count)) if count.isdecimal() else range(0)
    return [_adopt(number) for number in numbers]


def _adopt(number: int) -> socket.socket:
    os.set_inheritable(number, False)
    adopted = socket.socket(fileno=number)
    adopted.setblocking(False)
    return adopted
