"""The machine that the program runs on, as the doctor asks it; a simulated one can have its faults."""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
import time
from pathlib import Path

from tacotable.table.boards import BOARDS
from tacotable.table.parts import device_of
from tacotable_drivers.device_files import Access, access_of, is_member
from tacotable_drivers.gpio_chips import label_of
from tacotable_drivers.pins import rpi_gpio_owners
from tacotable_drivers.serial_port import UsbNumbers, usb_numbers

MODEL = "/proc/device-tree/model"


class Machine:
    """What can be asked of this machine; nothing here changes anything."""

    def text(self, path: str) -> str | None:
        """Return the text of a file of the kernel; None where there is none."""
        try:
            return Path(path).read_text("utf-8", "replace")
        except OSError:
            return None

    def title(self) -> str:
        """Return what board it says it is; empty where it says nothing."""
        return (self.text(MODEL) or "").rstrip("\0\n")

    def board(self) -> str:
        """Return which of the boards that a table can name it is; empty where it is none."""
        return next((name for name, board in BOARDS.items() if board.title in self.title()), "")

    def listed(self, pattern: str) -> tuple[str, ...]:
        """Return the paths that a pattern of the root folder names."""
        return tuple(sorted(map(str, Path("/").glob(pattern.lstrip("/")))))

    def device_of(self, port: str) -> str:
        """Return the one name that all names of a serial port have in common."""
        return device_of(port)

    def ports(self) -> list[str]:
        """Return the serial ports that are there, each by one name: of its socket, or as the kernel counts it."""
        # Debian 13 links each USB port twice, as usb-0:1.3 and as usbv2-0:1.3; Debian 12 has the first name alone.
        by_path = sorted(self.listed("/dev/serial/by-path/*"), key=lambda name: ("-usbv" in name, name))
        names = by_path or [*self.listed("/dev/ttyUSB*"), *self.listed("/dev/ttyACM*")]
        return sorted({self.device_of(name): name for name in reversed(names)}.values())

    def gpio_label(self, chip: str) -> str:
        """Return the label of a GPIO chip; empty if this user may not ask it."""
        return label_of(Path(chip))

    def may_use(self, path: str) -> bool:
        """Return whether this user may read and write a path."""
        return os.access(path, os.R_OK | os.W_OK)

    def access_of(self, path: str) -> Access | None:
        """Return owner, group and mode of a path; None if there is none."""
        return access_of(Path(path))

    def is_member(self, group: str) -> bool:
        """Return whether this user is a member of a group, also if this session does not know it yet."""
        return is_member(group)

    def free_bytes(self, folder: Path) -> int:
        """Return how much the disk of a folder, or of the nearest one above, can still take; raises OSError."""
        there = next(each for each in (folder.absolute(), *folder.absolute().parents) if each.exists())
        return shutil.disk_usage(there).free

    def listen_error(self, port: int) -> str:
        """Return why a port cannot be had; empty when it can. It is listened on, and let go at once."""
        try:
            socket.create_server(("0.0.0.0", port)).close()  # noqa: S104  # asked for, not listened on
        except OSError as error:
            return error.strerror or str(error)
        return ""

    def usb_numbers(self, port: str) -> UsbNumbers:
        """Return vendor and product of the USB device behind a serial port; None where nobody tells them."""
        return usb_numbers(Path(port))

    def has_module(self, name: str) -> bool:
        """Return whether a Python module can be had; it is not imported."""
        return importlib.util.find_spec(name) is not None

    def rpi_gpio_owners(self) -> tuple[str, ...]:
        """Name the distributions that provide RPi.GPIO."""
        return rpi_gpio_owners()

    def year(self) -> int:
        """Return the year that the clock shows."""
        return time.gmtime().tm_year

    def throttled(self) -> str:
        """Return what the firmware says of the supply, as `throttled=0x0`; empty where it cannot be asked."""
        command = shutil.which("vcgencmd")
        if command is None:
            return ""
        return subprocess.run([command, "get_throttled"], capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603  # found in PATH, fixed argument
