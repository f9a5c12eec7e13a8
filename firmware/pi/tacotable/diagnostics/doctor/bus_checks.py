"""Whether a table's buses are there and this user may use them: pins, I2C with its multiplexers, SPI, serial ports.

A Pi has I2C buses of its own for HDMI, so only the bus that the table names tells anything. Why one is missing is
looked up in the device tree and in config.txt, by which the Pi starts, so that the line which lacks can be named. The
installer asks for the lines and libraries alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tacotable.diagnostics.doctor.config_txt import FILES, BoardSettings
from tacotable.diagnostics.doctor.finding import Finding, fail, ok, unchecked
from tacotable.table import firmware_lines
from tacotable.table.boards import HEADER_UARTS
from tacotable.table.parts import devices_on, displays_of, hubs_of, on_pins
from tacotable.table.pinout import wiring_of
from tacotable_drivers.gpio_chips import HEADER_LABELS
from tacotable_drivers.serial_port import may_be_hub

if TYPE_CHECKING:
    from tacotable.diagnostics.doctor.machine import Machine
    from tacotable.table.file import TableFile

MOST_BUS = 6  # Buses with higher numbers are on no pins of the header (Raspberry Pi kernel, overlays/README).
TREE = "/proc/device-tree"
PINS = "pins"
PIN_CAUSES = ("pin library", "gpio", "group gpio", PINS)
PI5 = "Pi 5"  # What its model is called.
bus_name, mux_name = "i2c bus {}".format, "multiplexer {:#04x}".format  # What findings call them.
PI5_CONSOLES = ("console=ttyAMA0,",)  # Its /dev/serial0 is on the debug connector.
CONSOLES = (*PI5_CONSOLES, "console=serial0,", "console=ttyS0,")
CONSOLE_MEND = (
    "sudo raspi-config nonint do_serial_cons 1; sudo systemctl mask --now serial-getty@{device}.service; then reboot"
)
UART_PINS = frozenset((14, 15))
LIBRARIES = {"lgpio": ("lgpio", "python3-lgpio"), "rpigpio": ("RPi", "python3-rpi-lgpio")}  # Module, package.

LOOKS_AT_START = "reboot: the kernel looks for it at its start only"


def bus_findings(machine: Machine, table: TableFile) -> Iterator[Finding]:
    """Look for each bus that a table needs."""
    settings = BoardSettings(machine)
    if table.uses_pins():
        yield _gpio(machine)
    yield from _i2c(machine, table, settings)
    yield from _spi(machine, table, settings)
    yield from _serial_ports(machine, table, settings)


def _gpio(machine: Machine) -> Finding:
    """Look for the header's chip, which is known by its label: a further chip may have any number."""
    labels = {chip: machine.gpio_label(chip) for chip in machine.listed("/dev/gpiochip*")}
    header = [chip for chip, label in labels.items() if label in HEADER_LABELS]
    if labels and (header or not all(labels.values())):
        return usable(machine, "gpio", header or [*labels], "gpio")
    others = ", ".join(f"{chip} ({label})" for chip, label in labels.items())
    told = f"none of {others} is the header's chip" if labels else "there is no /dev/gpiochip*"
    return fail("gpio", told, "it needs a Pi and its kernel: is this a Pi? sudo apt full-upgrade, then reboot")


def usable(machine: Machine, subject: str, paths: Sequence[str], group: str) -> Finding:
    """Return whether this user may use device files."""
    forbidden = {path: machine.access_of(path) for path in paths if not machine.may_use(path)}
    if accesses := {path: access for path, access in forbidden.items() if access}:
        told = ", ".join(f"{path} ({access})" for path, access in accesses.items())
        fixes = {access.fix(group, is_member=machine.is_member(group)): None for access in accesses.values()}
        return fail(f"group {group}", f"this user may not use {told}", "; ".join(fixes))
    return ok(subject, ", ".join(paths))


def causes_of(table: TableFile) -> dict[str, tuple[str, ...]]:
    """Return for each device the subjects of findings that explain why it does not work, the first cause first."""
    causes: dict[str, tuple[str, ...]] = dict.fromkeys(on_pins(table), PIN_CAUSES)
    for name, display in displays_of(table).items():
        bus = bus_name(firmware_lines.MUX_ROOT if display.bus is None else display.bus)
        muxes = () if display.mux is None else (mux_name(display.mux),)
        causes[f"display {name}"] = ("group i2c", bus, *muxes)
    causes["lights"] = ("group spi", "spi")
    causes |= {f"reader {zone}": ("group dialout", f"port of {zone}") for zone in table.own_readers()}
    for plan in hubs_of(table):
        hub, expander = f"hub {plan.name}", f"expander {plan.name}"
        causes[hub] = ("group dialout",)
        causes |= dict.fromkeys(devices_on(plan), ("group dialout", hub))
        causes |= {f"button {name}": ("group dialout", hub, expander) for name in plan.more.values()}
    return causes


