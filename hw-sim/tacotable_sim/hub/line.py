"""A hub's cable with things wrong: bytes lost, doubled, changed and added both ways, and standstills each way."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Protocol

from tacotable_sim.cables.wire import Emulator
from tacotable_sim.faults import HubFault

EVERY = 2_000
"""A kind of fault strikes once in so many bytes."""
LONGEST_NOISE = 30
MOST_HELD = 4_096
"""Bytes that a cable at a standstill keeps, as a kernel's buffer does; more are lost."""
SPOILING = (HubFault.NOISE, HubFault.DROP, HubFault.DOUBLE, HubFault.FLIP)


class Stallable(Emulator, Protocol):
    """A device that notices when the host's side takes nothing."""

    def stall(self, on: bool) -> None:
        """Stall the host's side, or release it: while stalled it accepts nothing."""


class HubLine:
    """An emulator whose line can be spoiled; `Emulator` of `wire`. `lines` and `struck` count lines and faults."""

    def __init__(self, hub: Stallable, chance: Random) -> None:
        self.faults: set[HubFault] = set()
        self.lines = 0
        self.struck = 0
        self._hub = hub
        self._chance = chance
        self._send: Callable[[bytes], None] = lambda data: None
        self._held = bytearray()
        self._has_power = False
        hub.connect(self._pass_on)

    @property
    def baud(self) -> int:
        """The speed of the hub's cable."""
        return self._hub.baud

    def connect(self, send: Callable[[bytes], None]) -> None:
        """Connect the cable."""
        self._send = send

    def receive(self, data: bytes) -> None:
        """Receive bytes from the host."""
        spoiled = self._spoil(data)
        if HubFault.STALL_IN in self.faults:
            self._held += spoiled[: MOST_HELD - len(self._held)]
        else:
            self._hub.receive(spoiled)

    def power(self, on: bool) -> None:
        """Switch the supply."""
        self._held.clear()
        self._has_power = on
        self._settle_power()

    def set(self, fault: HubFault, on: bool) -> None:
        """Switch a fault of the line."""
        (self.faults.add if on else self.faults.discard)(fault)
        if fault is HubFault.RESET:
            self._settle_power()
        elif fault is HubFault.STALL_OUT:
            self._hub.stall(on)
        elif fault is HubFault.STALL_IN and self._held:
            held, self._held = bytes(self._held), bytearray()
            self._hub.receive(held)

    def _settle_power(self) -> None:
        self._hub.power(self._has_power and HubFault.RESET not in self.faults)

    def _pass_on(self, data: bytes) -> None:
        self._send(self._spoil(data))

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
