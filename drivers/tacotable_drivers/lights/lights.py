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
from tacotable_drivers.retried_pin import RETRY_S, RetriedPin

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

    def __init__(
        self, draw: Callable[[tuple[ports.RGB, ...]], None], count: int, loop: asyncio.AbstractEventLoop
    ) -> None:
        self._draw = draw
        self._looks: tuple[ports.Look, ...] = (ports.DARK,) * count
        self._drawn: tuple[ports.RGB, ...] | None = None
        self._timer = LoopTimer(loop)

    def show(self, looks: Sequence[ports.Look]) -> None:
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
        self._timer.set_first({next_change_ms(look.pattern, now_ms) for look in self._looks}, self._advance)
        colours = tuple(look.rgb if lit(look.pattern, now_ms) else ports.BLACK for look in self._looks)
        if colours != self._drawn:
            self._drawn = colours
            self._draw(colours)


class _PinLights:
    """Lights by name on GPIO pins, lit or dark. A pin that fails disables its own only (DeviceLost, `KIND NAME`)."""

    _kind: str

    def __init__(
        self, pins: ports.Pins, numbers: Mapping[str, int], sink: ports.Sink, loop: asyncio.AbstractEventLoop
    ) -> None:
        self._is_lit = dict.fromkeys(numbers, False)
        self._pins = {
            name: RetriedPin(
                f"{self._kind} {name}", partial(pins.output, number), partial(self._begin, name), sink, loop
            )
            for name, number in numbers.items()
        }
        self._animation = Animation(self._draw, len(numbers), loop)

    def start(self) -> None:
        """Open the pins with what is to be shown by now."""
        for pin in self._pins.values():
            pin.open()

    def close(self) -> None:
        """Darken all and release the pins."""
        self._animation.stop()
        for pin in self._pins.values():
            pin.close()

    def _draw(self, colours: tuple[ports.RGB, ...]) -> None:
        for (name, pin), rgb in zip(self._pins.items(), colours, strict=True):
            was_lit, is_lit = self._is_lit[name], rgb != ports.BLACK
            self._is_lit[name] = is_lit
            if is_lit != was_lit:
                pin.drive(partial(_set, is_lit))

    def _begin(self, name: str, output: ports.Output) -> tuple[()]:
        if self._is_lit[name]:
            output.set(True)
        return ()


def _set(is_lit: bool, output: ports.Output) -> None:
    output.set(is_lit)


class Lamps(_PinLights):
    """Lamps in buttons, by the buttons' names."""

    _kind = "lamp"

    def show(self, looks: Mapping[str, ports.Look]) -> None:
        """Show these looks; a lamp without one is dark."""
        self._animation.show([looks.get(name, ports.DARK) for name in self._pins])


class LampLights(_PinLights):
    """The board's lights as plain LEDs, one a space from -4 to +4: those of the small table."""

    _kind = "light"

    def __init__(
        self, pins: ports.Pins, numbers: Sequence[int], sink: ports.Sink, loop: asyncio.AbstractEventLoop
    ) -> None:
        names = [f"{space:+d}" if space else "0" for space in range(-4, 5)]
        super().__init__(pins, dict(zip(names, numbers, strict=True)), sink, loop)

    def show(self, looks: Sequence[ports.Look]) -> None:
        """Show these looks."""
        self._animation.show(looks)


class BoardLights:
    """`count` lights on a strip. `open_strip` raises LightsError."""

    def __init__(
        self, open_strip: Callable[[], Apa102Strip], count: int, sink: ports.Sink, loop: asyncio.AbstractEventLoop
    ) -> None:
        self._open_strip = open_strip
        self._count = count
        self._sink = sink
        self._strip: Apa102Strip | None = None
        self._told_loss = ""
        self._timer = LoopTimer(loop)
        self._animation = Animation(self._draw, count, loop)

    def start(self) -> None:
        """Send what is to be shown by now, again and again; a missing strip is told, and tried again."""
        self._animation.redraw()
        self._again(RESEND_S if self._strip else RETRY_S)

    def show(self, looks: Sequence[ports.Look]) -> None:
        """Show these looks from now on."""
        self._animation.show(looks)

    def close(self) -> None:
        """Darken the strip, and release it."""
        self._animation.stop()
        self._timer.cancel()
        strip, self._strip = self._strip, None
        if strip is None:
            return
        try:
            strip.send([ports.BLACK] * self._count)
        except ports.LightsError:
            return  # a strip that is gone is dark
        finally:
            strip.close()

    def _draw(self, colours: tuple[ports.RGB, ...]) -> None:
        if self._told_loss and self._timer.due_ms is not None:
            return  # the retry will draw what is then to be shown
        try:
            self._strip = self._strip or self._open_strip()
            self._strip.send(colours)
        except ports.LightsError as error:
            strip, self._strip = self._strip, None
            if strip is not None:
                strip.close()
            before, self._told_loss = self._told_loss, f"{ports.LIGHTS}: {error} (retrying)"
            if self._told_loss != before:
                self._sink(ports.DeviceLost(ports.LIGHTS, self._told_loss, self._timer.now_ms()))
            if not before:
                self._again(RETRY_S)
            return
        if self._told_loss:
            self._told_loss = ""
            self._sink(ports.DeviceFound(ports.LIGHTS, self._timer.now_ms()))

    def _again(self, delay_s: float) -> None:
        self._timer.set(self._timer.now_ms() + delay_s * 1_000, lambda due_ms: self.start())
