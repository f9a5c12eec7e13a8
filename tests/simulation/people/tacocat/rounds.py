"""What a careful Tacocat player does between rounds: it deals although a button has told that all is dealt."""

from __future__ import annotations

from tacotable_sim.people.base import Sign, Step
from tacotable_sim.people.tacocat.rounds import TacocatRounds


class CarefulRounds(TacocatRounds):
    """One seat's part of it."""

    def _deal(self, sign: Sign) -> list[Step]:
        steps = super()._deal(sign)
        return [] if self._has_laid() else steps

    def _has_laid(self) -> bool:
        """Return whether a card lies on the own pad, where the seat has one."""
        pad, truth = f"{self._eyes.seat}.pad", self._table.truth
        return pad in truth.zones and bool(truth.at(pad))
