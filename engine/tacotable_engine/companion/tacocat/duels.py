"""The duel: both seats choose at once, so that the best choice is a mixture that the other cannot use.

Each sampled world is a table of payoffs, exact values of the fights that follow; `regrets` solves them together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tacotable_engine.companion.tacocat.fights import TIED, DuelFights, OutOfTime
from tacotable_engine.companion.tacocat.regrets import Payoffs, matched

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tacotable_engine.companion.answers import IsOver
    from tacotable_engine.companion.tacocat.knowledge import Knowledge
    from tacotable_engine.companion.tacocat.worlds import World

MANY, COLUMNS = 8, 3  # From so many cards on, so many of the other's are tried: fights cost ten times more.


class Dueling(NamedTuple):
    """The own cards, how likely each is to be laid, what each is worth, and how many worlds tell so."""

    cards: tuple[int, ...]
    mixture: list[float]
    values: list[float]
    worlds: int


def duel(known: Knowledge, worlds: Iterable[World], is_over: IsOver = None) -> Dueling:
    """Return the mixture of a seat's cards, and what each is worth against the other's mixtures."""
    seat, fights = known.seat or 0, DuelFights(known, is_over)
    cards = tuple(sorted(set(known.hand)))
    own = fights.shapes.of_cards(known.hand).hand
    tables: list[Payoffs] = []
    for world in worlds:
        other = world.hands[1 - seat]
        try:
            theirs = [value for value, _ in fights.shapes.of(other).singles]
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
