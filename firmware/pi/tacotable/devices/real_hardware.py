"""The real table as hardware: the Pi's pins, serial ports, SPI and I2C."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tacotable.devices.build import Hardware
from tacotable_drivers.pins import open_pins
from tacotable_drivers.ports import Interface, Sink
from tacotable_drivers.serial_port import DEVICES, HUB_BAUD, SerialOpener, hub_ports
from tacotable_drivers.vitals import board_ailments

if TYPE_CHECKING:
    from tacotable.devices.screens import TableScreens
    from tacotable.table.file import Display, TableFile


def free_ports(table: TableFile, devices: Path = DEVICES) -> list[Path]:
    """Return the ports at which a hub can be, but those of the table's own readers."""
    taken = {Path(pad.port).resolve() for pad in table.pads.values() if pad.port}
    return [path for path in hub_ports(devices) if path.resolve() not in taken]


def real_hardware(table: TableFile, loop: asyncio.AbstractEventLoop) -> Hardware:
    """Open what this Pi has. What is on a pin is lost until pins can be had; all else works."""

    def open_lights() -> Interface:
        from tacotable_drivers.lights.strip import open_spi  # tables with their lights on a hub go without luma's

        strip = table.strip()
        return open_spi(strip.spi_port, strip.spi_device) if strip else open_spi()

    def make_screens(displays: Mapping[str, Display], sink: Sink) -> TableScreens:
        from tacotable.devices.screens import TableScreens, real_wires

        wires, roots = real_wires(displays)
        return TableScreens(displays, wires, roots, sink, loop)

    return Hardware(
        find_hub_ports=lambda: {str(path): SerialOpener(path, HUB_BAUD, loop) for path in free_ports(table)},
        pins=open_pins(table.pins, table.inputs(), now_s=loop.time),
        open_reader=lambda zone, pad: SerialOpener(Path(pad.port or ""), pad.baud, loop),
        where=lambda zone, pad: pad.port or zone,
        open_lights=open_lights,
        make_screens=make_screens,
        ailments=board_ailments(),
    )
