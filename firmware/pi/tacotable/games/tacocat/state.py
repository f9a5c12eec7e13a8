"""Tacocat's part of the situation: the token, the cards that were used, and how a seat means its next answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from tacotable.dialogs.repair import moves
from tacotable.dialogs.repair_plan import Move
from tacotable.state.durability import Names, durable_half
from tacotable.state.silent_pad import Silence, is_by_buttons, is_waiting
from tacotable.state.situation import Certainty, Situation, Stage, has_pad, pad_of, seat_of
from tacotable.table.schema import Board, TableFile

UNREAD_MS = (1_500.0, 6_500.0)
"""From when, and until when after its used card left its pad an awaited seat is asked whether a card lies there unread.

A card laid on a used one may hide both, and then its owner waits for an answer; who thinks for longer has laid none.
"""


@dataclass(frozen=True, slots=True)
class Intent:
    """How a seat means its next answer: as a sacrifice, to which of the open demands."""

    is_sacrifice: bool = False
    demand: str | None = None


@dataclass(slots=True)
class TacocatPart:
    """What only Tacocat knows."""

    FROM_FACTS: ClassVar[Names] = (
        "resigned",
        "token_at",
        "is_token_by_hand",
        "dealt",
        "spent",
        "last_tag",
        "may_be_turned",
        "ruled",
        "intents",
        "left_over",
        "held",
    )
    ENDED_BY_HANDS: ClassVar[Names] = ("is_token_by_hand", "last_tag", "may_be_turned", "ruled", "left_over")
    FROM_DEVICES: ClassVar[Names] = ("silence", "left", "uncovered_ms", "counted_ms", "beneath", "crowded")
    OF_THE_MOMENT: ClassVar[Names] = (
        "refused_ms",
        "asked",
        "asked_ms",
        "naming",
        "starts",
        "accepted",
        "lobby_is_practice",
    )

    # set by facts
    resigned: str | None = None
    token_at: int | None = None
    is_token_by_hand: bool = False
    dealt: frozenset[str] = frozenset()
    spent: dict[str, str] = field(default_factory=dict)
    last_tag: dict[str, str] = field(default_factory=dict)
    may_be_turned: dict[str, bool] = field(default_factory=dict, compare=False)
    """Whether a seat's last card lies face down: turning it over is no new act, though its reader may tell it again.

    Facts set it, and a card that is taken up ends it: what facts alone give may differ.
    """
    ruled: dict[str, str] = field(default_factory=dict)
    """The tag on each pad that was ruled on already, accepted, refused or taken back: told again, it is no new act."""
    intents: dict[str, Intent] = field(default_factory=dict)
    left_over: dict[str, str] = field(default_factory=dict, compare=False)
    """The last tag of each seat in the round before."""
    held: dict[str, str] = field(default_factory=dict)
    """The tags that passed a pad in this round, and the seats they were dealt to (mode `seen`)."""
    # told by devices
    silence: Silence = field(default_factory=Silence)
    left: dict[str, tuple[str, float]] = field(default_factory=dict, compare=False)
    """The tag that each pad's reader lost last, and when."""
    uncovered_ms: dict[str, float] = field(default_factory=dict, compare=False)
    """When each seat's pad lost a used card while its seat was to lay another; that one may lie on it."""
    counted_ms: dict[str, float] = field(default_factory=dict, compare=False)
    """When each seat's pad told its last card that was ruled on."""
    refused_ms: dict[str, float] = field(default_factory=dict, compare=False)
    """When each seat's press was refused that closed an act of several cards."""
    beneath: dict[str, str] = field(default_factory=dict, compare=False)
    """The tag that each pad's reader lost when it heard the one that lies there now: it may lie under it."""
    crowded: set[str] = field(default_factory=set, compare=False)
    """The seats on whose pads several cards lay at once; one remains so until its pad was seen empty."""
    asked: tuple[str, ...] = field(default=(), compare=False)
    """The seats that the rules waited for as of the last event."""
    asked_ms: dict[str, float] = field(default_factory=dict, compare=False)
    """Since when each of them is waited for."""
    # what people are about to do
    naming: frozenset[str] = frozenset()
    """The seats that name their cards because their readers are silent, as of the last event."""
    starts: dict[str, tuple[object, int]] = field(default_factory=dict, compare=False)
    """Where the choice of each seat that names a secret card begins, and the moment for which that was drawn."""
    accepted: tuple[int, frozenset[int]] | None = None
    """The space where people said that Tacocat stands, and what the sensors said then; it counts until that changes."""
    lobby_is_practice: bool = False

    def intent(self, seat: str) -> Intent:
        """Return how a seat means its next answer."""
        return self.intents.get(seat, Intent())


