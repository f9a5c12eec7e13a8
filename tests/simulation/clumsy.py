"""Clumsy hands between simulated people and their table: they press twice, lay several at once, early, and leave cards.

The people themselves mean the right thing, and go by their displays; what their hands do besides is drawn by chance.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from tacotable.compose.simulated import Rig
from tacotable_sim.truth import DISCARD, hand_of

TWICE, SEVERAL, LEFT, EARLY = "pressed twice", "laid several", "left lying", "laid early"
TAP_AGAIN_S, FINGER_S = 0.06, 0.08
"""A finger that slips comes down again so soon, and for so long."""
SEVERAL_S, LEFT_S, EARLY_S = 1.5, 4.0, 2.0
"""How long a second card, a card that was not cleared and an early one lie there."""


class ClumsyHands:
    """What hands at one table do besides; `done` counts it by kind."""

    def __init__(self, rig: Rig, chance: Random, likelihood: float = 0.12) -> None:
        self.done: Counter[str] = Counter()
        self._rig, self._chance, self._likelihood = rig, chance, likelihood
        self._release, self._place = rig.table.release, rig.table.place
        setattr(rig.table, "release", self.release)  # noqa: B010  # hands come between the people and the table
        setattr(rig.table, "place", self.place)  # noqa: B010
        rig.loop.call_later(5.0, self._lay_early)

    def release(self, button: str) -> None:
        """Take the finger away; it may come down again."""
        self._release(button)
        if self._slips():
            self.done[TWICE] += 1
            self._rig.loop.call_later(TAP_AGAIN_S, self._press_again, button)

    def place(self, tag: str, place: str, *, slot: int | None = None, face_up: bool | None = None) -> None:
        """Lay a card; another one of that hand may come along, and one that is to leave a pad may stay."""
        truth = self._rig.table.truth
        source = truth.where(tag)
        if place in truth.zones and source.startswith("hand:") and self._slips():
            other = next((card.tag for card in truth.at(source) if card.tag != tag), None)
            if other is not None:
                self.done[SEVERAL] += 1
                self._lay_for(other, place, source, SEVERAL_S)
        if source in truth.zones and place == DISCARD and self._slips():
            self.done[LEFT] += 1
            self._rig.loop.call_later(LEFT_S, self._take, tag, source, DISCARD)
            return
        self._place(tag, place, slot=slot, face_up=face_up)

    def _slips(self) -> bool:
        return self._chance.random() < self._likelihood

    def _press_again(self, button: str) -> None:
        if not self._rig.table.truth.is_down(button):
            self._rig.table.press(button)
            self._rig.loop.call_later(FINGER_S, self._release, button)

    def _lay_early(self) -> None:
        """Let somebody who is not asked yet lay a card: the other seat of Tacocat, and at a ring while the bar runs."""
        self._rig.loop.call_later(self._chance.uniform(8.0, 20.0), self._lay_early)
        situation = self._rig.program.controller.situation
        public = situation.public()
        waiting = [seat for seat in situation.players if seat not in public.get("to_act", ())]  # type: ignore[operator]
        is_time = (
            public.get("phase") == "window" if situation.table.play else public.get("phase") in ("attack", "answer")
        )
        if not is_time or not waiting:
            return
        seat = self._chance.choice(waiting)
        pad = "play" if situation.table.play else f"{seat}.pad"
        truth = self._rig.table.truth
        hand = truth.at(hand_of(seat))
        if hand and pad in truth.zones and not truth.at(pad):
            self.done[EARLY] += 1
            self._lay_for(self._chance.choice(hand).tag, pad, hand_of(seat), EARLY_S)

    def _lay_for(self, tag: str, pad: str, hand: str, seconds: float) -> None:
        """Lay a card for a time; it goes back into the hand if it lies there still."""
        self._place(tag, pad)
        self._rig.loop.call_later(seconds, self._take, tag, pad, hand)

    def _take(self, tag: str, source: str, place: str) -> None:
        if self._rig.table.truth.where(tag) == source:
            self._place(tag, place)
