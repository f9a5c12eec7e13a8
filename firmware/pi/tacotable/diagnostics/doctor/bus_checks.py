"""Whether a table's buses are there and this user may use them: pins, I2C with its multiplexers, SPI, serial ports.

A Pi has I2C buses of its own for HDMI, so only the bus that the table names tells anything. Why one is missing is
looked up in the device tree and in config.txt, so that the line which lacks can be named. The installer asks for the
lines and libraries alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tacotable.diagnostics.doctor.board_settings import FILES, BoardSettings
from tacotable.diagnostics.doctor.finding import Finding, fail, ok, unchecked
from tacotable.table.parts import displays_of, on_pins
from tacotable.table.pinout import spi_pins_line, wiring_of
from tacotable_drivers.serial_port import may_be_hub

if TYPE_CHECKING:
    from tacotable.diagnostics.doctor.machine import Machine
    from tacotable.table.file import TableFile

HEADER_BUS = 1
"""The bus on the header's pins 3 and 5, where the overlay i2c-mux looks for its chip."""
MOST_BUS = 6
"""Buses with higher numbers are on no pins of the header (Raspberry Pi kernel, overlays/README)."""
BUS_LINES = {0: "dtparam=i2c_vc=on", HEADER_BUS: "dtparam=i2c_arm=on"}
SPI_LINES = {
    (0, 0): "dtparam=spi=on", (0, 1): "dtparam=spi=on", (1, 0): "dtoverlay=spi1-1cs", (1, 1): "dtoverlay=spi1-2cs",
}  # fmt: skip
TREE = "/proc/device-tree"
bus_name, mux_name = "i2c bus {}".format, "multiplexer {:#04x}".format
"""What buses and multiplexers are called in findings."""
SPEED = "dtparam=i2c_arm_baudrate"
CONSOLES = ("console=serial0,", "console=ttyAMA0,", "console=ttyS0,")
UART_PINS = frozenset((14, 15))
LIBRARIES = {"lgpio": ("lgpio", "python3-lgpio"), "rpigpio": ("RPi", "python3-rpi-lgpio")}
"""The module that drives pins, and the package of Raspberry Pi OS that brings it."""

LOOKS_AT_START = "reboot: the kernel looks for it at its start only"


def bus_findings(machine: Machine, model: str, table: TableFile) -> Iterator[Finding]:
    """Look for each bus that a table needs; `model` is the board's name."""
    settings = BoardSettings(machine)
    chips = machine.listed("/dev/gpiochip*")
    if chips:
        yield usable(machine, "gpio", chips, "gpio")
    else:
        yield fail("gpio", "there is no /dev/gpiochip*", "it needs a kernel with GPIO; is this a Pi?")
    yield from _i2c(machine, model, table, settings)
    yield from _spi(machine, table, settings)
    yield from _serial_ports(machine, table)


def usable(machine: Machine, subject: str, paths: Sequence[str], group: str) -> Finding:
    """Return whether this user may use device files."""
    if forbidden := [path for path in paths if not machine.may_use(path)]:
        mend = f"sudo adduser $USER {group}, then log in anew"
        return fail(f"group {group}", f"this user may not use {', '.join(forbidden)}", mend)
    return ok(subject, ", ".join(paths))


def _i2c(machine: Machine, model: str, table: TableFile, settings: BoardSettings) -> Iterator[Finding]:
    displays = displays_of(table).values()
    muxes = sorted({display.mux or 0x70 for display in displays if display.bus is None})
    buses = {display.bus for display in displays if display.bus is not None} | ({HEADER_BUS} if muxes else set())
    for bus in sorted(buses):
        path = f"/dev/i2c-{bus}"
        if machine.listed(path):
            yield usable(machine, bus_name(bus), (path,), "i2c")
        else:
            yield _missing_bus(machine, model, bus, settings)
    has_root = bool(machine.listed(f"/dev/i2c-{HEADER_BUS}"))
    for mux in muxes:
        idle = ",disconnect_on_idle" if len(muxes) > 1 else ""  # else channels of two are open at once
        line = f"dtoverlay=i2c-mux,pca9548,addr={mux:#04x}{idle}"
        if has_root or not settings.has(line):  # both lines are told before one reboot
            yield _multiplexer(machine, mux, line, settings)


def _missing_bus(machine: Machine, model: str, bus: int, settings: BoardSettings) -> Finding:
    others = ", ".join(machine.listed("/dev/i2c-*"))
    told = f"there is no /dev/i2c-{bus}" + (f" ({others}: other buses, as HDMI has them)" if others else "")
    if bus > MOST_BUS:
        return fail(bus_name(bus), told, "in the table file, give the display bus = 1, or its mux and channel")
    node = (machine.text(f"{TREE}/aliases/i2c{bus}") or "").rstrip("\0")
    if node and (machine.text(f"{TREE}{node}/status") or "").startswith("ok"):
        mend = "sudo modprobe i2c-dev, and write i2c-dev into /etc/modules; the installer does both"
        return fail(bus_name(bus), f"{told}, although the device tree has it switched on", mend)
    line = BUS_LINES.get(bus, f"dtoverlay=i2c{bus}" + ("-pi5" if "Pi 5" in model else ""))
    return settings.lacks(bus_name(bus), told, line)


