"""The opening of a game by the hands of a simulated table: they set the board, deal, and press OK for their cards.

Nothing is pressed unless the cards lie as these hands have dealt them: OK says that a seat has its cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable.dialogs import lessons
from tacotable.simulation.dealing import deal, set_board
from tacotable.state.events import GameChosen
from tacotable.state.game_state import Stage
from tacotable_drivers.ports import Pattern

if TYPE_CHECKING:
    import asyncio

    from tacotable.core.controller import Controller
    from tacotable_sim.table import SimulatedTable

STEP_S = 0.7  # Between two presses: readers and lamps need up to half a second.


class Opening:
    """The hands that open the games which a page begins, and all lessons."""

    def __init__(self, table: SimulatedTable, controller: Controller, loop: asyncio.AbstractEventLoop) -> None:
        self._table, self._controller, self._loop = table, controller, loop
        self._lesson = controller.situation.game.lesson
        self._dealt_at = 0  # How often cards had been moved when these were dealt.
        self._presses = 0
        self._next: asyncio.TimerHandle | None = None
        controller.after_each(self._hear)

    def begin(self, game: str, seats: tuple[str, ...]) -> None:
        """Begin a game with these seats, if the table lets it begin, and deal."""
        before = self._controller.situation.game.setup
        self._controller.handle(GameChosen(game, self._loop.time() * 1_000, seats))
        if self._controller.situation.game.setup is not before:
            self._deal()

    def close(self) -> None:
        """Press nothing more."""
        if self._next is not None:
            self._next.cancel()

    def _hear(self) -> None:
        """Deal the cards of a lesson that has begun."""
        before, self._lesson = self._lesson, self._controller.situation.game.lesson
        told = lessons.told(self._controller.situation) if self._lesson is not before else None
        if told and told["laying"]:
            self._deal()

    def _deal(self) -> None:
        dealing = self._controller.situation.dealing()
        set_board(self._table, dealing)
        deal(self._table, dealing)
        self._dealt_at = self._table.truth.moves
        self.close()
        self._next = self._loop.call_later(STEP_S, self._press)

    def _press(self) -> None:
        """Press OK at a seat whose lamp asks for it, and again until the cards are played."""
        situation, lamps = self._controller.situation, self._controller.scene.lamps
        if situation.game.stage not in (Stage.MOVE, Stage.DEAL) or self._table.truth.moves != self._dealt_at:
            return
        buttons = [f"{seat}.ok" for seat in situation.game.players]
        asked = [each for each in buttons if each not in lamps or lamps[each].look.pattern is Pattern.FAST]
        if asked and not situation.lying():
            button = asked[self._presses % len(asked)]  # in turn: one without a lamp never says that it is heard
            self._presses += 1
            if not self._table.truth.is_down(button):
                self._table.tap(button)
        self._next = self._loop.call_later(STEP_S, self._press)
