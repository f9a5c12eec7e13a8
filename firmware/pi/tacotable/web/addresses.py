"""Where the page listens, and the hosts it is known by."""

from __future__ import annotations

import socket
from collections.abc import Iterable, Sequence
from contextlib import suppress
from ipaddress import ip_address


def host_and_port(host: str, port: int, usual: int = 80) -> str:
    """Return what a browser writes into Host: no port when it is the usual one, brackets about an IPv6 address."""
    name = f"[{host}]" if ":" in host else host
    return name if port == usual else f"{name}:{port}"


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


def address_in_house(sockets: Sequence[socket.socket], address: str) -> str:
    """Return the host:port for a picture code: a number, where all addresses are listened on and this one is known.

    Phones find a number in networks where they find no name. No packet is sent.
    """
    host, port = _host_and_port_of(sockets[0])
    if not ip_address(host).is_unspecified:
        return address
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address of documentation (RFC 5737)
        return host_and_port(str(probe.getsockname()[0]), port)
    return address


def address_for_people(sockets: Sequence[socket.socket], names: Sequence[str] = ()) -> str:
    """Return the host:port for links: the address listened on, or where that is all of them, the first name."""
    host, port = _host_and_port_of(sockets[0])
    return host_and_port(names[0] if names and ip_address(host).is_unspecified else host, port)
