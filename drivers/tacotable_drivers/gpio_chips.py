"""The GPIO chip of a Pi's header, which is known by its label: its number differs between kernels and boards."""

from __future__ import annotations

import fcntl
from collections.abc import Callable
from pathlib import Path

DEVICES = Path("/dev")
HEADER_LABELS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")  # Of a Pi up to 3, of a Pi 4, of a Pi 5.
_CHIP_INFO = 0x8044B401  # GPIO_GET_CHIPINFO_IOCTL (linux/gpio.h): name in 32 bytes, label in 32 bytes, lines in 4.


def label_of(chip: Path) -> str:
    """Return the label of a GPIO chip; empty if this user may not ask it."""
    try:
        with chip.open("rb", buffering=0) as file:
            return fcntl.ioctl(file, _CHIP_INFO, bytes(68))[32:64].rstrip(b"\0").decode("ascii", "replace")
    except OSError:
        return ""


def header_chip(devices: Path = DEVICES, label: Callable[[Path], str] = label_of) -> int | None:
    """Return the number of the header's chip; None if no chip says that it is the one."""
    chips = [chip for chip in sorted(devices.glob("gpiochip*")) if label(chip) in HEADER_LABELS]
    return int(chips[0].name.removeprefix("gpiochip")) if chips else None
