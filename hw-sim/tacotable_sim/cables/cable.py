"""Serial cables with an emulator at one end: in memory, or as a path that drivers and other programs open.

Both carry the same bytes: 10 bits each (8N1), first in first out, on the loop's clock. A pty knows neither speed nor
parity, so a wrong baud rate is not noticed there. Its link's name is stable; plugging the device out and in gives a new
terminal behind the same link, as udev does.
"""

from __future__ import annotations

import contextlib
import os
import pty
import tty
from asyncio import AbstractEventLoop, TimerHandle
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from tacotable_drivers.ports import BytePort, FaultKind, PortError

READ_SIZE = 4_096
BITS_A_BYTE = 10  # Start bit, eight data bits, stop bit.


def wire_time_s(count: int, baud: int) -> float:
    """Return how long `count` bytes are on the wire.

    >>> round(wire_time_s(14, 9_600) * 1_000, 1)
    14.6
    """
    return count * BITS_A_BYTE / baud


class Emulator(Protocol):
    """A device at the far end of a serial cable, which sets `send`: that carries bytes to the host."""

    send: Callable[[bytes], None]

    @property
    def baud(self) -> int:
        """The speed at which the device talks and listens now."""

    def receive(self, data: bytes) -> None:
        """Receive bytes; the last of them has just ended."""

    def power(self, on: bool) -> None:
        """Switch the supply, as pulling and putting in the plug does. A device starts without it."""


class Wire:
    """One direction of a cable. The bytes of a write arrive together, when the last of them has ended."""

    def __init__(self, clock: AbstractEventLoop, deliver: Callable[[bytes], None]) -> None:
        self._clock = clock
        self._deliver = deliver
        self._under_way: deque[bytes] = deque()
        self._free_at = 0.0
        self._plugging = 0

    def carry(self, data: bytes, baud: int) -> None:
        """Put bytes on the wire, behind those that are on it already."""
        if not data:
            return
        now = self._clock.time()
        begins_at = self._free_at if self._free_at > now else now  # each byte of a simulation comes along here
        self._free_at = begins_at + wire_time_s(len(data), baud)
        self._under_way.append(data)
        self._clock.call_later(self._free_at - now, self._arrive, self._plugging)

    def cut(self) -> None:
        """Lose what is on the wire."""
        self._plugging += 1
        self._under_way.clear()
        self._free_at = 0.0

    def _arrive(self, plugging: int) -> None:
        """Deliver what is first on the wire: a busy machine's timers may overtake each other, bytes may not."""
        if plugging == self._plugging:
            self._deliver(self._under_way.popleft())


class MemoryCable:
    """The cable of one device, in memory; `open_port` is a `PortOpener`. It is plugged in at first."""

    def __init__(self, name: str, clock: AbstractEventLoop, emulator: Emulator) -> None:
        self.name = name
        self._clock = clock
        self.emulator = emulator
        self._to_host = Wire(clock, self._arrive)
        self.to_device = Wire(clock, emulator.receive)
        self.port: _MemoryPort | None = None  # The host's end, while it is open.
        self.is_plugged = True
        emulator.send = lambda data: self._to_host.carry(data, emulator.baud)
        emulator.power(True)

    def open_port(self, on_bytes: Callable[[bytes], None], on_lost: Callable[[str], None]) -> BytePort:
        """Open the host's end, for one user at a time; raises PortError."""
        if not self.is_plugged:
            raise PortError(f"{self.name}: no such port; is its cable in?")
        if self.port is not None:
            raise PortError(f"{self.name}: the port is open already; does another program use it?", FaultKind.BUSY)
        self.port = _MemoryPort(self, on_bytes, on_lost)
        return self.port

    def unplug(self) -> None:
        """Pull the cable: the device loses its power, the host's port is lost."""
        if not self.is_plugged:
            return
        self.is_plugged = False
        self.emulator.power(False)
        self._to_host.cut()
        self.to_device.cut()
        port, self.port = self.port, None
        if port is not None:
            port.is_open = False
            port.loss = self._clock.call_later(0, port.on_lost, f"{self.name}: the device is gone")

    def replug(self) -> None:
        """Put the cable back in; the device starts anew."""
        if self.is_plugged:
            return
        self.is_plugged = True
        self.emulator.power(True)

    def _arrive(self, data: bytes) -> None:
        if self.port is not None:
            self.port.on_bytes(data)


@dataclass(eq=False, slots=True)
class _MemoryPort:
    """The host's end of the cable."""

    cable: MemoryCable
    on_bytes: Callable[[bytes], None]
    on_lost: Callable[[str], None]
    is_open: bool = True
    loss: TimerHandle | None = None  # What tells that the device is gone.

    def write(self, data: bytes) -> None:
        if not self.is_open:
            raise PortError(f"{self.cable.name}: the port is not open")
        self.cable.to_device.carry(data, self.cable.emulator.baud)

    def close(self) -> None:
        self.is_open = False
        if self.loss is not None:
            self.loss.cancel()
        if self.cable.port is self:
            self.cable.port = None


class PtyCable:
    """The cable of one device, as a path, plugged in at first. Only if `paced`, bytes take their time on the wire."""

    def __init__(self, path: Path, loop: AbstractEventLoop, emulator: Emulator, *, paced: bool = False) -> None:
        self.path = path
        self._loop = loop
        self._emulator = emulator
        self._paced = paced
        self._wire = Wire(loop, self._write)
        self._master = self._slave = -1
        emulator.send = self._send
        self.replug()

    @property
    def is_plugged(self) -> bool:
        """Whether the cable is in."""
        return self._master >= 0

    def unplug(self) -> None:
        """Pull the cable: the device loses its power, the link vanishes, who reads gets an error."""
        if self._master < 0:
            return
        self._emulator.power(False)
        self._wire.cut()
        self._loop.remove_reader(self._master)
        self.path.unlink(missing_ok=True)
        os.close(self._slave)
        os.close(self._master)
        self._master = self._slave = -1

    def replug(self) -> None:
        """Put the cable back in: a new terminal behind the same link, and a device that starts anew."""
        if self._master >= 0:
            return
        # The slave end stays open here too: else the master would fail whenever a host closes its end.
        self._master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.path.symlink_to(os.ttyname(self._slave))
        self._loop.add_reader(self._master, self._read)
        self._emulator.power(True)

    def _read(self) -> None:
        with contextlib.suppress(BlockingIOError):
            self._emulator.receive(os.read(self._master, READ_SIZE))

    def _send(self, data: bytes) -> None:
        if self._paced:
            self._wire.carry(data, self._emulator.baud)
        else:
            self._write(data)

    def _write(self, data: bytes) -> None:
        if self._master < 0:
            return
        # A host that does not read lets the kernel's buffer fill up; a real device's bytes are lost then, too.
        with contextlib.suppress(BlockingIOError):
            os.write(self._master, data)
