"""What one player can see: the own hand, the public table, lamps and displays; never a hidden card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tacotable_sim.table import Seen, SimulatedTable
from tacotable_sim.truth import DISCARD, DRAW, Card, hand_of


@dataclass(frozen=True, slots=True)
class Sign:
    """What a display says: a message by its identity, and the values in it."""

    message: str
    values: Mapping[str, object]


ReadSign: TypeAlias = Callable[[str], Sign | None]
"""Gives what the display of this name says now. The composition root provides it: a picture is not read here."""


@dataclass(frozen=True, slots=True)
class PublicTable:
    """What everyone sees. A card that shows its back has no face and no tag here."""

    faces: Mapping[str, tuple[str | None, ...]]
    """The cards of pads, rows and the discard pile, oldest first; None is a back."""
    hand_sizes: Mapping[str, int]
    draw_size: int
    token: int | None
    tiles: frozenset[int]


class Eyes:
    """The eyes of one seat. `displays` names those that it may read: its own, and those beside the board."""

    def __init__(self, table: SimulatedTable, seat: str, read_sign: ReadSign, displays: tuple[str, ...] = ()) -> None:
        self.seat = seat
        self._table = table
        self._read_sign = read_sign
        self._displays = displays or (seat,)

    def hand(self) -> tuple[Card, ...]:
        """Return the own cards."""
        return self._table.truth.at(hand_of(self.seat))

    def public(self) -> PublicTable:
        """Return what everyone sees of cards, token and tiles."""
        truth = self._table.truth
        open_places = (DISCARD, *truth.zones, *self._table.plan.rows)
        return PublicTable(
            faces={place: tuple(map(self._face, truth.at(place))) for place in open_places},
            hand_sizes={seat: len(truth.at(hand_of(seat))) for seat in truth.seats},
            draw_size=len(truth.at(DRAW)),
            token=truth.token,
            tiles=truth.tiles,
        )

    def look(self) -> Seen:
        """Return lamps, lights, displays and tone; of the displays only those that this seat may read."""
        seen = self._table.look()
        pictures = {name: picture for name, picture in seen.pictures.items() if name in self._displays}
        return Seen(seen.lamps, seen.lights, pictures, seen.tone_hz)

    def sign(self, display: str = "") -> Sign | None:
        """Return what a display says (the own one where none is named); None if it is not this seat's to read."""
        name = display or self.seat
        return self._read_sign(name) if name in self._displays else None

    def _face(self, card: Card) -> str | None:
        return card.face if self._table.truth.is_face_up(card.tag) else None