def _i2c(machine: Machine, table: TableFile, settings: BoardSettings) -> Iterator[Finding]:
    for bus in firmware_lines.root_buses(table):
        path = f"/dev/i2c-{bus}"
        if machine.listed(path):
            yield usable(machine, bus_name(bus), (path,), "i2c")
        else:
            yield _missing_bus(machine, bus, settings)
    has_root = bool(machine.listed(f"/dev/i2c-{firmware_lines.MUX_ROOT}"))
    for mux, line in firmware_lines.mux_lines(table).items():
        if has_root or not settings.has(line):  # both lines are told before one reboot
            yield _multiplexer(machine, mux, line, settings)


def _missing_bus(machine: Machine, bus: int, settings: BoardSettings) -> Finding:
    others = ", ".join(machine.listed("/dev/i2c-*"))
    told = f"there is no /dev/i2c-{bus}" + (f" ({others}: other buses, as HDMI has them)" if others else "")
    if bus > MOST_BUS:
        return fail(bus_name(bus), told, "in the table file, give the display bus = 1, or its mux and channel")
    node = (machine.text(f"{TREE}/aliases/i2c{bus}") or "").rstrip("\0")
    if node and (machine.text(f"{TREE}{node}/status") or "").startswith("ok"):
        mend = "sudo modprobe i2c-dev, and write i2c-dev into /etc/modules; the installer does both"
        return fail(bus_name(bus), f"{told}, although the device tree has it switched on", mend)
    return settings.lacks(bus_name(bus), told, firmware_lines.bus_line(bus, is_pi5=PI5 in machine.title()))


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
    if machine.listed(path):
        yield usable(machine, "spi", (path,), "spi")
    else:
        yield settings.lacks("spi", f"there is no {path}", firmware_lines.spi_line(strip.spi_port, strip.spi_device))
    line = firmware_lines.spi_pins_line(table)
    if line and not settings.has(line):
        yield settings.lacks("spi pins", "SPI keeps the pins that play.lights.frees_spi_pins gives away", line)


def _serial_ports(machine: Machine, table: TableFile, settings: BoardSettings) -> Iterator[Finding]:
    """Look for the ports of the table's own readers; a hub is found by asking at each port that can be one."""
    there = []
    for zone, port in ((zone, pad.port) for zone, pad in table.pads.items() if pad.port is not None):
        access = machine.access_of(port)
        if machine.listed(port) and access and access.group == "tty":  # agetty gives it this group
            mend = CONSOLE_MEND.format(device=Path(machine.device_of(port)).name)
            yield fail(f"port of {zone}", f"a login console has {port}", mend)
        elif machine.listed(port):
            there.append(port)
            yield ok(f"port of {zone}", _with_usb(machine, port))
        elif port in HEADER_UARTS:
            line = firmware_lines.uart_line(is_pi5=PI5 in machine.title())
            yield settings.lacks(f"port of {zone}", f"{port}: no such port", line)
        else:
            others = ", ".join(_with_usb(machine, each) for each in machine.ports())
            mend = f"plug the reader in, and write its port; there is {others or 'no port at all'}"
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
    wanted = [LIBRARIES[table.pins]] if table.pins in LIBRARIES and table.uses_pins() else []
    for module, package in [*wanted, *([("spidev", "python3-spidev")] if table.strip() else [])]:
        if not machine.has_module(module):
            mend = f"sudo apt install {package} (Raspberry Pi OS has it), or let a hub have what hangs on pins"
            yield f"this system has no Python module {module}, which its pins or its strip need: {mend}"


def firmware_notes(table: TableFile, machine: Machine) -> Iterator[str]:
    """Yield the lines that config.txt lacks for a table, and the console on its pins that cmdline.txt has.

    A bus that is there needs no line. Its speed may be another one that the maker chose.
    """
    settings, is_pi5 = BoardSettings(machine), PI5 in machine.title()
    config = settings.path or FILES[0]
    for line, path in firmware_lines.firmware_lines(table, is_pi5=is_pi5).items():
        is_unknown = not settings.path and bool(machine.listed(f"/dev/i2c-{firmware_lines.MUX_ROOT}"))
        has_speed = line.startswith(firmware_lines.SPEED) and (settings.names(firmware_lines.SPEED) or is_unknown)
        is_there = bool(path and machine.listed(path))
        if not (is_there or has_speed or settings.has(line) or settings.has(line.removesuffix(firmware_lines.OF_PI5))):
            yield f"{config} lacks: {line}"
    cmdline = config.replace("config.txt", "cmdline.txt")
    if UART_PINS & {wire.pin for wire in wiring_of(table).wires}:
        consoles = PI5_CONSOLES if is_pi5 else CONSOLES
        held = (word for word in (machine.text(cmdline) or "").split() if word.startswith(consoles))
        yield from (f"{cmdline} holds: {word}" for word in held)
