"""The public projection: from the facts of a journal to the events that everybody may know, in their order.

Events are numbered from 1 without gaps, and each holds the hash of the one before, so that whoever has some knows
whether any is missing or other. What is hidden is in none, and makes none: the facts of two games that differ in hidden
cards alone give the same events. Nothing but facts counts here, so that every replay gives the same again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from tacotable.history.games import EVERYONE, PlayedAgain, PlayingAgain
from tacotable.history.lines import PublicLine, masked
from tacotable.state.changes import changes

if TYPE_CHECKING:
    from tacotable.state.facts import Fact
    from tacotable.state.log import LogEntry
    from tacotable.state.role import Content
    from tacotable.state.situation import Situation

VERSION = 2  # Changes when the same facts give other events.


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """Something that everybody may know: what was told of it, and what it changed in the public picture."""

    number: int  # From 1, without gaps.
    before: str  # The hash of the event before; empty in the first.
    at_ms: int  # How long after the beginning of the game, by the clock of the journal; 0 where there was none.
    lines: tuple[LogEntry, ...]  # What was told, as everybody may read it.
    changed: Mapping[str, object]  # Of the picture that everybody has: `set`, `at` and `gone` of `changes`.

    def body(self) -> Content:
        """Return what is hashed, as JSON values."""
        return {
            "v": VERSION,
            "n": self.number,
            "before": self.before,
            "at_ms": self.at_ms,
            "said": [
                {"code": line.code, "values": line.values, "seat": line.seat, "rule": line.rule, "act": line.act}
                for line in self.lines
            ],
            **self.changed,
        }

    def hash(self) -> str:
        """Return the SHA-256 of the body in canonical JSON: keys in order, no spaces, UTF-8."""
        return sha256(msgspec.json.encode(self.body(), order="sorted")).hexdigest()


class PublicBody(msgspec.Struct, frozen=True):
    """The body of a public event as it is read, of whatever version: fields that are not known are ignored."""

    n: int
    before: str = ""
    at_ms: Annotated[int, Meta(ge=0, le=2**53)] = 0
    said: Sequence[PublicLine] = ()
    set: dict[str, object] = {}
    at: Sequence[tuple[Sequence[str], dict[Annotated[str, Meta(pattern="^[0-9]{1,4}$")], object]]] = ()
    gone: Sequence[Annotated[Sequence[str], Meta(min_length=1)]] = ()

    def event(self, people: Mapping[str, str]) -> PublicEvent:
        """Return it as an event; `people`: who sat at the seats then."""
        lines = tuple(line.entry(people) for line in self.said)
        return PublicEvent(self.n, self.before, self.at_ms, lines, {"set": self.set, "at": self.at, "gone": self.gone})


@dataclass(frozen=True, slots=True)
class Projected:
    """A game as everybody may know it, and what its players may show besides."""

    events: tuple[PublicEvent, ...]
    # What the referee knew of each hand at each event; None: nothing. For those to whom all players show it.
    hands: tuple[Mapping[str, Sequence[str] | None], ...]
    facts: tuple[int, ...]  # The fact from which each event came, by its index.
    played: PlayedAgain

    @property
    def is_shown(self) -> bool:
        """Return whether all who played it let everybody see what they held; robots do."""
        situation = self.played.situation
        return situation is not None and {*situation.game.players} - {*situation.game.robots} <= situation.game.shared


class Projection:
    """The projection of a game that may still be played: each fact makes its events once."""

    def __init__(self) -> None:
        self._again = PlayingAgain()
        self._events: list[PublicEvent] = []
        self._hands: list[Mapping[str, Sequence[str] | None]] = []
        self._facts: list[int] = []
        self._picture: Content = {}
        self._logged, self._before, self._began_ms = 0, "", 0

    def take(self, facts: Sequence[Fact], times_ms: Sequence[int] = ()) -> Projected:
        """Return the projection of a game so far; `facts` begins with those that were told before.

        `times_ms`: when each fact became durable.
        """
        for index, situation in self._again.steps(facts):
            self._note(index, situation, times_ms[index] if index < len(times_ms) else 0)
        return Projected(tuple(self._events), tuple(self._hands), tuple(self._facts), self._again.played)

    def _note(self, index: int, situation: Situation, at_ms: int) -> None:
        self._began_ms = self._began_ms or at_ms
        lines = tuple(masked(line, EVERYONE) for line in situation.log if line.number > self._logged)
        now = public_picture(situation)
        if lines or now != self._picture:
            after_ms = max(0, at_ms - self._began_ms)
            event = PublicEvent(len(self._events) + 1, self._before, after_ms, lines, changes(self._picture, now))
            self._events.append(event)
            self._hands.append(_hands(situation))
            self._facts.append(index)
            self._before = event.hash()
        elif self._hands:
            self._hands[-1] = _hands(situation)
        self._picture, self._logged = now, max((line.number for line in lines), default=self._logged)


def public_picture(situation: Situation) -> Content:
    """Return what everybody may see of the game on the table, by its facts alone."""
    return {
        "stage": situation.game.stage.value,
        "paused": situation.game.is_paused,
        "names": dict(situation.game.names),
        **({"thought_ms": dict(situation.game.thought_ms)} if situation.game.thought_ms else {}),
        **situation.family.public_picture(situation),
    }


def _hands(situation: Situation) -> Mapping[str, Sequence[str] | None]:
    """Return what the referee knows of each hand; "?" for a card that it does not know."""
    match = situation.game.match
    known = match.view("arbiter").get("hands") if match else None
    return known if isinstance(known, dict) else {}
