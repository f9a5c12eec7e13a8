"""What people are about to do: open questions, and what may be taken back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tacotable.state import facts
from tacotable.state.durability import Halved
from tacotable.state.situation import Entry, Stage


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat asked, until when it waits, and the act that it is about."""

    kind: str
    seat: str
    until_ms: float


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game that was kept for later; `name` is that of its file, such as `game-000007`."""

    name: str
    ruleset: str
    entries: int

    @property
    def number(self) -> str:
        """Return its number as people say it."""
        return self.name.rpartition("-")[2].lstrip("0")


RESUME, SAVE, DISCARD, ANEW = "resume", "save", "discard", "anew"


CHOICES = (RESUME, SAVE, DISCARD)


@dataclass(frozen=True, slots=True)
class Restart:
    """What was found, and what is on show of what may become of it."""

    entries: int
    damage: str = ""
    """What is wrong with the journal behind those entries; empty where it is whole."""
    item: str = RESUME
    is_confirming: bool = False
    changed: tuple[str, ...] = ()
    """What of the table is not as it was when the game began: `board`, `deck`."""
    choices: tuple[str, ...] = CHOICES
    settings: tuple[facts.Chose, ...] = ()
    """What was chosen at this table since, where the game that was found has it otherwise."""
    is_older: bool = False
    """Whether newer files are there, of which no game can be read."""


@dataclass(frozen=True, slots=True)
class Step:
    """One act that stands, in words that everyone may read, and how the table stood before it."""

    seat: str
    did: tuple[str, ...]
    """What was done (`attack`), and the cards of it that were told to everyone."""
    numbers: tuple[int, ...]
    """The numbers of the act and of those that let it pass."""
    stage: Stage
    entries: Mapping[str, Entry]
    last_events: tuple[Mapping[str, object], ...]
    result: tuple[Mapping[str, object], ...]
    part: Halved
