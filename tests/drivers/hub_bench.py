"""Hubs on virtual time, running their own program on register models, on cables that can be spoilt and swapped."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from random import Random

from pico.desk import Desk, Running
from tacotable_drivers.hub.hubs import Hubs
from tacotable_drivers.hub.plan import HubPlan
from tacotable_drivers.ports import ButtonPressed, BytePort, DeviceEvent, PortError, PortOpener
from tacotable_sim.time.virtual_time import DrivenLoop, VirtualLoop

NORTH, SOUTH = "E66118604B1F2A27", "E66118604B1F2A28"
STEP_S = 0.001
SENSORS = 9
PLAN = HubPlan(
    name="north",
    identity=NORTH,
    readers={0: "YAY.pad", 2: "WOW.pad"},
    sensors={place: place - 4 for place in range(SENSORS)},
    buttons={0: "YAY.ok", 3: "YAY.no"},
    lamps={"YAY.ok": 0, "YAY.no": 1},
    row=tuple(range(2, 11)),
    brightness=31,
)
SOUTH_PLAN = HubPlan(name="south", identity=SOUTH, readers={0: "play"}, buttons={0: "1.ok"})


class HubOnCable:
    """A hub in a socket: its program starts when the cable is in. Use it as a `PortOpener`."""

    def __init__(self, loop: DrivenLoop, identity: str = NORTH, *, start_ms: int = 0) -> None:
        self.loop = loop
        self.identity = identity
        self.is_plugged = True
        self.is_silenced = False
        """The hub lives, and not a byte gets through in either direction."""
        self.takes_nothing = False
        """What is written to it fails, and what it says is heard all the same."""
        self.delay_s: Callable[[], float] = lambda: 0.0
        """How late the bytes of a millisecond reach the host."""
        self.to_host: Callable[[bytes], bytes] = lambda data: data
        self.to_hub: Callable[[bytes], bytes] = lambda data: data
        """What the cable makes of bytes."""
        self.starts = 0
        self.running = self._start(start_ms)
        self._port: _Port | None = None
        self._offset_ms = start_ms - loop.time() * 1_000
        self._step()

    @property
    def desk(self) -> Desk:
        return self.running.desk

    @property
    def is_open(self) -> bool:
        """Tell whether a driver has its port open."""
        return self._port is not None

    def _start(self, now_ms: int) -> Running:
        self.starts += 1
        desk = Desk(boot=f"{self.starts:08x}", start_ms=now_ms % (1 << 30))
        desk.identity = self.identity
        return Running(desk, round_us=400)

    def reset(self) -> None:
        """Let its power dip; cards and fingers stay where they are."""
        old = self.desk
        self._offset_ms = -self.loop.time() * 1_000
        self.running = self._start(0)
        self.desk.tags, self.desk.closed, self.desk.more = old.tags, old.closed, old.more

    def unplug(self) -> None:
        self.is_plugged = False
        port, self._port = self._port, None
        if port is not None:
            port.is_open = False
            self.loop.call_soon(port.on_lost, "the device is gone; is its cable in?")

    def plug(self) -> None:
        self.is_plugged = True
        self.reset()

    def press(self, button: int) -> None:
        self.desk.touch(SENSORS + button, True)

    def release(self, button: int) -> None:
        self.desk.touch(SENSORS + button, False)

    def __call__(self, on_bytes: Callable[[bytes], None], on_lost: Callable[[str], None]) -> BytePort:
        if not self.is_plugged:
            raise PortError("no such port; is its cable in?")
        if self._port is not None:
            raise PortError("another program has it open; stop that one first")
        self._port = _Port(self, on_bytes, on_lost)
        return self._port

    def _step(self) -> None:
        self.loop.call_later(STEP_S, self._step)
        if not self.is_plugged:
            return
        ms = (self.loop.time() * 1_000 + self._offset_ms) - self._elapsed_ms()
        self.running.run(max(ms, 0.0))
        told, self.running.told = bytes(self.running.told), bytearray()
        if told and self._port is not None and not self.is_silenced:
            self.loop.call_later(self.delay_s(), self._arrive, self._port, self.to_host(told))

    def _elapsed_ms(self) -> float:
        return self.desk.us / 1_000

    def _arrive(self, port: _Port, data: bytes) -> None:
        if port.is_open and data:
            port.on_bytes(data)

    def take(self, data: bytes) -> None:
        if not self.is_silenced:
            self.running.send(self.to_hub(data))

    def leave(self, port: _Port) -> None:
        if self._port is port:
            self._port = None


@dataclass(eq=False)
class _Port:
    hub: HubOnCable
    on_bytes: Callable[[bytes], None]
    on_lost: Callable[[str], None]
    is_open: bool = True

    def write(self, data: bytes) -> None:
        if not self.is_open or self.hub.takes_nothing:
            raise PortError("the device is gone; is its cable in?")
        self.hub.take(data)

    def close(self) -> None:
        self.is_open = False
        self.hub.leave(self)


@dataclass
class Bench:
    """A table's hubs on whatever hangs at the ports, and what they told with the time of telling."""

    loop: VirtualLoop
    ports: dict[str, PortOpener] = field(default_factory=dict)
    told: list[DeviceEvent] = field(default_factory=list)
    told_ms: list[float] = field(default_factory=list)

    def hubs(self, *plans: HubPlan) -> Hubs:
        hubs = Hubs(plans or (PLAN,), self._find, self._hear, self.loop, Random(7))
        hubs.start()
        return hubs

    def _find(self) -> Mapping[str, PortOpener]:
        return self.ports

    def _hear(self, event: DeviceEvent) -> None:
        self.told.append(event)
        self.told_ms.append(self.loop.time() * 1_000)

    def since(self) -> list[DeviceEvent]:
        """Give what was told since the last call."""
        told, self.told[:] = list(self.told), []
        self.told_ms.clear()
        return told

    def run(self, seconds: float) -> list[DeviceEvent]:
        """Let time pass; give what was told in it."""
        self.since()
        self.loop.run_for(seconds)
        return self.since()


def spoiler(chance: Random, every: int) -> Callable[[bytes], bytes]:
    """Give a cable that loses, doubles or changes one byte of so many."""

    def spoil(data: bytes) -> bytes:
        kept = bytearray()
        for byte in data:
            fault = chance.randrange(3 * every)
            kept += bytes([byte ^ 1 << chance.randrange(8)]) if fault == 0 else bytes([byte]) * (fault != 1)
            kept += bytes([byte]) * (fault == 2)
        return bytes(kept)

    return spoil


def timeless(events: list[DeviceEvent]) -> list[DeviceEvent]:
    """Give events without their times."""
    return [
        ButtonPressed(event.button, 0.0) if isinstance(event, ButtonPressed) else replace(event, at_ms=0.0)
        for event in events
    ]


def kinds(events: list[DeviceEvent]) -> list[type[DeviceEvent]]:
    return [type(event) for event in events]
