"""A reader with things wrong: a field that lies, and a line that spoils bytes, around a sound emulator."""

from __future__ import annotations

from asyncio import AbstractEventLoop, TimerHandle
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from tacotable_sim.faults import ReaderFault

if TYPE_CHECKING:
    from tacotable_sim.cables.wire import Emulator
    from tacotable_sim.readers.antenna import Field

FLICKER_S = (0.015, 0.035)
"""So long a flickering tag is there, and so long away: 20 Hz on the average, and in step with nobody's scans."""
NOISE_S = 0.02
SCAN_S = 0.012
"""Looks at a field that follow each other so soon are tries of one scan: they find the tag, or none of them does."""
NOISE_BYTES = 16


class FaultyField:
    """The field of a pad, as its antenna hears it; `neighbour` is the field of the next pad."""

    def __init__(self, clock: AbstractEventLoop, field: Field, neighbour: Field, chance: Random) -> None:
        self.faults: set[ReaderFault] = set()
        self._clock = clock
        self._field = field
        self._neighbour = neighbour
        self._chance = chance
        self._is_away = False
        self._turns_s = 0.0
        self._last: tuple[str, ...] = ()
        self.is_at_rim = False
        self._rates = (1.0, 1.0)
        self._reach = chance
        self._looked_s = float("-inf")
        self._is_missed = False

    def switch(self, fault: ReaderFault, on: bool) -> None:
        """Switch a fault of the field."""
        (self.faults.add if on else self.faults.discard)(fault)
        self._turns_s = self._clock.time()

    def fade(self, rates: tuple[float, float], chance: Random) -> None:
        """Find a tag that lies still in this part of all scans: in the middle, and at the rim of the pad."""
        self._rates, self._reach = rates, chance

    def is_deaf(self) -> bool:
        """Return whether the antenna hears nobody."""
        return ReaderFault.DEAF in self.faults

    def __call__(self) -> tuple[str, ...]:
        """Return the tags that are heard now."""
        if (
            self.is_deaf()
            or self._is_out_of_reach()
            or (ReaderFault.FLICKER in self.faults and self._has_flickered_away())
        ):
            return ()
        tags = self._field()
        if ReaderFault.NEIGHBOUR in self.faults:
            tags += self._neighbour()
        if ReaderFault.GHOST in self.faults and not tags:
            return self._last
        self._last = tags or self._last
        return tags

    def _is_out_of_reach(self) -> bool:
        rate = self._rates[self.is_at_rim]
        if rate < 1:
            before_s, self._looked_s = self._looked_s, self._clock.time()
            if self._looked_s - before_s > SCAN_S:
                self._is_missed = self._reach.random() >= rate
        return rate < 1 and self._is_missed

    def _has_flickered_away(self) -> bool:
        while self._turns_s <= self._clock.time():
            self._is_away = not self._is_away
            self._turns_s += self._chance.uniform(*FLICKER_S)
        return self._is_away


class FaultyLine:
    """An emulator whose line can be spoiled; `Emulator` of `wire`."""

    def __init__(self, clock: AbstractEventLoop, reader: Emulator, chance: Random) -> None:
        self.faults: set[ReaderFault] = set()
        self._clock = clock
        self._reader = reader
        self._chance = chance
        self._send: Callable[[bytes], None] = lambda data: None
        self._noise: TimerHandle | None = None
        self._has_power = False
        reader.connect(self._pass_on)

    @property
    def baud(self) -> int:
        """The speed of the reader within."""
        return self._reader.baud

    def connect(self, send: Callable[[bytes], None]) -> None:
        """Connect the cable."""
        self._send = send

    def receive(self, data: bytes) -> None:
        """Receive bytes from the host."""
        if ReaderFault.SILENCE not in self.faults:
            self._reader.receive(data)

    def power(self, on: bool) -> None:
        """Switch the supply."""
        self._has_power = on
        self._reader.power(on)
        self._settle_noise()

    def set(self, fault: ReaderFault, on: bool) -> None:
        """Switch a fault of the line."""
        (self.faults.add if on else self.faults.discard)(fault)
        self._settle_noise()

    def _pass_on(self, data: bytes) -> None:
        if self.faults & {ReaderFault.SILENCE, ReaderFault.GARBAGE}:
            return
        if ReaderFault.CORRUPT in self.faults:
            data = self._corrupt(data)
        if ReaderFault.TRUNCATE in self.faults:
            data = data if self._chance.random() < 0.5 else data[: self._chance.randrange(len(data))]
        self._send(data * 2 if ReaderFault.DUPLICATE in self.faults else data)

    def _corrupt(self, data: bytes) -> bytes:
        if self._chance.random() < 0.5:
            return data
        spoiled = bytearray(data)
        spoiled[self._chance.randrange(len(data))] ^= 1 << self._chance.randrange(8)
        return bytes(spoiled)

    def _settle_noise(self) -> None:
        makes_noise = self._has_power and ReaderFault.GARBAGE in self.faults
        if makes_noise and self._noise is None:
            self._make_noise()
        elif not makes_noise and self._noise is not None:
            self._noise.cancel()
            self._noise = None

    def _make_noise(self) -> None:
        self._noise = self._clock.call_later(NOISE_S, self._make_noise)
        self._send(self._chance.randbytes(NOISE_BYTES))


LINE_FAULTS = frozenset(
    {
        ReaderFault.SILENCE,
        ReaderFault.GARBAGE,
        ReaderFault.CORRUPT,
        ReaderFault.TRUNCATE,
        ReaderFault.DUPLICATE,
    }
)
FIELD_FAULTS = (ReaderFault.FLICKER, ReaderFault.GHOST, ReaderFault.NEIGHBOUR, ReaderFault.DEAF)
