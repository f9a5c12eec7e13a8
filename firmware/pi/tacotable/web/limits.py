"""How much one page, and all pages together, may ask of the table: sizes, rates and waits."""

from __future__ import annotations

from dataclasses import dataclass

LONGEST_DELAY_S = 600  # So late a stage may be at most: each picture of that time is kept in memory.


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of the WebSocket; the shipped values suit a home network with a few pages open."""

    hello_s: float = 5.0  # How long a page may take to say who it is.
    message_bytes: int = 8 * 1024
    depth: int = 6  # How deep objects and lists of one message may be nested.
    per_s: float = 20.0  # Messages a second that a page may send for ever, and `burst` at once.
    burst: int = 40
    refusals: int = 40  # Messages in a row beyond the rate after which the page is shut out.
    connections: int = 512  # So many descriptors the page's connections may take in all.
    connections_per_address: int = 128  # Those without a key from one address: many people may stand behind one router.
    request_s: float = 8.0  # How long a connection may take to its first whole request, and lie idle behind one.
    spectators: int = 100
    stages: int = 20  # Screens for everybody, besides those who watch.
    slow_s: float = 10.0  # How long a page may leave what was sent to it unread before it is dropped.
    rest_s: float = 0.05  # The shortest time between two pictures to one page; what changes meanwhile goes out in one.
    ping_s: float = 20.0
