"""Regret matching: mixtures for a choice that both make at once, which the other cannot use.

Hart and Mas-Colell (2000), with negative regrets cut off (Tammelin 2014). All tables of payoffs are played at once:
this side with one mixture for all of them, the other with one for each, as it knows in which of them it is.
"""

from __future__ import annotations

from typing import TypeAlias

Payoffs: TypeAlias = list[list[float]]  # A row for each own choice, a column for each of the other.
ROUNDS = 80
WARM_UP = 20  # Rounds that are not counted, because they are far from a solution yet.


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
