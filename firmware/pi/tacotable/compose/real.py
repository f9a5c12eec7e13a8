"""The real table as hardware: the Pi's pins, serial ports, SPI and I2C."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from tacotable.compose.devices import BAUD, Hardware
from tacotable.compose.screens import TableScreens, real_wires
from tacotable.table_file import Display, Pad, TableFile
from tacotable_drivers.lights.strip import Interface, open_spi
from tacotable_drivers.pins import open_pins
from tacotable_drivers.ports import PortOpener, Sink
from tacotable_drivers.serial_port import SerialOpener


def real_hardware(table: TableFile, loop: asyncio.AbstractEventLoop) -> Hardware:
    """Open the pins of this Pi; raises PinError when their library is missing, with the way to install it."""

    def open_reader(zone: str, pad: Pad) -> PortOpener:
        del zone
        return SerialOpener(Path(pad.port), BAUD[pad.reader], loop)

    def open_lights() -> Interface:
        strip = table.strip()
        return open_spi(strip.spi_port, strip.spi_device) if strip else open_spi()

    def make_screens(displays: Mapping[str, Display], sink: Sink) -> TableScreens:
        wires, roots = real_wires(displays)
        return TableScreens(displays, wires, roots, sink, loop)

    return Hardware(
        pins=open_pins(table.pins),
        open_reader=open_reader,
        where=lambda zone, pad: pad.port,
        open_lights=open_lights,
        make_screens=make_screens,
    )
