"""The games of a folder of journals as chains of public events; read beside the table, which waits for nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from tacotable.history.games import paths_in
from tacotable.history.projection import Projection, PublicEvent
from tacotable.state.facts import Fact, Restarted
from tacotable.storage.journal import PROGRAM, JournalError, Recovered, read_game
from tacotable_live.stream.messages import decoded

AGAIN_S = 2.0
"""A folder that cannot be read is tried again after so long."""


@dataclass(slots=True)
class Chain:
    """The public events of one game, each as the bytes that its hash is made of."""

    hashes: list[str] = field(default_factory=list)
    bodies: list[str] = field(default_factory=list)

    def add(self, event: PublicEvent) -> None:
        """Add the next event."""
        self.bodies.append(msgspec.json.encode(event.body(), order="sorted").decode())
        self.hashes.append(event.hash())

    def locator(self) -> list[tuple[int, str]]:
        """Return numbers and hashes from the last event back, ever farther apart: another finds what it has."""
        marks, step, number = [], 1, len(self.hashes)
        while number > 0:
            marks.append((number, self.hashes[number - 1]))
            number, step = number - step, step * 2
        return marks


class JournalChains:
    """The chains of all games in a folder. `read` looks again; a file that has not changed is not read."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stamps: dict[str, tuple[int, int]] = {}
        self._games: dict[str, _Game] = {}

    def read(self) -> Mapping[str, Chain]:
        """Return the chains by the names of their games, the oldest first; raises JournalError for the folder alone."""
        for path in paths_in(self._folder):
            try:
                found = path.stat()
                stamp = found.st_size, found.st_mtime_ns
                if self._stamps.get(path.stem) == stamp:
                    continue
                recovered = read_game(path, PROGRAM)
            except (JournalError, OSError):
                continue  # spoilt, or renamed just now: the table itself tells it
            self._stamps[path.stem] = stamp
            game = self._games.get(path.stem)
            if game is None or not game.goes_on_in(recovered.facts):
                game = self._games[path.stem] = _Game()
            game.take(recovered)
        return {name: game.chain for name, game in self._games.items() if game.chain.hashes}

    async def read_in_thread(self, say: Callable[[str], None]) -> Mapping[str, Chain]:
        """Return what `read` does; a folder that is away for a moment is read again later."""
        while True:
            try:
                return await asyncio.to_thread(self.read)
            except JournalError as error:
                say(str(error))
                await asyncio.sleep(AGAIN_S)


@dataclass(slots=True)
class _Game:
    """One journal as far as it was read."""

    chain: Chain = field(default_factory=Chain)
    projection: Projection = field(default_factory=Projection)
    facts: Sequence[Fact] = ()

    def goes_on_in(self, facts: Sequence[Fact]) -> bool:
        """Return whether these facts begin with those that were read; not after an older copy was put in place."""
        return len(facts) >= len(self.facts) and list(facts[: len(self.facts)]) == list(self.facts)

    def take(self, recovered: Recovered) -> None:
        """Project what is new. What may belong to the end of a game waits until that is certain."""
        facts = recovered.facts
        is_open = bool(facts) and isinstance(facts[-1], Restarted) and facts[-1].choice != "resume"
        self.facts = facts[:-1] if is_open else facts
        for event in self.projection.take(self.facts, recovered.times_ms).events[len(self.chain.hashes) :]:
            self.chain.add(event)


def linked(bodies: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield number and `before` of bodies as they came; raises MsgspecError for what is none."""
    for body in bodies:
        link = msgspec.convert(decoded(body), _Link)
        yield link.n, link.before


class _Link(msgspec.Struct):
    n: int
    before: str
