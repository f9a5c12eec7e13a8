"""The duel: both seats choose at once, so that the best choice is a mixture that the other cannot use.

Each sampled world is a table of payoffs, exact values of the fights that follow. All tables are solved together by
regret matching (Hart and Mas-Colell 2000), with negative regrets cut off (Tammelin 2014): this side plays with one
mixture for all of them, the other with one for each, as it knows in which of them it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tacotable_engine.companion.tacocat.fights import TIED, DuelFights, OutOfTime

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tacotable_engine.companion.answers import IsOver
    from tacotable_engine.companion.tacocat.knowledge import Knowledge
    from tacotable_engine.companion.tacocat.worlds import World

Payoffs: TypeAlias = list[list[float]]  # A row for each own choice, a column for each of the other.
ROUNDS = 80
WARM_UP = 20  # Rounds that are not counted, because they are far from a solution yet.
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


def matched(tables: list[Payoffs]) -> tuple[list[float], list[float]]:
    """Return the own mixture against all these tables, and the value of each own card against what the other does."""
    rows = range(len(tables[0]))
    regrets = [0.0] * len(rows)
    theirs = [[0.0] * len(table[0]) for table in tables]
    mixture, values = [0.0] * len(rows), [0.0] * len(rows)
    for number in range(ROUNDS):
        own = _shares(regrets)
        gains = [0.0] * len(rows)
        for table, their_regrets in zip(tables, theirs, strict=True):
            other = _shares(their_regrets)
            for row in rows:
                gains[row] += sum(map(float.__mul__, table[row], other))
            losses = [sum(own[row] * table[row][column] for row in rows) for column in range(len(other))]
            mean = sum(map(float.__mul__, losses, other))
            for column, loss in enumerate(losses):
                their_regrets[column] = max(0.0, their_regrets[column] + mean - loss)
        mean = sum(map(float.__mul__, gains, own))
        regrets = [max(0.0, regret + gain - mean) for regret, gain in zip(regrets, gains, strict=True)]
        if number >= WARM_UP:
            mixture = list(map(float.__add__, mixture, own))
            values = list(map(float.__add__, values, gains))
    counted = ROUNDS - WARM_UP
    return [share / counted for share in mixture], [value / counted / len(tables) for value in values]


def _shares(regrets: list[float]) -> list[float]:
    total = sum(regrets)
    return [regret / total for regret in regrets] if total else [1 / len(regrets)] * len(regrets)
