"""What boards of the Raspberry Pi differ in: the pins of their I2C buses, what they draw, what their USB ports give.

Sources: Raspberry Pi kernel, overlays/README (i2c3 to i2c6, i2c2-pi5, i2c3-pi5); Raspberry Pi documentation, "Power
supply"; the currents are the most that was measured there under load, those of `zero2w` and `pi5` of others' tests.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

STRONG_MA = 5000  # A supply of which a Pi 5 passes more on to its USB ports.


@dataclass(frozen=True, slots=True)
class PiBoard:
    """One board; `buses` are its I2C buses beside 0 and 1, which `dtoverlay=i2cN` puts on these pins: data, clock.

    `ma` is what it draws at most, `usb_ma` what its USB ports give all together, `strong_usb_ma` the same where the
    supply gives 5 A; None is whatever the supply leaves.
    """

    title: str
    ma: int
    usb_ports: int
    usb_ma: int | None
    strong_usb_ma: int | None
    buses: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    uart: str = "/dev/serial0"  # The header's serial port; a Pi 5 calls that of its debug connector /dev/serial0.


BOARDS = {  # The boards by what a table file calls them.
    "zero2w": PiBoard("Zero 2 W", 700, 1, None, None),
    "pi3": PiBoard("Pi 3", 1340, 4, 1200, 1200),
    "pi4": PiBoard("Pi 4", 1250, 4, 1200, 1200, {3: (4, 5), 4: (8, 9), 5: (12, 13), 6: (22, 23)}),
    "pi5": PiBoard("Pi 5", 2400, 4, 600, 1600, {2: (4, 5), 3: (6, 7)}, "/dev/ttyAMA0"),
}
HEADER_BUSES = {0: (0, 1), 1: (2, 3)}  # The I2C buses that are on the same pins of all boards.
HEADER_UARTS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")  # The header's port: GPIO 14 sends, 15 receives.


def pins_of_bus(bus: int, board: str | None) -> tuple[int, int] | None:
    """Return the pins of an I2C bus, data and clock; None where they cannot be known."""
    return HEADER_BUSES.get(bus) or (BOARDS[board].buses.get(bus) if board else None)
