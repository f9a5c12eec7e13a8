"""The situation: all that the table knows at one moment.

One consumer owns it. What facts set is durable and comes back after a restart by applying them again; what
devices told and what a person is about to do (a refusal on show, a cursor, an open menu) is not. What only one
family of games needs to know is that family's part.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, ClassVar

from tacotable.state import log as log_lines
from tacotable.state.log import LogEntry
from tacotable.state.scene import SILENCE, Cue, Values
from tacotable.state.why import Why
from tacotable.table.file import Seat, TableFile
from tacotable_engine import Match

if TYPE_CHECKING:
    from tacotable.state.announcements import Told
    from tacotable.state.durability import Halved, Names
    from tacotable.state.facts import Acted
    from tacotable.state.game import Family
    from tacotable.state.interaction import KeptGame, Question, Restart, Step
    from tacotable.state.sessions.desk import Desk, Kept
    from tacotable.table.schema import Card


class Stage(Enum):
    """What the table is about, around the phases of the rules; MOVE is for games with a token on a board."""

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
class Refusal:
    """A refused act on show: the message, the tag that has to go before it is settled, and the moment it was about."""

    code: str
    values: Values = field(default_factory=dict)
    tag: str | None = None
    moment: tuple[object, ...] = ()
    until_ms: float | None = None
    """When it has been shown for long enough; None: it stays until its card is gone."""


@dataclass(frozen=True, slots=True)
class Menu:
    """The open menu of a seat: which item is shown, whether it waits for a second OK, and which page is read of why."""

    item: str = ""
    is_confirming: bool = False
    is_joining: bool = False
    page: int | None = None


@dataclass(slots=True)
class Situation:
    """All that the table knows now; which field comes from where is told by name, for every one of them."""

    FROM_FACTS: ClassVar[Names] = (
        "part",
        "stage",
        "match",
        "setup",
        "is_paused",
        "entries",
        "last_events",
        "result",
        "refused",
        "steps",
        "named_acts",
        "languages",
        "volume",
        "log",
        "lobby_game",
    )
    ENDED_BY_HANDS: ClassVar[Names] = ("log", "lobby_game")
    FROM_DEVICES: ClassVar[Names] = (
        "table",
        "faces",
        "family",
        "now_ms",
        "zones",
        "sensed",
        "lost",
        "left_ms",
        "cue",
        "desk",
        "decks",
        "to_keep",
        "restart",
        "kept",
        "archive_wish",
        "quiet_until_ms",
        "ignored_until_ms",
    )
    OF_THE_MOMENT: ClassVar[Names] = ("refusals", "cursors", "menus", "question", "told", "read_ms", "_seen")

    table: TableFile
    faces: Mapping[str, str]
    family: Family
    part: Halved = field(init=False)
    """What only the family knows; each has a function that gives it by its type."""
    now_ms: float = 0.0
    """The time of the event that is handled, on the clock of all events; 0 before the first."""
    # set by facts
    stage: Stage = Stage.LOBBY
    match: Match | None = None
    setup: Mapping[str, object] = field(default_factory=dict)
    is_paused: bool = False
    entries: dict[str, Entry] = field(default_factory=dict)
    last_events: tuple[Mapping[str, object], ...] = ()
    result: tuple[Mapping[str, object], ...] = ()
    refused: Acted | None = None
    """The last refused act, as long as people may still let it stand."""
    steps: list[Step] = field(default_factory=list)
    """The acts that can be taken back, the last one at the end."""
    named_acts: set[int] = field(default_factory=set)
    """The acts whose cards were named by buttons: no reader saw them, and a finger may have slipped."""
    languages: dict[str, str] = field(default_factory=dict)
    volume: int = 2
    log: list[LogEntry] = field(default_factory=list)
    # told by devices
    zones: dict[str, str | Certainty] = field(default_factory=dict)
    sensed: frozenset[int] = frozenset()
    lost: dict[str, str] = field(default_factory=dict)
    left_ms: tuple[float, ...] = ()
    """When cards left in the last moment, since one was laid."""
    # what people are about to do
    refusals: dict[str, Refusal] = field(default_factory=dict)
    """By seat, or by the name of a public display."""
    cursors: dict[str, int] = field(default_factory=dict)
    lobby_game: str = ""
    menus: dict[str, Menu] = field(default_factory=dict)
    question: Question | None = None
    told: tuple[Told, ...] = ()
    read_ms: dict[str, float] = field(default_factory=dict)
    """Until when the news went that each seat has put away."""
    cue: Cue = SILENCE
    desk: Desk | None = None
    """What is enrolled or entered in place of the lobby."""
    decks: Mapping[str, tuple[Card, ...]] = field(default_factory=dict)
    """The enrolled cards of each ruleset."""
    to_keep: Kept | None = None
    """What is to be kept before anything of this event shows."""
    restart: Restart | None = None
    """The question what shall become of a game that a start found."""
    kept: tuple[KeptGame, ...] | None = None
    """The games that were kept for later, the newest first; None: this table keeps none."""
    archive_wish: str = ""
    """What is asked of the archive before anything of this event shows: a game's name, or all of them."""
    quiet_until_ms: dict[str, float] = field(default_factory=dict)
    """Until when presses of each seat do not count: they were meant for what it was asked before."""
    ignored_until_ms: dict[str, float] = field(default_factory=dict)
    """Until when the lamps of each seat show that a press of it did not count."""
    _seen: tuple[object, dict[str, object]] = (None, {})

    def __post_init__(self) -> None:
        """Take the settings of the table file as the first ones."""
        self.part = self.family.new_part()
        self.volume = self.table.volume
        self.lobby_game = self.table.game
        for seat in self.table.seats:
            self.languages[seat.name] = seat.language or self.table.language

    @property
    def seats(self) -> tuple[str, ...]:
        """Return the names of the table's seats, clockwise."""
        return self.table.seat_names

    @property
    def players(self) -> tuple[str, ...]:
        """Return the seats of the game, the one that begins first; empty without a game."""
        return tuple(map(str, _listed(self.setup.get("seats"))))

    @property
    def public_language(self) -> str:
        """Return the language of the display that everyone reads: that of the seats which have no other."""
        without = (seat.name for seat in self.table.seats if seat.display is None)
        return self.languages.get(next(without, ""), self.table.language)

    @property
    def game(self) -> str:
        """Return the ruleset that is played, or would be."""
        return str(self.setup.get("game", self.table.game))

    @property
    def is_seen(self) -> bool:
        """Return whether hidden cards pass a pad, so that the referee knows all hands and tells none."""
        return self.setup.get("mode") == "seen"

    def public(self) -> dict[str, object]:
        """Return what everyone may see of the game; empty without one."""
        state = self.match.state if self.match else None
        if state is None or self.match is None:
            return {}
        if self._seen[0] is not state:
            self._seen = (state, self.match.view("table"))
        return self._seen[1]

    def entry(self, seat: str) -> Entry:
        """Return what a seat has shown so far for its next act."""
        return self.entries.get(seat, Entry())

    def zone(self, seat: str) -> str | Certainty:
        """Return the tag on a seat's pad, or that it is empty or unknown."""
        return self.zones.get(pad_of(seat), Certainty.EMPTY)

    def moment(self) -> tuple[object, ...]:
        """Give what a refusal is about: when it changes, what was refused may be allowed, or for another reason not."""
        public = self.public()
        is_still = self.is_paused or self.question is not None
        return (self.stage, is_still, public.get("phase"), tuple(map(str, _listed(public.get("to_act")))))

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
        act: int = 0,
        why: Why | None = None,
        undone: tuple[int, ...] = (),
    ) -> None:
        """Add a line to the log."""
        number = log_lines.next_number(self.log)
        self.log.append(LogEntry(number, kind, code, values or {}, rule, seat, owner, act, why, undone))
        if kind == log_lines.DEVICE:
            self.log = log_lines.without_old_devices(self.log)


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def pad_of(seat: str) -> str:
    """Return the name of the zone that is a seat's pad."""
    return f"{seat}.pad"


def seat_part(situation: Situation, seat: str) -> Seat:
    """Return the table file's part of a seat."""
    return situation.table.seats[situation.seats.index(seat)]


def has_display(situation: Situation, seat: str) -> bool:
    """Return whether a seat has a display of its own."""
    return seat_part(situation, seat).display is not None


def has_pad(situation: Situation, seat: str) -> bool:
    """Return whether a seat lays its cards on a reader; one without names them on its display."""
    return seat_part(situation, seat).pad is not None


def seat_of(name: str) -> str:
    """Return the seat of a zone or a button: the part before the last dot."""
    return name.rpartition(".")[0]


def role_of(button: str) -> str:
    """Return what a button is to its seat, such as `ok`: the part after the last dot."""
    return button.rpartition(".")[2]
