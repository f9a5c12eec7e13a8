"""Where panels hang: finds the kernel's number of an I2C bus behind a multiplexer, the wire buses share, its patience.

The kernel numbers the channels of a multiplexer as it likes, so a table names the multiplexer and the channel.
Source: Documentation/i2c/i2c-topology.rst and the channel-N links in sysfs.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Callable
from pathlib import Path

from tacotable_drivers.device_files import denial
from tacotable_drivers.ports import PanelError

SYSFS = Path("/sys/bus/i2c/devices")
DEVICES = Path("/dev")
I2C_TIMEOUT = 0x0702
"""Sets how long the kernel waits for a transfer, in units of 10 ms (linux/i2c-dev.h); it stays set for the adapter."""
PATIENCE_10MS = 20
"""A picture that is sent whole takes 93 ms at 100 kHz; the kernel's own patience with a bus that is held low is 1 s."""
_BUS = re.compile(r"^i2c-(\d+)$")


def bus_of_channel(mux_address: int, channel: int, sysfs: Path = SYSFS) -> int:
    """Return the bus number of a multiplexer's channel; raises PanelError where there is none or more than one."""
    name = f"multiplexer {mux_address:#04x}, channel {channel}"
    links = sorted(sysfs.glob(f"*-{mux_address:04x}/channel-{channel}"))
    if not links:
        raise PanelError(
            f"{name}: not found; is it wired, and dtoverlay=i2c-mux in config.txt since the last start of the Pi?"
        )
    if len(links) > 1:
        raise PanelError(f"{name}: found on {len(links)} buses; give the number of the bus instead")
    found = _BUS.match(links[0].resolve().name)
    if found is None:
        raise PanelError(f"{name}: {links[0]} leads to no bus; is the kernel's i2c-mux loaded?")
    return int(found[1])


def limit_patience(root: int, devices: Path = DEVICES, ioctl: Callable[[int, int, int], object] = fcntl.ioctl) -> None:
    """Set the kernel's timeout of a transfer to 200 ms; raises PanelError where the wire cannot be had.

    The channels of a multiplexer are sent by the adapter of their root, so its patience is theirs.
    """
    try:
        file = os.open(devices / f"i2c-{root}", os.O_RDWR | os.O_CLOEXEC)
        try:
            ioctl(file, I2C_TIMEOUT, PATIENCE_10MS)
        finally:
            os.close(file)
    except OSError as error:
        hint = denial(devices / f"i2c-{root}", "i2c") or "is I2C on?"
        raise PanelError(f"I2C bus {root}: {error.strerror}; {hint}") from error


def root_of(bus: int, sysfs: Path = SYSFS) -> int:
    """Return the bus on whose wire this one runs: the root for a multiplexer's channel, else the bus itself."""
    numbers = [int(found[1]) for part in (sysfs / f"i2c-{bus}").resolve().parts if (found := _BUS.match(part))]
    return numbers[0] if numbers else bus
