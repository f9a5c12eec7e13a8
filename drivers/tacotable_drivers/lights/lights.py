"""The lights of a table in their rhythms: lamps and plain LEDs on pins, and a strip that may fail.

All lights share one clock, so that those with one rhythm flash together. No light flashes more than three times
within any second (WCAG 2.2, success criterion 2.3.1).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from tacotable_drivers import ports
from tacotable_drivers.loop_timer import LoopTimer
from tacotable_drivers.retried import Retried

if TYPE_CHECKING:
    from tacotable_drivers.lights.strip import Apa102Strip

RESEND_S = 30.0  # A glitch on the strip's wire would otherwise stay until the next change.


@dataclass(frozen=True, slots=True)
class Rhythm:
    """A period and the flashes in it, as (begins, ends), all in milliseconds."""

    period_ms: int
    flashes: tuple[tuple[int, int], ...]


RHYTHMS = {
    ports.Pattern.SLOW: Rhythm(1_000, ((0, 500),)),
    ports.Pattern.FAST: Rhythm(400, ((0, 200),)),
    ports.Pattern.DOUBLE: Rhythm(1_000, ((0, 150), (300, 450))),
}


def lit(pattern: ports.Pattern, t_ms: float) -> bool:
    """Return whether a light with this rhythm is lit at a moment.

    >>> [lit(ports.Pattern.DOUBLE, t) for t in (0, 149, 150, 299, 300, 449, 450, 999, 1000)]
    [True, True, False, False, True, True, False, False, True]
    """
    rhythm = RHYTHMS.get(pattern)
    if rhythm is None:
        return pattern is ports.Pattern.SOLID
    phase = t_ms % rhythm.period_ms
    return any(begins <= phase < ends for begins, ends in rhythm.flashes)


def next_change_ms(pattern: ports.Pattern, t_ms: float) -> float | None:
    """Return the next moment after `t_ms` at which `lit` changes; None for a steady light.

    >>> next_change_ms(ports.Pattern.SLOW, 1234.0)
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

    def __init__(self, draw: Callable[[], None], count: int, loop: asyncio.AbstractEventLoop) -> None:
        self._draw = draw
        self._looks = (ports.DARK,) * count
        self.colours = (ports.BLACK,) * count
        """What is to be drawn now; `draw` is called when it changes."""
        self._timer = LoopTimer(loop)

    def show(self, looks: Sequence[ports.Look]) -> None:
        """Show these looks from now on."""
        self._looks = tuple(looks)
        self._advance()

    def stop(self) -> None:
        """Stop all changes."""
        self._timer.cancel()

    def _advance(self, due_ms: float = 0.0) -> None:
        now_ms = self._timer.now_ms(due_ms)
        self._timer.set_first({next_change_ms(look.pattern, now_ms) for look in self._looks}, self._advance)
        colours = tuple(look.rgb if lit(look.pattern, now_ms) else ports.BLACK for look in self._looks)
        if colours != self.colours:
            self.colours = colours
            self._draw()


class PinLights:
    """Lights on GPIO pins by the names of their devices, lit or dark. A pin that fails disables its own light only."""

    def __init__(
        self, pins: ports.Pins, numbers: Mapping[str, int], sink: ports.Sink, loop: asyncio.AbstractEventLoop
    ) -> None:
        self._is_lit = dict.fromkeys(numbers, False)
        self._pins = {
            device: Retried(device, partial(pins.output, number), partial(self._set, device), sink, loop)
            for device, number in numbers.items()
        }
        self._animation = Animation(self._draw, len(numbers), loop)

    def start(self) -> None:
        """Open the pins with what is to be shown by now."""
        for pin in self._pins.values():
            pin.open()

    def show(self, looks: Sequence[ports.Look]) -> None:
        """Show these looks, in the order of the pins, from now on."""
        self._animation.show(looks)

    def close(self) -> None:
        """Darken all and release the pins."""
        self._animation.stop()
        for pin in self._pins.values():
            pin.close()

    def _draw(self) -> None:
        for (device, pin), rgb in zip(self._pins.items(), self._animation.colours, strict=True):
            was_lit, self._is_lit[device] = self._is_lit[device], rgb != ports.BLACK
            if self._is_lit[device] != was_lit:
                pin.drive(partial(self._set, device))

    def _set(self, device: str, output: ports.Output) -> tuple[()]:
        output.set(self._is_lit[device])
        return ()


class BoardLights:
    """`count` lights on a strip. `open_strip` raises LightsError."""

    def __init__(
        self, open_strip: Callable[[], Apa102Strip], count: int, sink: ports.Sink, loop: asyncio.AbstractEventLoop
    ) -> None:
        self._strip = Retried(ports.LIGHTS, open_strip, self._set, sink, loop)
        self._timer = LoopTimer(loop)
        self._animation = Animation(self._send, count, loop)

    def start(self) -> None:
        """Open the strip with what is to be shown by now, and send it again and again."""
        self._strip.open()
        self._timer.set(self._timer.now_ms() + RESEND_S * 1_000, self._resend)

    def show(self, looks: Sequence[ports.Look]) -> None:
        """Show these looks from now on."""
        self._animation.show(looks)

    def close(self) -> None:
        """Darken the strip, and release it."""
        self._animation.stop()
        self._timer.cancel()
        self._strip.close()

    def _send(self) -> None:
        self._strip.drive(self._set)

    def _set(self, strip: Apa102Strip) -> tuple[()]:
        strip.send(self._animation.colours)
        return ()

    def _resend(self, due_ms: float) -> None:
        self._send()
        self._timer.set(due_ms + RESEND_S * 1_000, self._resend)
