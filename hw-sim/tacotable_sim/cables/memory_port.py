"""A cable in memory: the driver's byte port on one end, an emulator on the other, the wire's time between.

It carries the same bytes as a pty. `MemoryCable.open_port` is a `PortOpener`.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from tacotable_drivers.ports import BytePort, FaultKind, PortError
from tacotable_sim.cables.wire import Emulator, Wire


class MemoryCable:
    """The cable of one device. It is plugged in at first."""

    def __init__(self, name: str, clock: AbstractEventLoop, emulator: Emulator, *, burst: int | None = None) -> None:
        self.name = name
        self._clock = clock
        self.emulator = emulator
        self._to_host = Wire(clock, self._arrive, burst=burst)
        self.to_device = Wire(clock, emulator.receive, burst=burst)
        self.port: _MemoryPort | None = None
        """The host's end, while it is open."""
        self.is_plugged = True
        emulator.connect(lambda data: self._to_host.carry(data, emulator.baud))
        emulator.power(True)

    def open_port(self, on_bytes: Callable[[bytes], None], on_lost: Callable[[str], None]) -> BytePort:
        """Open the host's end, for one user at a time; raises PortError."""
        if not self.is_plugged:
            raise PortError(f"{self.name}: no such port; is its cable in?")
        if self.port is not None:
            busy = "the port is open already; does another program use it?"
            raise PortError(f"{self.name}: {busy}", FaultKind.BUSY)
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
            self._clock.call_later(0, partial(port.tell_loss, f"{self.name}: the device is gone"))

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
    is_closed: bool = False

    def write(self, data: bytes) -> None:
        if not self.is_open:
            raise PortError(f"{self.cable.name}: the port is not open")
        self.cable.to_device.carry(data, self.cable.emulator.baud)

    def close(self) -> None:
        self.is_open = False
        self.is_closed = True
        if self.cable.port is self:
            self.cable.port = None

    def tell_loss(self, reason: str) -> None:
        if not self.is_closed:
            self.on_lost(reason)
