"""Serial ports: a reader's bytes over pyserial, on the event loop, never blocking.

The only module that imports pyserial. Every error closes the port: a port that stays open after its device was
unplugged makes the device come back under another name.

Linux closes a terminal only when the device has taken all output, or after 30 s (`closing_wait` in setserial(8)), and
whoever opens the same device meanwhile waits, too. Where output is still on its way, a port is therefore closed in a
thread of its own, so that the loop goes on, and is not opened meanwhile.
"""

from __future__ import annotations

import asyncio
import errno
import os
import termios
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import TypeAlias

import serial
from serial.tools.list_ports_linux import SysFS

from tacotable_drivers.device_files import denial
from tacotable_drivers.ports import BytePort, FaultKind, PortError

DEVICES = Path("/dev")
READ_SIZE = 4_096
MOST_UNSENT = 1_024  # So many bytes that the kernel does not take mean that nobody listens at the other end.
_ERRORS = (serial.SerialException, OSError, termios.error)
"""What an unplugged device raises, depending on the call that meets it; termios.error is no OSError."""

_HINTS = {
    errno.ENOENT: "no such port; is its cable in?",
    errno.EAGAIN: "another program has it open; stop that one first",
    errno.EBUSY: "another program has it open; stop that one first",
}
HUB_BAUD = 115_200  # USB has no such speed, but a port wants one.
GONE = "the device is gone; is its cable in?"
HUNG = "it takes no bytes; is the adapter hung? unplug it and put it back"
CLOSING = "still being closed: its last bytes are on their way; is the adapter hung? unplug it and put it back"
_closers: dict[int, Thread] = {}
"""The last thread of each device number (`st_rdev`: one device may have several names), for the whole process."""

UsbNumbers: TypeAlias = tuple[int, int] | None
"""Vendor and product of a USB device (VID:PID); None where nobody tells them."""


def usb_numbers(port: Path) -> UsbNumbers:
    """Return which USB device is behind a serial port, as sysfs tells; None where it tells nothing."""
    try:
        told = SysFS(str(port.resolve()))
    except (OSError, TypeError, ValueError):
        return None  # unplugged while it was looked at
    return None if told.vid is None or told.pid is None else (told.vid, told.pid)


def may_be_hub(numbers: UsbNumbers) -> bool:
    """Return whether a USB device can be a board with MicroPython; one of which nothing is told can.

    2e8a:0005 is MicroPython on boards of Raspberry Pi, from 2e8a:1000 on are those of others with the same chips (the
    lower ones are debug probes and programs in C); f055 is MicroPython's own (raspberrypi/usb-pid, micropython).
    """
    if numbers is None:
        return True
    vendor, product = numbers
    return vendor == 0xF055 or (vendor == 0x2E8A and (product == 0x0005 or product >= 0x1000))


def hub_ports(devices: Path = DEVICES, numbers_of: Callable[[Path], UsbNumbers] = usb_numbers) -> list[Path]:
    """Return the serial ports at which a hub can be; a USB-serial adapter (ttyUSB) is none, nor is a modem."""
    return [path for path in sorted(devices.glob("ttyACM*")) if may_be_hub(numbers_of(path))]


@dataclass(frozen=True, slots=True, eq=False)
class SerialOpener:
    """Opens one serial port; a `PortOpener`.

    `path` is best a name that stays (/dev/serial/by-id or by-path): ttyUSB numbers change with the order of
    plugging. `connect` makes the open port.
    """

    path: Path
    baud: int
    loop: asyncio.AbstractEventLoop
    connect: Callable[..., serial.Serial] = serial.Serial

    def __call__(self, on_bytes: Callable[[bytes], None], on_lost: Callable[[str], None]) -> BytePort:
        """Open the port for this process alone; raises PortError with what to look at."""
        if _is_closing(self.path):
            raise PortError(f"{self.path}: {CLOSING}")
        try:
            port = self.connect(str(self.path), self.baud, timeout=0, exclusive=True)
        except _ERRORS as error:
            code = getattr(error, "errno", None)
            reason = _HINTS.get(code, GONE) if code else f"{error}; is its cable in?"
            if code in (errno.EACCES, errno.EPERM):
                reason = f"no permission: {denial(self.path, 'dialout') or error}"
            fault = FaultKind.BUSY if code in (errno.EAGAIN, errno.EBUSY) else FaultKind.FAILED
            raise PortError(f"{self.path}: {reason}", fault) from error
        return _SerialPort(port, self.loop, on_bytes, on_lost)


def _is_closing(path: Path) -> bool:
    """Return whether a port of this device is still being closed: whoever opened it now would have to wait."""
    try:
        closer = _closers.get(path.stat().st_rdev)
    except OSError:
        return False  # opening it will tell why
    return closer is not None and closer.is_alive()


@dataclass(eq=False)
class _SerialPort:
    """One open port. What the kernel does not take at once is sent when it can be."""

    port: serial.Serial
    loop: asyncio.AbstractEventLoop
    on_bytes: Callable[[bytes], None]
    on_lost: Callable[[str], None]

    def __post_init__(self) -> None:
        self._fd = self.port.fileno()
        self._unsent = b""
        self._is_open = True
        self.loop.add_reader(self._fd, self._read)

    def write(self, data: bytes) -> None:
        """Send bytes; raises PortError, and closes, when the port is gone or takes nothing more."""
        if not self._is_open:
            raise PortError(GONE)
        try:
            self._send(self._unsent + data)
        except OSError as error:
            self.close()
            raise PortError(GONE) from error
        if len(self._unsent) > MOST_UNSENT:
            self.close()
            raise PortError(HUNG)

    def close(self) -> None:
        """Close the port, at once where nothing is on its way out; harmless when it is closed."""
        if not self._is_open:
            return
        self._is_open = False
        self.loop.remove_reader(self._fd)
        self.loop.remove_writer(self._fd)
        try:
            is_sending = bool(self._unsent) or self.port.out_waiting > 0
        except OSError:
            is_sending = False  # the kernel does not wait for the output of a device that is gone
        if is_sending:
            device = os.fstat(self._fd).st_rdev
            closer = _closers[device] = Thread(target=self._close_late, name=f"closing device {device:#x}", daemon=True)
            closer.start()  # the end of the process does not wait for it
        else:
            self.port.close()

    def _close_late(self) -> None:
        """Close the port when the kernel allows; where it takes nothing more, let it first drop what it holds."""
        with suppress(*_ERRORS):
            if self._unsent:
                self.port.reset_output_buffer()
        with suppress(*_ERRORS):
            self.port.close()

    def _send(self, data: bytes) -> None:
        try:
            taken = os.write(self._fd, data)
        except BlockingIOError:
            taken = 0
        was_waiting, self._unsent = bool(self._unsent), data[taken:]
        if self._unsent:
            self.loop.add_writer(self._fd, self._send_rest)
        elif was_waiting:
            self.loop.remove_writer(self._fd)

    def _send_rest(self) -> None:
        try:
            self._send(self._unsent)
        except OSError:
            self._lose()

    def _read(self) -> None:
        try:
            # Nothing read may mean nothing there, or a device that is gone: pyserial asks the kernel which, and raises.
            received = os.read(self._fd, READ_SIZE) or self.port.read(READ_SIZE)
        except BlockingIOError:
            return
        except _ERRORS:
            self._lose()
            return
        if received:
            self.on_bytes(received)

    def _lose(self) -> None:
        self.close()
        self.on_lost(GONE)
