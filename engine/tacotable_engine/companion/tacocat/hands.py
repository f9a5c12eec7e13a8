"""Hands of Tacocat as whole numbers, and what a hand can do: four bits count the copies of each value.

The value 7 stands at bits 28 to 31, so that a hand is a key of its own, and a lower card has lower bits. A hand holds
nine cards at most, and a value is 12 at most.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from tacotable_engine.tacocat.state import Terms

Hand: TypeAlias = int  # A hand: the copies of value `v` in the four bits from `4 * v` on.
BITS = 52  # More bits than any hand has.
MOST_SHAPES = 6000  # Shapes that are kept, a kilobyte each.


def pack(values: Iterable[int]) -> Hand:
    """Return the hand of these values."""
    hand = 0
    for value in values:
        hand += 1 << 4 * value
    return hand


def values_of(hand: Hand) -> tuple[int, ...]:
    """Return the values of a hand, ascending."""
    values: list[int] = []
    while hand:
        bit = (hand & -hand).bit_length() - 1
        value = bit >> 2
        copies = hand >> 4 * value & 15
        values += [value] * copies
        hand -= copies << 4 * value
    return tuple(values)


def lowest(hand: Hand) -> int:
    """Return the lowest value of a hand that is not empty."""
    return ((hand & -hand).bit_length() - 1) >> 2


class Play(NamedTuple):
    """Cards that attack together: the demands they make, ascending, and the hand that is left."""

    demands: tuple[int, ...]
    rest: Hand


class Shape:
    """What one hand can do; made once for each hand."""

    __slots__ = ("hand", "highest", "jumbos", "lowest", "singles", "size", "values")

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.values = values = values_of(hand)
        self.size = len(values)
        self.lowest, self.highest = values[0], values[-1]
        self.singles = [(value, hand - (1 << 4 * value)) for value in dict.fromkeys(values)]
        """Each value and the hand without one card of it, ascending."""
        self.jumbos: list[Play] | None = None  # The attacks of several cards, once they were asked for.


class Shapes:
    """The shapes of hands under the terms of a match; kept as long as this is."""

    def __init__(self, terms: Terms) -> None:
        self._has_jumbo = terms.jumbo
        self._has_runs = terms.jumbo and terms.ruleset.has_runs
        self._is_strict = terms.strict_groups
        self._endings: dict[tuple[Hand, tuple[int, ...]], list[tuple[Hand, bool]]] = {}
        self.kept: dict[Hand, Shape] = {}  # Looked into before `of` is asked, where speed counts.

    def of(self, hand: Hand) -> Shape:
        """Return the shape of a hand that is not empty."""
        shape = self.kept.get(hand)
        if shape is None:
            shape = self.kept[hand] = Shape(hand)
        return shape

    def of_cards(self, values: Iterable[int]) -> Shape:
        """Return the shape of a hand of these values."""
        return self.of(pack(values))

    def trim(self) -> None:
        """Forget shapes where there are very many."""
        for kept in (self.kept, self._endings):
            if len(kept) > MOST_SHAPES:
                kept.clear()

    def jumbos(self, shape: Shape) -> list[Play]:
        """Return the attacks of several cards: groups, then runs."""
        if shape.jumbos is None:
            has_some = self._has_jumbo and shape.size > 2
            shape.jumbos = list(self._jumbos(shape.hand, shape.values)) if has_some else []
        return shape.jumbos

    def _jumbos(self, hand: Hand, values: tuple[int, ...]) -> Iterator[Play]:
        """Yield groups, then runs; one card stays in the hand (`group-part`, `attack-shape`, `attack-keep-one`)."""
        most, distinct = len(values) - 1, tuple(dict.fromkeys(values))
        for value in distinct if len(distinct) <= most else ():
            copies = values.count(value)
            fewest = copies if self._is_strict else 2
            for n in range(max(2, fewest), min(copies, most) + 1):
                yield Play((value,) * n, hand - (n << 4 * value))
        if not self._has_runs:
            return
        for start, first in enumerate(distinct):
            for end in range(start + 3, min(start + most, len(distinct)) + 1):
                run = distinct[start:end]
                if run[-1] - first != len(run) - 1:
                    break
                yield Play(run, hand - pack(run))

    def endings(self, hand: Hand, demands: tuple[int, ...]) -> list[tuple[Hand, bool]]:
        """Return each hand that answering these demands can leave, and whether all were defended.

        In whatever order it is answered, the same is left as when the defences come first and then the lowest cards
        are given up: a card that was given up is lower than all that stay, so no defence that came later was lower.
        """
        key = hand, demands
        found = self._endings.get(key)
        if found is None:
            found = self._endings[key] = list(dict.fromkeys(_endings(hand, self.of(hand).values, demands)))
        return found


def _endings(hand: Hand, values: tuple[int, ...], demands: tuple[int, ...]) -> Iterator[tuple[Hand, bool]]:
    """Yield the endings: m cards defend against the m lowest demands, and the lowest of the others are given up."""
    open_branches = [(hand, 0, 0)]
    while open_branches:
        left, defended, start = open_branches.pop()
        rest = left
        for _ in range(len(demands) - defended):
            rest -= 1 << 4 * lowest(rest)
        yield rest, defended == len(demands)
        if defended < len(demands):
            last = 0
            for index in range(start, len(values)):
                value = values[index]
                if value >= demands[defended] and value != last:
                    last = value
                    open_branches.append((left - (1 << 4 * value), defended + 1, index + 1))
