"""Buttons and board sensors on pins: edges come in any thread, debounced events go out on the loop.

An edge counts from when it was, not from when the loop finds time for it: of two presses the first one is told as such.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from tacotable_drivers.button import Button, Sensor
from tacotable_drivers.debounce import Debounce
from tacotable_drivers.loop_timer import LoopTimer
from tacotable_drivers.ports import Contact, DeviceEvent, Pins, Sink, tell_all
from tacotable_drivers.retried import Retried


class Switches:
    """All buttons (by name) and sensors (by space -4..+4) of a table, on their GPIO numbers.

    A pin that cannot be had disables its own switch only, and is tried again; so long it is a DeviceLost, as a stuck
    button is. When its pin is opened each sensor tells its level once, and a button that is down tells nothing.
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
            switch.pin.open()

    def close(self) -> None:
        """Release the pins; nothing is told afterwards."""
        for switch in self._switches:
            switch.close()


class _Switch:
    """One switch: it reads the pin at each edge, and again when the debounce or the press asks for it."""

    def __init__(
        self, pins: Pins, number: int, meaning: Button | Sensor, sink: Sink, loop: asyncio.AbstractEventLoop
    ) -> None:
        self.pin = Retried(meaning.device, partial(pins.contact, number, self._feel), self._begin, sink, loop)
        self._meaning = meaning
        self._sink = sink
        self._loop = loop
        self._debounce = Debounce()
        self._timer = LoopTimer(loop)

    def close(self) -> None:
        """Release the pin."""
        self._timer.cancel()
        self.pin.close()

    def _begin(self, contact: Contact) -> Sequence[DeviceEvent]:
        self._debounce = Debounce()
        self._debounce.is_closed = contact.is_closed
        events = self._meaning.begin(self._debounce.is_closed, self._timer.now_ms())
        self._timer.set_first((self._meaning.next_ms(),), self._tick)
        return events

    def _feel(self, age_s: float) -> None:
        """Pass an edge on to the loop, from any thread."""
        self._loop.call_soon_threadsafe(self._sample, self._debounce.edge, self._timer.now_ms() - age_s * 1_000)

    def _tick(self, due_ms: float) -> None:
        """Act as of the time that was asked for: edges that came after it while the loop stood still count after it."""
        if self.pin.part is None:
            return  # how a press ends that began before the pin was lost is never known
        tell_all(self._sink, self._meaning.wait(due_ms))
        self._sample(self._debounce.look, due_ms)

    def _sample(self, take: Callable[[bool, float], bool], now_ms: float) -> None:
        self.pin.drive(partial(self._take, take, now_ms))  # an edge that was on its way when the pin was lost is none

    def _take(self, take: Callable[[bool, float], bool], now_ms: float, contact: Contact) -> None:
        if take(contact.is_closed, now_ms):
            tell_all(self._sink, self._meaning.changed(self._debounce.is_closed, now_ms))
        self._timer.set_first((self._debounce.look_again_ms, self._meaning.next_ms()), self._tick)
