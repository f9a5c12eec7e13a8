"""The outbox of a table: what to send, given what the director has. Pure; the journal is the queue.

The director says of each game how far it has it; the table sends the rest, some ahead, and again when nothing was said
for a while. Whatever is lost, doubled or comes in another order, in the end the director has every event once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacotable_live.stream.messages import WINDOW, Acts, FromDirector, Have, Hello, Locate, Refused, Want

if TYPE_CHECKING:
    from tacotable_live.stream.chains import Chain

AGAIN_S = 3.0
"""After so long without an answer, what is under way is sent again."""


@dataclass(slots=True)
class _Way:
    """How far a game is: stored there, and sent."""

    have: int
    sent: int
    at_s: float = 0.0


class Outbox:
    """What is to be sent over one connection; each connection begins with an outbox of its own."""

    def __init__(self) -> None:
        self._ways: dict[str, _Way] = {}
        self._asked: set[str] = set()
        """Games of which the director is still to say how far it has them."""
        self._refused: set[str] = set()
        """Games of which the director takes no more."""

    def greet(self, table: str, epoch: str, key: str, chains: Mapping[str, Chain]) -> Hello:
        """Return the first message."""
        self._ways = {game: _Way(len(chain.hashes), len(chain.hashes)) for game, chain in chains.items()}
        self._asked = set(chains)
        tips = {game: (len(chain.hashes), chain.hashes[-1]) for game, chain in chains.items()}
        return Hello(table, epoch, key, tips)

    def hear(self, message: FromDirector, chains: Mapping[str, Chain]) -> Iterator[Locate]:
        """Take a message of the director; yields what answers it."""
        if isinstance(message, Want):
            self._asked &= set(message.games)
            for game in message.games:
                if game in chains:
                    self._asked.add(game)
                    yield Locate(game, chains[game].locator())
        elif isinstance(message, Refused):
            self._refused.add(message.game)
            self._asked.discard(message.game)
        elif isinstance(message, Have) and message.game in chains:
            way = self._ways.setdefault(message.game, _Way(0, 0))
            if message.game in self._asked or message.n < way.have:
                self._asked.discard(message.game)
                way.sent = message.n
            way.have = min(message.n, len(chains[message.game].hashes))
            way.sent = max(way.sent, way.have)

    def due(self, chains: Mapping[str, Chain], now_s: float) -> Iterator[Acts]:
        """Yield what is to be sent now, the oldest game first."""
        for game, chain in chains.items():
            way = self._ways.setdefault(game, _Way(0, 0))
            if game in self._asked | self._refused:
                continue
            if way.sent > way.have and now_s - way.at_s >= AGAIN_S:
                way.sent = way.have
            end = min(len(chain.bodies), way.have + WINDOW)
            if way.sent < end:
                yield Acts(game, chain.bodies[way.sent : end])
                way.sent, way.at_s = end, now_s

    @property
    def is_settled(self) -> bool:
        """Return whether the director has said of each game how far it has it."""
        return not self._asked

    def waiting(self, chains: Mapping[str, Chain]) -> int:
        """Return how many events the director does not have yet, without those that it refuses."""
        ways, left = self._ways, [each for each in chains.items() if each[0] not in self._refused]
        return sum(len(chain.hashes) - (ways[game].have if game in ways else 0) for game, chain in left)
