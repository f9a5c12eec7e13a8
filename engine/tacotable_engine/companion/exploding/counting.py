"""Counting the ways to lay cards in places that forbid some of them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import factorial, perm
from typing import TypeAlias

Places: TypeAlias = tuple[tuple[frozenset[str], int], ...]
"""How many places forbid which cards."""
Copies: TypeAlias = tuple[tuple[str, int], ...]
"""Cards that some place forbids, and their copies; every other card may lie anywhere."""


@lru_cache(maxsize=4096)
def ways(places: Places, copies: Copies) -> int:
    """Count the ways to lay single cards in all places: those of `copies`, and as many others as fill the rest."""
    if not copies:
        return factorial(sum(number for _, number in places))
    (card, count), rest = copies[0], copies[1:]
    open_to = [index for index, (forbidden, _) in enumerate(places) if card not in forbidden]
    if not rest:
        free = sum(number for _, number in places) - count
        return perm(sum(places[index][1] for index in open_to), count) * factorial(max(0, free))
    return sum(number * ways(left, rest) for left, number in _laid(places, open_to, count))


def _laid(places: Places, open_to: list[int], count: int) -> Iterator[tuple[Places, int]]:
    """Yield what is left of the places after copies were laid, with the number of ways to lay them so."""
    if count == 0:
        yield places, 1
        return
    if not open_to:
        return
    index, others = open_to[0], open_to[1:]
    forbidden, number = places[index]
    for here in range(min(count, number) + 1):
        left = (*places[:index], (forbidden, number - here), *places[index + 1 :])
        chosen = factorial(count) // (factorial(here) * factorial(count - here)) * perm(number, here)
        for laid, more in _laid(left, others, count - here):
            yield laid, chosen * more
