"""Switches that fingers and magnets close; those of buttons chatter before they rest, and any may break."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections import Counter
from collections.abc import Callable
from random import Random

BOUNCE_S = 0.005  # How long a button's contact chatters.
MOST_BOUNCES = 4
BUTTONS_AT = 9  # The place of a hub's first button.
MORE_AT = 17  # Where the inputs of its expander begin.


class Switches:
    """Many switches, each by its number. `on_touch(number)` is told when one has been moved, broken or mended.

    Without `chatters` buttons do not bounce: in real time a busy machine would stretch a bounce into a press.
    """

    def __init__(
        self, clock: AbstractEventLoop, chance: Random, on_touch: Callable[[int], None], *, chatters: bool = True
    ) -> None:
        self._clock = clock
        self._chance = chance
        self._on_touch = on_touch
        self._chatters = chatters
        self._closed: dict[int, bool] = {}
        self._jammed: dict[int, bool] = {}
        self._motions: Counter[int] = Counter()

    def is_closed(self, number: int) -> bool:
        """Return whether a switch is closed now."""
        return self._jammed.get(number, self._closed.get(number, False))

    def switch(self, number: int, *, closed: bool) -> None:
        """Close or open a switch that does not bounce: a hall sensor."""
        self._motions[number] += 1
        self._touch(number, closed)

    def bounce(self, number: int, *, closed: bool) -> None:
        """Close or open a button's contact: it chatters for up to BOUNCE_S, then rests."""
        self.switch(number, closed=closed)
        if not self._chatters:
            return
        motion = self._motions[number]
        edges = 2 * self._chance.randint(0, MOST_BOUNCES)
        moments = sorted(self._chance.uniform(0, BOUNCE_S) for _ in range(edges))
        for at, moment in enumerate(moments):
            self._clock.call_later(moment, self._chatter, number, motion, closed if at % 2 else not closed)

    def jam(self, number: int, closed: bool | None) -> None:
        """Hold a switch closed or open whatever is done with it; None mends it."""
        if closed is None:
            self._jammed.pop(number, None)
        else:
            self._jammed[number] = closed
        self._on_touch(number)

    def _touch(self, number: int, closed: bool) -> None:
        self._closed[number] = closed
        self._on_touch(number)

    def _chatter(self, number: int, motion: int, closed: bool) -> None:
        if self._motions[number] == motion:  # else the finger has moved again
            self._touch(number, closed)


class HubContacts(Switches):
    """The contacts of one hub: fingers on its buttons and the token on its sensors.

    Places: 0..8 are sensors, 9..16 buttons on the board's own pins, 17..32 the inputs of the expander. `on_edge(place)`
    is told at every edge.
    """

    def __init__(self, clock: AbstractEventLoop, chance: Random, *, chatters: bool = True) -> None:
        super().__init__(clock, chance, self._settle, chatters=chatters)
        self.on_edge: Callable[[int], None] = lambda place: None
        self._told = 0

    def closed(self) -> int:
        """Return the mask of the closed contacts on the board's own pins."""
        return self._told & (1 << MORE_AT) - 1

    def more(self) -> int:
        """Return the mask of the expander's closed inputs."""
        return self._told >> MORE_AT

    def _settle(self, place: int) -> None:
        if self.is_closed(place) != bool(self._told >> place & 1):
            self._told ^= 1 << place
            self.on_edge(place)
