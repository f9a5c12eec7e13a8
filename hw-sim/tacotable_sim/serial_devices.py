"""The serial devices of a simulated table: readers and hubs, what lies and touches there, their faults and cables."""

from __future__ import annotations

from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Literal, TypeAlias

from tacotable_drivers.spec import imported
from tacotable_sim.cables.cable import Emulator, MemoryCable, PtyCable
from tacotable_sim.cables.faulty_line import HubLine, ReaderLine
from tacotable_sim.cables.switches import BUTTONS_AT, MORE_AT, HubContacts
from tacotable_sim.errors import SimulationError, UnknownNameError
from tacotable_sim.faults import Apply, HubFault, PartFault, ReaderFault, Switchboard, jams
from tacotable_sim.hub.mfrc522_world import CORRUPT, DEAF, READERS, SILENT, WELL
from tacotable_sim.hub.program import interpreter
from tacotable_sim.hub.runners import FirmwareHub, HubOnLoop
from tacotable_sim.readers.antenna import FIELD_FAULTS, Antenna, FaultyField, Field

if TYPE_CHECKING:
    from tacotable_drivers.hub.plan import HubPlan
    from tacotable_drivers.ports import PortOpener
    from tacotable_drivers.readers.spec import ReaderSpec
    from tacotable_sim.plan import Pad, Plan

Transport: TypeAlias = Literal["memory", "pty"]
MakeEmulator: TypeAlias = "Callable[[ReaderSpec, AbstractEventLoop, Antenna, Random], Emulator]"
Pixel = tuple[int, int, int]
CHIP_FAULTS = {ReaderFault.SILENCE: SILENT, ReaderFault.CORRUPT: CORRUPT, ReaderFault.DEAF: DEAF}  # Of a hub's reader.
NOT_OF_LINES = (ReaderFault.UNPLUG, *FIELD_FAULTS)
DIP_S = 3.0  # From one dip of a reader's supply to the next.


class SimulatedHub:
    """One hub with everything that hangs on it: its program, its line, its cable."""

    def __init__(
        self,
        plan: HubPlan,
        fields: Mapping[int, FaultyField],
        *,
        cable_name: str,
        loop: AbstractEventLoop,
        seed: int,
        folder: Path | None,
        on_lights: Callable[[], None],
    ) -> None:
        self.plan = plan
        chance = Random(f"{seed}/hub {plan.name}")  # noqa: S311  # a simulation is no secret
        self.contacts = HubContacts(loop, chance, chatters=folder is None)
        air = Random(f"{seed}/hub {plan.name} air")  # noqa: S311  # as above
        self.hears: list[Field] = [
            Antenna(fields[index], chance).heard if index in fields else tuple for index in range(READERS)
        ]
        self._fields = fields
        self._loop = loop
        self._dips: dict[int, TimerHandle] = {}
        ends = (loop, plan.identity or "", self.hears, self.contacts, on_lights)
        self.program: HubOnLoop | FirmwareHub
        if folder is None or not interpreter().exists():
            self.program = HubOnLoop(*ends, (chance, air))
        else:
            self.program = FirmwareHub(*ends, folder)
        self.line = HubLine(self.program, chance)
        if plan.more:
            self.program.world.close_more(0)
        self.cable = cable_for(self.line, cable_name, loop, folder)
        self.places = {name: BUTTONS_AT + place for place, name in plan.buttons.items()}  # Of each button's contact.
        self.places |= {name: MORE_AT + place for place, name in plan.more.items()}

    def lights(self, wanted: Iterable[int]) -> Iterator[Pixel]:
        """Return the colours that lights of the chain show; the hub's program sends green first, of some none."""
        pixels = self.program.pixels()
        for light in wanted:
            red, green, blue = pixels[light] if light < len(pixels) else (0, 0, 0)
            shown = dict(zip(self.plan.order, (green, red, blue), strict=True))
            yield shown["r"], shown["g"], shown["b"]

    def connect(self, switchboard: Switchboard, next_hub: SimulatedHub) -> None:
        """Put the faults of the hub, and of what hangs on it, on the switchboard."""
        switches: dict[str, Apply] = {
            fault: partial(self.line.set, fault) for fault in HubFault if fault not in (HubFault.UNPLUG, HubFault.SWAP)
        }
        switches[HubFault.UNPLUG] = plugs(self.cable)
        if next_hub is not self:
            switches[HubFault.SWAP] = lambda on: _swap(self.cable, next_hub.cable)
        switchboard.connect(f"hub {self.plan.name}", switches)
        for reader, zone in self.plan.readers.items():
            switches = {fault: partial(self._fields[reader].switch, fault) for fault in FIELD_FAULTS}
            switches |= {fault: partial(self._break_reader, reader, broken) for fault, broken in CHIP_FAULTS.items()}
            switchboard.connect(f"reader {zone}", switches | {PartFault.DIP: partial(self._dip, reader)})
        if self.plan.more:
            switchboard.connect(f"expander {self.plan.name}", {PartFault.GONE: self._lose_expander})
        for name, place in self.places.items():
            switchboard.connect(name, jams(partial(self.contacts.jam, place)))
        for place, space in self.plan.sensors.items():
            name = f"sensor {space:+d}" if space else "sensor 0"
            switchboard.connect(name, jams(partial(self.contacts.jam, place)))

    def _break_reader(self, reader: int, fault: int, on: bool) -> None:
        """Switch a fault of a reader's chip; the last one switched counts."""
        self.program.world.break_reader(reader, fault if on else WELL)

    def _dip(self, reader: int, on: bool) -> None:
        """Dip the supply of a reader's chip at once, and again and again, until this is switched off."""
        if timer := self._dips.pop(reader, None):
            timer.cancel()
        if on:
            self.program.world.dip(reader)
            self._dips[reader] = self._loop.call_later(DIP_S, self._dip, reader, True)

    def _lose_expander(self, on: bool) -> None:
        """Disconnect the expander from its bus, or connect it again."""
        self.program.world.close_more(-1 if on else self.contacts.more())