def part_of(situation: Situation) -> TacocatPart:
    """Return Tacocat's part of a situation."""
    if not isinstance(situation.part, TacocatPart):
        raise TypeError("this situation is not of Tacocat")
    return situation.part


def is_silent(situation: Situation, seat: str) -> bool:
    """Return whether the reader of a seat fell silent, and is still waited for."""
    return has_pad(situation, seat) and is_waiting(situation, part_of(situation).silence, pad_of(seat))


def names_cards(situation: Situation, seat: str) -> bool:
    """Return whether a seat names its cards on its display now: it has no reader, or one that is silent."""
    return not has_pad(situation, seat) or is_by_buttons(situation, part_of(situation).silence, pad_of(seat))


def is_crowded(situation: Situation, seat: str) -> bool:
    """Whether cards lie on a seat's pad of which its reader may have told only some."""
    return seat in part_of(situation).crowded and isinstance(situation.zone(seat), str)


def needs_clearing(situation: Situation, seat: str) -> bool:
    """Whether a used card lies on a seat's pad; an attack may lie there until it is answered."""
    is_open = phase_of(situation) == "answer" and situation.public().get("attacker") == seat
    is_sealed = seat in _names(situation.public().get("ready")) and phase_of(situation) != "replace"
    return situation.zone(seat) in part_of(situation).spent and not is_open and not is_sealed


def unread_ms(situation: Situation, seat: str) -> tuple[float, ...]:
    """Return from when until when a seat is asked whether a card lies unread on its pad, if a used one left it."""
    part = part_of(situation)
    at_ms = part.uncovered_ms.get(seat)
    return () if at_ms is None or situation.zone(seat) is not Certainty.EMPTY else tuple(at_ms + ms for ms in UNREAD_MS)


def phase_of(situation: Situation) -> str:
    """Return the phase of the rules; empty without a game."""
    return str(situation.public().get("phase", ""))


def _names(value: object) -> list[str]:
    return [str(name) for name in value] if isinstance(value, list) else []


def kept(part: TacocatPart) -> TacocatPart:
    """Return a copy of what facts gave, which later acts do not change."""
    return durable_half(part)


def put_back(situation: Situation, before: TacocatPart, lying: Mapping[str, str]) -> None:
    """Go back to what facts had set when `kept` copied it; what still lies on a pad was ruled on, and is no new act."""
    ruled = {seat_of(zone): tag for zone, tag in lying.items()}
    situation.part = replace(
        part_of(situation),
        resigned=before.resigned,
        token_at=before.token_at,
        is_token_by_hand=before.is_token_by_hand,
        dealt=before.dealt,
        spent=dict(before.spent),
        last_tag={seat: tag for seat, tag in before.last_tag.items() if ruled.get(seat) == tag},
        may_be_turned=dict(before.may_be_turned),
        ruled=ruled,
        intents=dict(before.intents),
        held=dict(before.held),
    )


def other(situation: Situation, seat: str) -> str:
    """Return the seat across the table."""
    first, second = situation.seats
    return second if seat == first else first


def target(situation: Situation) -> int:
    """Return the space where the game wants Tacocat."""
    return int(str(situation.public().get("token", 0)))


def standing_at(situation: Situation) -> int | None:
    """Return the space where Tacocat is known to stand: sensed, or else as people said last."""
    part = part_of(situation)
    if part.accepted is not None and part.accepted[1] == situation.sensed:
        return part.accepted[0]
    if len(situation.sensed) == 1:
        return next(iter(situation.sensed))
    if has_sensors(situation) and not part.is_token_by_hand:
        return None
    return part.token_at


def repair(situation: Situation) -> tuple[Move, ...]:
    """Return the moves by hand that make the table agree with the game; while Tacocat is to move, that is no repair."""
    is_between = situation.match is None or situation.stage in (Stage.LOBBY, Stage.MOVE, Stage.OVER)
    stands = standing_at(situation)
    is_known = has_sensors(situation) and len(situation.sensed) < 2
    spaces = frozenset(() if stands is None else (stands,)) if is_known else None
    return moves(situation, None if is_between else target(situation), spaces)


def has_sensors(situation: Situation) -> bool:
    """Return whether the spaces feel where Tacocat stands."""
    return bool(board_of(situation.table).sensors)


def board_of(table: TableFile) -> Board:
    """Return the board of a table; every table of Tacocat has one."""
    if table.board is None:
        raise TypeError(f"table {table.name} has no board")
    return table.board
