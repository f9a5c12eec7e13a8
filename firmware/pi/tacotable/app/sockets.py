"""Listening: where the page of a table is served, given by the service manager or opened here."""

from __future__ import annotations

import errno
import os
import socket
import ssl
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass

from tacotable.errors import SetupError
from tacotable.web.addresses import address_for_people, address_in_house, allowed_hosts, listen, own_names

LISTEN_HINTS = {
    errno.EADDRINUSE: "another program has that port: give another --port, or --port 0 for a free one",
    errno.EACCES: "ports below 1024 are the system's: give a higher --port",
    errno.EADDRNOTAVAIL: "this machine does not have that address: give one of its own with --host",
}
"""What to try, by why a socket cannot be opened."""

HTTPS = "https://"
"""Begins the name of a proxy that has a certificate and passes on to this page."""
DEFAULT_HOST, DEFAULT_PORT = "127.0.0.1", 8480


@dataclass(frozen=True, slots=True)
class PagePlace:
    """Where the page was asked to be, and under which names."""

    host: str = "127.0.0.1"
    port: int = 0
    names: tuple[str, ...] = ()
    certificate: tuple[str, str | None] | None = None
    """The files of a certificate and of its key, which may be in the first one, for HTTPS."""
    sockets: tuple[socket.socket, ...] = ()
    """Listening sockets that the service manager passed; they are taken in place of `host` and `port`."""

    @property
    def is_for_this_machine(self) -> bool:
        """Whether no other machine reaches it."""
        is_behind_proxy = any(name.startswith(HTTPS) for name in self.names)
        return (
            not self.sockets
            and not is_behind_proxy
            and (self.host in ("localhost", "::1") or self.host.startswith("127."))
        )


@dataclass(frozen=True, slots=True)
class Listening:
    """The sockets of a page, the address that people type, and the hosts that it answers to."""

    sockets: tuple[socket.socket, ...]
    address: str
    scanned: str
    """The address for a picture code."""
    hosts: tuple[str, ...]
    scheme: str = "http"
    tls: ssl.SSLContext | None = None


def listening(place: PagePlace, to_close: ExitStack) -> Listening:
    """Open what the page listens on, until `to_close` is; raises SetupError.

    Behind a proxy links and codes show its name: whoever follows them comes by it.
    """
    tls = _tls(*place.certificate) if place.certificate else None
    given = place.sockets or (_listen(place.host, place.port),)
    opened = tuple(to_close.enter_context(listener) for listener in given)
    proxies = [name.removeprefix(HTTPS).rstrip("/").lower() for name in place.names if name.startswith(HTTPS)]
    names = tuple(name for name in place.names if not name.startswith(HTTPS)) or own_names(opened)
    address = address_for_people(opened, names)
    scanned = address_in_house(opened, address)
    hosts = (*allowed_hosts(opened, names), *proxies)
    if proxies:
        return Listening(opened, proxies[0], proxies[0], hosts, "https", tls)
    return Listening(opened, address, scanned, hosts, "https" if tls else "http", tls)


def _tls(certificate: str, key: str | None) -> ssl.SSLContext:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(certificate, key)
    except OSError as error:
        raise SetupError(
            f"--certificate {certificate}: {error.strerror or error}; give a certificate in PEM form, and its key by "
            "--certificate-key, both to be read by this user"
        ) from None
    return context


def _listen(host: str, port: int) -> socket.socket:
    try:
        return listen(host, port)
    except (socket.gaierror, UnicodeError):
        raise SetupError(
            f"--host {host}: no such host is known here; give an address of this machine, "
            "such as 127.0.0.1, or 0.0.0.0 for all"
        ) from None
    except OSError as error:
        hint = LISTEN_HINTS.get(error.errno or 0, "try another --host or --port")
        raise SetupError(f"the page cannot listen on {host}:{port}: {error.strerror}; {hint}") from None


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
