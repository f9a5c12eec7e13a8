"""Animation: turns looks into colours as time goes by, and draws only when a colour changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from tacotable_drivers.lights.patterns import RGB, colour, next_change_ms
from tacotable_drivers.ports import DARK, Look

Draw = Callable[[tuple[RGB, ...]], None]


class Animation:
    """A row of `count` lights, dark at first. The timer runs only while something flashes, from change to change."""

    def __init__(self, draw: Draw, count: int, loop: asyncio.AbstractEventLoop) -> None:
        self._draw = draw
        self._loop = loop
        self._looks: tuple[Look, ...] = (DARK,) * count
        self._drawn: tuple[RGB, ...] | None = None
        self._timer: asyncio.TimerHandle | None = None

    def show(self, looks: Sequence[Look]) -> None:
        """Show these looks from now on."""
        self._looks = tuple(looks)
        self._advance(self._loop.time() * 1_000)

    def redraw(self) -> None:
        """Draw the colours of now, whether they have changed or not."""
        self._drawn = None
        self._advance(self._loop.time() * 1_000)

    def stop(self) -> None:
        """Stop all changes."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _advance(self, now_ms: float) -> None:
        self._schedule(now_ms)
        colours = tuple(colour(look, now_ms) for look in self._looks)
        if colours != self._drawn:
            self._drawn = colours
            self._draw(colours)

    def _schedule(self, now_ms: float) -> None:
        self.stop()
        changes = [next_change_ms(pattern, now_ms) for pattern in {look.pattern for look in self._looks}]
        times = [time for time in changes if time is not None]
        if times:
            due_ms = min(times)
            self._timer = self._loop.call_at(due_ms / 1_000, self._tick, due_ms)

    def _tick(self, due_ms: float) -> None:
        self._timer = None
        self._advance(max(self._loop.time() * 1_000, due_ms))  # rounding must not make it come too early
