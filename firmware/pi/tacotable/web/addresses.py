"""Where the page listens, given by the service manager or opened here, and the hosts it is known by."""

from __future__ import annotations

import errno
import os
import socket
import ssl
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from ipaddress import ip_address

from tacotable.errors import SetupError

LISTEN_HINTS = {  # What to try, by why a socket cannot be opened.
    errno.EADDRINUSE: "another program has that port: give another --port, or --port 0 for a free one",
    errno.EACCES: "ports below 1024 are the system's: give a higher --port",
    errno.EADDRNOTAVAIL: "this machine does not have that address: give one of its own with --host",
}

HTTPS = "https://"  # Begins the name of a proxy that has a certificate and passes on to this page.
DEFAULT_HOST, DEFAULT_PORT = "127.0.0.1", 8480


@dataclass(frozen=True, slots=True)
class PagePlace:
    """Where the page was asked to be, and under which names."""

    host: str = "127.0.0.1"
    port: int = 0
    names: tuple[str, ...] = ()
    certificate: tuple[str, str | None] | None = None  # For HTTPS: the files of a certificate and of its key, if apart.
    sockets: tuple[socket.socket, ...] = ()  # Those that the service manager passed, in place of `host` and `port`.

    @property
    def is_for_this_machine(self) -> bool:
        """Whether no other machine reaches it."""
        is_behind_proxy = any(name.startswith(HTTPS) for name in self.names)
        is_local = self.host in ("localhost", "::1") or self.host.startswith("127.")
        return is_local and not self.sockets and not is_behind_proxy


@dataclass(frozen=True, slots=True)
class Listening:
    """The sockets of a page, the address that people type, and the hosts that it answers to."""

    sockets: tuple[socket.socket, ...]
    address: str
    scanned: str  # The address for a picture code.
    hosts: tuple[str, ...]
    scheme: str = "http"
    tls: ssl.SSLContext | None = None


def listening(place: PagePlace, to_close: ExitStack) -> Listening:
    """Open what the page listens on, until `to_close` is; raises SetupError. Behind a proxy links show its name."""
    tls = _tls(*place.certificate) if place.certificate else None
    given = place.sockets or (listen(place.host, place.port),)
    opened = tuple(to_close.enter_context(listener) for listener in given)
    proxies = [name.removeprefix(HTTPS).rstrip("/").lower() for name in place.names if name.startswith(HTTPS)]
    names = tuple(name for name in place.names if not name.startswith(HTTPS)) or own_names(opened)
    host, port = _host_and_port_of(opened[0])
    address = host_and_port(names[0] if names and ip_address(host).is_unspecified else host, port)
    scanned = address_in_house(port, address) if ip_address(host).is_unspecified else address
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


def listen(host: str, port: int) -> socket.socket:
    """Open a listening socket; port 0 takes a free one. Raises SetupError, which says what to try."""
    with ExitStack() as to_close:
        try:
            family = socket.AF_INET6 if ":" in host else socket.AF_INET
            listener = to_close.enter_context(socket.socket(family, socket.SOCK_STREAM))
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, port))
            listener.listen(64)
        except (socket.gaierror, UnicodeError):
            raise SetupError(
                f"--host {host}: no such host is known here; give an address of this machine, "
                "such as 127.0.0.1, or 0.0.0.0 for all"
            ) from None
        except OSError as error:
            hint = LISTEN_HINTS.get(error.errno or 0, "try another --host or --port")
            raise SetupError(f"the page cannot listen on {host}:{port}: {error.strerror}; {hint}") from None
        to_close.pop_all()
    listener.setblocking(False)
    return listener


def host_and_port(host: str, port: int, usual: int = 80) -> str:
    """Return what a browser writes into Host: no port when it is the usual one, brackets about an IPv6 address."""
    name = f"[{host}]" if ":" in host else host
    return name if port == usual else f"{name}:{port}"


def _host_and_port_of(listener: socket.socket) -> tuple[str, int]:
    host, port = listener.getsockname()[:2]
    return str(host), int(port)


def allowed_hosts(sockets: Sequence[socket.socket], names: Iterable[str] = ()) -> tuple[str, ...]:
    """Return every host:port that the page answers to: what is listened on, and `names` at each port, and alone.

    A proxy at the usual port of HTTPS is called by its name alone.
    `localhost` is among them where it reaches us. A socket on all addresses is
    reached by numbers too; those the gate learns from the connection itself.
    """
    hosts: list[str] = []
    for host, port in map(_host_and_port_of, sockets):
        address = ip_address(host)
        local = [host, "localhost"] if address.is_loopback or address.is_unspecified else [host]
        hosts.extend(host_and_port(name, port) for name in (*local, *names))
    return tuple(dict.fromkeys((*hosts, *names)))


def own_names(sockets: Iterable[socket.socket]) -> tuple[str, ...]:
    """Return the name by which this machine is found in its house, where a socket listens on all addresses.

    Raspberry Pi OS tells it by mDNS. A service without a network of its own can see no address, so the page's links
    need a name.
    """
    is_for_all = any(ip_address(_host_and_port_of(listener)[0]).is_unspecified for listener in sockets)
    return (f"{socket.gethostname().partition('.')[0].lower()}.local",) if is_for_all else ()


def address_in_house(port: int, address: str) -> str:
    """Return the host:port for a picture code, where all addresses are listened on: a number, if this one is known.

    Phones find a number in networks where they find no name. No packet is sent.
    """
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address of documentation (RFC 5737)
        return host_and_port(str(probe.getsockname()[0]), port)
    return address


FIRST = 3  # Behind standard input, output and error.


def inherited_sockets(
    environment: Mapping[str, str] = os.environ, pid: int | None = None, first: int = FIRST
) -> list[socket.socket]:
    """Return the listening sockets that were passed to this very process; none where it was started by a person."""
    if environment.get("LISTEN_PID") != str(os.getpid() if pid is None else pid):
        return []
    count = environment.get("LISTEN_FDS", "")
    adopted: list[socket.socket] = []
    for number in range(first, first + int(count)) if count.isdecimal() else ():
        os.set_inheritable(number, False)
        adopted.append(socket.socket(fileno=number))
        adopted[-1].setblocking(False)
    return adopted
