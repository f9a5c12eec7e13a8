"""What a careful Tacocat player does between rounds: it deals although a button has told that all is dealt."""

from __future__ import annotations

from tacotable_sim.people.eyes import Eyes, Sign
from tacotable_sim.people.steps import Step
from tacotable_sim.people.tacocat.rounds import TacocatRounds
from tacotable_sim.table import SimulatedTable


class CarefulRounds(TacocatRounds):
    """One seat's part of it."""

    def __init__(self, table: SimulatedTable, eyes: Eyes, turns_by: str) -> None:
        super().__init__(table, eyes, turns_by)
        self._choices["deal-wait"] = self._deal_after_all

    def _deal(self, sign: Sign) -> list[Step]:
        steps = super()._deal(sign)
        return [] if self._has_laid() else steps

    def _deal_after_all(self, sign: Sign) -> list[Step]:
        """Deal although the display takes it for done: a button said so by itself, or a press was too short."""
        if self.is_dealer and len(self._eyes.hand()) != int(str(sign.values["n"])):
            self._deal(sign)
        return []

    def _has_laid(self) -> bool:
        """Return whether a card lies on the own pad, where the seat has one."""
        pad, truth = f"{self._eyes.seat}.pad", self._table.truth
        return pad in truth.zones and bool(truth.at(pad))
