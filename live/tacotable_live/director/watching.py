"""A table as its director sees it: the public picture of its game, what was told last, and whether it is there."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from tacotable.catalog import Catalog
from tacotable_live.director.archive import Game
from tacotable_live.director.decisions import Asked

SILENT_S, GONE_S = 12.0, 60.0
"""After so long without its line, a table is silent, then gone. Its game is not judged by that."""
LAST = 3
"""So many events are told in words."""


class Said(msgspec.Struct, frozen=True):
    """A line as everybody may read it, without words."""

    code: str
    values: dict[str, object] = {}


class Event(msgspec.Struct, frozen=True):
    """The body of a public event; fields of later versions are passed over."""

    n: int
    at_ms: int = 0
    said: Sequence[Said] = ()
    set: dict[str, object] = {}
    at: Sequence[tuple[Sequence[str], dict[str, object]]] = ()
    gone: Sequence[Sequence[str]] = ()


@dataclass(slots=True)
class Watched:
    """A table and its newest game."""

    name: str
    lines: int = 0
    """So many connections it has now; one, or none."""
    heard_s: float = 0.0
    game: Game | None = None
    number: int = 0
    ruleset: str = ""
    asked: Asked = field(default_factory=Asked)
    """What its own page says it asks people now."""
    picture: dict[str, object] = field(default_factory=dict)
    paused_ms: int = 0
    """So long the game was paused in all, by its own clock."""
    thought_ms: dict[str, int] = field(default_factory=dict)
    """So long a table without clocks waited for each seat alone; windows, pauses and what several owe cost nobody."""
    at_ms: int = 0
    said: deque[Said] = field(default_factory=lambda: deque(maxlen=LAST))

    def begin(self, game: Game) -> None:
        """Turn to a game from its beginning."""
        self.game, self.number, self.ruleset, self.picture = game, 0, "", {}
        self.said.clear()
        self.paused_ms, self.thought_ms, self.at_ms = 0, {}, 0

    def take(self, body: str) -> bool:
        """Show the next event; return whether it was the next one."""
        event = msgspec.json.decode(body, type=Event)
        if event.n != self.number + 1:
            return False
        self.number = event.n
        self._count(event.at_ms, is_counted=not any(said.code.startswith("log.restart") for said in event.said))
        merge(self.picture, event)
        self.said.extend(event.said)
        for said in event.said:
            self.ruleset = str(said.values.get("game", "")) if said.code == "log.began" else self.ruleset
        return True

    def _count(self, at_ms: int, *, is_counted: bool) -> None:
        """Count the time since the event before to whom it belongs; that of a table that was off to nobody."""
        passed_ms, self.at_ms = max(0, at_ms - self.at_ms) * is_counted, max(at_ms, self.at_ms)
        awaited = self.match.get("to_act")
        if self.picture.get("paused") is True:
            self.paused_ms += passed_ms
        elif (
            self.picture.get("stage") == "play"
            and self.match.get("phase") != "window"
            and isinstance(awaited, list)
            and len(awaited) == 1
        ):
            self.thought_ms[awaited[0]] = self.thought_ms.get(awaited[0], 0) + passed_ms

    def thought(self, seat: str) -> int:
        """Return how long a seat has thought, in ms: as the table's own clock says where it has one."""
        own = self.picture.get("thought_ms")
        return int(own.get(seat, 0)) if isinstance(own, dict) else self.thought_ms.get(seat, 0)

    def presence(self, now_s: float) -> str:
        """Return "here", "silent" or "gone"."""
        if self.lines:
            return "here"
        return "silent" if self.heard_s and now_s - self.heard_s < GONE_S else "gone"

    @property
    def match(self) -> Mapping[str, object]:
        """Return what is told of the game itself, whichever family it is of."""
        found = self.picture.get("match") or self.picture.get("kittens")
        return found if isinstance(found, dict) else {}

    @property
    def needs_help(self) -> bool:
        """Return whether the table waits for people to answer or to let the game go on."""
        return self.asked.needs_people or self.picture.get("paused") is True

    def order(self) -> list[str]:
        """Return the seats from the winner to the first who was out; empty while the game goes on."""
        winner, exits = self.match.get("winner"), self.match.get("exits")
        if not isinstance(winner, str):
            return []
        if isinstance(exits, list):
            return [winner, *(str(seat) for seat in reversed(exits))]
        sizes = self.match.get("hand_size")
        return [winner, *(seat for seat in sizes if seat != winner)] if isinstance(sizes, dict) else []

    def seats(self) -> tuple[str, ...]:
        """Return the seats in their order; in Tacocat, whose events do not tell it, YAY is the first."""
        players, sizes = self.match.get("players"), self.match.get("hand_size")
        if isinstance(players, list):
            return tuple(map(str, players))
        return tuple(sorted(sizes, key=lambda seat: seat != "YAY")) if isinstance(sizes, dict) else ()

    def names(self) -> dict[str, str]:
        """Return who sits at the seats, as it was entered at the table."""
        names = self.picture.get("names")
        return {str(seat): str(name) for seat, name in names.items()} if isinstance(names, dict) else {}

    def sitting(self) -> list[str]:
        """Return the names of those who play; without any, none."""
        names = self.names()
        return [names.get(seat, "") for seat in self.seats()]

    def people(self) -> list[str]:
        """Return the names of those of `order`, as they were entered at the table."""
        names = self.names()
        return [names.get(seat, "") for seat in self.order()]

    def told(self, words: Catalog) -> list[str]:
        """Return what was told last, the newest first."""
        return [words.web(line.code, line.values) for line in reversed(self.said)]


def merge(picture: dict[str, object], event: Event) -> None:
    """Bring a picture up to date, as `tacotable.state.changes` tells what is other."""
    _set(picture, event.set)
    for path, values in event.at:
        found = _at(picture, path)
        if isinstance(found, list):
            for index, value in values.items():
                found[int(index) : int(index) + 1] = [value]
    for path in event.gone:
        parent = _at(picture, path[:-1])
        if isinstance(parent, dict):
            parent.pop(path[-1], None)


def _set(into: dict[str, object], new: Mapping[str, object]) -> None:
    for name, value in new.items():
        old = into.get(name)
        if isinstance(old, dict) and isinstance(value, dict):
            _set(old, value)
        else:
            into[name] = value


def _at(picture: object, path: Sequence[str]) -> object:
    for name in path:
        picture = picture.get(name) if isinstance(picture, dict) else None
    return picture
