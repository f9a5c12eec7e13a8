"""A line that drops, doubles, changes and adds bytes, and stands still at times; all drawn by a seeded chance."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random


@dataclass
class LossyLine:
    """One direction. A fault strikes one byte in `every`; a standstill begins once in `stall_every_ms`."""

    chance: Random
    every: int = 500
    stall_every_ms: float = 4_000.0
    longest_stall_ms: float = 1_200.0
    is_faulty: bool = True
    faults: int = 0
    stalled_until_ms: float = 0.0

    def spoil(self, data: bytes) -> bytes:
        """Give what arrives of these bytes."""
        if not self.is_faulty or self.chance.random() > len(data) / self.every:
            return data
        place = self.chance.randrange(len(data)) if data else 0
        before, byte, after = data[:place], data[place : place + 1], data[place + 1 :]
        self.faults += 1
        match self.chance.randrange(4):
            case 0:
                return before + after
            case 1:
                return before + byte + byte + after
            case 2:
                return before + bytes([b ^ 1 << self.chance.randrange(8) for b in byte]) + after
        return data[:place] + self.chance.randbytes(self.chance.randrange(1, 30)) + data[place:]

    def is_stalled(self, now_ms: float, passed_ms: float) -> bool:
        """Tell whether nothing moves; `passed_ms` have gone by since the last question."""
        if self.is_faulty and self.chance.random() < passed_ms / self.stall_every_ms:
            self.stalled_until_ms = now_ms + self.chance.uniform(1.0, self.longest_stall_ms)
            self.faults += 1
        return now_ms < self.stalled_until_ms
