"""The simulated table as hardware for the program's drivers; hubs run their own program, which must be found."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from functools import partial
from random import Random
from typing import TYPE_CHECKING

from tacotable.devices.build import Hardware
from tacotable.devices.screens import TableScreens
from tacotable.simulation.plan import bus_of
from tacotable.table.file import Display, Pad, TableFile, TableFileError
from tacotable_drivers.pins import open_pins
from tacotable_drivers.serial_port import HUB_BAUD, SerialOpener
from tacotable_sim.errors import SimulationError
from tacotable_sim.hub.program import hub_program, micropython

if TYPE_CHECKING:
    from tacotable_drivers.ports import PortOpener, Sink
    from tacotable_sim.serial_devices import Transport
    from tacotable_sim.table import SimulatedTable


def simulated_hardware(
    simulated: SimulatedTable, loop: asyncio.AbstractEventLoop, transport: Transport, *, has_threads: bool
) -> Hardware:
    """Return the simulated table as hardware; over ptys the drivers' own serial code opens its paths."""

    def open_reader(zone: str, pad: Pad) -> PortOpener:
        if transport == "memory":
            return simulated.serial.port(zone)
        return SerialOpener(simulated.serial.path(zone), pad.baud, loop)

    def where(zone: str, pad: Pad) -> str:
        return "the simulated cable" if transport == "memory" else str(simulated.serial.path(zone))

    def make_screens(displays: Mapping[str, Display], sink: Sink) -> TableScreens:
        wires = {name: partial(simulated.panel, f"display {name}") for name in displays}
        root_of = dict(simulated.plan.root_of)
        roots = {name: root_of.get(bus_of(display), bus_of(display)) for name, display in displays.items()}
        wire_s = None if has_threads else (lambda root: simulated.buses[root].busy_s)
        return TableScreens(displays, wires, roots, sink, loop, wire_s=wire_s)

    def find_hub_ports() -> Mapping[str, PortOpener]:
        if transport == "memory":
            return simulated.serial.hub_ports()
        return {name: SerialOpener(path, HUB_BAUD, loop) for name, path in simulated.serial.hub_paths().items()}

    return Hardware(
        pins=open_pins(simulated.pins, simulated.plan.inputs),
        open_reader=open_reader,
        where=where,
        open_lights=lambda: simulated.strip,
        make_screens=make_screens,
        find_hub_ports=find_hub_ports,
        ailments=lambda: simulated.ailments,
        chance=Random(f"{simulated.seed}/hubs"),  # noqa: S311  # a simulation is no secret
    )


class HubProgramError(TableFileError):
    """A table with hubs cannot be simulated here; the text says what is missing, and what to do."""


def check_hub_programs(table: TableFile, *, is_real_time: bool) -> None:
    """Make sure that a table's hubs can be simulated: in real time by MicroPython. Raises HubProgramError."""
    if not table.hubs:
        return
    try:
        hub_program()
        if is_real_time:
            micropython()
    except SimulationError as error:
        raise HubProgramError(str(error)) from None
