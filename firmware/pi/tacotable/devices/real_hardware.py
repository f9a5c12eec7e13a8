"""The real table as hardware: the Pi's pins, or what refuses them all, serial ports, SPI and I2C."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from tacotable.devices.build import Hardware
from tacotable_drivers.pins import open_pins
from tacotable_drivers.ports import FaultKind, InputWiring, Interface, PinError, Pins, Sink
from tacotable_drivers.serial_port import DEVICES, HUB_BAUD, SerialOpener, hub_ports
from tacotable_drivers.vitals import board_ailments

if TYPE_CHECKING:
    from tacotable.devices.screens import TableScreens
    from tacotable.table.file import Display, TableFile

NO_PIN = "no pin can be had"  # What each refusal begins with; the reason of the chip, and the mend, follow.


def free_ports(table: TableFile, devices: Path = DEVICES) -> list[Path]:
    """Return the ports at which a hub can be, but those of the table's own readers."""
    taken = {Path(pad.port).resolve() for pad in table.pads().values() if pad.port}
    return [path for path in hub_ports(devices) if path.resolve() not in taken]


def real_hardware(table: TableFile, loop: asyncio.AbstractEventLoop) -> Hardware:
    """Open what this Pi has. Where its pins may not be opened, what is on a pin is told as lost, and all else works."""

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
        pins=pins_or_refusals(table.pins, table.inputs()) if table.uses_pins() else UnusedPins(),
        open_reader=lambda zone, pad: SerialOpener(Path(pad.port or ""), pad.baud, loop),
        where=lambda zone, pad: pad.port or zone,
        open_lights=open_lights,
        make_screens=make_screens,
        ailments=board_ailments(),
    )


def pins_or_refusals(factory: str, inputs: Mapping[int, InputWiring] | None = None) -> Pins:
    """Open the pins; where they cannot be opened, give pins that are refused with the reason."""
    try:
        return open_pins(factory, inputs)
    except PinError as error:
        return RefusedPins(error)


class RefusedPins:
    """Pins of which none can be had, for the reason in `error`."""

    def __init__(self, error: PinError) -> None:
        self.error = error

    def contact(self, *_pin: object, **_named: object) -> NoReturn:
        """Raise PinError."""
        raise PinError(f"{NO_PIN}: {self.error}", FaultKind.NO_PINS) from self.error

    output = sounder = contact

    def backend(self) -> str:
        """Return that nothing drives the pins, and why."""
        return f"WARNING: {NO_PIN}: {self.error}"

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


class UnusedPins(RefusedPins):
    """The pins of a table that has nothing on one: the chip is not opened, and that is no fault."""

    def __init__(self) -> None:
        super().__init__(PinError("the table file has nothing on a pin"))

    def backend(self) -> str:
        """Return that nothing drives the pins, which nobody needs."""
        return f"pins: {self.error}"
