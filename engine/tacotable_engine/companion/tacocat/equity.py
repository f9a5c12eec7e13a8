"""The chance to win the match: a race of rounds, in which later rounds are even."""

from __future__ import annotations

from functools import cache


@cache
def even_equity(own: int, other: int) -> float:
    """Return the chance of a side that has yet to win `own` rounds against one that has yet to win `other`."""
    if own == 0:
        return 1.0
    if other == 0:
        return 0.0
    return (even_equity(own - 1, other) + even_equity(own, other - 1)) / 2


def match_equity(needed: tuple[int, int], chance: float) -> float:
    """Return the first seat's chance to win the match, when it wins this round with a chance.

    `needed` is how many rounds each has yet to win, which from 4 to 0 makes 25 states. A round that is dealt again is
    in `chance` with one half, as it is even.
    """
    own, other = needed
    if not own or not other:
        return even_equity(own, other)
    return chance * even_equity(own - 1, other) + (1 - chance) * even_equity(own, other - 1)
