"""The rig without devices: what readers and buttons would tell is told to the controller, and time is a number.

Perception, referee, journal and view are the real ones; there are no bytes, no debounce, and no display.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

from tacotable.app.program import MemoryLog
from tacotable.app.robot_minds import RobotMinds
from tacotable.core.controller import Controller
from tacotable.core.games import situation_of
from tacotable.rig.rigs import Hands, RigError
from tacotable.rig.scenario import Break, Scenario
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.state.events import Event, TimePassed
from tacotable.table.schema import sensor_name
from tacotable_drivers import ports
from tacotable_sim.plan import truth_of

if TYPE_CHECKING:
    from tacotable.rig.rigs import Heard
    from tacotable.state.facts import Fact
    from tacotable.state.scene import Scene, Screen
    from tacotable.state.situation import Situation
    from tacotable.table.file import TableFile

HOLD_MS = 800.0
"""From then on a button that is down is held."""
SILENT = ("unplug", "silence")
"""What can happen to a reader where no byte could be wrong."""


class EngineRig(Hands):
    """A controller with hands of its own, on virtual time."""

    settle_s = 0.6

    def __init__(self, table: TableFile, *, is_enrolled: bool) -> None:
        faces = faces_of(table, table.game)
        super().__init__(truth_of(plan_of(table, faces)))
        self._table = table
        self._has_sensors = table.board is not None and bool(table.board.sensors)
        self._known = faces if is_enrolled else {}
        self._log = MemoryLog()
        self._now_ms = 1_000.0
        self._down: dict[str, float] = {}
        self._held: set[str] = set()
        self._broken: set[str] = set()
        self._untold: list[str] | None = None
        """The pads that were touched in one moment, while it lasts."""
        self._start(())

    def _start(self, resumed: tuple[Fact, ...]) -> None:
        situation = situation_of(self._table, self._known)
        self.controller = Controller(situation, self._log, _light_at_once, clock=lambda: 0.0)
        self.controller.resume(resumed)
        self.controller.start()
        self._timers = _Timers(lambda: self.now_s)
        RobotMinds(self.controller, self._timers).start()
        if self._has_sensors and self._truth.token is not None:
            self._sense(self._truth.token, is_there=True)
        for zone in self._table.pads():
            self._tell_zone(zone)

    @property
    def situation(self) -> Situation:
        """The program's situation."""
        return self.controller.situation

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What the journal holds."""
        return tuple(self._log.facts)

    @property
    def hub_firmware(self) -> tuple[str, ...]:
        """Return nothing: it has no hub."""
        return ()

    @property
    def now_s(self) -> float:
        """Return the time."""
        return self._now_ms / 1_000

    # Hands.

    def move(self, tag: str, place: str) -> None:
        """Move a card; readers tell of it."""
        source = self._truth.where(tag)
        self._truth.place(tag, place)
        self._tell_left(source, tag)
        self._tell_zone(place)

    def press(self, button: str) -> None:
        """Press a button."""
        self._truth.press(button)
        self._down[button] = self._now_ms
        self._tell(ports.ButtonPressed(button, self._now_ms))

    def release(self, button: str) -> None:
        """Release a button."""
        self._truth.release(button)
        del self._down[button]
        was_held = button in self._held
        self._held.discard(button)
        self._tell(ports.ButtonReleased(button, was_held, self._now_ms))

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
        self._untold = []
        yield
        touched, self._untold = dict.fromkeys(self._untold), None
        for place in touched:
            self._tell_zone(place)

    def wait(self, seconds: float) -> None:
        """Wait, with every waking that the game asks for and every button that is held by then."""
        until = self._now_ms + seconds * 1_000
        while (due := self._next_due()) is not None and due[0] <= until:
            self._now_ms = max(self._now_ms, due[0])
            due[1]()
        self._now_ms = until

    def break_device(self, device: str, fault: str) -> None:
        """Lose a device, or make a sensor dead."""
        self._broken.add(device)
        if device.startswith("reader "):
            self._tell(ports.ZoneUnknown(device.removeprefix("reader "), self._now_ms))
        if not device.startswith("sensor "):
            self._tell(ports.DeviceLost(device, f"{device}: {fault}", self._now_ms))

    def mend_device(self, device: str, fault: str) -> None:
        """Find a device again; what lies on a pad is told once more."""
        del fault
        self._broken.discard(device)
        if not device.startswith("sensor "):
            self._tell(ports.DeviceFound(device, self._now_ms))
        if device.startswith("reader "):
            self._tell_zone(device.removeprefix("reader "))

    def restart(self) -> None:
        """Make a new controller of the journal's facts."""
        self._start(self.facts)

    # Eyes and ears: there is nothing to see but the scene, which was compared already.

    def sees_screen(self, name: str, screen: Screen, language: str) -> str | None:
        """Confirm a screen."""
        del name, screen, language
        return None

    def sees_lamps(self, lamps: Mapping[str, str]) -> str | None:
        """Confirm lamps."""
        del lamps
        return None

    def sees_lights(self, lights: Mapping[int, str]) -> str | None:
        """Confirm lights."""
        del lights
        return None

    def hears(self, sounds: Sequence[str], since: Heard | None) -> str | None:
        """Confirm sounds."""
        del sounds, since
        return None

    # The small steps.

    def _tell(self, event: Event) -> None:
        self.controller.handle(event)

    def _tell_left(self, place: str, tag: str) -> None:
        if place in self._table.pads() and f"reader {place}" not in self._broken:
            self._tell(ports.TagLeft(place, tag, self._now_ms))
            if len(self._truth.at(place)) == 1:
                self._tell_zone(place)

    def _tell_zone(self, place: str) -> None:
        """Send what a reader finds; an empty pad only where it was unknown."""
        if place not in self._table.pads() or f"reader {place}" in self._broken:
            return
        if self._untold is not None:
            self._untold.append(place)
            return
        tags = tuple(card.tag for card in self._truth.at(place))
        if not tags:
            self._tell(ports.ZoneEmpty(place, self._now_ms))
        elif len(tags) == 1:
            self._tell(ports.TagArrived(place, tags[0], self._now_ms))
        else:
            self._tell(ports.TagsCrowded(place, tags, self._now_ms))

    def _sense(self, space: int, *, is_there: bool) -> None:
        if sensor_name(space) not in self._broken:
            self._tell(ports.TokenSensed(space, is_there, self._now_ms))

    def _next_due(self) -> tuple[float, Callable[[], None]] | None:
        """Return what happens next by itself, and when."""
        dues: list[tuple[float, Callable[[], None]]] = [
            (at_ms + HOLD_MS, lambda button=button: self._hold(button))  # type: ignore[misc]  # bound now
            for button, at_ms in self._down.items()
            if button not in self._held
        ]
        dues += self._timers.due
        if (wake := self.controller.wake_at_ms()) is not None:
            dues.append((wake, lambda: self._tell(TimePassed(self._now_ms))))
        return min(dues, key=lambda due: due[0], default=None)

    def _hold(self, button: str) -> None:
        self._held.add(button)
        self._tell(ports.ButtonHeld(button, self._now_ms))


