"""The page's hands at a table with a pad a seat: the own pad, the own hand and the discard pile."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tacotable.simulation.hands.base import Act, TableHands, sim_name, text_of
from tacotable.state.situation import pad_of
from tacotable.web.model import PageError
from tacotable_sim.truth import DISCARD, hand_of

if TYPE_CHECKING:
    from tacotable.state.role import Content, Role


class PadHands(TableHands):
    """Hands that lay cards on the pad of their seat; every game without hands of its own has these."""

    def _own_acts(self) -> Mapping[str, Act]:
        return {}

    def _own_truth(self, role: Role) -> Content:
        del role
        return {}

    def _places(self) -> tuple[str, ...]:
        """Return the places without those that only the Exploding games use: rows, and what no card was left at."""
        situation, truth = self._situation, self._table.truth
        others = {*map(hand_of, situation.onlookers), *truth.zones} - situation.devices.table.pads().keys()
        unused = {*self._table.plan.rows, *(place for place in others if not truth.at(place))}
        return tuple(place for place in super()._places() if place not in unused)

    def _place(self, role: Role, action: Content) -> None:
        place = sim_name(text_of(action, "place"))
        tag = self._movable(role, text_of(action, "card"))
        if role.seat is not None and place not in (hand_of(role.seat), pad_of(role.seat), DISCARD):
            raise PageError("not-allowed", "Lay your cards on your own pad, your hand or the discard pile.")
        face_up = None if place.startswith("hand:") else self._is_laid_open(tag, place)
        self._table.place(tag, place, face_up=face_up)

    def _is_laid_open(self, tag: str, place: str) -> bool:
        """Return whether a card is laid face up."""
        del tag
        return self._situation.family.is_laid_open(self._situation, place)

    def _movable(self, role: Role, handle: str) -> str:
        """Return the tag of a card that a role may take: any for the simulation, its own for a seat."""
        pad = pad_of(role.seat) if role.seat else ""
        own_back = self._back_at(pad, handle) if pad in self._table.truth.zones else None
        tag = own_back or self._known_tag(role, handle)
        if role.seat is not None and self._table.truth.where(tag) not in (hand_of(role.seat), pad_of(role.seat)):
            raise PageError("not-allowed", "This card is not yours to move.")
        return tag

    def _draw(self, role: Role, action: Content) -> None:
        self._table.draw(self._seat_drawing(role, action))
