"""Contacts of buttons chatter: they close and open several times before they rest as the finger wants them."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable
from functools import partial
from random import Random

BOUNCE_S = 0.005
"""How long a button's contact chatters."""
MOST_BOUNCES = 4


class Bounces:
    """The chatter of many contacts, each by its number."""

    def __init__(self, clock: AbstractEventLoop, chance: Random) -> None:
        self._clock = clock
        self._chance = chance
        self._motions: dict[int, int] = {}

    def end(self, contact: int) -> None:
        """Stop a contact's chatter: the finger moves again."""
        self._motions[contact] = self._motions.get(contact, 0) + 1

    def begin(self, contact: int, *, closed: bool, touch: Callable[[bool], None]) -> None:
        """Close or open a contact by `touch`; it chatters for up to BOUNCE_S, then rests."""
        self.end(contact)
        touch(closed)
        motion = self._motions[contact]
        edges = 2 * self._chance.randint(0, MOST_BOUNCES)
        moments = sorted(self._chance.uniform(0, BOUNCE_S) for _ in range(edges))
        for at, moment in enumerate(moments):
            level = closed if at % 2 else not closed
            self._clock.call_later(moment, partial(self._chatter, contact, motion, partial(touch, level)))

    def _chatter(self, contact: int, motion: int, touch: Callable[[], None]) -> None:
        if self._motions[contact] == motion:
            touch()
