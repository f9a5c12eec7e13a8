"""The rig without devices: what readers and buttons would tell is told to the controller, and time is a number.

Perception, referee, journal and view are the real ones; there are no bytes, no debounce, and no display.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from tacotable.app.program import MemoryLog
from tacotable.app.robot_minds import RobotMinds
from tacotable.core.controller import Controller
from tacotable.rig.rigs import Hands, RigError
from tacotable.rig.scenario import Break, Scenario
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.state.events import TimePassed
from tacotable.state.situation import Situation
from tacotable_drivers import ports
from tacotable_drivers.presence import changed

if TYPE_CHECKING:
    from tacotable.state.facts import Fact
    from tacotable.table.file import TableFile

HOLD_S = 0.8  # From then on a button that is down is held.
FAULTS = {"reader": ("unplug", "silence"), "display": ("gone",), "sensor": ("dead",)}
"""What can happen to devices that are not there, by the first word of their names: nothing where bytes are wrong."""


class EngineRig(Hands):
    """A controller with hands of its own, on virtual time."""

    def __init__(self, table: TableFile, *, is_enrolled: bool) -> None:
        faces = faces_of(table, table.game)
        super().__init__(plan_of(table, faces).truth())
        self._table = table
        self._has_sensors = table.board is not None and bool(table.board.sensors)
        self._known = faces if is_enrolled else {}
        self._log, self._clock = MemoryLog(), _Clock()
        self._down: dict[str, _Timer] = {}  # The buttons that are down, and from when on each is held.
        self._broken: set[str] = set()
        self._touched: list[str] | None = None  # The pads that were touched in one moment, while it lasts.
        self._reported: dict[str, tuple[str, ...]] = {}  # The tags on each pad as reported last; else it is unknown.
        self._start(())

    def _start(self, resumed: tuple[Fact, ...]) -> None:
        situation = Situation(self._table, self._known)
        self.controller = Controller(situation, self._log, lambda scene, on_lit: on_lit(), clock=lambda: 0.0)
        self.controller.resume(resumed)
        self.controller.start()
        self._minds = RobotMinds(self.controller, self._clock)
        self._minds.start()
        if self._has_sensors and self._truth.token is not None:
            self._sense(self._truth.token, is_there=True)
        self._reported.clear()
        for zone in self._table.pads:
            self._report(zone)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What the journal holds."""
        return tuple(self._log.facts)

    @property
    def now_s(self) -> float:
        """Return the time."""
        return self._clock.time()

    def move(self, tag: str, place: str) -> None:
        """Move a card; readers report it."""
        source = self._truth.where(tag)
        self._truth.place(tag, place)
        self._report(source)
        self._report(place)

    def press(self, button: str) -> None:
        """Press a button."""
        self._truth.press(button)
        self._down[button] = self._clock.call_later(
            HOLD_S, lambda: self.controller.handle(ports.ButtonHeld(button, self._clock.now_ms))
        )
        self.controller.handle(ports.ButtonPressed(button, self._clock.now_ms))

    def release(self, button: str) -> None:
        """Release a button."""
        self._truth.release(button)
        hold = self._down.pop(button)
        was_held = not hold.is_due
        hold.cancel()
        self.controller.handle(ports.ButtonReleased(button, was_held, self._clock.now_ms))

    def move_token(self, space: int | None) -> None:
        """Stand Tacocat elsewhere; the sensors tell it."""
        if not self._has_sensors:
            raise RigError("this table has no sensors")
        before = self._truth.token
        self._truth.move_token(space)
        if before is not None:
            self._sense(before, is_there=False)
        if space is not None:
            self._sense(space, is_there=True)

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Hold back what readers find until all of it is done."""
        self._touched = []
        yield
        touched, self._touched = dict.fromkeys(self._touched), None
        for place in touched:
            self._report(place)

    def wait(self, seconds: float) -> None:
        """Wait, with every waking that the game asks for and every button that is held by then."""
        until = self._clock.now_ms + seconds * 1_000
        while (timer := self._next_due()) is not None and timer.at_ms <= until:
            self._clock.now_ms = max(self._clock.now_ms, timer.at_ms)
            timer.cancel()
            timer.call()
        self._clock.now_ms = until

    def set_fault(self, device: str, fault: str, *, on: bool) -> None:
        """Lose a device, or make a sensor dead; where one is found again, what lies on a pad is told once more."""
        kind, _, name = device.partition(" ")
        if on:
            self._broken.add(device)
            if kind == "reader":
                self._reported.pop(name, None)
                self.controller.handle(ports.ZoneUnknown(name, self._clock.now_ms))
            if kind != "sensor":
                self.controller.handle(ports.DeviceLost(device, f"{device}: {fault}", self._clock.now_ms))
            return
        self._broken.discard(device)
        if kind != "sensor":
            self.controller.handle(ports.DeviceFound(device, self._clock.now_ms))
        if kind == "reader":
            self._report(name)

    def restart(self) -> None:
        """Make a new controller of the journal's facts."""
        self._minds.close()
        self._start(self.facts)

    def _report(self, place: str) -> None:
        """Report what changed on a pad, as a driver does; that it is empty only if it was unknown."""
        if place not in self._table.pads or f"reader {place}" in self._broken:
            return
        if self._touched is not None:
            self._touched.append(place)
            return
        before, tags = self._reported.get(place), {card.tag for card in self._truth.at(place)}
        there = (*(tag for tag in before or () if tag in tags), *sorted(tags.difference(before or ())))
        if there == before:
            return
        self._reported[place] = there
        now_ms = self._clock.now_ms
        for event in changed(place, before or (), there, now_ms) or [ports.ZoneEmpty(place, now_ms)]:
            self.controller.handle(event)

    def _sense(self, space: int, *, is_there: bool) -> None:
        if ports.sensor_name(space) not in self._broken:
            self.controller.handle(ports.TokenSensed(space, is_there, self._clock.now_ms))

    def _next_due(self) -> _Timer | None:
        due = [timer for timer in self._clock.timers if timer.is_due]
        if (wake_ms := self.controller.wake_at_ms()) is not None:
            due.append(_Timer(wake_ms, lambda: self.controller.handle(TimePassed(self._clock.now_ms))))
        return min(due, key=lambda timer: timer.at_ms, default=None)


@dataclass(slots=True)
class _Timer:
    """What is called once, unless it was cancelled."""

    at_ms: float
    call: Callable[[], object]
    is_due: bool = True

    def cancel(self) -> None:
        self.is_due = False


class _Clock:
    """The clock by which buttons are held and robots think."""

    def __init__(self) -> None:
        self.now_ms = 1_000.0
        self.timers: list[_Timer] = []

    def time(self) -> float:
        return self.now_ms / 1_000

    def call_later(self, delay: float, callback: Callable[..., object], *args: object) -> _Timer:
        timer = _Timer(self.now_ms + delay * 1_000, partial(callback, *args))
        self.timers = [*(other for other in self.timers if other.is_due), timer]
        return timer


def engine_cannot(scenario: Scenario) -> str | None:
    """Return why a scenario cannot run without devices, or None."""
    for line in scenario.lines:
        step = line.step
        if isinstance(step, Break) and step.by not in FAULTS.get(step.device.partition(" ")[0], ()):
            return f"without devices {step.device!r} cannot suffer {step.by!r} ({line})"
    return None
