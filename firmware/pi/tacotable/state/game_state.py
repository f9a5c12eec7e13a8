"""The state of the game: what facts alone give, changed by the reducer and by nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from tacotable.state.facts import Acted, Arranged, Chose, Learned, Named, Setting

if TYPE_CHECKING:
    from tacotable.state.scene import Sign
    from tacotable_engine.companion.lessons.lesson import Lesson
    from tacotable_engine.match import Match


class Stage(Enum):
    """What the table is about, around the phases of the rules; MOVE is for games with a token on a board."""

    LOBBY = "lobby"
    MOVE = "move"
    DEAL = "deal"
    PLAY = "play"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Entry:
    """Cards that a seat has shown or chosen and that will be one act."""

    cards: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    is_announced: bool = False


NOTHING_SHOWN = Entry()


@dataclass(frozen=True, slots=True)
class Step:
    """One act that stands, in words that everyone may read, and how the table stood before it."""

    seat: str
    did: tuple[str, ...]  # What was done (`attack`), and the cards of it that were told to everyone.
    numbers: tuple[int, ...]  # The numbers of the act and of those that let it pass.
    stage: Stage
    entries: Mapping[str, Entry]
    last_events: tuple[Mapping[str, object], ...]
    result: tuple[Mapping[str, object], ...]
    kept: object  # What the family keeps of how its part stood before; `Family.put_back` takes it.


@dataclass(slots=True)
class GameState:
    """The game on the table, computed from the facts of the journal; the same facts in order give the same again."""

    part: object  # What only the family knows of its game; each family has a function that gives it by its type.
    languages: dict[str, str]  # The language of each seat.
    volume: int  # 0 (silent) to 3.
    stage: Stage = Stage.LOBBY
    match: Match | None = None
    setup: Mapping[str, object] = field(default_factory=dict)  # What the game began with; set by `set_up`.
    players: tuple[str, ...] = ()  # The seats of the game, the one that begins first; empty without a game.
    robots: tuple[str, ...] = ()  # The seats that robots play; none once cards pass a pad no more.
    is_seen: bool = False  # Whether hidden cards pass a pad, so that the referee knows all hands and tells none.
    lesson: Lesson | None = None  # The lesson that is played in place of a game, with the seats of this table.
    is_paused: bool = False
    entries: dict[str, Entry] = field(default_factory=dict)
    last_events: tuple[Mapping[str, object], ...] = ()
    result: tuple[Mapping[str, object], ...] = ()  # How a round ended, until its token moved or cards are dealt.
    section: Sign | None = None  # The round or the turn that is on, in which the next line of the log belongs.
    refused: Acted | None = None  # The last refused act, as long as people may still let it stand.
    steps: list[Step] = field(default_factory=list)  # The acts that can be taken back, the last one at the end.
    guided: tuple[str, ...] = ()  # The seats that the guide of a first game speaks to.
    guide_seen: frozenset[str] = frozenset()  # The people who need that guide no longer.
    shared: frozenset[str] = frozenset()  # The seats that let everybody see, in the replay, what they held.
    hints: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # Before which acts each asked; replaced whole.
    thought_ms: Mapping[str, int] = field(default_factory=dict)  # How long each was waited for; replaced whole.
    spent_ms: Mapping[str, int] = field(default_factory=dict)  # What of that its clock counted; replaced whole.
    named_acts: set[int] = field(default_factory=set)  # The acts whose cards buttons named: a finger may have slipped.

    names: Mapping[str, str] = field(default_factory=dict)  # Who sits where; replaced whole: old lines keep old names.
    known: tuple[str, ...] = ()  # The people who have sat at this table, those who sat down last first.
    arranged: Arranged = field(default_factory=Arranged)  # What people arranged for their next games.
    learned: Learned = field(default_factory=Learned)  # The lessons that people have solved.

    def set_up(self, setup: Mapping[str, object]) -> None:
        """Take up what a game begins with, or goes on with."""
        self.setup, self.is_seen = setup, setup.get("mode") == "seen"
        seats, robots = (setup.get(name) for name in ("seats", "robots"))
        self.players = tuple(map(str, seats)) if isinstance(seats, list) else ()
        self.robots = tuple(map(str, robots)) if isinstance(robots, list) and self.is_seen else ()

    @property
    def places(self) -> dict[str, tuple[str, ...]]:
        """Return the cards of the played position, by seats that hold them, `discard` and `pile` (from the top)."""
        position = self.setup.get("position")
        told = position if isinstance(position, dict) else {}
        lying = {**told.get("hands", {}), "discard": told.get("discard", ()), "pile": told.get("pile", ())}
        return {place: tuple(cards) for place, cards in lying.items() if cards}

    def settings(self) -> tuple[Setting, ...]:
        """Return the facts that tell all settings, for a journal that does not hold them."""
        people = (Named(dict(self.names), list(self.known)),) if self.known else ()
        seen, told = sorted(self.guide_seen), enumerate(self.languages.items())
        chosen = (Chose(seat, now, self.volume, [] if number else seen) for number, (seat, now) in told)
        arranged = () if self.arranged == Arranged() else (self.arranged,)
        return (*chosen, *people, *arranged, *((self.learned,) if self.learned.stars else ()))

    def new_to_guide(self, seats: Iterable[str]) -> tuple[str, ...]:
        """Return those of some seats whose people have not seen the guide of a first game."""
        return tuple(seat for seat in seats if self.names.get(seat, seat) not in self.guide_seen)

    def end_guide(self, seats: Iterable[str]) -> tuple[Chose, ...]:
        """Return the facts that end the guide of those of some seats to which it speaks."""
        return tuple(Chose(seat, seen=[self.names.get(seat, seat)]) for seat in seats if seat in self.guided)
