"""The rhythms of lights: whether a light is lit at a moment, when that next changes, and a row of lights in time.

All lights share one clock, so that those with one rhythm flash together. No light flashes more than three times
within any second (WCAG 2.2, success criterion 2.3.1).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tacotable_drivers.loop_timer import LoopTimer
from tacotable_drivers.ports import BLACK, DARK, RGB, Look, Pattern


@dataclass(frozen=True, slots=True)
class Rhythm:
    """A period and the flashes in it, as (begins, ends), all in milliseconds."""

    period_ms: int
    flashes: tuple[tuple[int, int], ...]


RHYTHMS = {
    Pattern.SLOW: Rhythm(1_000, ((0, 500),)),
    Pattern.FAST: Rhythm(400, ((0, 200),)),
    Pattern.DOUBLE: Rhythm(1_000, ((0, 150), (300, 450))),
}


def lit(pattern: Pattern, t_ms: float) -> bool:
    """Return whether a light with this rhythm is lit at a moment.

    >>> [lit(Pattern.DOUBLE, t) for t in (0, 149, 150, 299, 300, 449, 450, 999, 1000)]
    [True, True, False, False, True, True, False, False, True]
    """
    rhythm = RHYTHMS.get(pattern)
    if rhythm is None:
        return pattern is Pattern.SOLID
    phase = t_ms % rhythm.period_ms
    return any(begins <= phase < ends for begins, ends in rhythm.flashes)


def next_change_ms(pattern: Pattern, t_ms: float) -> float | None:
    """Return the next moment after `t_ms` at which `lit` changes; None for a steady light.

    >>> next_change_ms(Pattern.SLOW, 1234.0)
    1500.0
    """
    rhythm = RHYTHMS.get(pattern)
    if rhythm is None:
        return None
    period_began = t_ms - t_ms % rhythm.period_ms
    edges = [edge for flash in rhythm.flashes for edge in flash] + [rhythm.period_ms]
    return min(period_began + edge for edge in edges if period_began + edge > t_ms)


class Animation:
    """A row of `count` lights, dark at first. The timer runs only while something flashes, from change to change."""

    def __init__(self, draw: Callable[[tuple[RGB, ...]], None], count: int, loop: asyncio.AbstractEventLoop) -> None:
        self._draw = draw
        self._looks: tuple[Look, ...] = (DARK,) * count
        self._drawn: tuple[RGB, ...] | None = None
        self._timer = LoopTimer(loop)

    def show(self, looks: Sequence[Look]) -> None:
        """Show these looks from now on."""
        self._looks = tuple(looks)
        self._advance()

    def redraw(self) -> None:
        """Draw the colours of now, whether they have changed or not."""
        self._drawn = None
        self._advance()

    def stop(self) -> None:
        """Stop all changes."""
        self._timer.cancel()

    def _advance(self, due_ms: float = 0.0) -> None:
        now_ms = self._timer.now_ms(due_ms)
        patterns = {look.pattern for look in self._looks}
        self._timer.set_first((next_change_ms(pattern, now_ms) for pattern in patterns), self._advance)
        colours = tuple(look.rgb if lit(look.pattern, now_ms) else BLACK for look in self._looks)
        if colours != self._drawn:
            self._drawn = colours
            self._draw(colours)
