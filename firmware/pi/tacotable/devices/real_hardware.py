"""The real table as hardware: the Pi's pins, serial ports, SPI and I2C."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from tacotable.devices.build import Hardware
from tacotable_drivers.pins import open_pins
from tacotable_drivers.ports import (
    Contact,
    FaultKind,
    InputWiring,
    Interface,
    OnEdge,
    Output,
    PinError,
    Pins,
    Sink,
    Sounder,
)
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
        pins=late_pins(table.pins, table.inputs(), loop.time),
        open_reader=lambda zone, pad: SerialOpener(Path(pad.port or ""), pad.baud, loop),
        where=lambda zone, pad: pad.port or zone,
        open_lights=open_lights,
        make_screens=make_screens,
        ailments=board_ailments(),
    )


def late_pins(factory: str, inputs: Mapping[int, InputWiring], now_s: Callable[[], float]) -> LatePins:
    """Return the pins by a named factory, to be opened when the first one is asked for."""
    return LatePins(lambda: open_pins(factory, inputs), now_s)


class LatePins:
    """Pins whose chip may not be there or not be allowed yet: it is tried again when a pin is asked for.

    One attempt serves all devices that ask within a second.
    """

    def __init__(self, open_all: Callable[[], Pins], now_s: Callable[[], float]) -> None:
        self._open_all, self._now_s = open_all, now_s
        self._pins: Pins | None = None
        self._error: PinError | None = None
        self._again_s = -math.inf

    @property
    def error(self) -> PinError | None:
        """Why no pin can be had; None if they can."""
        if self._pins is None and self._now_s() >= self._again_s:
            self._again_s = self._now_s() + 1.0
            try:
                self._pins, self._error = self._open_all(), None
            except PinError as error:
                self._error = PinError(str(error))  # without its frames, which hold what was half opened
        return self._error

    def contact(self, number: int, on_edge: OnEdge) -> Contact:
        """Watch a switch."""
        return self._opened().contact(number, on_edge)

    def output(self, number: int) -> Output:
        """Drive something that is off at first."""
        return self._opened().output(number)

    def sounder(self, number: int) -> Sounder:
        """Drive a buzzer that is silent at first."""
        return self._opened().sounder(number)

    def backend(self) -> str:
        """Return what drives the pins, or why nothing does."""
        return f"WARNING: {NO_PIN}: {self.error}" if self.error or not self._pins else self._pins.backend()

    def close(self) -> None:
        """Release the chip."""
        if self._pins is not None:
            self._pins.close()

    def _opened(self) -> Pins:
        if self.error or not self._pins:
            raise PinError(f"{NO_PIN}: {self.error}", FaultKind.NO_PINS)
        return self._pins
