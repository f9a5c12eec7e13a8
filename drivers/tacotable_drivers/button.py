"""What one button tells: presses, holds, releases, and that it is stuck.

Pure: the debounced level and the time go in, events come out.
"""

from __future__ import annotations

from dataclasses import dataclass

from tacotable_drivers.ports import (
    ButtonHeld,
    ButtonPressed,
    ButtonReleased,
    DeviceEvent,
    DeviceFound,
    DeviceLost,
    FaultKind,
)

HOLD_MS = 800.0
STUCK_MS = 10_000.0


@dataclass(slots=True)
class _Press:
    """A press that goes on. A silent one was there before the table started: no one meant it."""

    began_ms: float
    is_silent: bool = False
    is_held: bool = False
    is_stuck: bool = False


class Button:
    """One button by its name. A press longer than STUCK_MS is a fault, told once and found on release."""

    def __init__(self, name: str, hold_ms: float = HOLD_MS, stuck_ms: float = STUCK_MS) -> None:
        self.name = name
        self.device = f"button {name}"
        self._hold_ms = hold_ms
        self._stuck_ms = stuck_ms
        self._press: _Press | None = None

    def next_ms(self) -> float | None:
        """Return when `wait` will next have something to tell."""
        press = self._press
        if press is None or press.is_stuck:
            return None
        is_hold_next = not (press.is_held or press.is_silent)
        return press.began_ms + (self._hold_ms if is_hold_next else self._stuck_ms)

    def begin(self, is_down: bool, now_ms: float) -> None:
        """Note the level at the start, which is no press."""
        self._press = _Press(now_ms, is_silent=True) if is_down else None

    def forget(self, now_ms: float) -> list[DeviceEvent]:
        """End a press without an event, because nobody sees how it ends; a stuck button is told as found."""
        press, self._press = self._press, None
        return [DeviceFound(self.device, now_ms)] if press and press.is_stuck else []

    def changed(self, is_down: bool, now_ms: float) -> list[DeviceEvent]:
        """Handle a new debounced level."""
        if is_down:
            self._press = _Press(now_ms)
            return [ButtonPressed(self.name, now_ms)]
        told = self.wait(now_ms)
        press, self._press = self._press, None
        return [*told, *self._released(press, now_ms)] if press else told

    def wait(self, now_ms: float) -> list[DeviceEvent]:
        """Return what follows from the press having lasted until now."""
        press = self._press
        if press is None:
            return []
        # Sums, as in `next_ms`: a difference may be rounded to less, and then the time asked for would never come.
        told: list[DeviceEvent] = []
        if not (press.is_held or press.is_silent) and now_ms >= press.began_ms + self._hold_ms:
            press.is_held = True
            told.append(ButtonHeld(self.name, now_ms))
        if not press.is_stuck and now_ms >= press.began_ms + self._stuck_ms:
            press.is_stuck = True
            told.append(DeviceLost(self.device, self._stuck_reason(), now_ms, FaultKind.STUCK))
        return told

    def _released(self, press: _Press, now_ms: float) -> list[DeviceEvent]:
        told: list[DeviceEvent] = []
        if not press.is_silent:
            told.append(ButtonReleased(self.name, press.is_held, now_ms))
        if press.is_stuck:
            told.append(DeviceFound(self.device, now_ms))
        return told

    def _stuck_reason(self) -> str:
        seconds = self._stuck_ms / 1_000
        return f"button '{self.name}' has been down for {seconds:g} s; is something lying on it, or is it shorted?"
