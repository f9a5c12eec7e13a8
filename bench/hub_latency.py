"""From a card on the pad to the driver's event: through a hub in MicroPython with three readers, and a PN532 beside it.

Both hang on ptys in one loop and are told by their real drivers. The hub's program runs in MicroPython's unix port on
this machine's processor, its readers are models, and the table is handed to it every 5 ms; the PN532 is an emulator
whose bytes take their time on the wire, with estimated times of the air. So the numbers show the shape of both ways
(turns, scans, telling), not a Pico's speed; `hub_budget.py` works that out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from statistics import median, quantiles

from tacotable_drivers.hub.hubs import Hubs
from tacotable_drivers.hub.plan import HubPlan
from tacotable_drivers.ports import ButtonPressed, DeviceEvent, PortOpener, TagArrived, TagLeft
from tacotable_drivers.presence import PolledPresence
from tacotable_drivers.readers.pn532 import Pn532Session
from tacotable_drivers.readers.reader import Reader
from tacotable_drivers.registry import PN532
from tacotable_drivers.serial_port import HUB_BAUD, SerialOpener
from tacotable_sim.errors import SimulationError
from tacotable_sim.hub.program import micropython
from tacotable_sim.plan import Pad, Plan
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import DrivenLoop, real_loop
from tacotable_sim.truth import BOX, Card

SAMPLES = 40
PATIENCE_S = 10.0
CHANCE = Random(1)  # no secret
TAG, HUB_ZONE, PN532_ZONE, BUTTON = "04A1B2C3D4E5F6", "hub 1", "pn532", "button"
WAYS = {HUB_ZONE: "hub with three MFRC522", PN532_ZONE: "PN532 on its own port"}
PLAN = Plan(
    seats=("A",),
    box=(Card(TAG, "?"),),
    pads=(*(Pad(f"hub {number}") for number in range(3)), Pad(PN532_ZONE, PN532)),
    hubs=(HubPlan("hub", "E66118604B1F2A27", {number: f"hub {number}" for number in range(3)}, buttons={0: BUTTON}),),
)


class Stopwatch:
    """A table with both drivers; what happens is timed from the hand to the event."""

    def __init__(self, loop: DrivenLoop) -> None:
        self.table = SimulatedTable(PLAN, loop=loop, seed=1, transport="pty", paced=True)
        self.late_ms: list[float] = []
        """How far behind the hand the times in the events are."""
        self._loop = loop
        self._told: list[DeviceEvent] = []
        self._hubs = Hubs(PLAN.hubs, self._ports, self._told.append, loop, Random(1))  # no secret
        path = self.table.serial.path(PN532_ZONE)
        opener, presence = SerialOpener(path, PN532.baud, loop), PolledPresence(PN532_ZONE)
        self._reader = Reader(PN532_ZONE, str(path), opener, Pn532Session(), presence, self._told.append, loop)
        self._hubs.start()
        self._reader.start()
        loop.run_until(lambda: len(self._told) >= len(PLAN.pads), within_s=10.0, what="empty pads")

    def card(self, place: str) -> float:
        """Move the card; give the milliseconds until its zone's event has come."""
        self._settle()
        return self._timed(lambda: self.table.place(TAG, place), (TagArrived, TagLeft))

    def press(self) -> float:
        """Press the button; give the milliseconds until that was told."""
        self._settle()
        took_ms = self._timed(lambda: self.table.press(BUTTON), (ButtonPressed,))
        self.table.release(BUTTON)
        return took_ms

    def close(self) -> None:
        """Put everything away."""
        self._hubs.close()
        self._reader.stop()
        self.table.close()

    def _settle(self) -> None:
        self._loop.run_for(self._chance_s())
        self._told.clear()

    def _timed(self, act: Callable[[], None], kinds: tuple[type[DeviceEvent], ...]) -> float:
        began = self._loop.time()
        act()
        end = began + PATIENCE_S
        while not (events := [event for event in self._told if isinstance(event, kinds)]):
            self._loop.run_for(0.0005)
            if self._loop.time() > end:
                raise TimeoutError(f"nothing but {self._told} was told within {PATIENCE_S:g} s")
        self.late_ms.append(events[0].at_ms - began * 1000)
        return (self._loop.time() - began) * 1000

    def _chance_s(self) -> float:
        return CHANCE.uniform(0.2, 0.3)

    def _ports(self) -> dict[str, PortOpener]:
        return {name: SerialOpener(path, HUB_BAUD, self._loop) for name, path in self.table.serial.hub_paths().items()}


def told(name: str, times_ms: list[float]) -> None:
    """Print median, 95 % and longest."""
    late = quantiles(times_ms, n=20)[-1]
    print(f"  {name:<48}median {median(times_ms):6.1f}   95 % {late:6.1f}   longest {max(times_ms):6.1f} ms")


def main() -> None:
    """Measure, and print."""
    try:
        micropython()
    except SimulationError as error:
        sys.exit(str(error))
    down: dict[str, list[float]] = {zone: [] for zone in WAYS}
    up: dict[str, list[float]] = {zone: [] for zone in WAYS}
    pressed: list[float] = []
    with real_loop() as loop:
        watch = Stopwatch(loop)
        for _ in range(SAMPLES):
            for zone in WAYS:
                down[zone].append(watch.card(zone))
                up[zone].append(watch.card(BOX))
            pressed.append(watch.press())
        watch.close()
    print(f"From the hand to the driver's event, {SAMPLES} times each, in turns:")
    for zone, way in WAYS.items():
        told(f"card down, {way}", down[zone])
        told(f"card lifted, {way}", up[zone])
    told("press, hub", pressed)
    told("the event's own time behind the hand's", watch.late_ms)
    print(f"  card down, hub over PN532: {median(down[HUB_ZONE]) / median(down[PN532_ZONE]):.2f}")


if __name__ == "__main__":
    main()
