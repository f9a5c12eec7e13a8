"""Facts: what was decided at the table, the durable truth from which everything else can be computed again.

A fact is small, complete and in the journal before anything of it shows; device readings are asked anew instead.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec


class _Fact(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="fact"):
    """The base of all facts; `fact` is its kind in the journal."""


class Began(_Fact, frozen=True, tag="began", omit_defaults=True):
    """A game began: the request that made it (game, seats, mode, board, options), as in the referee protocol."""

    setup: dict[str, object]
    lesson: str = ""  # It is one of these, a game from a position; the facts of a lesson are in no journal.


class TokenPlaced(_Fact, frozen=True, tag="token-placed"):
    """Tacocat stands on the space where the game wants it; `by_hand` when a person said so, not the sensor."""

    space: int
    by_hand: bool = False


class Dealt(_Fact, frozen=True, tag="dealt"):
    """A seat said that the cards are dealt; `again`: that they are not, before any act, so that set-up goes on."""

    seat: str
    again: bool = False


class Shown(_Fact, frozen=True, tag="shown"):
    """A seat showed one card of several that will be one act; `tag` is absent where buttons named the card."""

    seat: str
    card: str
    tag: str | None = None


class TookBack(_Fact, frozen=True, tag="took-back"):
    """A seat took back the last card it showed, or all of them; `tag` is the one that may still lie on its pad."""

    seat: str
    all: bool = False
    tag: str | None = None


class Announced(_Fact, frozen=True, tag="announced"):
    """The attacker announced that several cards follow."""

    seat: str


class Meant(_Fact, frozen=True, tag="meant"):
    """A seat said how it means its next answer: as a sacrifice, to which of the open demands."""

    seat: str
    is_sacrifice: bool
    demand: str | None = None


class Acted(_Fact, frozen=True, tag="acted"):
    """A seat did something and the referee ruled on it; a refused act is a fact too, and changed nothing."""

    seat: str
    act: dict[str, object]
    ruling: str
    rule: str
    tags: tuple[str, ...] = ()


class Undone(_Fact, frozen=True, tag="undone", omit_defaults=True):
    """The last act was taken back: who asked, who agreed, and the tags that still lay on pads by their zones."""

    asked: str
    agreed: str  # A seat, the arbiter, or `two-pads`, where nobody asked (`questions`).
    lying: dict[str, str] = {}
    drew: tuple[str, ...] = ()  # Whose draws an earlier lethal card took back so far, in order; told again behind it.


class Decided(_Fact, frozen=True, tag="decided"):
    """It was decided whether the last refused act stands: who asked, who answered, and why, as the record keeps it."""

    asked: str
    answered: str
    accept: bool
    why: str


class DecidedAtDesk(_Fact, frozen=True, tag="decided-at-desk"):
    """What follows was decided at the desk of an event's director: who decided it, and why."""

    who: str
    why: str


class Thought(_Fact, frozen=True, tag="thought"):
    """The game waited for these seats: so long, and so much of that the clock of each counts."""

    ms: dict[str, int]
    cost_ms: int


class Amended(_Fact, frozen=True, tag="amended"):
    """Hands changed the game, as the referee protocol's `amend` writes it: who asked for that, and who agreed."""

    asked: str
    agreed: str
    change: dict[str, str]


class WentUnseen(_Fact, frozen=True, tag="went-unseen"):
    """A seat said that hidden cards pass a pad no more: the game goes on as one whose hands are not read."""

    seat: str


class Resigned(_Fact, frozen=True, tag="resigned"):
    """A seat gave the game up."""

    seat: str


class RanOut(_Fact, frozen=True, tag="ran-out"):
    """The time of the open window ran out: what was played takes effect, or not."""


class Paused(_Fact, frozen=True, tag="paused"):
    """The game was paused, or goes on."""

    on: bool


class Closed(_Fact, frozen=True, tag="closed"):
    """The game was put away; the table is free for another."""


class Restarted(_Fact, frozen=True, tag="restarted"):
    """A game was found, at a start or among the kept ones, and it was chosen what becomes of it."""

    choice: str  # resume, save or discard; `anew` where nothing can be gone on with.
    entries: int  # How many facts before this one counted.
    damage: str = ""  # Why those behind them do not, if there were any.
    changed: tuple[str, ...] = ()  # Whether board or deck are others.


class Chose(_Fact, frozen=True, tag="chose"):
    """A setting was chosen at the table: a seat's language, or the volume (0 mute to 3)."""

    seat: str
    language: str | None = None
    volume: int | None = None
    seen: list[str] = []  # Who need the guide of a first game no longer; the guide then leaves this seat.


class Guided(_Fact, frozen=True, tag="guided"):
    """The guide of a first game begins to speak to these seats."""

    seats: list[str]


class Named(_Fact, frozen=True, tag="named"):
    """People took seats: all names by seat; `known` are those that the table offers, the newest first."""

    names: dict[str, str]
    known: list[str] = []


class Arranged(_Fact, frozen=True, tag="arranged"):
    """What people arranged for their next games, whole: missing cards by the part of a box, and house rules by name."""

    lost: dict[str, list[str]] = {}
    rules: dict[str, bool] = {}
    robots: dict[str, str] = {}  # The seats that robots play, and how well.


class Learned(_Fact, frozen=True, tag="learned"):
    """Which lessons were solved, whole: `ruleset/lesson` by the names of people, those of the table by an empty one."""

    stars: dict[str, list[str]] = {}


class Came(_Fact, frozen=True, tag="came"):
    """Who sits changed during a game: `next`: in from the next game on, `not-next`: no more; `instead`: for another."""

    seat: str
    how: Literal["next", "not-next", "instead"]


class Hinted(_Fact, frozen=True, tag="hinted"):
    """A seat asked for a hint, the first time at this act."""

    seat: str


class Shared(_Fact, frozen=True, tag="shared"):
    """A seat lets everybody see, in the replay of the game that is over, what it held and did in secret."""

    seat: str


Setting: TypeAlias = Chose | Named | Arranged | Learned  # What is chosen at a table, and outlasts its games.

_OfPlay: TypeAlias = Began | TokenPlaced | Dealt | Shown | TookBack | Announced | Meant | Acted | RanOut | Resigned
_OfDispute: TypeAlias = Undone | Decided | DecidedAtDesk | Amended | WentUnseen
_OfTable: TypeAlias = Thought | Paused | Closed | Restarted | Guided | Came | Hinted | Shared | Setting
Fact: TypeAlias = _OfPlay | _OfDispute | _OfTable
