"""The readers of a simulated table: an emulator under each pad, its faults, and its cable to the program."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Literal, TypeAlias

from tacotable_drivers.spec import imported
from tacotable_sim.cables.memory_port import MemoryCable
from tacotable_sim.cables.ptys import PtyCable, PtyFolder
from tacotable_sim.errors import SimulationError, UnknownNameError
from tacotable_sim.faults import Apply, ReaderFault, Switchboard
from tacotable_sim.readers.antenna import Antenna, Field
from tacotable_sim.readers.faulty_reader import FIELD_FAULTS, LINE_FAULTS, FaultyField, FaultyLine

if TYPE_CHECKING:
    from tacotable_drivers.ports import PortOpener
    from tacotable_drivers.readers.spec import ReaderSpec
    from tacotable_sim.cables.wire import Emulator
    from tacotable_sim.plan import Pad

Transport: TypeAlias = Literal["memory", "pty"]
MakeEmulator: TypeAlias = "Callable[[ReaderSpec, AbstractEventLoop, Antenna, Random], Emulator]"


def emulator(
    kind: ReaderSpec, clock: AbstractEventLoop, field: FaultyField, chance: Random, sticker: str = ""
) -> Emulator:
    """Make the emulator of a kind of reader over a field; raises SpecError."""
    make: MakeEmulator = imported(f"reader {kind.name!r}: emulator", kind.emulator)
    return make(kind, clock, Antenna(field, chance, sticker, field.is_deaf), chance)


class ReaderBench:
    """All readers of a table, by the zones of their pads. `fields` gives what lies on each pad."""

    def __init__(
        self,
        pads: tuple[Pad, ...],
        fields: Mapping[str, Field],
        *,
        loop: AbstractEventLoop,
        seed: int,
        transport: Transport,
        paced: bool,
    ) -> None:
        self._pads = pads
        self._fields = fields
        self._loop = loop
        self._seed = seed
        self._paced = paced
        self._cables: dict[str, MemoryCable | PtyCable] = {}
        self._faults: dict[str, Mapping[str, Apply]] = {}
        self.antennas: dict[str, FaultyField] = {}
        """What the antenna under each pad hears."""
        self._folder = PtyFolder() if transport == "pty" else None
        for pad in pads:
            if pad.kind is not None:
                self._build(pad, pad.kind)

    def connect(self, switchboard: Switchboard) -> None:
        """Put the faults of all readers on the switchboard."""
        for reader, faults in self._faults.items():
            switchboard.connect(reader, faults)

    def port(self, zone: str) -> PortOpener:
        """Return what opens the reader's port in memory."""
        cable = self._cable(zone)
        if not isinstance(cable, MemoryCable):
            raise SimulationError(f"the reader of {zone!r} is on a pty; open its path instead")
        return cable.open_port

    def break_after(self, zone: str, count: int) -> None:
        """Schedule the cable under a pad to come out when exactly so many more bytes reached the host (in memory)."""
        cable = self._cable(zone)
        if not isinstance(cable, MemoryCable):
            raise SimulationError(f"the reader of {zone!r} is on a pty, whose bytes cannot be counted out")
        cable.break_after(count)

    def path(self, zone: str) -> Path:
        """Return the path of the reader's pty."""
        cable = self._cable(zone)
        if not isinstance(cable, PtyCable):
            raise SimulationError(f"the reader of {zone!r} is on a port in memory; it has no path")
        return cable.path

    def close(self) -> None:
        """Pull all cables."""
        for cable in self._cables.values():
            cable.unplug()
        if self._folder is not None:
            self._folder.close()

    def _build(self, pad: Pad, kind: ReaderSpec) -> None:
        chance = Random(f"{self._seed}/{pad.reader_name}")  # noqa: S311  # a simulation is no secret
        flickering = Random(f"{self._seed}/{pad.reader_name} flicker")  # noqa: S311  # as above
        field = FaultyField(self._loop, self._fields[pad.zone], self._fields[self._next_zone(pad)], flickering)
        self.antennas[pad.zone] = field
        line = FaultyLine(self._loop, emulator(kind, self._loop, field, chance, pad.sticker), chance)
        cable = self._lay_cable(pad.reader_name, line)
        self._cables[pad.zone] = cable
        self._faults[pad.reader_name] = self._switches(field, line, cable)

    def _lay_cable(self, name: str, line: FaultyLine) -> MemoryCable | PtyCable:
        if self._folder is None:
            return MemoryCable(name, self._loop, line)
        return PtyCable(self._folder.path(name), self._loop, line, paced=self._paced)

    def _switches(self, field: FaultyField, line: FaultyLine, cable: MemoryCable | PtyCable) -> dict[str, Apply]:
        def plug(out: bool) -> None:
            if out:
                cable.unplug()
            else:
                cable.replug()

        switches: dict[str, Callable[[bool], None]] = {ReaderFault.UNPLUG: plug}
        for fault in ReaderFault:
            if fault in LINE_FAULTS:
                switches[fault] = partial(line.set, fault)
            elif fault in FIELD_FAULTS:
                switches[fault] = partial(field.switch, fault)
        return switches

    def _next_zone(self, pad: Pad) -> str:
        return self._pads[(self._pads.index(pad) + 1) % len(self._pads)].zone

    def _cable(self, zone: str) -> MemoryCable | PtyCable:
        if zone not in self._cables:
            known = ", ".join(self._cables) or "no zone"
            raise UnknownNameError(f"no reader is under {zone!r}; there is one under {known}")
        return self._cables[zone]