def _multiplexer(machine: Machine, address: int, line: str, settings: BoardSettings) -> Finding:
    subject = mux_name(address)
    if channels := machine.listed(f"/sys/bus/i2c/devices/*-{address:04x}/channel-*"):
        return ok(subject, f"the kernel has {len(channels)} channels of it")
    if settings.has(line):
        mend = f"see its supply, SDA, SCL, RST up to 3.3 V, and A0 to A2; then {LOOKS_AT_START}"
        return fail(subject, "no chip answered when the kernel looked for it", mend)
    return settings.lacks(subject, "the kernel knows of none", line, f"wire it, and {LOOKS_AT_START}")


def _spi(machine: Machine, table: TableFile, settings: BoardSettings) -> Iterator[Finding]:
    strip = table.strip()
    if strip is None:
        return
    path = f"/dev/spidev{strip.spi_port}.{strip.spi_device}"
    if not machine.listed(path):
        yield settings.lacks("spi", f"there is no {path}", SPI_LINES[strip.spi_port, strip.spi_device])
    else:
        yield usable(machine, "spi", (path,), "spi")
    line = spi_pins_line(table)
    if line and not settings.has(line):
        yield settings.lacks("spi pins", "SPI keeps the pins that play.lights.frees_spi_pins gives away", line)


def _serial_ports(machine: Machine, table: TableFile) -> Iterator[Finding]:
    """Look for the ports of the table's own readers; a hub is found by asking at each port that can be one."""
    there = []
    for zone, port in ((zone, pad.port) for zone, pad in table.pads().items() if pad.port is not None):
        if machine.listed(port):
            there.append(port)
            yield ok(f"port of {zone}", _with_usb(machine, port))
        else:
            named = machine.listed("/dev/serial/by-path/*")
            others = ", ".join(_with_usb(machine, each) for each in named) or "no port at all"
            mend = f"plug the reader in, and write its port; there is {others}"
            yield fail(f"port of {zone}", f"{port}: no such port", mend)
    hubs = {port: machine.usb_numbers(port) for port in machine.listed("/dev/ttyACM*") if table.hubs}
    there += (port for port, numbers in hubs.items() if may_be_hub(numbers))
    if unknown := [port for port, numbers in hubs.items() if numbers is None]:
        told = "nobody tells which USB devices they are, so each is asked whether it is a hub"
        yield unchecked(f"ports {', '.join(unknown)}", told)
    if there and (finding := usable(machine, "ports", there, "dialout")).mend:
        yield finding


def _with_usb(machine: Machine, port: str) -> str:
    """Return a port with the numbers of its USB device (VID:PID), where the system tells them."""
    return f"{port} ({numbers[0]:04x}:{numbers[1]:04x})" if (numbers := machine.usb_numbers(port)) else port


# What the installer asks, before anything is there to be looked at.


def lacking_here(table: TableFile, machine: Machine) -> Iterator[str]:
    """Yield which library this system lacks for a table, with the mend."""
    wanted = [LIBRARIES[table.pins]] if table.pins in LIBRARIES and _uses_pins(table) else []
    for module, package in [*wanted, *([("spidev", "python3-spidev")] if table.strip() else [])]:
        if not machine.has_module(module):
            yield (
                f"this system has no Python module {module}, which its pins or its strip need: sudo apt install "
                f"{package} (Raspberry Pi OS has it), or let a hub have what hangs on pins"
            )


def firmware_notes(table: TableFile, machine: Machine) -> Iterator[str]:
    """Yield the lines that config.txt lacks for a table, and the console on its pins that cmdline.txt has."""
    settings = BoardSettings(machine)
    config = settings.path or FILES[0]
    yield from (f"{config} lacks: {line}" for line in config_lines(table) if not _is_told(settings, line))
    cmdline = config.replace("config.txt", "cmdline.txt")
    if UART_PINS & {wire.pin for wire in wiring_of(table).wires}:
        held = (word for word in (machine.text(cmdline) or "").split() if word.startswith(CONSOLES))
        yield from (f"{cmdline} holds: {word}" for word in held)


def config_lines(table: TableFile) -> Iterator[str]:
    """Yield the lines that config.txt has to hold for a table."""
    displays = displays_of(table).values()
    muxes = sorted({display.mux for display in displays if display.mux is not None})
    buses = {display.bus for display in displays if display.bus is not None} | ({HEADER_BUS} if muxes else set())
    yield from (BUS_LINES.get(bus, f"dtoverlay=i2c{bus}") for bus in sorted(buses))
    if HEADER_BUS in buses:
        yield f"{SPEED}=400000"
    idle = ",disconnect_on_idle" if len(muxes) > 1 else ""  # else channels of two are open at once
    yield from (f"dtoverlay=i2c-mux,pca9548,addr={mux:#04x}{idle}" for mux in muxes)
    if strip := table.strip():
        yield SPI_LINES[strip.spi_port, strip.spi_device]
    if line := spi_pins_line(table):
        yield line


def _is_told(settings: BoardSettings, line: str) -> bool:
    """Return whether the firmware is told a line; a speed may be one that the maker chose."""
    return settings.has(line) or (line.startswith(SPEED) and settings.names(SPEED))


def _uses_pins(table: TableFile) -> bool:
    """Return whether anything hangs on pins that a program drives, and not only on the kernel's buses."""
    lights = table.lights()
    return bool(on_pins(table) - {"buzzer"} or table.buzzer or (lights and lights.kind == "leds"))
