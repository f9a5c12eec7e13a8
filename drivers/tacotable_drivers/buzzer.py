"""The buzzer: plays the tones of a signal one after another; a new signal replaces the old one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from tacotable_drivers.loop_timer import LoopTimer
from tacotable_drivers.ports import BUZZER, DeviceLost, PinError, Pins, Sink, Sounder, Tone


class Buzzer:
    """A passive buzzer on a pin that can do PWM. `volume` is 0 (mute) to 1; it may be changed at any time."""

    def __init__(self, pins: Pins, number: int, sink: Sink, loop: asyncio.AbstractEventLoop) -> None:
        self.volume = 0.5
        self._pins = pins
        self._number = number
        self._sink = sink
        self._sounder: Sounder | None = None
        self._timer = LoopTimer(loop)

    def start(self) -> None:
        """Open the pin; a busy or forbidden one is told, and the table stays silent."""
        try:
            self._sounder = self._pins.sounder(self._number)
        except PinError as error:
            self._lose(error)

    def play(self, tones: Sequence[Tone]) -> None:
        """Play a signal; the one that is being played ends at once. No tones are silence."""
        self._timer.cancel()
        if not tones:
            self._sound(0)
            return
        self._sound(tones[0].hz)
        self._timer.set(self._timer.now_ms() + tones[0].ms, lambda due_ms: self.play(tones[1:]))

    def close(self) -> None:
        """Fall silent and release the pin."""
        self._timer.cancel()
        sounder, self._sounder = self._sounder, None
        if sounder is not None:
            sounder.close()

    def _sound(self, hz: int) -> None:
        if self._sounder is None:
            return
        try:
            self._sounder.sound(hz if self.volume > 0 else 0, self.volume)
        except PinError as error:
            self._lose(error)

    def _lose(self, error: PinError) -> None:
        self.close()
        self._sink(DeviceLost(BUZZER, f"{BUZZER}: {error}", self._timer.now_ms(), error.fault))
