"""What a switch tells: presses, holds, releases, sticking; a sensor's levels. Pure: level and time in, events out."""

from __future__ import annotations

from dataclasses import dataclass

from tacotable_drivers import ports

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

    def __init__(self, name: str) -> None:
        self.name = name
        self.device = f"button {name}"
        self._press: _Press | None = None

    def next_ms(self) -> float | None:
        """Return when `wait` will next have something to tell."""
        press = self._press
        if press is None or press.is_stuck:
            return None
        is_hold_next = not (press.is_held or press.is_silent)
        return press.began_ms + (HOLD_MS if is_hold_next else STUCK_MS)

    def begin(self, is_down: bool, now_ms: float) -> list[ports.DeviceEvent]:
        """Note the level at the start, which is no press, and tells nothing."""
        self._press = _Press(now_ms, is_silent=True) if is_down else None
        return []

    def forget(self, now_ms: float) -> list[ports.DeviceEvent]:
        """End a press without an event, because nobody sees how it ends; a stuck button is told as found."""
        press, self._press = self._press, None
        return [ports.DeviceFound(self.device, now_ms)] if press and press.is_stuck else []

    def changed(self, is_down: bool, now_ms: float) -> list[ports.DeviceEvent]:
        """Handle a new debounced level."""
        if is_down:
            self._press = _Press(now_ms)
            return [ports.ButtonPressed(self.name, now_ms)]
        told = self.wait(now_ms)
        press, self._press = self._press, None
        if press and not press.is_silent:
            told.append(ports.ButtonReleased(self.name, press.is_held, now_ms))
        if press and press.is_stuck:
            told.append(ports.DeviceFound(self.device, now_ms))
        return told

    def wait(self, now_ms: float) -> list[ports.DeviceEvent]:
        """Return what follows from the press having lasted until now."""
        press = self._press
        if press is None:
            return []
        # Sums, as in `next_ms`: a difference may be rounded to less, and then the time asked for would never come.
        told: list[ports.DeviceEvent] = []
        if not (press.is_held or press.is_silent) and now_ms >= press.began_ms + HOLD_MS:
            press.is_held = True
            told.append(ports.ButtonHeld(self.name, now_ms))
        if not press.is_stuck and now_ms >= press.began_ms + STUCK_MS:
            press.is_stuck = True
            seconds = STUCK_MS / 1_000
            why = f"button '{self.name}' has been down for {seconds:g} s; is something lying on it, or is it shorted?"
            told.append(ports.DeviceLost(self.device, why, now_ms, ports.FaultKind.STUCK))
        return told


class Sensor:
    """The sensor of a board space (-4..+4): it tells its level at the start, and each change of it."""

    def __init__(self, space: int) -> None:
        self.space = space
        self.device = ports.sensor_name(space)

    def begin(self, is_closed: bool, now_ms: float) -> list[ports.DeviceEvent]:
        """Tell the level at the start."""
        return [ports.TokenSensed(self.space, is_closed, now_ms)]

    changed = begin

    def wait(self, _now_ms: float) -> list[ports.DeviceEvent]:
        """Return nothing: nothing follows from a level that lasts."""
        return []

    def next_ms(self) -> None:
        """Return None: `wait` has nothing to tell."""
