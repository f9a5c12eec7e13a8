"""How closely hidden cards are followed: exactly while that is cheap, else title by title, else by the ledger.

Exact means: the titles that were denied, and the known cards that became hidden, are told apart in the same hypotheses.
Every other card is hidden from the start and shown at most once, as the last of it, so it can be named afterwards, and
one column for all of them loses nothing. Beyond `MOST_HYPOTHESES` or `MOST_WORK` each denied title is followed by
itself, with the known cards that became hidden, then without them; and a title that is too much even so by its ledger.
Every level is sound: it never finds a contradiction that is none. Below the first, some are found later than they could
be, or not at all: with five players that takes claims on two titles or a long game after a claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING, ClassVar, TypeAlias

from tacotable_engine.exploding.hypotheses.search import ZONES, Base, Denial, Hypotheses, Kind, Move, all_hypotheses

if TYPE_CHECKING:
    from tacotable_engine.cards import Cards


@dataclass(frozen=True, slots=True)
class Ledger:
    """The most copies of a title that each zone can have, and how many there are in all."""

    title: str
    most: tuple[int, ...]
    copies: int
    is_broken: bool = False  # Whether a zone had to have a copy that it could not.
    is_too_many: ClassVar[bool] = False

    @property
    def is_impossible(self) -> bool:
        """Return whether the copies cannot all be somewhere."""
        return self.is_broken or sum(self.most) < self.copies

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


Level: TypeAlias = Hypotheses | Ledger
Moves: TypeAlias = tuple[Move, ...]


def followed(base: Base, moves: Moves, denials: tuple[Denial, ...], asked: Cards = ()) -> tuple[Level, ...]:
    """Return what may lie where after these moves if these denials are true; a contradiction leaves one impossible.

    `asked` are titles that are told apart though nobody has denied them.
    """
    latest = tuple(denial for denial in denials if denial.after == len(moves))
    titles = tuple(sorted({*asked, *(denial.card for denial in denials)}))
    levels = _followed_before(base, moves, tuple(denial for denial in denials if denial not in latest), titles)
    for denial in latest:
        levels = tuple(level.denying(denial) for level in levels)
    return levels


@lru_cache(maxsize=8)
def _followed_before(base: Base, moves: Moves, denials: tuple[Denial, ...], titles: Cards) -> tuple[Level, ...]:
    """Follow denials that were made before the last move; kept, because one act asks for the same several times."""
    if len(titles) != 1:  # one title is followed by itself, exactly first
        together = _through(all_hypotheses(base, titles, loose_titles(base.lethal, moves, titles)), moves, denials)
        if together is not None:
            return (together,)
    return tuple(_alone(base, title, moves, denials) for title in titles)


def loose_titles(lethal: str, moves: Moves, titles: Cards) -> Cards:
    """Return the titles, beside those told apart, of which a known card became hidden."""
    return tuple(sorted({move.card for move in moves if move.kind is Kind.HIDDEN} - {*titles, lethal}))


def _alone(base: Base, title: str, moves: Moves, denials: Sequence[Denial]) -> Level:
    """Follow one title by itself, as closely as is cheap; a ledger always is."""
    own, copies = [denial for denial in denials if denial.card == title], dict(base.unseen).get(title, 0)
    looser = dict.fromkeys((loose_titles(base.lethal, moves, (title,)), ()))
    ledger = Ledger(title, tuple(min(base.sizes[zone], copies) for zone in ZONES), copies)
    starts = chain((all_hypotheses(base, (title,), loose) for loose in looser), [ledger])
    levels = (_through(start, moves, own) for start in starts)
    return next(level for level in levels if level is not None)


def _through(level: Level | None, moves: Moves, denials: Sequence[Denial]) -> Level | None:
    """Follow moves and denials from the first; None where the hypotheses become too many."""
    for step in _steps(moves, denials):
        if level is None or level.is_too_many:
            return None
        level = level.denying(step) if isinstance(step, Denial) else level.after(step)
    return None if level is None or level.is_too_many else level


def _steps(moves: Moves, denials: Sequence[Denial]) -> Iterator[Move | Denial]:
    """Yield moves and denials in the order in which they were made."""
    for index in range(len(moves) + 1):
        yield from (denial for denial in denials if denial.after == index)
        yield from moves[index : index + 1]
