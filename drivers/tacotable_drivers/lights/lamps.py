"""Lamps on pins: each is lit or dark, whatever its colour, in its rhythm."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from tacotable_drivers.lights.patterns import Animation
from tacotable_drivers.ports import BLACK, DARK, RGB, DeviceLost, Look, Output, PinError, Pins, Sink


class _PinLights:
    """Lights by name on GPIO pins, lit or dark. A pin that fails disables its own only (DeviceLost, `KIND NAME`)."""

    _kind: str

    def __init__(self, pins: Pins, numbers: Mapping[str, int], sink: Sink, loop: asyncio.AbstractEventLoop) -> None:
        self._pins = pins
        self._numbers = dict(numbers)
        self._sink = sink
        self._loop = loop
        self._outputs: dict[str, Output] = {}
        self._is_lit: dict[str, bool] = {}
        self._animation = Animation(self._draw, len(self._numbers), loop)

    def start(self) -> None:
        """Open the pins with what is to be shown by now."""
        for name, number in self._numbers.items():
            try:
                self._outputs[name] = self._pins.output(number)
            except PinError as error:
                self._lose(name, error)
        self._animation.redraw()

    def close(self) -> None:
        """Darken all and release the pins."""
        self._animation.stop()
        for output in self._outputs.values():
            output.close()
        self._outputs.clear()

    def _draw(self, colours: tuple[RGB, ...]) -> None:
        for name, rgb in zip(self._numbers, colours, strict=True):
            output, is_lit = self._outputs.get(name), rgb != BLACK
            if output is None or self._is_lit.get(name, False) == is_lit:
                continue
            try:
                output.set(is_lit)
            except PinError as error:
                self._outputs.pop(name).close()
                self._lose(name, error)
            self._is_lit[name] = is_lit

    def _lose(self, name: str, error: PinError) -> None:
        device = f"{self._kind} {name}"
        self._sink(DeviceLost(device, f"{device}: {error}", self._loop.time() * 1_000, error.fault))


class Lamps(_PinLights):
    """Lamps in buttons, by the buttons' names."""

    _kind = "lamp"

    def show(self, looks: Mapping[str, Look]) -> None:
        """Show these looks; a lamp without one is dark."""
        self._animation.show([looks.get(name, DARK) for name in self._numbers])


class LampLights(_PinLights):
    """The board's lights as plain LEDs, one a space from -4 to +4: those of the small table."""

    _kind = "light"

    def __init__(self, pins: Pins, numbers: Sequence[int], sink: Sink, loop: asyncio.AbstractEventLoop) -> None:
        names = [f"{space:+d}" if space else "0" for space in range(-4, 5)]
        super().__init__(pins, dict(zip(names, numbers, strict=True)), sink, loop)

    def show(self, looks: Sequence[Look]) -> None:
        """Show these looks."""
        self._animation.show(looks)
