"""Cards that a table refuses as used though their owner never played them: a pad nearby told one for another.

Who is refused again and again takes another card: an equal one that was discarded, or, when last cards are shown, what
another seat has left behind its own, as one of this seat counted for that one.
"""

from __future__ import annotations

from collections.abc import Sequence

from tacotable_sim.people.base import Place, Step
from tacotable_sim.truth import DISCARD, Card, Truth, hand_of


class SpentCards:
    """What one seat remembers of its cards that were refused as used since it was dealt new ones."""

    def __init__(self, truth: Truth, seat: str, pad: str) -> None:
        self._truth = truth
        self._seat = seat
        self._pad = pad
        self._refused: tuple[Card, ...] = ()

    def forget(self) -> None:
        """Begin a new hand."""
        self._refused = ()

    def exchange(self, refused: Card | None, *, is_last: bool) -> list[Step]:
        """Exchange the card on the pad once it is refused again; `is_last`: last cards are shown."""
        if refused is None or self._refused[-1:] != (refused,):
            self._refused += () if refused is None else (refused,)
            return []
        discarded = self._truth.at(DISCARD)
        equal = [card for card in discarded if card.face == refused.face and card not in self._refused]
        taken = [self._take(card) for card in equal[:1]] or (self.take_left_over() if is_last else [])
        return [Place(refused.tag, DISCARD, face_up=True, source=self._pad), *taken] if taken else []

    def take_left_over(self) -> list[Step]:
        """Pick up a card that another seat still holds though its last one lies on its pad, if there is one."""
        return [self._take(card) for card in self._left_over()[:1]]

    def _left_over(self) -> Sequence[Card]:
        others = [seat for seat in self._truth.seats if seat != self._seat and f"{seat}.pad" in self._truth.zones]
        return [card for seat in others if self._truth.at(f"{seat}.pad") for card in self._truth.at(hand_of(seat))]

    def _take(self, card: Card) -> Step:
        return Place(card.tag, hand_of(self._seat), source=self._truth.where(card.tag))
