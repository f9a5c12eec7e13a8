"""The lines of the Pi's config.txt that a table needs, so that its buses are there and its pins are free.

Source: Raspberry Pi kernel, overlays/README. The doctor and the wiring name single lines, the installer writes all.
"""

from __future__ import annotations

from tacotable.table.boards import BOARDS, HEADER_UARTS
from tacotable.table.parts import displays_of
from tacotable.table.schema import MUX_ROOT as MUX_ROOT
from tacotable.table.schema import TableFile

SPEED = "dtparam=i2c_arm_baudrate"  # What sets the speed of the header's bus; a maker may choose another one than ours.
SPEED_LINE = f"{SPEED}=400000"
SPI_OVERLAY = "dtoverlay=spi0-0cs,no_miso"
"""What leaves SPI0 only pins 10 and 11 (overlays/spi0-0cs-overlay.dts).

Kernels before January 2024 hold on to pin 8 all the same (raspberrypi/linux, pull request 5837).
"""
_PARAMETERS = {0: "dtparam=i2c_vc=on", MUX_ROOT: "dtparam=i2c_arm=on"}  # The buses that need no overlay.
OF_PI5 = "-pi5"  # How the overlays of further buses end on a Pi 5; its firmware takes the plain names for these, too.


def firmware_lines(table: TableFile, *, is_pi5: bool = False) -> dict[str, str]:
    """Return all lines that config.txt has to hold for a table, each with the path that exists if it counts, or ""."""
    buses = root_buses(table)
    lines = {bus_line(bus, is_pi5=is_pi5): f"/dev/i2c-{bus}" for bus in buses}
    if MUX_ROOT in buses:
        lines[SPEED_LINE] = ""
    lines |= {line: f"/sys/bus/i2c/devices/*-{mux:04x}/channel-*" for mux, line in mux_lines(table).items()}
    if strip := table.strip():
        lines[spi_line(strip.spi_port, strip.spi_device)] = f"/dev/spidev{strip.spi_port}.{strip.spi_device}"
    if line := spi_pins_line(table):
        lines[line] = ""
    for pad in table.pads.values():
        if pad.port in HEADER_UARTS:
            lines[uart_line(is_pi5=is_pi5)] = BOARDS["pi5"].uart if is_pi5 else pad.port
    return lines


def uart_line(*, is_pi5: bool) -> str:
    """Return what switches the header's serial port on (raspi-config writes the same)."""
    return "dtparam=uart0=on" if is_pi5 else "enable_uart=1"


def root_buses(table: TableFile) -> list[int]:
    """Return the buses of the board that displays hang on, with or without a multiplexer, ascending."""
    return sorted({MUX_ROOT if display.bus is None else display.bus for display in displays_of(table).values()})


def bus_line(bus: int, *, is_pi5: bool = False) -> str:
    """Return what switches an I2C bus on."""
    return _PARAMETERS.get(bus) or f"dtoverlay=i2c{bus}{OF_PI5 if is_pi5 else ''}"


def mux_lines(table: TableFile) -> dict[int, str]:
    """Return what makes each multiplexer known to the kernel, by their addresses, ascending.

    Of several, each lets its last channel go, or displays of one address would be open at once behind two of them.
    """
    muxes = sorted({display.mux for display in displays_of(table).values() if display.mux is not None})
    idle = ",disconnect_on_idle" if len(muxes) > 1 else ""
    return {mux: f"dtoverlay=i2c-mux,pca9548,addr={mux:#04x}{idle}" for mux in muxes}


def spi_line(port: int, device: int) -> str:
    """Return what gives a strip its SPI port: SPI0 with both chip selects, SPI1 with as many as it takes."""
    return "dtparam=spi=on" if port == 0 else f"dtoverlay=spi{port}-{device + 1}cs"


def spi_pins_line(table: TableFile) -> str:
    """Return what frees the pins of SPI0 that a table uses for itself; empty where it needs none."""
    lights = table.play.lights if table.play else None
    return SPI_OVERLAY if lights and lights.frees_spi_pins and lights.spi_port == 0 else ""
