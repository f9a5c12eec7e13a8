"""The lines of devices with things wrong: what a sound emulator says is spoiled, and at a hub what it hears, too."""

from __future__ import annotations

from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from tacotable_sim.faults import HubFault, ReaderFault

if TYPE_CHECKING:
    from tacotable_sim.cables.cable import Emulator
    from tacotable_sim.hub.runners import FirmwareHub, HubOnLoop

NOISE_S = 0.02
NOISE_BYTES = 16
EVERY = 2_000  # A kind of fault strikes a hub's line once in so many bytes.
LONGEST_NOISE = 30
MOST_HELD = 4_096  # Bytes that a cable at a standstill keeps, as a kernel's buffer does; more are lost.
SPOILING = (HubFault.NOISE, HubFault.DROP, HubFault.DOUBLE, HubFault.FLIP)


class FaultyLine:
    """An emulator whose line can be spoiled; `Emulator` of `cable`, as the one within is."""

    def __init__(self, device: Emulator, chance: Random) -> None:
        self.faults: set[str] = set()
        self._device = device
        self._chance = chance
        self.send: Callable[[bytes], None] = lambda data: None
        self._has_power = False
        device.send = self._pass_on

    @property
    def baud(self) -> int:
        """The speed of the device within."""
        return self._device.baud

    def receive(self, data: bytes) -> None:
        """Receive bytes from the host."""
        self._device.receive(data)

    def power(self, on: bool) -> None:
        """Switch the supply."""
        self._has_power = on
        self._device.power(on)

    def set(self, fault: str, on: bool) -> None:
        """Switch a fault of the line."""
        (self.faults.add if on else self.faults.discard)(fault)

    def _pass_on(self, data: bytes) -> None:
        self.send(data)


class ReaderLine(FaultyLine):
    """The line of a reader: its faults spoil the bytes that the reader sends."""

    def __init__(self, clock: AbstractEventLoop, reader: Emulator, chance: Random) -> None:
        super().__init__(reader, chance)
        self._clock = clock
        self._noise: TimerHandle | None = None

    def receive(self, data: bytes) -> None:
        """Receive bytes from the host."""
        if ReaderFault.SILENCE not in self.faults:
            super().receive(data)

    def power(self, on: bool) -> None:
        """Switch the supply."""
        super().power(on)
        self._settle_noise()

    def set(self, fault: str, on: bool) -> None:
        """Switch a fault of the line."""
        super().set(fault, on)
        self._settle_noise()

    def _pass_on(self, data: bytes) -> None:
        if self.faults & {ReaderFault.SILENCE, ReaderFault.GARBAGE}:
            return
        if ReaderFault.CORRUPT in self.faults and self._chance.random() >= 0.5:
            spoiled = bytearray(data)
            spoiled[self._chance.randrange(len(data))] ^= 1 << self._chance.randrange(8)
            data = bytes(spoiled)
        if ReaderFault.TRUNCATE in self.faults:
            data = data if self._chance.random() < 0.5 else data[: self._chance.randrange(len(data))]
        self.send(data * 2 if ReaderFault.DUPLICATE in self.faults else data)

    def _settle_noise(self) -> None:
        makes_noise = self._has_power and ReaderFault.GARBAGE in self.faults
        if makes_noise and self._noise is None:
            self._make_noise()
        elif not makes_noise and self._noise is not None:
            self._noise.cancel()
            self._noise = None

    def _make_noise(self) -> None:
        self._noise = self._clock.call_later(NOISE_S, self._make_noise)
        self.send(self._chance.randbytes(NOISE_BYTES))


class HubLine(FaultyLine):
    """The line of a hub, spoiled both ways, with standstills each way. `lines` and `struck` count lines and faults."""

    def __init__(self, hub: HubOnLoop | FirmwareHub, chance: Random) -> None:
        super().__init__(hub, chance)
        self.lines = self.struck = 0
        self._stall = hub.stall
        self._held = bytearray()

    def receive(self, data: bytes) -> None:
        """Receive bytes from the host."""
        spoiled = self._spoil(data)
        if HubFault.STALL_IN in self.faults:
            self._held += spoiled[: MOST_HELD - len(self._held)]
        else:
            super().receive(spoiled)

    def power(self, on: bool) -> None:
        """Switch the supply."""
        self._held.clear()
        self._has_power = on
        self._settle_power()

    def set(self, fault: str, on: bool) -> None:
        """Switch a fault of the line."""
        super().set(fault, on)
        if fault == HubFault.RESET:
            self._settle_power()
        elif fault == HubFault.STALL_OUT:
            self._stall(on)
        elif fault == HubFault.STALL_IN and self._held:
            held, self._held = bytes(self._held), bytearray()
            super().receive(held)

    def _settle_power(self) -> None:
        self._device.power(self._has_power and HubFault.RESET not in self.faults)

    def _pass_on(self, data: bytes) -> None:
        self.send(self._spoil(data))

    def _spoil(self, data: bytes) -> bytes:
        """Return what arrives of these bytes."""
        self.lines += data.count(b"\n")
        for fault in SPOILING:
            if fault in self.faults and data and self._chance.random() < len(data) / EVERY:
                self.struck += 1
                data = self._strike(fault, data)
        return data

    def _strike(self, fault: HubFault, data: bytes) -> bytes:
        place = self._chance.randrange(len(data))
        before, byte, after = data[:place], data[place], data[place + 1 :]
        match fault:
            case HubFault.NOISE:
                return before + self._chance.randbytes(self._chance.randrange(1, LONGEST_NOISE)) + data[place:]
            case HubFault.DROP:
                return before + after
            case HubFault.DOUBLE:
                return before + bytes([byte, byte]) + after
            case _:
                return before + bytes([byte ^ 1 << self._chance.randrange(8)]) + after
