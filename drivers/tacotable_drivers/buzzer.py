"""The buzzer: plays the tones of a signal one after another; a new signal replaces the old one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial

from tacotable_drivers.loop_timer import LoopTimer
from tacotable_drivers.ports import BUZZER, Pins, Sink, Tone
from tacotable_drivers.retried import Retried


class Buzzer:
    """A passive buzzer on a pin that can do PWM. `volume` is 0 (mute) to 1; it may be changed at any time."""

    def __init__(self, pins: Pins, number: int, sink: Sink, loop: asyncio.AbstractEventLoop) -> None:
        self.volume = 0.5
        self._pin = Retried(BUZZER, partial(pins.sounder, number), lambda sounder: (), sink, loop)
        self._timer = LoopTimer(loop)

    def start(self) -> None:
        """Open the pin; the table stays silent while it cannot be had."""
        self._pin.open()

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
        self._pin.close()

    def _sound(self, hz: int) -> None:
        self._pin.drive(lambda sounder: sounder.sound(hz if self.volume > 0 else 0, self.volume))
