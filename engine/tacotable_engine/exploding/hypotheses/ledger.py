"""The ledger: for one title, at most how many hidden copies each zone can have. The cheapest proof, and the weakest."""

from __future__ import annotations

from dataclasses import dataclass

from tacotable_engine.exploding.hypotheses.search import ZONES, Base, Denial, Kind, Move


@dataclass(frozen=True, slots=True)
class Ledger:
    """The most copies that each zone can have, and how many there are in all."""

    title: str
    most: tuple[int, ...]
    copies: int
    is_broken: bool = False
    """Whether a zone had to have a copy that it could not."""

    @property
    def is_impossible(self) -> bool:
        """Return whether the copies cannot all be somewhere."""
        return self.is_broken or sum(self.most) < self.copies

    @property
    def is_too_many(self) -> bool:
        """Return False: a ledger is never too large."""
        return False

    def after(self, move: Move) -> Ledger:
        """Return the ledger after a move."""
        if move.kind is Kind.PASSED:
            return self._with(move.to, self.most[move.to] + (self.most[move.zone] > 0))
        if move.kind is Kind.MERGED:
            return self._with(move.to, self.most[move.to] + self.most[move.zone])._with(move.zone, 0)
        if move.card != self.title:
            return self
        change = 1 if move.kind is Kind.HIDDEN else -1
        copies, there = self.copies + change, self.most[move.zone] + change
        most = (*self.most[: move.zone], max(0, there), *self.most[move.zone + 1 :])
        return Ledger(self.title, tuple(min(n, copies) for n in most), copies, self.is_broken or there < 0)

    def denying(self, denial: Denial) -> Ledger:
        """Note that a hand has none, if it is this title that it denies."""
        return self._with(denial.seat, 0) if denial.card == self.title else self

    def is_sure(self, seat: int, card: str) -> bool:
        """Return whether a hand can have no hidden copy."""
        return card == self.title and self.most[seat] == 0

    def _with(self, zone: int, most: int) -> Ledger:
        bounded = (*self.most[:zone], min(most, self.copies), *self.most[zone + 1 :])
        return Ledger(self.title, bounded, self.copies, self.is_broken)


def opened(base: Base, title: str) -> Ledger:
    """Open the ledger of a title: each zone may have as many copies as it has cards."""
    copies = dict(base.unseen).get(title, 0)
    return Ledger(title, tuple(min(base.sizes[zone], copies) for zone in ZONES), copies)
