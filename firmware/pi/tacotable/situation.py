"""The situation: all that the table knows at one moment, and how a fact changes it.

One consumer owns it. What facts set is durable and comes back after a restart by applying them again; what
devices told and what a person is about to do (a refusal on show, a cursor, an open menu) is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from tacotable.scene import SILENCE, Cue, Values
from tacotable.table_file import Seat, TableFile
from tacotable_engine import Match


class Stage(Enum):
    """What the table is about, around the phases of the rules."""

    LOBBY = "lobby"
    MOVE = "move"
    DEAL = "deal"
    PLAY = "play"
    OVER = "over"


class Certainty(Enum):
    """What a reader can say of its zone: nothing is there, or nobody knows."""

    EMPTY = "empty"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Entry:
    """Cards that a seat has shown or chosen and that will be one act."""

    cards: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    is_announced: bool = False


@dataclass(frozen=True, slots=True)
class Intent:
    """How a seat means its next answer: as a sacrifice, to which of the open demands."""

    is_sacrifice: bool = False
    demand: str | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused act on show: the message, the tag that has to go before it is settled, and the moment it was about."""

    code: str
    values: Values = field(default_factory=dict)
    tag: str | None = None
    moment: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Menu:
    """The open menu of a seat: which item is shown, and whether it waits for a second OK."""

    item: str = ""
    is_confirming: bool = False
    is_joining: bool = False


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of the table's log, without words; `owner` may read values that others may not."""

    number: int
    kind: str
    code: str
    values: Values = field(default_factory=dict)
    rule: str | None = None
    seat: str | None = None
    owner: str | None = None


@dataclass(slots=True)
class Situation:
    """All that the table knows now."""

    table: TableFile
    faces: Mapping[str, str]
    # set by facts
    stage: Stage = Stage.LOBBY
    match: Match | None = None
    setup: Mapping[str, object] = field(default_factory=dict)
    is_paused: bool = False
    resigned: str | None = None
    token_at: int | None = None
    is_token_by_hand: bool = False
    dealt: frozenset[str] = frozenset()
    spent: dict[str, str] = field(default_factory=dict)
    last_tag: dict[str, str] = field(default_factory=dict)
    may_be_turned: dict[str, bool] = field(default_factory=dict)
    """Whether a seat's last card lay face down: turning it over is no new act, though its reader may tell it again."""
    ruled: dict[str, str] = field(default_factory=dict)
    """The tag on each pad that was ruled on already, accepted, refused or taken back: told again, it is no new act."""
    entries: dict[str, Entry] = field(default_factory=dict)
    last_events: tuple[Mapping[str, object], ...] = ()
    result: tuple[Mapping[str, object], ...] = ()
    languages: dict[str, str] = field(default_factory=dict)
    volume: int = 2
    log: list[LogEntry] = field(default_factory=list)
    # told by devices
    zones: dict[str, str | Certainty] = field(default_factory=dict)
    sensed: frozenset[int] = frozenset()
    lost: dict[str, str] = field(default_factory=dict)
    # what people are about to do
    intents: dict[str, Intent] = field(default_factory=dict)
    refusals: dict[str, Refusal] = field(default_factory=dict)
    cursors: dict[str, int] = field(default_factory=dict)
    lobby_game: str = ""
    lobby_is_practice: bool = False
    menus: dict[str, Menu] = field(default_factory=dict)
    cue: Cue = SILENCE
    quiet_until_ms: float = 0.0
    """Until then taps do not count: they were meant for what was asked before."""
    _seen: tuple[object, dict[str, object]] = (None, {})

    def __post_init__(self) -> None:
        """Take the settings of the table file as the first ones."""
        self.volume = self.table.volume
        self.lobby_game = self.table.game
        for seat in self.table.seats:
            self.languages[seat.name] = seat.language or self.table.language

    @property
    def seats(self) -> tuple[str, ...]:
        """Give the seats' names, the YAY side first."""
        return self.table.seat_names

    @property
    def game(self) -> str:
        """Give the ruleset that is played, or would be."""
        return str(self.setup.get("game", self.table.game))

    def public(self) -> dict[str, object]:
        """Give what everyone may see of the game; empty without one."""
        state = self.match.state if self.match else None
        if state is None or self.match is None:
            return {}
        if self._seen[0] is not state:
            self._seen = (state, self.match.view("table"))
        return self._seen[1]

    def target(self) -> int:
        """Give the space where the game wants Tacocat."""
        return int(str(self.public().get("token", 0)))

    def entry(self, seat: str) -> Entry:
        """Give what a seat has shown so far for its next act."""
        return self.entries.get(seat, Entry())

    def intent(self, seat: str) -> Intent:
        """Give how a seat means its next answer."""
        return self.intents.get(seat, Intent())

    def zone(self, seat: str) -> str | Certainty:
        """Give the tag on a seat's pad, or that it is empty or unknown."""
        return self.zones.get(pad_of(seat), Certainty.EMPTY)

    def moment(self) -> tuple[object, ...]:
        """Give what a refusal is about: when it changes, what was refused may be allowed, or for another reason not."""
        public = self.public()
        return (self.stage, self.is_paused, public.get("phase"), tuple(map(str, _listed(public.get("to_act")))))

    def sound(self, name: str) -> None:
        """Let a cue sound with the next scene; the last one of an event wins."""
        self.cue = Cue(self.cue.number + 1, name)

    def note(
        self,
        kind: str,
        code: str,
        values: Values | None = None,
        *,
        rule: str | None = None,
        seat: str | None = None,
        owner: str | None = None,
    ) -> None:
        """Add a line to the log."""
        self.log.append(LogEntry(len(self.log) + 1, kind, code, values or {}, rule, seat, owner))


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def pad_of(seat: str) -> str:
    """Give the name of the zone that is a seat's pad."""
    return f"{seat}.pad"


def seat_part(situation: Situation, seat: str) -> Seat:
    """Give the table file's part of a seat."""
    return situation.table.seats[situation.seats.index(seat)]


def has_pad(situation: Situation, seat: str) -> bool:
    """Tell whether a seat lays its cards on a reader; one without names them on its display."""
    return seat_part(situation, seat).pad is not None


def standing_at(situation: Situation) -> int | None:
    """Give the space where Tacocat is known to stand: sensed, or else as people said last."""
    if len(situation.sensed) == 1:
        return next(iter(situation.sensed))
    if situation.table.board.sensors and not situation.is_token_by_hand:
        return None
    return situation.token_at


def seat_of(name: str) -> str:
    """Give the seat of a zone or a button: the part before the last dot."""
    return name.rpartition(".")[0]


def other(situation: Situation, seat: str) -> str:
    """Give the seat across the table."""
    first, second = situation.seats
    return second if seat == first else first
