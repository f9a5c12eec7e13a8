"""What one antenna hears of the tags that lie on it; stacked tags hide each other.

Anticollision works on paper; with stickers on top of each other power and detuning decide. So a stack of two
is heard as either, both or none, and a stack of three or more as none. One stack is heard in one way until it
changes: chance is drawn when something is put on or taken off, not at each scan.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TypeAlias

Field: TypeAlias = Callable[[], tuple[str, ...]]
"""Gives the tags that lie in an antenna's field now, upper-case hex."""


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
            self._heard = self._listen(stack)
        return () if self._is_deaf() else (*self._rim, *self._heard)

    def _listen(self, stack: tuple[str, ...]) -> tuple[str, ...]:
        if len(stack) < 2:
            return stack
        if len(stack) > 2:
            return ()
        first, second = stack
        return self._chance.choice([(), (first,), (second,), (first, second)])
