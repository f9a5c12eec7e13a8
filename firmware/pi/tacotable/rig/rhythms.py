"""How a lamp looks to eyes that watch it for a while, told by how long it is lit and dark."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

UNSTEADY = "unsteady"
"""The look of a lamp that changes, and in none of the rhythms."""
FLASHING = ("slow", "fast", "double", UNSTEADY)
LONG_S = 0.3
"""Longer is only what a slow lamp and the pause of a double one last: half a second and more."""


def fits(look: str, wanted: str) -> bool:
    """Return whether a lamp looks as wanted; `flashing` is any rhythm."""
    return look == wanted or (wanted == "flashing" and look in FLASHING)


def look_of(lit: Sequence[bool], glance_s: float) -> str:
    """Return how a lamp looked at glances that were so far apart, over a second at least.

    The first and the last run are cut off by the eyes: they may be shorter than the lamp's, and never longer.

    >>> look_of([True] * 3 + [False] * 5 + [True] * 5 + [False] * 2, 0.1)
    'slow'
    """
    runs = [(is_lit, len(list(run)) * glance_s) for is_lit, run in groupby(lit)]
    if len(runs) == 1:
        return "steady" if lit[0] else "dark"
    whole = [(is_lit, seconds > LONG_S) for is_lit, seconds in runs[1:-1]]
    is_ever_long = any(seconds > LONG_S for _, seconds in runs)
    if whole and all(is_long for _, is_long in whole):
        return "slow"
    if len(whole) > 2 and not any(is_lit and is_long for is_lit, is_long in whole):
        return "double" if is_ever_long else "fast"
    return UNSTEADY
