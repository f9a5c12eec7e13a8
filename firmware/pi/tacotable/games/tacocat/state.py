"""Tacocat's part of the situation: the token, the cards that were used, and how a seat means its next answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace as replace_part

from tacotable.dialogs.refusals import Move, moves
from tacotable.state import facts
from tacotable.state.device_state import THINKING_MS, Certainty, DeviceState, Silence, asks_ms
from tacotable.state.device_state import UNREAD_MS as UNREAD_MS
from tacotable.state.game_state import GameState, Stage
from tacotable.state.interaction import Interaction
from tacotable.state.placements import EMPTY, Status
from tacotable.state.situation import Situation, has_pad, pad_of, pad_state, seat_part, working_copy
from tacotable_engine.tacocat.view import TacocatView

if TYPE_CHECKING:
    from tacotable.table.schema import Board, Space, TableFile

SPACES = range(-4, 5)
# Phases in which a card may be laid on a used one; in the duel one may lie on those that its seat replaced.
COVERING = frozenset(("attack", "answer", "showdown"))


@dataclass(slots=True)
class TacocatGame:
    """What facts say of Tacocat beside the referee's state; changed by the reducer alone."""

    resigned: str | None = None
    token_at: int | None = None
    dealt: frozenset[str] = frozenset()
    spent: dict[str, str] = field(default_factory=dict)
    intents: dict[str, facts.Meant] = field(default_factory=dict)
    held: dict[str, str] = field(default_factory=dict)  # Tags that passed a pad this round, and their seats (`seen`).

    def intent(self, seat: str) -> facts.Meant:
        """Return how a seat means its next answer: as a sacrifice, to which of the open demands."""
        return self.intents.get(seat, facts.Meant(seat, False))


@dataclass(slots=True)
class TacocatUi:
    """What people are about to do in Tacocat, what is asked of them, and which cards on pads have counted."""

    is_token_by_hand: bool = False
    secret: frozenset[str] = frozenset()  # The seats whose last act was laid face down: turning it over is no new act.
    refused_ms: dict[str, float] = field(default_factory=dict, compare=False)  # When closing cards was refused.
    asked: dict[str, tuple[str, int]] = field(default_factory=dict, compare=False)
    """What each seat was asked at the last event: the phase, and how many acts of its own came before."""
    asked_ms: dict[str, float] = field(default_factory=dict, compare=False)  # Since when each of them is waited for.
    naming: frozenset[str] = frozenset()  # The seats that name their cards because their readers are silent.
    # Where the choice of each seat that names a secret card begins, and the moment for which that was drawn.
    starts: dict[str, tuple[object, int]] = field(default_factory=dict, compare=False)
    accepted: tuple[int, frozenset[int]] | None = None  # Where people said that it stands, and what sensors said then.
    lobby_is_practice: bool = False
    last_card: dict[str, str] = field(default_factory=dict, compare=False)  # Where its next choice by buttons begins.
    doubted: dict[str, tuple[str, str]] = field(default_factory=dict)  # Card and demand that a seat was asked about.


@dataclass(frozen=True, slots=True)
class Kept:
    """How Tacocat's table stood before an act, for taking it back."""

    game: TacocatGame
    is_token_by_hand: bool
    secret: frozenset[str]
    accepted: frozenset[tuple[str, str]]  # The pads and tags of cards on pads that were acts, or part of one.


class _Game(GameState):
    part: TacocatGame


class _Devices(DeviceState):
    part: Silence


class _Interaction(Interaction):
    part: TacocatUi


class TacocatSituation(Situation):
    """For type checkers: what the parts of a situation are while Tacocat is on the table, or in its lobby."""

    game: _Game
    devices: _Devices
    ui: _Interaction


def tacocat(situation: Situation) -> TacocatSituation:
    """Return a situation of Tacocat as one; raises TypeError if it is of another family."""
    if not isinstance(situation.ui.part, TacocatUi):
        raise TypeError("this situation is not of Tacocat")
    return cast("TacocatSituation", situation)


def keep(situation: TacocatSituation, act: Mapping[str, object]) -> Kept:
    """Return how the table stands before any act, in copies that later acts do not change."""
    ui = situation.ui.part
    pads = situation.devices.pads.items()
    accepted = ((zone, one.tag) for zone, pad in pads for one in pad.read if one.status is Status.ACCEPTED)
    return Kept(working_copy(situation.game.part), ui.is_token_by_hand, ui.secret, frozenset(accepted))


