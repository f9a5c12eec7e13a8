"""The page's hands at the Tacocat table: its cards, whether dealt in secret or not, Tacocat and the tiles."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING

from tacotable.games.tacocat.deal import is_dealing
from tacotable.simulation.hands.pads import PadHands
from tacotable.state.situation import Situation, pad_of
from tacotable.web.model import PageError
from tacotable_sim.truth import DISCARD, DRAW, hand_of

if TYPE_CHECKING:
    from tacotable.simulation.hands.base import Act
    from tacotable.state.role import Content, Role
    from tacotable_sim.table import SimulatedTable


class TacocatHands(PadHands):
    """Hands at a table with a pad a seat and a board."""

    def __init__(self, table: SimulatedTable, situation: Situation, chance: Random) -> None:
        super().__init__(table, situation, chance)
        self._given_in_secret: set[str] = set()

    def _own_acts(self) -> Mapping[str, Act]:
        return {"token": self._token, "tile": self._tile}

    def _own_truth(self, role: Role) -> Content:
        del role
        truth = self._table.truth
        return {"token": truth.token, "tiles": sorted(truth.tiles)}

    def _is_laid_open(self, tag: str, place: str) -> bool:
        """Return how a card is laid: one that was given away in secret stays so, however late it leaves the pad."""
        is_open = self._situation.family.is_laid_open
        if place == DISCARD:
            return tag not in self._given_in_secret and is_open(self._situation, DISCARD)
        (self._given_in_secret.discard if is_open(self._situation, DISCARD) else self._given_in_secret.add)(tag)
        return is_open(self._situation, place)

    def _draw(self, role: Role, action: Content) -> None:
        seat = self._seat_drawing(role, action)
        if is_dealing(self._situation):
            self._pass_over(seat)
        else:
            self._table.draw(seat)

    def _pass_over(self, seat: str) -> None:
        """Lay the top card of the pile on a seat's pad, face down; the one that lies there goes into the hand."""
        for card in self._table.truth.at(pad_of(seat)):
            self._table.place(card.tag, hand_of(seat))
        pile = self._table.truth.at(DRAW)
        if pile:
            self._table.place(pile[0].tag, pad_of(seat), face_up=False)

    def _token(self, role: Role, action: Content) -> None:
        del role
        self._table.move_token(_space(action.get("space"), may_be_none=True))

    def _tile(self, role: Role, action: Content) -> None:
        self._check_between_rounds(role)
        space = _space(action.get("space"), may_be_none=False)
        if space is not None:
            self._table.cover(space) if action.get("on") is True else self._table.uncover(space)


def _space(value: object, *, may_be_none: bool) -> int | None:
    if value is None and may_be_none:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not -4 <= value <= 4:
        raise PageError("bad-message", "`space` is a whole number from -4 to 4.")
    return value
