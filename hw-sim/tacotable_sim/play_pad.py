"""The pads of an Exploding game under people's hands: a card comes once what lies there is where it belongs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tacotable_sim.truth import BOX, DISCARD, Card

if TYPE_CHECKING:
    from tacotable_sim.table import SimulatedTable

PLAY = "play"  # The zone of the pad in the middle; some tables have pads of seats beside it, or in its place.


class PlayPad:
    """The play pad of a simulated table; what is known of its cards is shared by all whose hands are there."""

    def __init__(self, table: SimulatedTable, goes_to: dict[str, str], owners: dict[str, str]) -> None:
        self._table = table
        self.zones = table.truth.zones
        self.goes_to = goes_to  # Where a card on the pad belongs, by its tag, if that is not the discard pile.
        self.owners = owners  # Who laid a card last, by its tag.

    def zone_of(self, seat: str) -> str:
        """Return the zone of the pad on which a seat lays its cards."""
        return self.zones_of(seat)[0]

    def zones_of(self, seat: str) -> tuple[str, ...]:
        """Return the zones of the pads on which a seat may lay its cards, the usual one first."""
        return tuple(zone for zone in (PLAY, f"{seat}.pad") if zone in self.zones)

    @property
    def lying(self) -> tuple[Card, ...]:
        """Return the cards that lie on the pads."""
        return tuple(card for zone in self.zones for card in self._table.truth.at(zone))

    def put_away(self, noped: Sequence[str]) -> None:
        """Carry noped cards into the box, if they are still on top of the discard pile or on a pad."""
        top = (*self._table.truth.at(DISCARD), *self.lying)[-len(noped) :]
        if sorted(card.face for card in top) == sorted(noped):
            for card in top:
                self.move(card.tag, BOX)

    def lay(
        self,
        tag: str,
        owner: str,
        goes_to: str = "",
        *,
        face_up: bool | None = None,
        changing_s: float = 0.0,
        zone: str = "",
    ) -> None:
        """Lay a card on the named pad or the `owner`'s, others out of the way; changing cards takes `changing_s`."""
        zone = zone or self.zone_of(owner)
        is_changed = bool(self._table.truth.at(zone))
        for other in self.zones:  # what was played before lies under it on the discard pile
            self.clear_zone(other, is_all=other == zone)
        if owner:
            self.owners[tag] = owner
        self.move(tag, zone, face_up=face_up, after_s=changing_s if is_changed else 0.0)
        if goes_to:
            self.goes_to[tag] = goes_to

    def move(
        self, tag: str, place: str, *, slot: int | None = None, face_up: bool | None = None, after_s: float = 0.0
    ) -> None:
        """Move a card from wherever it lies; where it belonged counts no more."""
        self.goes_to.pop(tag, None)
        self._table.place(tag, place, slot=slot, face_up=face_up, after_s=after_s)

    def clear(self, owner: str = "") -> None:
        """Carry what lies on a seat's pad, or on all of them, to where it belongs."""
        for zone in (self.zone_of(owner),) if owner else self.zones:
            self.clear_zone(zone)

    def clear_zone(self, zone: str, *, is_all: bool = True) -> None:
        """Carry what lies on a pad to where it belongs; else only what was played, and not what may go back."""
        lying = self._table.truth.at(zone)
        for card in lying if is_all else [card for card in lying if card.tag not in self.goes_to]:
            self.move(card.tag, self.goes_to.get(card.tag, DISCARD))
