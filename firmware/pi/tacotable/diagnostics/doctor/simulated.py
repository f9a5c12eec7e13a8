"""A simulated Pi for the doctor: sound in everything, until one of its faults is switched on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from tacotable.diagnostics.doctor.machine import MODEL, Machine
from tacotable.diagnostics.doctor.machine_checks import CLOCK_IS_SET, MIB
from tacotable.files.toml_file import shipped_toml
from tacotable.table.firmware_lines import firmware_lines, mux_lines, root_buses
from tacotable_drivers.device_files import Access
from tacotable_drivers.gpio_chips import HEADER_LABELS

if TYPE_CHECKING:
    from tacotable.table.file import TableFile
    from tacotable_drivers.serial_port import UsbNumbers

SECOND_PROGRAM, OLD_HUB, NO_NUMBERS, NO_RULES = "second-program", "old-hub", "no-usb-numbers", "no-udev-rules"
FORBIDDEN = {"gpio": "/dev/gpio*", "i2c": "/dev/i2c-*", "spi": "/dev/spi*", "dialout": "/dev/[st]*[lyA-Z]*"}
"""The device files of each group."""
FAULTS = (  # What can be wrong with it.
    "no-pin-library", "two-rpi-gpio", "no-gpio", "no-i2c", "i2c-not-yet", "i2c-elsewhere", "no-i2c-dev", "no-mux",
    "mux-silent", "no-spi", "forbidden", NO_RULES, *(f"no-group-{group}" for group in FORBIDDEN), "no-port",
    SECOND_PROGRAM, OLD_HUB, NO_NUMBERS, "disk-full", "disk-low", "read-only", "in-memory", "clock-wrong",
    "undervoltage", "was-undervoltage", "hot", "port-taken",
)  # fmt: skip
THROTTLED = {"undervoltage": 0x1, "was-undervoltage": 0x10000, "hot": 0x8}
CONFIG = "/boot/firmware/config.txt"
HDMI = ("/dev/i2c-20", "/dev/i2c-21")
GONE: Mapping[str, Sequence[str]] = shipped_toml("tacotable.diagnostics.doctor", "machine.toml")["gone"]
IS_OFF = ("no-i2c", "i2c-not-yet", "i2c-elsewhere")  # With these the device tree has I2C switched off.


class SimulatedMachine(Machine):
    """A Pi 4 that is not there, made for a table; `faults` are of FAULTS. HDMI has I2C buses of its own."""

    def __init__(self, table: TableFile, faults: Sequence[str] = ()) -> None:
        self._faults = frozenset(faults)
        gone = tuple(start for fault in faults for start in GONE.get(fault, ())) or ("?",)
        strip = table.strip()
        paths = [
            "/dev/gpiochip0",
            *(f"/dev/i2c-{bus}" for bus in root_buses(table)),
            *([f"/dev/spidev{strip.spi_port}.{strip.spi_device}"] if strip else []),
            *sorted({pad.port for pad in table.pads.values() if pad.port is not None}),
            *(f"/dev/ttyACM{number}" for number, _ in enumerate(table.hubs)),
            *(f"/sys/bus/i2c/devices/1-{mux:04x}/channel-{number}" for mux in mux_lines(table) for number in range(8)),
        ]
        self._paths = [*(path for path in paths if not path.startswith(gone)), *HDMI]
        kept = [line for line in firmware_lines(table) if not line.startswith(gone)]
        self._config = "\n".join(["[cm5]", *kept] if "i2c-elsewhere" in faults else [*kept, "[cm5]"])

    def text(self, path: str) -> str | None:
        """Return what the kernel would say."""
        root = "overlay / overlay rw" if "in-memory" in self._faults else "/dev/mmcblk0p2 / ext4 rw"
        root = root.replace("rw", "ro") if "read-only" in self._faults else root
        return {
            MODEL: "Raspberry Pi (simulated)\0",
            CLOCK_IS_SET: "",
            "/proc/mounts": f"{root} 0 0\n",
            CONFIG: self._config,
            "/proc/device-tree/aliases/i2c1": "/soc/i2c@7e804000\0",
            "/proc/device-tree/soc/i2c@7e804000/status": "disabled\0" if self._faults & {*IS_OFF} else "okay\0",
        }.get(path)

    def listed(self, pattern: str) -> tuple[str, ...]:
        """Return the paths that there are."""
        return tuple(path for path in self._paths if fnmatchcase(path, pattern))

    def may_use(self, path: str) -> bool:
        """Allow it, unless the user is not in its group, or no rule gives it to one."""
        group = self._group_of(path)
        return group == "root" or (NO_RULES not in self._faults and self.is_member(group))

    def device_of(self, port: str) -> str:
        """Return the name itself: a simulated port has one."""
        return port

    def gpio_label(self, chip: str) -> str:
        """Return the label of a Pi 4's chip, unless this user may not ask it."""
        return HEADER_LABELS[1] if self.may_use(chip) else ""

    def access_of(self, path: str) -> Access | None:
        """Return what udev gives to a device file by its rule, or what the kernel does without one."""
        if NO_RULES in self._faults:
            return Access("root", "root", 0o600)
        return Access("root", self._group_of(path), 0o660)

    def _group_of(self, path: str) -> str:
        return next((group for group, pattern in FORBIDDEN.items() if fnmatchcase(path, pattern)), "root")

    def is_member(self, group: str) -> bool:
        """Return whether the user is in a group, which helps nobody if there are no rules."""
        return f"no-group-{group}" not in self._faults and "forbidden" not in self._faults

    def free_bytes(self, folder: Path) -> int:
        """Return room for many games, a few, or none."""
        return 3 * MIB if "disk-full" in self._faults else (50 if "disk-low" in self._faults else 9_000) * MIB

    def listen_error(self, port: int) -> str:
        """Return why the port cannot be had, where it is taken."""
        return "Address already in use" if self._faults & {"port-taken", SECOND_PROGRAM} else ""

    def usb_numbers(self, port: str) -> UsbNumbers:
        """Return a Pico's at a hub, a usual adapter's elsewhere; nothing where sysfs is silent."""
        if NO_NUMBERS in self._faults:
            return None
        return (0x2E8A, 0x0005) if port.startswith("/dev/ttyACM") else (0x1A86, 0x7523)

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
