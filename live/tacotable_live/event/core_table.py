"""A table without devices: the referee alone rules on random play, and what everybody sees of it makes a chain."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from tacotable.history.projection import PublicEvent
from tacotable.protocol.json_lines import SeededChance
from tacotable.state.changes import changes
from tacotable.state.log import LogEntry
from tacotable_engine.match import Match
from tacotable_live.stream.chains import Chain

SEATS = ("YAY", "WOW")


class CoreTable:
    """A table of two whose games are played by `play`, act by act."""

    def __init__(self, chance: Random) -> None:
        self.chains: dict[str, Chain] = {}
        self._chance = chance

    async def read_in_thread(self, say: Callable[[str], None]) -> Mapping[str, Chain]:
        """Return the chains of the games; nothing has to be read, and a game that begins while they are told waits."""
        del say
        return dict(self.chains)

    def begin(self, names: Sequence[str]) -> Callable[[], bool]:
        """Begin a game of these two; returns what plays the next act, and whether the game goes on."""
        chain = self.chains[f"game-{len(self.chains) + 1:06}"] = Chain()
        match = Match.new({"game": "tc38", "seats": list(SEATS)}, SeededChance(self._chance.getrandbits(32)))
        picture: dict[str, object] = {}

        def add(*lines: LogEntry) -> None:
            nonlocal picture
            is_over = match.public_view.winner is not None
            now: dict[str, object] = {
                "stage": "over" if is_over else "play",
                "names": dict(zip(SEATS, names, strict=True)),
                "match": {**match.view("table"), "pile": None},  # Tacocat's is not shown
            }
            before = chain.hashes[-1] if chain.hashes else ""
            chain.add(PublicEvent(len(chain.hashes) + 1, before, 0, lines, changes(picture, now)))
            picture = now

        def act() -> bool:
            seat = self._chance.choice([seat for seat in SEATS if match.legal(seat)])
            chosen: dict[str, Any] = dict(self._chance.choice(match.legal(seat)))
            if chosen.pop("max", None) is not None:
                chosen["cards"] = []
            match.act(seat, chosen)
            add()
            return match.public_view.winner is None

        add(LogEntry(0, "table", "log.began", {"game": "tc38"}))
        return act
