"""The page's hands at a table with a pad a seat: any game's, and Tacocat's, with secret deals, token and tiles."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING

from tacotable.games.tacocat.deal import is_dealing
from tacotable.simulation.hands.base import Act, TableHands, number_of, sim_name, text_of
from tacotable.state.placements import Status
from tacotable.state.situation import Situation, pad_of
from tacotable.web.model import require
from tacotable_sim.truth import DISCARD, DRAW, hand_of

if TYPE_CHECKING:
    from tacotable.state.role import Content, Role
    from tacotable_sim.table import SimulatedTable


REVEALING = ("duel-revealed", "last-cards-shown")  # The events at which both seats turn their cards over.


class PadHands(TableHands):
    """Hands that lay cards on the pad of their seat; every game without hands of its own has these."""

    def _places(self) -> tuple[str, ...]:
        """Return the places without those that only the Exploding games use: rows, and what no card was left at."""
        situation, truth = self._situation, self._table.truth
        others = {*map(hand_of, situation.onlookers), *truth.zones} - situation.devices.table.pads.keys()
        unused = {*self._table.plan.rows, *(place for place in others if not truth.at(place))}
        return tuple(place for place in super()._places() if place not in unused)

    def _place(self, role: Role, action: Content) -> None:
        """Move a card: its own for a seat; for the host any but what is in the hand or on the pad of a private seat."""
        place, handle, truth = sim_name(text_of(action, "place")), text_of(action, "card"), self._table.truth
        hidden = self._pads(role) if role.seat else (*truth.zones, DRAW, DISCARD)
        backs = (self._back_at(at, handle) for at in hidden)
        tag = next(filter(None, backs), None) or self._known_tag(role, handle)
        at = truth.where(tag)
        owner = role.seat or next((seat for seat in self.private if at == pad_of(seat)), None)
        own = () if owner is None else (hand_of(owner), pad_of(owner))
        require(not own or at in own, "This card is not yours to move.")
        is_own_place = not own or place in (*own, DISCARD)
        require(is_own_place, "Lay your cards on your own pad, your hand or the discard pile.")
        self._table.place(tag, place, face_up=None if place.startswith("hand:") else self._is_laid_open(tag, at, place))

    def _is_laid_open(self, tag: str, source: str, place: str) -> bool:
        """Return how a card is laid: one that lay face down on a pad is given away so, however late it leaves it."""
        if place == DISCARD and source in self._table.truth.zones:
            return self._table.truth.is_face_up(tag)
        return self._situation.family.is_laid_open(self._situation, place)

    def _pads(self, role: Role) -> Collection[str]:
        return [pad for pad in self._table.truth.zones if role.seat is None or pad == pad_of(role.seat)]

    def _clear(self, pad: str) -> None:
        for card in self._table.truth.at(pad):
            self._table.place(card.tag, DISCARD, face_up=self._is_laid_open(card.tag, pad, DISCARD))

    def _draw(self, role: Role, action: Content) -> None:
        self._table.draw(self._seat_drawing(role, action))


class TacocatHands(PadHands):
    """Hands at a table with a pad a seat and a board."""

    def __init__(self, table: SimulatedTable, situation: Situation, chance: Random) -> None:
        super().__init__(table, situation, chance)
        self._answered: Sequence[Mapping[str, object]] = ()  # The events that hands have answered, if by nothing.

    def _own_acts(self) -> Mapping[str, Act]:
        return {"token": self._token, "tile": self._tile}

    def _own_truth(self, role: Role) -> Content:
        truth = self._table.truth
        return {"token": truth.token, "tiles": sorted(truth.tiles)}

    def turn_over(self) -> None:
        """Turn over both cards of a duel, and the last cards, as soon as the referee has both."""
        events, truth = self._situation.game.last_events, self._table.truth
        if events is not self._answered and any(event["type"] in REVEALING for event in events):
            pads = self._situation.devices.pads.values()
            placed = [one for pad in pads for one in (*pad.beneath, *pad.gone, *pad.read)]
            for tag in [one.tag for one in placed if one.status is Status.ACCEPTED]:
                if truth.where(tag) in (*truth.zones, DISCARD) and not truth.is_face_up(tag):
                    self._table.turn(tag, face_up=True)
        self._answered = events

    def _draw(self, role: Role, action: Content) -> None:
        """Draw; in a secret deal onto the pad, face down, from where the one that lies there goes into the hand."""
        if not is_dealing(self._situation):
            super()._draw(role, action)
            return
        seat = self._seat_drawing(role, action)
        for card in self._table.truth.at(pad_of(seat)):
            self._table.place(card.tag, hand_of(seat))
        pile = self._table.truth.at(DRAW)
        if pile:
            self._table.place(pile[0].tag, pad_of(seat), face_up=False)

    def _token(self, role: Role, action: Content) -> None:
        self._table.move_token(None if action.get("space") is None else _space(action))

    def _tile(self, role: Role, action: Content) -> None:
        self._check_between_rounds(role)
        change = self._table.cover if action.get("on") is True else self._table.uncover
        change(_space(action))


def _space(action: Content) -> int:
    return number_of(action, "space", "from -4 to 4", range(-4, 5))
