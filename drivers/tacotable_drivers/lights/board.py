"""The board's lights on a strip that may fail: drawn on change, sent again every half minute, retried when lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from tacotable_drivers.lights.patterns import Animation
from tacotable_drivers.loop_timer import LoopTimer
from tacotable_drivers.ports import BLACK, LIGHTS, RGB, DeviceFound, DeviceLost, LightsError, Look, Sink

RESEND_S = 30.0  # A glitch on the wire would otherwise stay until the next change.
RETRY_S = 5.0


class Strip(Protocol):
    """A row of lights that takes all colours at once."""

    def send(self, colours: Sequence[RGB]) -> None:
        """Send the colours; raises LightsError."""

    def close(self) -> None:
        """Release the wire; raises nothing."""


class BoardLights:
    """`count` lights on a strip. `open_strip` raises LightsError."""

    def __init__(
        self, open_strip: Callable[[], Strip], count: int, sink: Sink, loop: asyncio.AbstractEventLoop
    ) -> None:
        self._open_strip = open_strip
        self._count = count
        self._sink = sink
        self._strip: Strip | None = None
        self._is_lost = False
        self._timer = LoopTimer(loop)
        self._animation = Animation(self._draw, count, loop)

    def start(self) -> None:
        """Send what is to be shown by now, again and again; a missing strip is told, and tried again."""
        self._animation.redraw()
        self._again(RESEND_S if self._strip else RETRY_S)

    def show(self, looks: Sequence[Look]) -> None:
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
            strip.send([BLACK] * self._count)
        except LightsError:
            return  # a strip that is gone is dark
        finally:
            strip.close()

    def _draw(self, colours: tuple[RGB, ...]) -> None:
        if self._is_lost and self._timer.due_ms is not None:
            return  # the retry will draw what is then to be shown
        try:
            self._strip = self._strip or self._open_strip()
            self._strip.send(colours)
        except LightsError as error:
            strip, self._strip = self._strip, None
            if strip is not None:
                strip.close()
            if not self._is_lost:
                self._is_lost = True
                self._sink(DeviceLost(LIGHTS, f"{LIGHTS}: {error} (retrying)", self._timer.now_ms()))
                self._again(RETRY_S)
            return
        if self._is_lost:
            self._is_lost = False
            self._sink(DeviceFound(LIGHTS, self._timer.now_ms()))

    def _again(self, delay_s: float) -> None:
        self._timer.set(self._timer.now_ms() + delay_s * 1_000, lambda due_ms: self.start())
