"""A game as everybody may know it: its public picture after each event, and the sentences of the last ones.

A table may be of another version, faulty or hostile. So each event is decoded and applied here before it is stored, and
what no page could show raises GameStateError. A state is a value: the next event makes another one of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from hashlib import sha256
from typing import Annotated

import msgspec
from msgspec import Meta

from tacotable.catalog import Catalog
from tacotable.history.lines import PublicLine
from tacotable.history.projection import PublicBody
from tacotable_live.director.archive import Game
from tacotable_live.stream.messages import decoded

LAST = 3
"""So many events are shown in words."""
LONGEST_GAME = 5_000
"""Events of a game. A round of Tacocat has some 30, ten players of Exploding Kittens have some 500: ten times that."""
LARGEST_PICTURE = 64 * 1024
"""Bytes of a public picture in JSON. Those of the five games have 1 to 4 kB."""
LONGEST_SENTENCE = 400
"""Characters of a sentence on a page: twice the longest of the catalogs."""
Name = Annotated[str, Meta(max_length=40)]
"""Of a person or a seat: longer than any that a table lets people enter."""
Names = Annotated[Sequence[Name], Meta(max_length=20)]
Number = Annotated[int, Meta(ge=0, le=2**53)]
"""What JavaScript counts exactly, such as milliseconds."""
Numbers = Annotated[dict[Name, Number], Meta(max_length=20)]


class GameStateError(Exception):
    """An event cannot be shown; the text says why."""


class Match(msgspec.Struct, frozen=True):
    """The part of the picture that pages show of a match, of whichever family; other fields are for the stage alone."""

    hand_size: Numbers = {}
    players: Names | None = None
    alive: Names | None = None
    wins: Numbers | None = None
    to_act: Names = ()
    phase: str | None = None
    winner: Name | None = None
    exits: Names | None = None
    pile: Number | None = None


class Public(msgspec.Struct, frozen=True):
    """The part of the picture that pages show."""

    stage: str = "lobby"
    paused: bool = False
    names: Annotated[dict[Name, Name], Meta(max_length=20)] = {}
    thought_ms: Numbers | None = None
    match: Match | None = None
    kittens: Match | None = None


@dataclass(frozen=True, slots=True)
class GameState:
    """A game after the event `number`, whose hash is `tip`."""

    game: Game | None = None
    number: int = 0
    tip: str = ""
    at_ms: int = 0
    ruleset: str = ""
    picture: Mapping[str, object] = field(default_factory=dict)
    public: Public = field(default_factory=Public)
    paused_ms: int = 0
    """So long the game was paused in all, by its own clock."""
    thought_ms: Mapping[str, int] = field(default_factory=dict)
    """So long a table without clocks waited for each seat alone; windows, pauses and what several owe cost no one."""
    said: tuple[PublicLine, ...] = ()

    def after(self, body: str) -> GameState:
        """Return the state after the next event; raises GameStateError if it is not the next or cannot be shown."""
        try:
            event = msgspec.convert(decoded(body), PublicBody)
            picture = merged(self.picture, event)
            public = msgspec.convert(picture, Public)
        except msgspec.MsgspecError as error:
            raise GameStateError(f"event {self.number + 1}: {error}") from None
        if (event.n, event.before) != (self.number + 1, self.tip) or event.n > LONGEST_GAME:
            raise GameStateError(f"event {event.n} does not follow event {self.number} of at most {LONGEST_GAME}")
        if len(msgspec.json.encode(picture)) > LARGEST_PICTURE:
            raise GameStateError(f"event {event.n} makes a picture of more than {LARGEST_PICTURE} bytes")
        began = [str(line.values.get("game", "")) for line in event.said if line.code == "log.began"]
        paused_ms, thought_ms = self._counted(event)
        return GameState(
            self.game,
            event.n,
            sha256(body.encode()).hexdigest(),
            max(event.at_ms, self.at_ms),
            began[-1] if began else self.ruleset,
            picture,
            public,
            paused_ms,
            thought_ms,
            (*self.said, *event.said)[-LAST:],
        )

    def _counted(self, event: PublicBody) -> tuple[int, Mapping[str, int]]:
        """Return `paused_ms` and `thought_ms` at an event; the time of a table that was off belongs to no one."""
        is_counted = not any(line.code.startswith("log.restart") for line in event.said)
        passed_ms = max(0, event.at_ms - self.at_ms) * is_counted
        if self.public.paused:
            return self.paused_ms + passed_ms, self.thought_ms
        match = self.match
        if self.public.stage == "play" and match.phase != "window" and len(match.to_act) == 1:
            seat = match.to_act[0]
            return self.paused_ms, {**self.thought_ms, seat: self.thought_ms.get(seat, 0) + passed_ms}
        return self.paused_ms, self.thought_ms

    def thought(self, seat: str) -> int:
        """Return how long a seat has thought, in ms: as the table's own clock says where it has one."""
        own = self.public.thought_ms
        return (self.thought_ms if own is None else own).get(seat, 0)

    @property
    def match(self) -> Match:
        """Return the match, of whichever family it is."""
        return self.public.match or self.public.kittens or Match()

    def order(self) -> list[str]:
        """Return the seats from the winner to the first who was out; empty while the game goes on."""
        match = self.match
        if match.winner is None:
            return []
        if match.exits is not None:
            return [match.winner, *reversed(match.exits)]
        return [match.winner, *(seat for seat in match.hand_size if seat != match.winner)]

    def seats(self) -> tuple[str, ...]:
        """Return the seats in their order; in Tacocat, whose events do not tell it, YAY is the first."""
        if self.match.players is not None:
            return tuple(self.match.players)
        return tuple(sorted(self.match.hand_size, key=lambda seat: seat != "YAY"))

    def sitting(self) -> list[str]:
        """Return the names of those who play, as they were entered at the table; without any, none."""
        return [self.public.names.get(seat, "") for seat in self.seats()]

    def people(self) -> list[str]:
        """Return the names of those of `order`."""
        return [self.public.names.get(seat, "") for seat in self.order()]

    def sentences(self, words: Catalog) -> list[str]:
        """Return the last events in words, the newest first."""
        return [words.foreign(line.code, line.values)[:LONGEST_SENTENCE] for line in reversed(self.said)]


def replayed(game: Game, bodies: Iterable[str]) -> GameState:
    """Return a game after these events, which begin with its first; raises GameStateError."""
    return reduce(GameState.after, bodies, GameState(game))


def merged(picture: Mapping[str, object], event: PublicBody) -> dict[str, object]:
    """Return a picture after the changes of an event (see `tacotable.state.changes`); unknown paths change nothing."""
    changed: dict[str, object] = msgspec.to_builtins(picture)  # a copy: states share nothing that changes
    _set(changed, event.set)
    for path, values in event.at:
        listed = _value_at(changed, path)
        if isinstance(listed, list):
            for index, value in values.items():
                listed[int(index) : int(index) + 1] = [value]
    for path in event.gone:
        inner = _value_at(changed, path[:-1])
        if isinstance(inner, dict):
            inner.pop(path[-1], None)
    return changed


def _set(old: dict[str, object], new: Mapping[str, object]) -> None:
    """Set the new values in the old ones, level by level."""
    for name, value in new.items():
        inner = old.get(name)
        if isinstance(inner, dict) and isinstance(value, dict):
            _set(inner, value)
        else:
            old[name] = value


def _value_at(value: object, path: Sequence[str]) -> object:
    """Return the value at a path through nested dicts; None if there is none."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value
