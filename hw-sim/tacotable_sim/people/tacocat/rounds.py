"""What a Tacocat player does between rounds: the first seat starts the game, deals and moves the token.

The other sees to it that its hand is complete, and says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from tacotable_sim.people.base import Cover, Eyes, MoveToken, Sign, Step, Tap

if TYPE_CHECKING:
    from tacotable_sim.table import SimulatedTable

MOVES = ("move", "move-goal", "move-won")  # What is asked where the token is to stand elsewhere.


class TacocatRounds:
    """One seat's part of it; `turns_by` is the button that turns the lobby to another game."""

    game = ""  # The ruleset whose deck is on the table; empty: what the lobby offers is played.

    def __init__(self, table: SimulatedTable, eyes: Eyes, turns_by: str) -> None:
        self._table = table
        self._eyes = eyes
        self._turns_by = turns_by
        self._choices: dict[str, Callable[[Sign], Iterable[Step]]] = {
            **dict.fromkeys(("lobby", "lobby-buttons"), self._start),
            **dict.fromkeys((f"{move}{how}" for move in MOVES for how in ("", "-by-hand")), self._move),
            **dict.fromkeys(("deal", "deal-token", "deal-counts", "deal-cover", "deal-tied"), self._deal),
            "deal-wait": self._deal_after_all,
        }

    @property
    def is_dealer(self) -> bool:
        """Return whether this seat deals and moves the token."""
        return self._seats[0] == self._eyes.seat

    @property
    def _seats(self) -> tuple[str, ...]:
        """Return the two seats of the game: at a larger ring those whose other button is not NOPE."""
        return tuple(seat for seat in self._table.plan.seats if f"{seat}.nope" not in self._table.truth.buttons)

    def is_about(self, message: str) -> bool:
        """Return whether a display speaks of what is done between rounds."""
        return message in self._choices

    def choose(self, message: str, sign: Sign) -> Iterable[Step]:
        """Choose what to do about that."""
        return self._choices[message](sign)

    def shuffle_all(self) -> None:
        """Shuffle all cards into a new pile."""
        self._table.gather()
        self._table.shuffle()

    def cover_left_space(self) -> list[Step]:
        """Lay tiles on the spaces between the token and the farthest covered one."""
        token = self._table.truth.token
        if not self.is_dealer or token is None:
            return []
        between = range(min(token, 0), max(token, 0) + 1)
        return [Cover(space) for space in between if space != token and space not in self._table.truth.tiles]

    def _start(self, sign: Sign) -> list[Step]:
        """Turn the lobby to the game whose deck lies here, and start it."""
        if not self.is_dealer:
            return []
        is_other = bool(self.game) and sign.values.get("item") != f"item.{self.game}"
        return [Tap(f"{self._eyes.seat}.{self._turns_by if is_other else 'ok'}")]

    def _move(self, sign: Sign) -> list[Step]:
        """Move the token to the space that the table wants; a table without sensors is told by hand."""
        if not self.is_dealer:
            return []
        space = int(str(sign.values["space"]))
        steps: list[Step] = [] if self._table.truth.token == space else [MoveToken(space)]
        return steps if self._table.plan.sensors else [*steps, Tap(f"{self._eyes.seat}.ok")]

    def _deal_after_all(self, sign: Sign) -> list[Step]:
        """Deal although the display takes it for done: a button said so by itself, or a press was too early."""
        if self.is_dealer and len(self._eyes.hand()) != int(str(sign.values["n"])):
            self._deal(sign)
        return []

    def _deal(self, sign: Sign) -> list[Step]:
        """Deal, or wait until the hand is complete; then say so."""
        count = int(str(sign.values["n"]))
        if self.is_dealer:
            self.shuffle_all()
            self._table.deal(count, self._seats)
        if len(self._eyes.hand()) != count:
            return []
        return [*self.cover_left_space(), Tap(f"{self._eyes.seat}.ok")]
