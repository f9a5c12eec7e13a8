"""What a page shows of Tacocat beyond lights and displays: the board, its spaces and the token. JSON values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tacotable.dialogs.refusals import acceptors
from tacotable.games.tacocat import state
from tacotable.games.tacocat.deal import DEALT, is_first_deal, may_deal
from tacotable.games.tacocat.state import TacocatSituation
from tacotable.state.log import LogEntry, standing
from tacotable.state.situation import Stage
from tacotable.table.parts import space_screen

if TYPE_CHECKING:
    from tacotable.table.file import TableFile

Content = dict[str, object]
LAST_CARDS = 5
OPENINGS = ("attacked", "duel-revealed", "last-cards-shown")
EXCHANGE = (*OPENINGS, "defended", "sacrificed", "duel-tied", "duel-won", "round-won", "round-tied")


def page_table(table: TableFile) -> Content:
    """Return the spaces, their displays, and whether they feel the token."""
    (first, second), board = table.seat_names, state.board_of(table)
    named = zip(state.SPACES, (first, *"TACOCAT", second), strict=True)  # the goals are their seats'
    return {
        "spaces": [{"space": space, "name": name} for space, name in named],
        "space_screens": {
            str(space): space_screen(space) for space, part in enumerate(board.spaces, -3) if part.display
        },
        "sensors": bool(board.sensors),
    }


def page_scene(situation: TacocatSituation) -> Content:
    """Return the board: its numbers and arrows, the token, the tiles, and where the token goes."""
    planned, sensors = state.repair(situation), state.board_of(situation.devices.table).sensors
    felt = sorted(situation.devices.sensed) if sensors else None
    return {
        "board": {**_board(situation), "felt": felt},
        "match": _match(situation),
        "pads": state.pad_states(situation),
        "repair": list(planned),
        "accept": acceptors(situation, planned),
    }


def public_picture(situation: TacocatSituation) -> Content:
    """Return what everyone may see of the game, by its facts alone."""
    return {"board": _board(situation), "match": _match(situation)}


def _board(situation: TacocatSituation) -> Content:
    board, spaces = state.board_of(situation.devices.table), state.spaces_of(situation)
    is_moving = situation.game.match is not None and situation.game.stage is Stage.MOVE
    return {
        "numbers": {str(space): str(part.number) for space, part in spaces.items()},
        "arrows": {str(space): part.arrow for space, part in spaces.items()},
        "token": situation.game.part.token_at,
        "covered": list(state.view_of(situation).covered),
        "target": state.target(situation) if is_moving else None,
        "placeholder": board.placeholder,
    }


def _match(situation: TacocatSituation) -> Content:
    """Return how the match stands, what was played last, and who won each round."""
    view, told = state.view_of(situation), standing(situation.log) if situation.game.match else []
    practised = next((n for n, line in enumerate(told) if line.event == "practice-ended"), -1) + 1
    done = _done_in_round(situation, told)
    opens = max((n for n, line in enumerate(done) if line.event in OPENINGS), default=0)
    is_dealt, dealt = not may_deal(situation), situation.game.part.dealt
    return {
        "phase": view.phase or None,
        "to_act": list(view.to_act),
        "round": state.round_of(situation),
        "practice": not state.round_of(situation),
        "wins": dict(view.wins),
        "winner": situation.family.winner(situation) or None,
        "hand_size": {seat: size if is_dealt or seat in dealt else 0 for seat, size in view.hand_size.items()},
        "ready": list(view.ready),
        "attacker": view.attacker,
        "attack": list(view.attack),
        "demands": list(view.demands),
        "played": {seat: _played(seat, done)[-LAST_CARDS:] for seat in situation.seats},
        "exchange": [{"event": line.event, **line.values} for line in done[opens:] if line.event in EXCHANGE],
        "rounds": [line.seat for line in told[practised:] if line.event == "round-won"],
        "leader": _leader(situation.seats, situation.game.part.token_at),
        "highlights": _highlights(situation, told[practised:]),
    }


def _done_in_round(situation: TacocatSituation, told: Sequence[LogEntry]) -> Sequence[LogEntry]:
    """Return what was done since the cards of the round were dealt; nothing while those of the next are."""
    if not situation.game.result and (may_deal(situation) or is_first_deal(situation)):
        return ()
    dealt = max((line.number for line in situation.log if line.code == DEALT), default=0)
    return [line for line in told if line.number > dealt]


def _leader(seats: Sequence[str], space: int | None) -> str | None:
    """Return whose goal Tacocat is nearer to; None in the middle."""
    return seats[space > 0] if space else None


def _highlights(situation: TacocatSituation, told: Sequence[LogEntry]) -> list[Content]:
    """Return what a won game is remembered for: the round from which on its winner led."""
    winner, ended, leader, turning = situation.family.winner(situation), 0, None, 0
    spaces: dict[object, int] = {situation.told_space(space): space for space in state.SPACES}
    for line in told:
        ended += line.event == "round-won"
        if line.event == "token-moved":
            before, leader = leader, _leader(situation.seats, spaces[line.values["to"]])
            turning = ended if leader == winner and before != winner else turning
    return [{"what": "turning", "n": turning, "seat": winner}] if winner and turning else []


def _played(seat: str, told: Sequence[LogEntry]) -> list[str]:
    """Return the cards that a seat laid open, the oldest first."""
    cards: list[str] = []
    for line in told:
        laid = line.values.get("cards", ())
        if isinstance(laid, Mapping) and seat in laid:
            cards.append(str(laid[seat]))
        elif line.seat == seat and line.event in ("attacked", "defended", "sacrificed"):
            cards += [str(line.values["card"])] if "card" in line.values else map(str, laid)  # type: ignore[call-overload]
    return cards
