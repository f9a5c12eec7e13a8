"""Buttons and board sensors on pins: edges come in any thread, debounced events go out on the loop.

An edge counts from when it was, not from when the loop finds time for it: of two presses the first one is told as such.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from tacotable_drivers.button import Button, Sensor
from tacotable_drivers.debounce import Debounce
from tacotable_drivers.loop_timer import LoopTimer
from tacotable_drivers.ports import Contact, DeviceLost, PinError, Pins, Sink, tell_all


class Switches:
    """All buttons (by name) and sensors (by space -4..+4) of a table, on their GPIO numbers.

    A pin that cannot be had disables its own switch only, and is told as DeviceLost; so is a stuck button. At the
    start each sensor tells its level once, and a button that is down tells nothing.
    """

    def __init__(
        self,
        pins: Pins,
        buttons: Mapping[str, int],
        sensors: Mapping[int, int],
        sink: Sink,
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self._switches = [
            *(_Switch(pins, number, Button(name), sink, loop) for name, number in buttons.items()),
            *(_Switch(pins, number, Sensor(space), sink, loop) for space, number in sensors.items()),
        ]

    def start(self) -> None:
        """Open the pins and begin to send events."""
        for switch in self._switches:
            switch.start()

    def close(self) -> None:
        """Release the pins; nothing is told afterwards."""
        for switch in self._switches:
            switch.close()


class _Switch:
    """One switch: it reads the pin at each edge, and again when the debounce or the press asks for it."""

    def __init__(
        self, pins: Pins, number: int, meaning: Button | Sensor, sink: Sink, loop: asyncio.AbstractEventLoop
    ) -> None:
        self._pins = pins
        self._number = number
        self._meaning = meaning
        self._sink = sink
        self._loop = loop
        self._debounce = Debounce()
        self._contact: Contact | None = None
        self._timer = LoopTimer(loop)

    def start(self) -> None:
        """Open the pin; a busy or forbidden one is told."""
        try:
            self._contact = self._pins.contact(self._number, self._feel)
            is_closed = self._contact.is_closed
        except PinError as error:
            self._lose(error)
            return
        self._debounce.is_closed = is_closed
        tell_all(self._sink, self._meaning.begin(is_closed, self._timer.now_ms()))
        self._timer.set_first((self._debounce.look_again_ms, self._meaning.next_ms()), self._tick)

    def close(self) -> None:
        """Release the pin."""
        self._timer.cancel()
        contact, self._contact = self._contact, None
        if contact is not None:
            contact.close()

    def _feel(self, age_s: float) -> None:
        """Pass an edge on to the loop, from any thread."""
        self._loop.call_soon_threadsafe(self._sample, self._debounce.edge, self._timer.now_ms() - age_s * 1_000)

    def _tick(self, due_ms: float) -> None:
        """Act as of the time that was asked for: edges that came after it while the loop stood still count after it."""
        tell_all(self._sink, self._meaning.wait(due_ms))
        self._sample(self._debounce.look, due_ms)

    def _sample(self, take: Callable[[bool, float], bool], now_ms: float) -> None:
        if self._contact is None:
            return  # an edge that was on its way when the switch was closed
        try:
            has_changed = take(self._contact.is_closed, now_ms)
        except PinError as error:
            self._lose(error)
            return
        if has_changed:
            tell_all(self._sink, self._meaning.changed(self._debounce.is_closed, now_ms))
        self._timer.set_first((self._debounce.look_again_ms, self._meaning.next_ms()), self._tick)

    def _lose(self, error: PinError) -> None:
        self.close()
        device = self._meaning.device
        self._sink(DeviceLost(device, f"{device}: {error}", self._timer.now_ms(), error.fault))