def put_back(situation: TacocatSituation, kept: object, lying: Mapping[str, str]) -> None:
    """Go back to how the table stood; what still lies on a pad was ruled on, and is no new act."""
    ui = situation.ui.part
    if not isinstance(kept, Kept):
        return
    situation.game.part = working_copy(kept.game)
    situation.game.part.intents.clear()  # an answer that was taken back is answered otherwise
    for zone, tag in lying.items():
        situation.devices.mark(tag, Status.ACCEPTED if (zone, tag) in kept.accepted else Status.REFUSED, zone)
    ui.secret = kept.secret
    ui.is_token_by_hand = kept.is_token_by_hand


_NO_GAME = TacocatView()


def view_of(situation: Situation) -> TacocatView:
    """Return what everyone may know of the match; empty without one."""
    view = situation.public()
    return view if isinstance(view, TacocatView) else _NO_GAME


def asked_demand(situation: TacocatSituation, seat: str) -> str:
    """Return the open demand that a seat answers next."""
    picked, open_demands = situation.game.part.intent(seat).demand, view_of(situation).demands
    return picked if picked in open_demands else open_demands[0]


def reached(situation: TacocatSituation, seat: str, card: str) -> str | None:
    """Return the demand that a card of this seat reaches: the one that is asked, or else the highest of the others."""
    asked = asked_demand(situation, seat)
    within = [demand for demand in view_of(situation).demands if int(demand) <= int(card)]
    return asked if asked in within else max(within, key=int, default=None)


def is_slip(situation: TacocatSituation, seat: str, card: str) -> bool:
    """Whether a card would be given up that reaches a demand: a sacrifice was meant before, or another demand."""
    view = view_of(situation)
    if view.phase != "answer" or seat not in view.to_act or reached(situation, seat, card) is None:
        return False
    return situation.game.part.intent(seat).is_sacrifice or int(card) < int(asked_demand(situation, seat))


def is_collecting(situation: Situation, seat: str) -> bool:
    """Return whether a seat's cards are gathered until OK closes the act."""
    return view_of(situation).phase == "replace" or situation.entry(seat).is_announced


def round_of(situation: Situation) -> int:
    """Return the number of the round, 0 for practice; it lasts until Tacocat moved, or if it stays, until the deal."""
    view, ended = view_of(situation), {event["type"] for event in situation.game.result}
    return 0 if view.practice or "practice-ended" in ended else view.round - ("covered" in ended)


def spaces_of(situation: Situation) -> dict[int, Space]:
    """Return the spaces of the board from -3 to +3: a lesson has numbers and arrows of its own."""
    spaces, told = board_of(situation.devices.table).spaces, situation.game.setup.get("board")
    if situation.game.lesson is None or not isinstance(told, Mapping):
        return dict(enumerate(spaces, -3))
    parts = zip(spaces, told["numbers"], told["arrows"], strict=True)
    return dict(enumerate([replace_part(space, number=number, arrow=arrow) for space, number, arrow in parts], -3))


def is_silent(situation: TacocatSituation, seat: str) -> bool:
    """Return whether a silent reader is still waited for: for ever where a robot sits, whose cards nobody may name."""
    is_unknown = situation.zone(seat) is Certainty.UNKNOWN
    return is_unknown and (seat in situation.game.robots or not names_cards(situation, seat))


def names_cards(situation: TacocatSituation, seat: str) -> bool:
    """Return whether a seat names its cards on its display now: it has no reader, or one that is silent."""
    if not has_pad(situation, seat):
        return True
    is_unknown = situation.zone(seat) is Certainty.UNKNOWN and seat not in situation.game.robots
    return is_unknown and situation.devices.part.is_by_buttons(pad_of(seat), situation.devices.now_ms)


def is_crowded(situation: TacocatSituation, seat: str) -> bool:
    """Whether cards lie on a seat's pad of which its reader may have told only some."""
    pad, game = situation.devices.pads.get(pad_of(seat), EMPTY), situation.game.part
    there = {*situation.entry(seat).tags, *(one.tag for one in pad.read)} if view_of(situation).phase != "deal" else ()
    in_hand = game.held.keys() - there  # dealt over this pad: they went on into a hand
    return not pad.is_silent and pad.is_crowded(lambda tag: tag in game.spent or tag in in_hand)


