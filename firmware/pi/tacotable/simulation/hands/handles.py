"""Handles: the names by which a page tells cards apart, so that a card that was hidden cannot be known again.

The all-seeing view has one handle a card. Anyone else has a new one each time the card comes out of hiding: a card
that went through a hand or the pile is one of many with the same face. A back has no handle but its place.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacotable.state.role import Role
    from tacotable_sim.truth import Truth


class Handles:
    """The handles of all cards of a simulated table, drawn by chance at each start."""

    def __init__(self, truth: Truth, tags: list[str], chance: Random) -> None:
        self._truth = truth
        self._chance = chance
        chance.shuffle(tags)
        self._of_all = {tag: f"c{number:02d}" for number, tag in enumerate(tags)}
        self._tag_of_all = {handle: tag for tag, handle in self._of_all.items()}
        self._shown: dict[str, tuple[int, str]] = {}
        self._tag_shown: dict[str, str] = {}

    def of(self, tag: str, role: Role) -> str:
        """Return the handle of a card whose face this role sees."""
        return self._of_all[tag] if role.kind == "simulation" else self._open(tag)

    def tag(self, handle: str, role: Role) -> str | None:
        """Return the tag behind a handle of this role; None for one that is made up or of another time."""
        if role.kind == "simulation":
            return self._tag_of_all.get(handle)
        tag = self._tag_shown.get(handle)
        return tag if tag is not None and self._open(tag) == handle else None

    def _open(self, tag: str) -> str:
        """Return the handle of a card since it was hidden last."""
        times = self._truth.times_hidden(tag)
        known = self._shown.get(tag)
        if known is not None and known[0] == times:
            return known[1]
        if known is not None:
            del self._tag_shown[known[1]]
        handle = f"v{self._chance.getrandbits(48):012x}"
        self._shown[tag] = (times, handle)
        self._tag_shown[handle] = tag
        return handle
