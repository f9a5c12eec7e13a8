"""Somebody at a simulated table who sees to what is beside the game: starts, pauses, menus, and a game to put away."""

from __future__ import annotations

from tacotable.state.interaction import RESUME
from tacotable.state.situation import Situation, role_of, seat_part
from tacotable_sim.table import HOLD_S, TAP_S, SimulatedTable

MENU_BUTTONS = ("nope", "no", "left")
"""The button that opens and closes a menu when it is held, by what a seat has; a tap of it turns to another item."""
PUT_AWAY = "put-away"


class Operator:
    """Somebody who has a finger to spare, and presses one button at each call."""

    def __init__(self, simulated: SimulatedTable) -> None:
        self._simulated = simulated

    def attend(self, situation: Situation) -> bool:
        """Do what is to be done beside the game; tells whether anything was."""
        if situation.ui.restart is not None:
            self._answer_restart(situation)
        elif situation.ui.menus:
            self._close_menu(situation, next(iter(situation.ui.menus)))
        elif situation.game.is_paused:
            self._press(f"{situation.seats[0]}.ok", TAP_S)
        else:
            return False
        return True

    def put_away(self, situation: Situation) -> None:
        """Go on with putting a game away that nobody can play on: open the menu, turn to that, say yes twice.

        Another player agrees.
        """
        seat, *others = situation.game.players or situation.seats
        if situation.ui.restart is not None:
            self._answer_restart(situation)
        elif situation.ui.question is not None:
            self._press(f"{others[0] if situation.ui.question.seat == seat else seat}.ok", TAP_S)
        elif seat not in situation.ui.menus:
            self._press(_menu_button(situation, seat), HOLD_S)
        elif situation.ui.menus[seat].item == PUT_AWAY:
            self._press(f"{seat}.ok", TAP_S)
        else:
            self._press(_menu_button(situation, seat), TAP_S)

    def _answer_restart(self, situation: Situation) -> None:
        """Go on with the game that was found: turn to that, then say yes."""
        asked = situation.ui.restart
        is_right = asked is not None and asked.item == RESUME and not asked.is_confirming
        buttons = seat_part(situation, situation.seats[0]).buttons()
        self._press(next(name for name in buttons if (role_of(name) == "ok") is is_right), TAP_S)

    def _close_menu(self, situation: Situation, seat: str) -> None:
        """Close a menu that a press too long has opened: those who play do not read it."""
        self._press(_menu_button(situation, seat), HOLD_S)

    def _press(self, button: str, seconds: float) -> None:
        """Press a button, unless somebody's finger is on it."""
        if not self._simulated.truth.is_down(button):
            self._simulated.tap(button, seconds)


def _menu_button(situation: Situation, seat: str) -> str:
    return next(name for name in seat_part(situation, seat).buttons() if role_of(name) in MENU_BUTTONS)
