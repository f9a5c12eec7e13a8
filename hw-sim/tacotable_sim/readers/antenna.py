"""What one antenna hears of the tags that lie on it; fields lie, and stacked tags hide each other.

Anticollision works on paper; with stickers on top of each other power and detuning decide. So a stack of two
is heard as either, both or none, and a stack of three or more as none. One stack is heard in one way until it
changes: chance is drawn when something is put on or taken off, not at each scan.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable
from random import Random
from typing import TypeAlias

from tacotable_sim.faults import ReaderFault

Field: TypeAlias = Callable[[], tuple[str, ...]]  # Gives the tags that lie in an antenna's field now, upper-case hex.
FLICKER_S = (0.015, 0.035)
"""So long a flickering tag is there, and so long away: 20 Hz on the average, and in step with nobody's scans."""
SCAN_S = 0.012
"""Looks at a field that follow each other so soon are tries of one scan: they find the tag, or none of them does."""
FIELD_FAULTS = (ReaderFault.FLICKER, ReaderFault.GHOST, ReaderFault.NEIGHBOUR, ReaderFault.DEAF)


class FaultyField:
    """The field of a pad, as its antenna hears it; `neighbour` is the field of the next pad."""

    def __init__(self, clock: AbstractEventLoop, field: Field, neighbour: Field, chance: Random) -> None:
        self.faults: set[ReaderFault] = set()
        self.is_at_rim = False  # Whether what lies there lies at the rim of the pad.
        self._clock = clock
        self._field = field
        self._neighbour = neighbour
        self._chance = chance
        self._is_away = False
        self._turns_s = 0.0
        self._last: tuple[str, ...] = ()
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
        if self.is_deaf() or self._is_out_of_reach() or self._has_flickered_away():
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
        if ReaderFault.FLICKER not in self.faults:
            return False
        while self._turns_s <= self._clock.time():
            self._is_away = not self._is_away
            self._turns_s += self._chance.uniform(*FLICKER_S)
        return self._is_away


class Antenna:
    """One antenna over a field. `chance` is seeded by the caller.

    `sticker` is a tag that is fixed at its rim, under no stack: heard whenever the antenna hears anything at all, which
    `is_deaf` tells.
    """

    def __init__(
        self, field: Field, chance: Random, sticker: str = "", is_deaf: Callable[[], bool] = lambda: False
    ) -> None:
        self._rim = (sticker,) if sticker else ()
        self._is_deaf = is_deaf
        self.field = field
        self._chance = chance
        self._stack: tuple[str, ...] = ()
        self._heard: tuple[str, ...] = ()

    def heard(self) -> tuple[str, ...]:
        """Return the tags that can be heard now: of a stack at most two."""
        stack = self.field()
        if stack != self._stack:
            self._stack = stack
            if len(stack) == 2:
                self._heard = self._chance.choice([(), stack[:1], stack[1:], stack])
            else:
                self._heard = stack if len(stack) < 2 else ()
        return () if self._is_deaf() else (*self._rim, *self._heard)
