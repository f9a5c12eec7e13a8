"""How much one page, and all pages together, may ask of the table: sizes, rates and waits."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The bounds of the WebSocket; the shipped values suit a home network with a few pages open."""

    hello_s: float = 5.0
    """How long a page may take to say who it is."""
    message_bytes: int = 8 * 1024
    depth: int = 6
    """How deep objects and lists of one message may be nested."""
    per_s: float = 20.0
    """Messages a second that a page may send for ever, and `burst` at once."""
    burst: int = 40
    refusals: int = 40
    """Messages in a row beyond the rate after which the page is shut out."""
    sockets: int = 32
    sockets_per_address: int = 8
    slow_s: float = 10.0
    """How long a page may leave what was sent to it unread before it is dropped."""
    rest_s: float = 0.05
    """The shortest time between two pictures to one page; what changes meanwhile goes out in one."""
    ping_s: float = 20.0


class Allowance:
    """A bucket of permits that fills at a steady rate; the time is passed in, in seconds."""

    def __init__(self, per_s: float, burst: int, now_s: float) -> None:
        self._per_s = per_s
        self._burst = float(burst)
        self._permits = float(burst)
        self._at_s = now_s

    def take(self, now_s: float) -> bool:
        """Take one permit; False when there is none."""
        self._permits = min(self._burst, self._permits + (now_s - self._at_s) * self._per_s)
        self._at_s = now_s
        if self._permits < 1:
            return False
        self._permits -= 1
        return True


class Places:
    """The places for open sockets: so many in all, so many for one address."""

    def __init__(self, most: int, most_per_address: int) -> None:
        self._most = most
        self._most_per_address = most_per_address
        self._taken: dict[str, int] = {}

    def take(self, address: str) -> bool:
        """Take a place for an address; False when there is none left."""
        mine = self._taken.get(address, 0)
        if sum(self._taken.values()) >= self._most or mine >= self._most_per_address:
            return False
        self._taken[address] = mine + 1
        return True

    def give_back(self, address: str) -> None:
        """Give a taken place back."""
        self._taken[address] -= 1
        if not self._taken[address]:
            del self._taken[address]
