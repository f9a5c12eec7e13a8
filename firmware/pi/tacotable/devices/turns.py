"""Displays that are too short for a whole screen: its parts are shown in turn, each for a while, again and again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacotable.display.draw import Drawn

TURN_S = 2.5  # How long a part stands: time to read a line and the title above it.


class Turns:
    """Shows what was drawn; `show` takes a display's name and a picture."""

    def __init__(self, show: Callable[[str, bytes], None], loop: asyncio.AbstractEventLoop) -> None:
        self._show = show
        self._loop = loop
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._now: dict[str, tuple[Drawn, int]] = {}

    def show(self, name: str, drawn: Drawn, turn: int = 0) -> None:
        """Show a screen from its first part on, in place of the one before."""
        self._now[name] = (drawn, turn)
        self._show(name, drawn.turns[turn])
        if name in self._timers:
            self._timers.pop(name).cancel()
        if len(drawn.turns) > 1:
            self._timers[name] = self._loop.call_later(TURN_S, self._turn, name)

    def go_on(self, name: str, drawn: Drawn) -> None:
        """Show the part of a screen whose turn it is, in place of that of the same one before."""
        turn = self._now[name][1] % len(drawn.turns)
        self._now[name] = (drawn, turn)
        self._show(name, drawn.turns[turn])

    def _turn(self, name: str) -> None:
        drawn, turn = self._now[name]
        self.show(name, drawn, (turn + 1) % len(drawn.turns))

    def close(self) -> None:
        """Turn no more."""
        for timer in self._timers.values():
            timer.cancel()
