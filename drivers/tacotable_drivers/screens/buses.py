"""Where panels hang: finds the kernel's number of an I2C bus behind a multiplexer, and the wire buses share.

The kernel numbers the channels of a multiplexer as it likes, so a table names the multiplexer and the channel.
Source: Documentation/i2c/i2c-topology.rst and the channel-N links in sysfs.
"""

from __future__ import annotations

import re
from pathlib import Path

from tacotable_drivers.ports import PanelError

SYSFS = Path("/sys/bus/i2c/devices")
_BUS = re.compile(r"^i2c-(\d+)$")


def bus_of_channel(mux_address: int, channel: int, sysfs: Path = SYSFS) -> int:
    """Give the bus number of a multiplexer's channel; raises PanelError where there is none or more than one."""
    name = f"multiplexer {mux_address:#04x}, channel {channel}"
    links = sorted(sysfs.glob(f"*-{mux_address:04x}/channel-{channel}"))
    if not links:
        raise PanelError(f"{name}: not found; is it wired, and dtoverlay=i2c-mux in config.txt?")
    if len(links) > 1:
        raise PanelError(f"{name}: found on {len(links)} buses; give the number of the bus instead")
    found = _BUS.match(links[0].resolve().name)
    if found is None:
        raise PanelError(f"{name}: {links[0]} leads to no bus; is the kernel's i2c-mux loaded?")
    return int(found[1])


def root_of(bus: int, sysfs: Path = SYSFS) -> int:
    """Give the bus on whose wire this one runs: the root for a multiplexer's channel, else the bus itself."""
    parts = (sysfs / f"i2c-{bus}").resolve().parts
    numbers = [int(found[1]) for part in parts if (found := _BUS.match(part))]
    return numbers[0] if numbers else bus
