"""A simulated Pi for the doctor: sound in everything, until one of its faults is switched on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tacotable.diagnostics.doctor.machine_checks import CLOCK_IS_SET, MIB, MODEL

if TYPE_CHECKING:
    from tacotable.table.file import TableFile

FAULTS = (
    "no-pin-library", "two-rpi-gpio", "no-gpio", "no-i2c", "no-spi", "forbidden", "no-port", "disk-full", "disk-low",
    "read-only", "in-memory", "clock-wrong", "undervoltage", "was-undervoltage", "hot", "port-taken",
)  # fmt: skip
"""What can be wrong with it."""
THROTTLED = {"undervoltage": 0x1, "was-undervoltage": 0x10000, "hot": 0x8}


class SimulatedMachine:
    """A Pi that is not there, made for a table; `faults` are of FAULTS."""

    def __init__(self, table: TableFile, faults: Sequence[str] = ()) -> None:
        self._faults = frozenset(faults)
        ports = {pad.port for pad in table.pads().values() if pad.port is not None}
        missing = {"no-gpio": "/dev/gpiochip", "no-i2c": "/dev/i2c", "no-spi": "/dev/spidev"}
        gone = tuple(path for fault, path in missing.items() if fault in self._faults)
        buses = [
            path for path in ("/dev/gpiochip0", "/dev/i2c-1", "/dev/spidev0.0") if not path.startswith(gone or ("?",))
        ]
        self._devices = (*buses, *(() if "no-port" in self._faults else sorted(ports)))

    def text(self, path: str) -> str | None:
        """Return what the kernel would say."""
        root = "overlay / overlay rw" if "in-memory" in self._faults else "/dev/mmcblk0p2 / ext4 rw"
        root = root.replace("rw", "ro") if "read-only" in self._faults else root
        return {MODEL: "Raspberry Pi (simulated)\0", CLOCK_IS_SET: "", "/proc/mounts": f"{root} 0 0\n"}.get(path)

    def listed(self, pattern: str) -> tuple[str, ...]:
        """Return the device files."""
        start = pattern.partition("*")[0]
        return tuple(path for path in self._devices if path == pattern or ("*" in pattern and path.startswith(start)))

    def may_use(self, path: str) -> bool:
        """Allow it, unless the user is in no group."""
        return bool(path) and "forbidden" not in self._faults

    def free_bytes(self, folder: Path) -> int:
        """Return room for many games, a few, or none."""
        del folder
        return 3 * MIB if "disk-full" in self._faults else (50 if "disk-low" in self._faults else 9_000) * MIB

    def listen_error(self, host: str, port: int) -> str:
        """Return why the port cannot be had, where it is taken."""
        del host, port
        return "Address already in use" if "port-taken" in self._faults else ""

    def has_module(self, name: str) -> bool:
        """Have every library."""
        return bool(name) and "no-pin-library" not in self._faults

    def rpi_gpio_owners(self) -> tuple[str, ...]:
        """Name one owner, or two."""
        return ("rpi-lgpio 0.6", "RPi.GPIO 0.7.1") if "two-rpi-gpio" in self._faults else ("rpi-lgpio 0.6",)

    def year(self) -> int:
        """Return a good year, or the one that a clock without a battery starts in."""
        return 1970 if "clock-wrong" in self._faults else 2027

    def throttled(self) -> str:
        """Return the bits of the supply's faults."""
        return f"throttled={sum(bit for fault, bit in THROTTLED.items() if fault in self._faults):#x}"
