"""Clumsy hands between simulated people and their table: they press twice, lay several at once, early, and leave cards.

The people themselves mean the right thing, and go by their displays; what their hands do besides is drawn by chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import cast

from pi.public_state import public_state
from tacotable.autoplay.rig import Rig
from tacotable.state.game_state import Stage
from tacotable_sim.truth import DISCARD, hand_of

TWICE, SEVERAL, LEFT, EARLY = "pressed twice", "laid several", "left lying", "laid early"
TAP_AGAIN_S, FINGER_S = 0.06, 0.08
"""A finger that slips comes down again so soon, and for so long."""
LOOK_S = 0.5
"""How often people look whether their table has taken a card as played."""
SEVERAL_S, LEFT_S, EARLY_S = 1.5, 4.0, 2.0
"""How long a second card, a card that was not cleared and an early one lie there."""


ANSWERS = ("nope", "clone")
"""What answers a play at once, and means it."""


class ClumsyHands:
    """What hands at one table do besides; `done` counts it by kind."""

    def __init__(self, rig: Rig, chance: Random, likelihood: float = 0.12) -> None:
        self.done: Counter[str] = Counter()
        self._besides: dict[str, str] = {}
        """The cards that hands moved last, and whose hands they are of."""
        self._rig, self._chance, self._likelihood = rig, chance, likelihood
        self._release, self._place = rig.table.release, rig.table.place
        setattr(rig.table, "release", self.release)  # noqa: B010  # hands come between the people and the table
        setattr(rig.table, "place", self.place)  # noqa: B010
        rig.loop.call_later(5.0, self._lay_early)
        rig.loop.call_later(LOOK_S, self._put_played_away)

    def release(self, button: str) -> None:
        """Take the finger away; it may come down again."""
        self._release(button)
        if self._slips():
            self.done[TWICE] += 1
            self._rig.loop.call_later(TAP_AGAIN_S, self._press_again, button)

    def place(
        self, tag: str, place: str, *, slot: int | None = None, face_up: bool | None = None, after_s: float = 0.0
    ) -> None:
        """Lay a card; another one of that hand may come along, and one that is to leave a pad may stay."""
        truth = self._rig.table.truth
        source = truth.where(tag)
        if source == place:
            return  # it was put back there meanwhile
        if source.startswith("hand:"):
            self._besides[tag] = source
        elif place in truth.zones:
            self._besides.pop(tag, None)
        is_of_a_hand = source in truth.zones and tag in self._besides
        if is_of_a_hand and place.startswith("hand:") and self._has_counted(tag):
            place = DISCARD  # nobody takes a card back that was played
        entries = self._rig.program.controller.situation.game.entries
        is_of_a_dead_hand = self._phase() == "defuse" and any(entry.is_announced for entry in entries.values())
        if place == DISCARD and tag in self._besides and not self._is_taken(tag) and not is_of_a_dead_hand:
            self._take(tag, source, self._besides[tag])  # nobody puts a card away that was not played
            return
        if place in truth.zones and source.startswith("hand:") and not self._is_collecting() and self._slips():
            other = next((card.tag for card in truth.at(source) if card.tag != tag), None)
            if other is not None:
                self.done[SEVERAL] += 1
                self._lay_for(other, place, source, SEVERAL_S)
        if is_of_a_hand and place == DISCARD and self._slips():
            self.done[LEFT] += 1
            self._rig.loop.call_later(LEFT_S, self._take, tag, source, DISCARD)
            return
        self._place(tag, place, slot=slot, face_up=face_up, after_s=after_s)

    def _slips(self) -> bool:
        return self._chance.random() < self._likelihood

    def _press_again(self, button: str) -> None:
        if not self._rig.table.truth.is_down(button):
            self._rig.table.press(button)
            self._rig.loop.call_later(FINGER_S, self._release, button)

    def _lay_early(self) -> None:
        """Let somebody who is not asked yet lay a card: the other seat of Tacocat, and at a ring while the bar runs."""
        self._rig.loop.call_later(self._chance.uniform(4.0, 12.0), self._lay_early)
        situation = self._rig.program.controller.situation
        public = public_state(situation)
        waiting = [seat for seat in situation.players if seat not in public.get("to_act", ())]
        is_time = public.get("phase") == ("window" if situation.devices.table.play else "attack")
        if not is_time or not waiting:
            return
        seat = self._chance.choice(waiting)
        pad = "play" if situation.devices.table.play else f"{seat}.pad"
        truth = self._rig.table.truth
        hand = [card for card in truth.at(hand_of(seat)) if card.face not in ANSWERS]
        if hand and pad in truth.zones and not truth.at(pad):
            self.done[EARLY] += 1
            self._lay_for(self._chance.choice(hand).tag, pad, hand_of(seat), EARLY_S)

    def _lay_for(self, tag: str, pad: str, hand: str, seconds: float) -> None:
        """Lay a card for a time; it goes back into the hand if it lies there still, unless it counted."""
        self._besides[tag] = hand
        self._place(tag, pad)
        self._rig.loop.call_later(seconds, self._take_back, tag, pad, hand)

    def _take_back(self, tag: str, pad: str, hand: str) -> None:
        self._take(tag, pad, DISCARD if self._has_counted(tag) else hand)

    def _has_counted(self, tag: str) -> bool:
        return tag in getattr(self._rig.program.controller.situation.game.part, "spent", ())

    def _is_taken(self, tag: str) -> bool:
        entries = self._rig.program.controller.situation.game.entries
        return self._has_counted(tag) or any(tag in entry.tags for entry in entries.values())

    def _put_played_away(self) -> None:
        """Put cards away that their table took as played while they were back in a hand: their owners see that."""
        self._rig.loop.call_later(LOOK_S, self._put_played_away)
        if self._rig.program.controller.situation.game.stage is not Stage.PLAY:
            self._besides.clear()
        for tag, hand in self._besides.items():
            if self._has_counted(tag):
                self._take(tag, hand, DISCARD)
        self._tidy_discard()

    def _tidy_discard(self) -> None:
        """Put the discard pile in the order of the game, where the same cards lie there: some came late."""
        told = list(cast("Sequence[str]", public_state(self._rig.program.controller.situation).get("discard", ())))
        lying = {card.tag: card.face for card in self._rig.table.truth.at(DISCARD)}
        if sorted(told) == sorted(lying.values()) and told != list(lying.values()):
            tags = {face: [tag for tag, own in lying.items() if own == face] for face in told}
            self._rig.table.truth.arrange(DISCARD, [tags[face].pop(0) for face in told])

    def _is_collecting(self) -> bool:
        """Whether all cards that lie on a pad together are meant: of a replacement, an announced attack, or a play."""
        entries = self._rig.program.controller.situation.game.entries
        return any(entry.is_announced for entry in entries.values()) or self._phase() in ("replace", "turn")

    def _phase(self) -> object:
        return public_state(self._rig.program.controller.situation).get("phase")

    def _take(self, tag: str, source: str, place: str) -> None:
        if self._rig.table.truth.where(tag) == source != place:
            self._place(tag, place)
