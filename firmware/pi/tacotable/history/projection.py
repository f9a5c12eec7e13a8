"""The public projection: from the facts of a journal to the events that everybody may know, in their order.

Events are numbered from 1 without gaps, and each holds the hash of the one before, so that whoever has some knows
whether any is missing or other. What is hidden is in none, and makes none: the facts of two games that differ in hidden
cards alone give the same events. Nothing but facts counts here, so that every replay gives the same again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from tacotable.history.games import EVERYONE, PlayedAgain, again
from tacotable.history.lines import masked
from tacotable.state.changes import changes

if TYPE_CHECKING:
    from tacotable.state.facts import Fact
    from tacotable.state.log import LogEntry
    from tacotable.state.role import Content
    from tacotable.state.situation import Situation

VERSION = 1
"""Changes when the same facts give other events."""


@dataclass(frozen=True, slots=True)
class PublicEvent:
    """Something that everybody may know: what was told of it, and what it changed in the public picture."""

    number: int
    """From 1, without gaps."""
    before: str
    """The hash of the event before; empty in the first."""
    at_ms: int
    """How long after the beginning of the game, by the clock of the journal; 0 where there was none."""
    lines: tuple[LogEntry, ...]
    """What was told, as everybody may read it."""
    changed: Mapping[str, object]
    """What it changed of the picture that everybody has: `set` and `gone`, as `changes` gives them."""

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


@dataclass(frozen=True, slots=True)
class Projected:
    """A game as everybody may know it, and what its players may show besides."""

    events: tuple[PublicEvent, ...]
    hands: tuple[Mapping[str, Sequence[str] | None], ...]
    """What the referee knew of each hand at each event; None: nothing. For those to whom all players show it."""
    played: PlayedAgain

    @property
    def is_shown(self) -> bool:
        """Return whether all who played it let everybody see what they held."""
        situation = self.played.situation
        return situation is not None and frozenset(situation.players) <= situation.game.shared


def project(facts: Sequence[Fact], times_ms: Sequence[int] = ()) -> Projected:
    """Return the projection of a game, as far as these rules can play it. `times_ms`: when each fact became durable."""
    told: list[PublicEvent] = []
    hands: list[Mapping[str, Sequence[str] | None]] = []
    picture: Content = {}
    logged, before, began_ms = 0, "", 0

    def note(index: int, situation: Situation) -> None:
        nonlocal picture, logged, before, began_ms
        at_ms = times_ms[index] if index < len(times_ms) else 0
        began_ms = began_ms or at_ms
        lines = tuple(masked(line, EVERYONE) for line in situation.log if line.number > logged)
        now = public_picture(situation)
        if lines or now != picture:
            event = PublicEvent(len(told) + 1, before, max(0, at_ms - began_ms), lines, changes(picture, now))
            told.append(event)
            hands.append(_hands(situation))
            before = event.hash()
        elif hands:
            hands[-1] = _hands(situation)
        picture, logged = now, max((line.number for line in lines), default=logged)

    played = again(facts, note)
    return Projected(tuple(told), tuple(hands), played)


def public_picture(situation: Situation) -> Content:
    """Return what everybody may see of the game on the table, by its facts alone."""
    return {
        "stage": situation.game.stage.value,
        "paused": situation.game.is_paused,
        "names": dict(situation.game.names),
        **situation.family.public_picture(situation),
    }


def _hands(situation: Situation) -> Mapping[str, Sequence[str] | None]:
    """Return what the referee knows of each hand; "?" for a card that it does not know."""
    match = situation.game.match
    known = match.view("arbiter").get("hands") if match else None
    return known if isinstance(known, dict) else {}
