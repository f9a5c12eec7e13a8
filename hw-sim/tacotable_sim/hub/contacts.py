"""The contacts of one hub: fingers on its buttons and the token on its sensors, with bounces and broken contacts.

Places: 0..8 are sensors, 9..16 buttons on the board's own pins, 17..32 the inputs of the expander.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable
from functools import partial
from random import Random

from tacotable_sim.cables.bounce import Bounces

BUTTONS_AT = 9
MORE_AT = 17
"""Where the expander's inputs begin."""


class HubContacts:
    """What touches now. `on_edge(place)` is told at every edge of the board's own pins and of the expander.

    Without `chatters` buttons do not bounce: in real time a busy machine would stretch a bounce into a press.
    """

    def __init__(self, clock: AbstractEventLoop, chance: Random, *, chatters: bool = True) -> None:
        self.on_edge: Callable[[int], None] = lambda place: None
        self._bounces = Bounces(clock, chance)
        self._chatters = chatters
        self._closed = 0
        self._jammed: dict[int, bool] = {}
        self._told = 0

    def closed(self) -> int:
        """Return the mask of the closed contacts on the board's own pins."""
        return self._told & (1 << MORE_AT) - 1

    def more(self) -> int:
        """Return the mask of the expander's closed inputs."""
        return self._told >> MORE_AT

    def switch(self, place: int, *, closed: bool) -> None:
        """Close or open a contact that does not bounce: a hall sensor."""
        self._bounces.end(place)
        self._touch(place, closed)

    def bounce(self, place: int, *, closed: bool) -> None:
        """Close or open a button's contact: it chatters for a moment, then rests."""
        if self._chatters:
            self._bounces.begin(place, closed=closed, touch=partial(self._touch, place))
        else:
            self.switch(place, closed=closed)

    def jam(self, place: int, closed: bool | None) -> None:
        """Break a contact, so that it stays closed or open; None mends it."""
        if closed is None:
            self._jammed.pop(place, None)
        else:
            self._jammed[place] = closed
        self._settle(place)

    def _touch(self, place: int, closed: bool) -> None:
        self._closed = self._closed | 1 << place if closed else self._closed & ~(1 << place)
        self._settle(place)

    def _settle(self, place: int) -> None:
        is_closed = self._jammed.get(place, bool(self._closed >> place & 1))
        if is_closed == bool(self._told >> place & 1):
            return
        self._told ^= 1 << place
        self.on_edge(place)
