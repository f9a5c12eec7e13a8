"""The one pad of a ring under people's hands: a card comes once what lies there is where it belongs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_sim.truth import DISCARD

if TYPE_CHECKING:
    from tacotable_sim.table import SimulatedTable

PLAY = "play"
"""The zone of the one pad."""


class PlayPad:
    """The play pad of a simulated table; what is known of its cards is shared by all whose hands are there."""

    def __init__(self, table: SimulatedTable, goes_to: dict[str, str], owners: dict[str, str]) -> None:
        self._table = table
        self.goes_to = goes_to
        """Where a card on the pad belongs, by its tag, if that is not the discard pile."""
        self.owners = owners
        """Who laid a card last, by its tag."""

    def lay(
        self, tag: str, owner: str, goes_to: str = "", *, face_up: bool | None = None, changing_s: float = 0.0
    ) -> None:
        """Lay a card, what lies there out of the way; hands take `changing_s` to change one for another."""
        is_changed = bool(self._table.truth.at(PLAY))
        self.clear()
        if owner:
            self.owners[tag] = owner
        self.move(tag, PLAY, face_up=face_up, after_s=changing_s if is_changed else 0.0)
        if goes_to:
            self.goes_to[tag] = goes_to

    def move(
        self, tag: str, place: str, *, slot: int | None = None, face_up: bool | None = None, after_s: float = 0.0
    ) -> None:
        """Move a card from wherever it lies; where it belonged counts no more."""
        self.goes_to.pop(tag, None)
        self._table.place(tag, place, slot=slot, face_up=face_up, after_s=after_s)

    def clear(self) -> None:
        """Carry what lies on the pad to where it belongs."""
        for card in self._table.truth.at(PLAY):
            self.move(card.tag, self.goes_to.get(card.tag, DISCARD))
