"""The reader hubs of a simulated table: what lies and touches on one side, cables to the program on the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from tacotable_sim.cables.memory_port import MemoryCable
from tacotable_sim.cables.ptys import PtyCable, PtyFolder
from tacotable_sim.errors import UnknownNameError
from tacotable_sim.faults import (
    Apply,
    ButtonFault,
    ExpanderFault,
    HubFault,
    HubReaderFault,
    ReaderFault,
    SensorFault,
    Switchboard,
    jams,
)
from tacotable_sim.hub.contacts import BUTTONS_AT, MORE_AT, HubContacts
from tacotable_sim.hub.line import HubLine
from tacotable_sim.hub.mfrc522_chip import spoiling
from tacotable_sim.hub.mfrc522_hub import FirmwareHub
from tacotable_sim.hub.mfrc522_world import CORRUPT, DEAF, READERS, SILENT, WELL
from tacotable_sim.hub.on_loop import HubOnLoop
from tacotable_sim.readers.antenna import Antenna, Field
from tacotable_sim.readers.faulty_reader import FIELD_FAULTS, FaultyField

if TYPE_CHECKING:
    from tacotable_drivers.hub.plan import HubPlan
    from tacotable_drivers.ports import PortOpener
    from tacotable_sim.plan import Plan
    from tacotable_sim.readers.reader_bench import Transport

Pixel = tuple[int, int, int]
DIP_S = 3.0
"""From one dip of a reader's supply to the next."""


class SimulatedHub:
    """One hub with everything that hangs on it: its program, its line, its cable."""

    def __init__(
        self,
        plan: HubPlan,
        fields: Mapping[int, FaultyField],
        *,
        cable_name: str,
        loop: asyncio.AbstractEventLoop,
        seed: int,
        folder: PtyFolder | None,
        on_lights: Callable[[], None],
    ) -> None:
        self.plan = plan
        self.fields = fields
        chance = Random(f"{seed}/hub {plan.name}")  # noqa: S311  # a simulation is no secret
        self.contacts = HubContacts(loop, chance, chatters=folder is None)
        air = Random(f"{seed}/hub {plan.name} air")  # noqa: S311  # as above
        hears = [Antenna(fields[index], chance).heard if index in fields else tuple for index in range(READERS)]
        identity = plan.identity or ""
        self.hears: list[Field] = hears
        self._loop = loop
        self._dips: dict[int, asyncio.TimerHandle] = {}
        self.program: HubOnLoop | FirmwareHub
        self.cable: MemoryCable | PtyCable
        if folder is None or not FirmwareHub.can_run():
            self.program = HubOnLoop(loop, identity, hears, self.contacts, chance, spoiling(air), on_lights)
        else:
            self.program = FirmwareHub(loop, folder.root, identity, hears, self.contacts, on_lights)
        self.line = HubLine(self.program, chance)
        if plan.more:
            self.program.world.close_more(0)
        if folder is None:
            self.cable = MemoryCable(cable_name, loop, self.line)
        else:
            self.cable = PtyCable(folder.path(cable_name), loop, self.line)

    def places(self) -> dict[str, int]:
        """Return the place of each button's contact."""
        own = {name: BUTTONS_AT + place for place, name in self.plan.buttons.items()}
        return own | {name: MORE_AT + place for place, name in self.plan.more.items()}

    def lights(self, wanted: Mapping[str, int]) -> dict[str, Pixel]:
        """Return the colours of some lights of the chain, by their names; those that it was not told of are dark."""
        pixels = self.program.pixels()
        return {
            name: self._shown(pixels[light]) if light < len(pixels) else (0, 0, 0) for name, light in wanted.items()
        }

    def _shown(self, pixel: Pixel) -> Pixel:
        """Return what a light shows of a colour, which the hub's program sends green first."""
        red, green, blue = pixel
        shown = dict(zip(self.plan.order, (green, red, blue), strict=True))
        return shown["r"], shown["g"], shown["b"]

    def break_reader(self, reader: int, fault: int, on: bool) -> None:
        """Switch a fault of a reader's chip; the last one switched counts."""
        self.program.world.break_reader(reader, fault if on else WELL)

    def dip(self, reader: int, on: bool) -> None:
        """Dip the supply of a reader's chip at once, and again and again, until this is switched off."""
        if timer := self._dips.pop(reader, None):
            timer.cancel()
        if on:
            self.program.world.dip(reader)
            self._dips[reader] = self._loop.call_later(DIP_S, self.dip, reader, True)

    def lose_expander(self, on: bool) -> None:
        """Disconnect the expander from its bus, or connect it again."""
        self.program.world.close_more(-1 if on else self.contacts.more())