class _Timers:
    """The clock by which robots think; `due` is what is yet to be called, and when, in ms."""

    def __init__(self, now_s: Callable[[], float]) -> None:
        self.time = now_s
        self.due: list[tuple[float, Callable[[], None]]] = []

    def call_later(self, delay: float, callback: Callable[..., object], *args: object) -> _Timer:
        return _Timer(self.due, (self.time() + delay) * 1_000, partial(callback, *args))


class _Timer:
    """What is called once, unless it was cancelled."""

    def __init__(
        self, dues: list[tuple[float, Callable[[], None]]], at_ms: float, callback: Callable[[], object]
    ) -> None:
        self._dues, self._due, self._callback = dues, (at_ms, self._call), callback
        dues.append(self._due)

    def cancel(self) -> None:
        if self._due in self._dues:  # else it was called, or cancelled, before
            self._dues.remove(self._due)

    def _call(self) -> None:
        self.cancel()
        self._callback()


def _light_at_once(scene: Scene, on_lit: Callable[[], None]) -> None:
    del scene
    on_lit()


def engine_cannot(scenario: Scenario) -> str | None:
    """Return why a scenario cannot run without devices, or None."""
    for line in scenario.lines:
        if isinstance(line.step, Break) and not _can_break(line.step):
            return f"without devices {line.step.device!r} cannot suffer {line.step.by!r} ({line})"
    return None


def _can_break(step: Break) -> bool:
    kind = step.device.partition(" ")[0]
    possible = {"reader": SILENT, "display": ("gone",), "sensor": ("dead",)}
    return step.by in possible.get(kind, ())


@contextmanager
def engine_rig(table: TableFile, scenario: Scenario) -> Iterator[EngineRig]:
    """Open the rig of a scenario."""
    yield EngineRig(table, is_enrolled=scenario.is_enrolled)