def needs_clearing(situation: TacocatSituation, seat: str) -> bool:
    """Whether a used card lies on a seat's pad; an attack may lie there until it is answered."""
    is_open = view_of(situation).phase == "answer" and view_of(situation).attacker == seat
    is_sealed = seat in view_of(situation).ready and view_of(situation).phase != "replace"
    return situation.zone(seat) in situation.game.part.spent and not is_open and not is_sealed


def tells_leaving(situation: Situation, seat: str) -> bool:
    """Return whether a seat's pad tells that a card left it."""
    pad = seat_part(situation, seat).pad
    return pad is not None and pad.tells_leaving


def is_lifted(situation: Situation, seat: str) -> bool:
    """Whether no card lies on a seat's pad, as its reader would tell."""
    return tells_leaving(situation, seat) and situation.zone(seat) is Certainty.EMPTY


def is_one_by_one(situation: Situation) -> bool:
    """Whether every attack is one card: no jumbo attacks are played."""
    options = situation.game.setup.get("options")
    return isinstance(options, Mapping) and options.get("jumbo") is False


def pad_states(situation: TacocatSituation) -> dict[str, str]:
    """Return how each pad is, by its zone: see `pad_state`."""
    return {
        pad_of(seat): pad_state(
            situation,
            situation.zone(seat),
            is_crowded=is_crowded(situation, seat),
            is_spent=needs_clearing(situation, seat),
        )
        for seat in situation.seats
        if has_pad(situation, seat)
    }


def unread_ms(situation: TacocatSituation, seat: str) -> tuple[float, ...]:
    """Return from when until when a seat is asked whether a card lies unread on its pad, and from when again."""
    now, now_ms = view_of(situation), situation.devices.now_ms
    has_used = seat in situation.game.part.spent.values() if now.phase in COVERING else now.replaced.get(seat)
    if situation.zone(seat) is not Certainty.EMPTY or now.phase not in ("duel", *COVERING) or not has_used:
        return ()
    asked_ms = situation.ui.part.asked_ms.get(seat, now_ms)
    pad = situation.devices.pads.get(pad_of(seat), EMPTY)
    is_since = pad.gone_ms >= asked_ms and any(one.tag in situation.game.part.spent for one in pad.gone)
    return asks_ms(pad.gone_ms if is_since else asked_ms + THINKING_MS, now_ms)


def other(situation: Situation, seat: str) -> str:
    """Return the seat across the table."""
    first, second = situation.seats
    return second if seat == first else first


def target(situation: Situation) -> int:
    """Return the space where the game wants Tacocat."""
    return view_of(situation).token


def standing_at(situation: TacocatSituation) -> int | None:
    """Return the space where Tacocat is known to stand: sensed, or else as people said last."""
    game, ui = situation.game.part, situation.ui.part
    if ui.accepted is not None and ui.accepted[1] == situation.devices.sensed:
        return ui.accepted[0]
    if len(situation.devices.sensed) == 1:
        return next(iter(situation.devices.sensed))
    if has_sensors(situation) and not ui.is_token_by_hand:
        return None
    return game.token_at


def is_astray(situation: TacocatSituation) -> bool:
    """Return whether Tacocat is on another space than the game says; two spaces that feel it do not agree."""
    is_known = has_sensors(situation) and len(situation.devices.sensed) < 2
    is_on = situation.game.match is not None and situation.game.stage in (Stage.DEAL, Stage.PLAY)
    return is_known and is_on and standing_at(situation) != target(situation)


def repair(situation: TacocatSituation) -> tuple[Move, ...]:
    """Return the moves by hand that make the table agree with the game; while Tacocat is to move, that is no repair."""
    return moves(situation, target(situation) if is_astray(situation) else None)


def has_sensors(situation: Situation) -> bool:
    """Return whether the spaces feel where Tacocat stands."""
    return bool(board_of(situation.devices.table).sensors)


def board_of(table: TableFile) -> Board:
    """Return the board of a table; every table of Tacocat has one."""
    if table.board is None:
        raise TypeError(f"table {table.name} has no board")
    return table.board
