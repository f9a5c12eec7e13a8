"""Where things may be on this Pi: serial ports by names that stay, and the displays that answer on its I2C buses."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tacotable.devices.real_hardware import pins_or_refusals
from tacotable.diagnostics.doctor.bus_checks import MOST_BUS, TREE
from tacotable.diagnostics.setup.probe import Places
from tacotable.table.boards import BOARDS
from tacotable_drivers.ports import Interface, PanelError, PortOpener
from tacotable_drivers.screens.buses import bus_of_channel
from tacotable_drivers.screens.oled import is_there, open_i2c
from tacotable_drivers.serial_port import HUB_BAUD, SerialOpener, hub_ports, may_be_hub

if TYPE_CHECKING:
    from tacotable.diagnostics.doctor.machine import Machine

ADDRESSES = (0x3C, 0x3D)
"""What the solder link of a display chooses from."""
CHANNEL = re.compile(r"-00(7[0-7])/channel-([0-7])$")


def open_place(place: str) -> Interface:
    """Open a place such as `bus 1 0x3C` or `mux 0x70 channel 2 0x3D`; raises PanelError."""
    *where, address = place.split()
    bus = int(where[1]) if where[0] == "bus" else bus_of_channel(int(where[1], 16), int(where[3]))
    return open_i2c(bus, int(address, 16))


def answers_at(place: str) -> bool:
    """Return whether a display answers at a place."""
    try:
        return is_there(open_place(place))
    except PanelError:
        return False


def this_machine(machine: Machine, loop: asyncio.AbstractEventLoop) -> Places:
    """Return the places of this Pi."""

    def open_port(port: str, baud: int) -> PortOpener:
        return SerialOpener(Path(port), baud, loop)

    return Places(
        pins_or_refusals("lgpio"),
        lambda: ports_of(machine),
        lambda: displays_of(machine),
        open_place,
        open_port,
        lambda: {str(path): SerialOpener(path, HUB_BAUD, loop) for path in hub_ports()},
    )


def board_of(machine: Machine) -> str:
    """Return which of the boards this seems to be; a Pi 4 where it is none."""
    model = machine.text(f"{TREE}/model") or ""
    return next((name for name, board in BOARDS.items() if board.title in model), "pi4")


def ports_of(machine: Machine) -> Sequence[str]:
    """Return the serial ports that are there, but for those of hubs: by their sockets, or as the kernel counts them."""
    named = machine.listed("/dev/serial/by-path/*")
    ports = named or (*machine.listed("/dev/ttyUSB*"), *machine.listed("/dev/ttyACM*"))
    return [port for port in ports if (numbers := machine.usb_numbers(port)) is None or not may_be_hub(numbers)]


def displays_of(machine: Machine, answers: Callable[[str], bool] = answers_at) -> Sequence[str]:
    """Return the places at which a display answers; one before a multiplexer is heard behind it, too, and told once."""
    roots = [f"bus {bus}" for bus in range(MOST_BUS + 1) if machine.listed(f"/dev/i2c-{bus}")]
    links = (CHANNEL.search(path) for path in machine.listed("/sys/bus/i2c/devices/*/channel-*"))
    behind = [f"mux 0x{found[1]} channel {found[2]}" for found in links if found]
    first = [place for place in _at(roots) if answers(place)]
    heard = {place.split()[-1] for place in first if place.startswith("bus 1 ")}
    return [*first, *(place for place in _at(behind) if place.split()[-1] not in heard and answers(place))]


def _at(buses: Sequence[str]) -> Iterator[str]:
    return (f"{bus} 0x{address:02X}" for bus in buses for address in ADDRESSES)