class SerialDevices:
    """All readers of a table, by the zones of their pads, and all hubs. `fields` gives what lies on each pad."""

    def __init__(
        self,
        plan: Plan,
        fields: Mapping[str, Field],
        *,
        loop: AbstractEventLoop,
        seed: int,
        transport: Transport,
        paced: bool,
        on_lights: Callable[[], None],
    ) -> None:
        self._loop = loop
        self._paced = paced
        self._links = TemporaryDirectory(prefix="tacotable-") if transport == "pty" else None
        self._folder = Path(self._links.name) if self._links else None
        zones = [pad.zone for pad in plan.pads]
        beside = {zone: (fields[zone], fields[zones[(at + 1) % len(zones)]]) for at, zone in enumerate(zones)}
        self.cables: dict[str, MemoryCable | PtyCable] = {}  # The cable of the reader under each pad.
        self.antennas: dict[str, FaultyField] = {}  # What the antenna under each pad hears.
        self._reader_faults: dict[str, dict[str, Apply]] = {}
        for pad in plan.pads:
            if pad.kind is not None:
                flickering = Random(f"{seed}/{pad.reader_name} flicker")  # noqa: S311  # a simulation is no secret
                self.antennas[pad.zone] = FaultyField(loop, *beside[pad.zone], flickering)
                self._build_reader(pad, pad.kind, Random(f"{seed}/{pad.reader_name}"))  # noqa: S311  # as above
        flickering = Random(f"{seed}/flicker")  # noqa: S311  # as above
        self.hubs = [
            SimulatedHub(
                hub,
                {index: FaultyField(loop, *beside[zone], flickering) for index, zone in hub.readers.items()},
                cable_name=f"hub cable {number}",
                loop=loop,
                seed=seed,
                folder=self._folder,
                on_lights=on_lights,
            )
            for number, hub in enumerate(plan.hubs, 1)
        ]
        self.buttons = {name: (hub.contacts, place) for hub in self.hubs for name, place in hub.places.items()}

    # What the program gets.

    def port(self, zone: str) -> PortOpener:
        """Return the opener of the reader under a pad (in memory)."""
        cable = self._cable(zone)
        if not isinstance(cable, MemoryCable):
            raise SimulationError(f"the reader of {zone!r} is on a pty; open its path instead")
        return cable.open_port

    def path(self, zone: str) -> Path:
        """Return the path of the reader under a pad (on ptys)."""
        cable = self._cable(zone)
        if not isinstance(cable, PtyCable):
            raise SimulationError(f"the reader of {zone!r} is on a port in memory; it has no path")
        return cable.path

    def hub_ports(self) -> dict[str, PortOpener]:
        """Return what opens each hub's cable that is plugged in (in memory), by what is written on the plug's place."""
        cables = [hub.cable for hub in self.hubs]
        return {cable.name: cable.open_port for cable in cables if isinstance(cable, MemoryCable) and cable.is_plugged}

    def hub_paths(self) -> dict[str, Path]:
        """Return the path of each hub's cable that is plugged in (on ptys)."""
        cables = [hub.cable for hub in self.hubs]
        return {cable.path.name: cable.path for cable in cables if isinstance(cable, PtyCable) and cable.is_plugged}

    def close(self) -> None:
        """Pull all cables."""
        for cable in (*self.cables.values(), *(hub.cable for hub in self.hubs)):
            cable.unplug()
        if self._links is not None:
            self._links.cleanup()

    # What hands do, and what eyes see.

    def settle_token(self, space: int | None) -> None:
        """Close exactly the sensor of this space."""
        for hub in self.hubs:
            for place, sensed in hub.plan.sensors.items():
                hub.contacts.switch(place, closed=sensed == space)

    def lamps(self) -> dict[str, Pixel]:
        """Return the colour of each lamp on a hub's chain, by its button."""
        return {
            name: colour
            for hub in self.hubs
            for name, colour in zip(hub.plan.lamps, hub.lights(hub.plan.lamps.values()), strict=True)
        }

    def row(self) -> tuple[Pixel, ...]:
        """Return the colours of the spaces' lights, or of the countdown."""
        return tuple(colour for hub in self.hubs for colour in hub.lights(hub.plan.row))

    # What can go wrong.

    def connect(self, switchboard: Switchboard) -> None:
        """Put the faults of all devices, and of what hangs on them, on the switchboard."""
        for reader, faults in self._reader_faults.items():
            switchboard.connect(reader, faults)
        for at, hub in enumerate(self.hubs):
            hub.connect(switchboard, self.hubs[(at + 1) % len(self.hubs)])

    def _build_reader(self, pad: Pad, kind: ReaderSpec, chance: Random) -> None:
        field, name = self.antennas[pad.zone], pad.reader_name
        make: MakeEmulator = imported(f"reader {kind.name!r}: emulator", kind.emulator)
        emulator = make(kind, self._loop, Antenna(field, chance, pad.sticker, field.is_deaf), chance)
        line = ReaderLine(self._loop, emulator, chance)
        self.cables[pad.zone] = cable = cable_for(line, name, self._loop, self._folder, paced=self._paced)
        self._reader_faults[name] = {
            ReaderFault.UNPLUG: plugs(cable),
            **{fault: partial(line.set, fault) for fault in ReaderFault if fault not in NOT_OF_LINES},
            **{fault: partial(field.switch, fault) for fault in FIELD_FAULTS},
        }

    def _cable(self, zone: str) -> MemoryCable | PtyCable:
        if zone not in self.cables:
            known = ", ".join(self.cables) or "no zone"
            raise UnknownNameError(f"no reader is under {zone!r}; there is one under {known}")
        return self.cables[zone]


def cable_for(
    device: Emulator, name: str, loop: AbstractEventLoop, folder: Path | None, *, paced: bool = False
) -> MemoryCable | PtyCable:
    """Return the cable of a device: a link in `folder`, or in memory where there is none."""
    return MemoryCable(name, loop, device) if folder is None else PtyCable(folder / name, loop, device, paced=paced)


def plugs(cable: MemoryCable | PtyCable) -> Apply:
    """Return the switch that pulls a cable, or puts it back in."""
    return lambda out: (cable.unplug if out else cable.replug)()


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
