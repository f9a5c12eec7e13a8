"""Where a page is served that a test opens."""

from __future__ import annotations

import socket
from collections.abc import Iterable

from tacotable.web.addresses import host_and_port


def bound_addresses(sockets: Iterable[socket.socket]) -> tuple[str, ...]:
    """Return the host:port of each listening socket, as a browser's address bar takes it."""
    return tuple(host_and_port(*listener.getsockname()[:2]) for listener in sockets)
