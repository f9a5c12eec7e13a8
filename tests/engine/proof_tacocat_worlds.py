"""All worlds of a tiny Tacocat round, by brute force: both hands, all other hidden cards, and which claims are false.

Written from the rules alone; it shares no code with the engine.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from engine.proof_kittens_worlds import Cards, minus, plus, splits


class World(NamedTuple):
    """One way in which the cards that nobody has seen may lie; each list is sorted."""

    hands: tuple[Cards, Cards]
    rest: Cards
    false: int = 0
    """One bit for each claim that is false in this world."""


class AllRounds:
    """The worlds that fit everything shown so far, whatever was claimed."""

    def __init__(self, known: tuple[Cards, Cards], sizes: tuple[int, int], unseen: Cards) -> None:
        """Begin with what is known of both hands, how many hidden cards they have, and all hidden cards."""
        cards = tuple(sorted(unseen))
        places = splits(cards, [*sizes, len(cards) - sum(sizes)])
        self.worlds = {World((plus(first, *known[0]), plus(second, *known[1])), rest) for first, second, rest in places}

    def can_be(self, claims: Iterable[int]) -> bool:
        """Tell whether some world makes all these claims true."""
        bits = sum(1 << claim for claim in claims)
        return any(not world.false & bits for world in self.worlds)

    def lay(self, seat: int, cards: Cards) -> None:
        """Let a seat lay cards out of its hand, face up."""
        laid = ((world, minus(world.hands[seat], *cards)) for world in self.worlds)
        self.worlds = {with_hand(world, seat, hand) for world, hand in laid if hand is not None}

    def replace(self, seat: int, told: Cards, hidden: int) -> None:
        """Let a seat put away cards, some of them face down for good, and draw as many unseen."""
        self.lay(seat, told)
        found = set[World]()
        for world in self.worlds:
            for gone in set(combinations(world.hands[seat], hidden)):
                kept = minus(world.hands[seat], *gone) or ()
                for new in set(combinations(world.rest, len(told) + hidden)):
                    drawn = with_hand(world, seat, plus(kept, *new))
                    found.add(drawn._replace(rest=minus(world.rest, *new) or ()))
        self.worlds = found

    def lower_than(self, seat: int, card: str) -> set[bool]:
        """Tell whether worlds have a lower card in a hand: some, all or none."""
        return {self._has_lower(world, seat, card) for world in self.worlds}

    def claim(self, seat: int, card: str, number: int) -> None:
        """Let a seat claim that its hand has no lower card."""
        self.worlds = {
            world._replace(false=world.false | self._has_lower(world, seat, card) << number) for world in self.worlds
        }

    def _has_lower(self, world: World, seat: int, card: str) -> bool:
        return any(int(other) < int(card) for other in world.hands[seat])


def with_hand(world: World, seat: int, hand: Cards) -> World:
    return world._replace(hands=(hand, world.hands[1]) if seat == 0 else (world.hands[0], hand))
