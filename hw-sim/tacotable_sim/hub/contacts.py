"""The contacts of one hub: fingers on its buttons and the token on its sensors, with bounces and broken contacts.

Places: 0..8 are sensors, 9..16 buttons on the board's own pins, 17..32 the inputs of the expander.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable
from random import Random

from tacotable_sim.cables.switches import Switches

BUTTONS_AT = 9
MORE_AT = 17
"""Where the expander's inputs begin."""


class HubContacts(Switches):
    """What touches now. `on_edge(place)` is told at every edge of the board's own pins and of the expander."""

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