class HubBench:
    """All hubs of a table. `fields` gives what lies on each pad, by its zone."""

    def __init__(
        self,
        plan: Plan,
        fields: Mapping[str, Field],
        *,
        loop: asyncio.AbstractEventLoop,
        seed: int,
        transport: Transport,
        on_lights: Callable[[], None],
    ) -> None:
        self._folder = PtyFolder() if transport == "pty" and plan.hubs else None
        zones = [pad.zone for pad in plan.pads]
        flickering = Random(f"{seed}/flicker")  # noqa: S311  # a simulation is no secret
        heard = {
            zone: FaultyField(loop, fields[zone], fields[zones[(at + 1) % len(zones)]], flickering)
            for at, zone in enumerate(zones)
        }
        self.hubs = [
            SimulatedHub(
                hub,
                {index: heard[zone] for index, zone in hub.readers.items()},
                cable_name=f"hub cable {number}",
                loop=loop,
                seed=seed,
                folder=self._folder,
                on_lights=on_lights,
            )
            for number, hub in enumerate(plan.hubs, 1)
        ]
        self._buttons = {name: (hub, place) for hub in self.hubs for name, place in hub.places().items()}

    # What the program gets.

    def ports(self) -> dict[str, PortOpener]:
        """Return what opens each cable that is plugged in (in memory), by what is written on the plug's place."""
        cables = [hub.cable for hub in self.hubs]
        return {cable.name: cable.open_port for cable in cables if isinstance(cable, MemoryCable) and cable.is_plugged}

    def paths(self) -> dict[str, Path]:
        """Return the path of each cable that is plugged in (on ptys)."""
        cables = [hub.cable for hub in self.hubs]
        return {cable.path.name: cable.path for cable in cables if isinstance(cable, PtyCable) and cable.is_plugged}

    def close(self) -> None:
        """Pull all cables."""
        for hub in self.hubs:
            hub.cable.unplug()
        if self._folder is not None:
            self._folder.close()

    # What hands do, and what eyes see.

    def hub(self, name: str) -> SimulatedHub:
        """Return a hub by its name."""
        for hub in self.hubs:
            if hub.plan.name == name:
                return hub
        raise UnknownNameError(f"no hub is called {name!r}; there are {', '.join(hub.plan.name for hub in self.hubs)}")

    def has_button(self, name: str) -> bool:
        """Return whether a button hangs on a hub."""
        return name in self._buttons

    def touch(self, button: str, *, closed: bool) -> None:
        """Press a button, or let it go."""
        hub, place = self._buttons[button]
        hub.contacts.bounce(place, closed=closed)

    def settle_token(self, space: int | None) -> None:
        """Close exactly the sensor of this space."""
        for hub in self.hubs:
            for place, sensed in hub.plan.sensors.items():
                hub.contacts.switch(place, closed=sensed == space)

    def lamps(self) -> dict[str, Pixel]:
        """Return the colour of each lamp on a hub's chain, by its button."""
        return {name: colour for hub in self.hubs for name, colour in hub.lights(hub.plan.lamps).items()}

    def row(self) -> tuple[Pixel, ...]:
        """Return the colours of the spaces' lights, or of the countdown."""
        rows = [hub.lights({str(light): light for light in hub.plan.row}) for hub in self.hubs]
        return tuple(colour for row in rows for colour in row.values())

    # What can go wrong.

    def connect(self, switchboard: Switchboard) -> None:
        """Put the faults of all hubs, and of what hangs on them, on the switchboard."""
        for at, hub in enumerate(self.hubs):
            switchboard.connect(f"hub {hub.plan.name}", self._faults_of(hub, self.hubs[(at + 1) % len(self.hubs)]))
            for reader, zone in hub.plan.readers.items():
                switchboard.connect(f"reader {zone}", _faults_of_reader(hub, reader))
            if hub.plan.more:
                switchboard.connect(f"expander {hub.plan.name}", {ExpanderFault.GONE: hub.lose_expander})
            for name, place in hub.places().items():
                switchboard.connect(name, jams(ButtonFault.STUCK, ButtonFault.DEAD, partial(hub.contacts.jam, place)))
            for place, space in hub.plan.sensors.items():
                faults = jams(SensorFault.STUCK, SensorFault.DEAD, partial(hub.contacts.jam, place))
                switchboard.connect(f"sensor {space:+d}" if space else "sensor 0", faults)

    def _faults_of(self, hub: SimulatedHub, next_hub: SimulatedHub) -> dict[str, Apply]:
        def plug(out: bool) -> None:
            if out:
                hub.cable.unplug()
            else:
                hub.cable.replug()

        faults: dict[str, Apply] = {
            fault: partial(hub.line.set, fault) for fault in HubFault if fault not in (HubFault.UNPLUG, HubFault.SWAP)
        }
        faults[HubFault.UNPLUG] = plug
        if next_hub is not hub:
            faults[HubFault.SWAP] = lambda on: _swap(hub.cable, next_hub.cable)
        return faults


def _swap(one: MemoryCable | PtyCable, other: MemoryCable | PtyCable) -> None:
    """Pull two plugs, and put each where the other was."""
    one.unplug()
    other.unplug()
    if isinstance(one, PtyCable) and isinstance(other, PtyCable):
        one.path, other.path = other.path, one.path
    elif isinstance(one, MemoryCable) and isinstance(other, MemoryCable):
        one.name, other.name = other.name, one.name
    one.replug()
    other.replug()


def _faults_of_reader(hub: SimulatedHub, reader: int) -> dict[str, Apply]:
    field = hub.fields[reader]
    faults: dict[str, Apply] = {fault: partial(field.switch, fault) for fault in FIELD_FAULTS}
    return faults | {
        ReaderFault.SILENCE: partial(hub.break_reader, reader, SILENT),
        ReaderFault.CORRUPT: partial(hub.break_reader, reader, CORRUPT),
        HubReaderFault.DEAF: partial(hub.break_reader, reader, DEAF),
        HubReaderFault.DIP: partial(hub.dip, reader),
    }
