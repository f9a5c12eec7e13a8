"""The duel: both seats choose at once, so that the best choice is a mixture that the other cannot use.

Each sampled world is a table of payoffs, exact values of the fights that follow; `regrets` solves them together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tacotable_engine.companion.tacocat.fights import Fights, OutOfTime
from tacotable_engine.companion.tacocat.hands import pack
from tacotable_engine.companion.tacocat.regrets import Payoffs, matched

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tacotable_engine.companion.tacocat.hands import Hand, Shapes
    from tacotable_engine.companion.tacocat.knowledge import Knowledge
    from tacotable_engine.companion.tacocat.worlds import World

TIED = 0.5
"""What a tied duel is worth: both go on with equally many cards."""
MANY, COLUMNS = 8, 3
"""From so many cards on, so many of the other's cards are looked at in each world: each fight costs ten times more."""


class Dueling(NamedTuple):
    """The own cards, how likely each is to be laid, what each is worth, and how many worlds tell so."""

    cards: tuple[int, ...]
    mixture: list[float]
    values: list[float]
    worlds: int


class DuelFights:
    """The fights that may follow a duel: one kind, or by who wins the duel where that decides equal last cards."""

    def __init__(self, known: Knowledge, shapes: Shapes, is_over: Callable[[], bool] | None) -> None:
        if known.terms.ruleset.duel_winner_breaks_ties:
            self._by_winner = Fights(shapes, 0, is_over), Fights(shapes, 1, is_over)
        else:
            fights = Fights(shapes, known.arrow, is_over)
            self._by_winner = fights, fights

    def value(self, seat: int, own: tuple[Hand, int], other: tuple[Hand, int]) -> float:
        """Return the value for a seat when these cards of these hands duel; raises OutOfTime."""
        if own[1] == other[1]:
            return TIED
        left, right = own[0] - (1 << 4 * own[1]), other[0] - (1 << 4 * other[1])
        if own[1] > other[1]:
            return self._by_winner[seat].attack(seat, left, right)
        return 1 - self._by_winner[1 - seat].attack(1 - seat, right, left)


def duel(known: Knowledge, worlds: Iterable[World], fights: DuelFights, shapes: Shapes) -> Dueling:
    """Return the mixture of a seat's cards, and what each is worth against the other's mixtures."""
    seat = known.seat or 0
    cards = tuple(sorted(set(known.hand)))
    own = pack(known.hand)
    tables: list[Payoffs] = []
    for world in worlds:
        other = world.hands[1 - seat]
        try:
            theirs = [value for value, _ in shapes.of(other).singles]
            if len(known.hand) >= MANY:
                theirs = theirs[-1::-2][:COLUMNS]
            tables.append([[fights.value(seat, (own, mine), (other, card)) for card in theirs] for mine in cards])
        except OutOfTime:
            break
    if not tables:
        higher = [float(place >= len(cards) // 2) for place in range(len(cards))]
        return Dueling(cards, [share / sum(higher) for share in higher], [TIED] * len(cards), 0)
    mixture, values = matched(tables)
    return Dueling(cards, mixture, values, len(tables))
