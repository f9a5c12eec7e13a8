"""What a page shows of Tacocat beyond lights and displays: the board, its spaces and the token. JSON values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable.dialogs.repair import acceptors, steps
from tacotable.games.tacocat.state import board_of, game_of, has_sensors, pad_states, repair, target, view_of
from tacotable.games.tacocat.view import SPACES
from tacotable.state.game_state import Stage
from tacotable.state.scene import Sign
from tacotable.table.schema import space_screen

if TYPE_CHECKING:
    from tacotable.state.situation import Situation
    from tacotable.table.file import TableFile

Content = dict[str, object]


def title(situation: Situation) -> Sign:
    """Say which game is played, and the round."""
    return Sign("page.title", {"n": view_of(situation).round})


def page_table(table: TableFile) -> Content:
    """Return the spaces, their displays, and whether they feel the token."""
    return {
        "spaces": [{"space": space, "name": _space_name(table.seat_names, space)} for space in SPACES],
        "space_screens": {
            str(space): space_screen(space)
            for space, part in zip(range(-3, 4), board_of(table).spaces, strict=True)
            if part.display
        },
        "sensors": bool(board_of(table).sensors),
    }


def page_scene(situation: Situation) -> Content:
    """Return the board: its numbers and arrows, the token, the tiles, and where the token goes."""
    board = board_of(situation.devices.table)
    is_moving = situation.game.match is not None and situation.game.stage is Stage.MOVE
    planned = repair(situation)
    return {
        "board": {
            "numbers": {str(s): str(p.number) for s, p in zip(range(-3, 4), board.spaces, strict=True)},
            "arrows": {str(s): p.arrow for s, p in zip(range(-3, 4), board.spaces, strict=True)},
            "token": game_of(situation).token_at,
            "felt": sorted(situation.devices.sensed) if has_sensors(situation) else None,
            "covered": list(view_of(situation).covered),
            "target": target(situation) if is_moving else None,
            "placeholder": board.placeholder,
        },
        "pads": pad_states(situation),
        "repair": steps(planned),
        "accept": acceptors(situation, planned),
    }


def _space_name(seats: tuple[str, ...], space: int) -> str:
    """Return the name of a space: the goals are their seats', the others spell the cat."""
    goals = {-4: seats[0], 4: seats[1]}
    return goals.get(space, "TACOCAT"[space + 3] if -3 <= space <= 3 else "")
