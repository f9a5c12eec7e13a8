"""Buttons and board sensors on a hub: their change counters become presses, holds, releases and levels.

A counter tells every change, so no press is lost where the events of a hub were: what happened meanwhile is told with
the next snapshot. The first counter of a start of the hub is where counting begins: a button that is down then was
not pressed.
"""

from __future__ import annotations

from dataclasses import replace

from tacotable_drivers.button import Button
from tacotable_drivers.ports import ButtonPressed, DeviceEvent, TokenSensed
from tacotable_drivers.wire.hub import changes


class HubButton:
    """One button. A press that nobody saw the end of, because the hub was silent, is dropped without a word."""

    def __init__(self, name: str) -> None:
        self._button = Button(name)
        self._count: int | None = None

    def take(self, count: int, at_ms: float, error_ms: float) -> list[DeviceEvent]:
        """Handle its counter as it was at a moment."""
        before, self._count = self._count, count
        if before is None:
            self._button.begin(count % 2 == 1, at_ms)
            return []
        told = [event for is_down in changes(before, count) for event in self._button.changed(is_down, at_ms)]
        return [replace(event, error_ms=error_ms) if isinstance(event, ButtonPressed) else event for event in told]

    def wait(self, known_ms: float) -> list[DeviceEvent]:
        """Return what follows from the press lasting, now that all changes up to a moment are known."""
        return self._button.wait(known_ms)

    def next_ms(self) -> float | None:
        """Return the moment up to which all must be known for `wait` to have something to tell."""
        return self._button.next_ms()

    def lose_sight(self, at_ms: float) -> list[DeviceEvent]:
        """Note that nobody sees it any more."""
        return self._button.forget(at_ms)

    def restart(self) -> None:
        """Note that the hub has restarted, so that its counter did."""
        self._count = None


class HubSensor:
    """One board sensor; its level is told when it differs from the one that was told last."""

    def __init__(self, space: int) -> None:
        self._space = space
        self._is_closed: bool | None = None

    def take(self, count: int, at_ms: float, error_ms: float) -> list[DeviceEvent]:
        """Handle its counter as it was at a moment."""
        del error_ms
        is_closed = count % 2 == 1
        if is_closed == self._is_closed:
            return []
        self._is_closed = is_closed
        return [TokenSensed(self._space, is_closed, at_ms)]
