"""A cable in memory: the driver's byte port on one end, an emulator on the other, the wire's time between.

It carries the same bytes as a pty. `MemoryCable.open_port` is a `PortOpener`.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from tacotable_drivers.ports import BusyPortError, BytePort, PortError
from tacotable_sim.cables.wire import Emulator, Wire


class MemoryCable:
    """The cable of one device. It is plugged in at first."""

    def __init__(self, name: str, clock: AbstractEventLoop, emulator: Emulator, *, burst: int | None = None) -> None:
        self.name = name
        self._clock = clock
        self._emulator = emulator
        self._to_host = Wire(clock, self._arrive, burst=burst)
        self._to_device = Wire(clock, emulator.receive, burst=burst)
        self._port: _MemoryPort | None = None
        self.is_plugged = True
        self._breaks_after: int | None = None
        emulator.connect(self._send_to_host)
        emulator.power(True)

    def open_port(self, on_bytes: Callable[[bytes], None], on_lost: Callable[[str], None]) -> BytePort:
        """Open the host's end, for one user at a time; raises PortError."""
        if not self.is_plugged:
            raise PortError(f"{self.name}: no such port; is its cable in?")
        if self._port is not None:
            raise BusyPortError(f"{self.name}: the port is open already; does another program use it?")
        self._port = _MemoryPort(self, on_bytes, on_lost)
        return self._port

    def unplug(self) -> None:
        """Pull the cable: the device loses its power, the host's port is lost."""
        if not self.is_plugged:
            return
        self.is_plugged = False
        self._emulator.power(False)
        self._to_host.cut()
        self._to_device.cut()
        port, self._port = self._port, None
        if port is not None:
            port.is_open = False
            self._clock.call_later(0, partial(port.tell_loss, f"{self.name}: the device is gone"))

    def break_after(self, count: int) -> None:
        """Schedule the cable to come out when exactly so many more bytes have reached the host."""
        self._breaks_after = count
        if count == 0:
            self._break()

    def replug(self) -> None:
        """Put the cable back in; the device starts anew."""
        if self.is_plugged:
            return
        self.is_plugged = True
        self._emulator.power(True)

    def _send_to_host(self, data: bytes) -> None:
        self._to_host.carry(data, self._emulator.baud)

    def _send_to_device(self, data: bytes) -> None:
        self._to_device.carry(data, self._emulator.baud)

    def _arrive(self, data: bytes) -> None:
        left = self._breaks_after
        if left is not None:
            data = data[:left]
            self._breaks_after = left - len(data)
        if self._port is not None and data:
            self._port.on_bytes(data)
        if self._breaks_after == 0:
            self._break()

    def _break(self) -> None:
        self._breaks_after = None
        self.unplug()

    def _forget(self, port: _MemoryPort) -> None:
        if self._port is port:
            self._port = None


@dataclass(eq=False, slots=True)
class _MemoryPort:
    """The host's end of the cable."""

    cable: MemoryCable
    on_bytes: Callable[[bytes], None]
    on_lost: Callable[[str], None]
    is_open: bool = True
    is_closed: bool = False

    def write(self, data: bytes) -> None:
        if not self.is_open:
            raise PortError(f"{self.cable.name}: the port is not open")
        self.cable._send_to_device(data)

    def close(self) -> None:
        self.is_open = False
        self.is_closed = True
        self.cable._forget(self)

    def tell_loss(self, reason: str) -> None:
        if not self.is_closed:
            self.on_lost(reason)
