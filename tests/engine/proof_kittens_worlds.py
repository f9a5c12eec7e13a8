"""All worlds of a tiny Exploding game, by brute force: every card of every place, and which claims are false in each.

Written from the rules alone; it shares no code with the engine. What everyone can see (who holds how many cards, known
places of the pile) is told to it; what it finds is whether claims can be true together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

Cards = tuple[str, ...]
HandChange = Callable[[Cards], Sequence[Cards | None]]


class World(NamedTuple):
    """One way in which all cards that are not face up may lie; each list is sorted."""

    hands: tuple[Cards, ...]
    pile: Cards
    """The cards of the pile whose places are not known."""
    lying: Cards
    """Hidden cards of the discard pile."""
    away: Cards
    """Hidden cards that never come back."""
    false: int = 0
    """One bit for each claim that is false in this world."""


def minus(cards: Cards, *taken: str) -> Cards | None:
    """Take cards away; None when one of them is not there."""
    left = Counter(cards)
    left.subtract(taken)
    return None if min(left.values(), default=0) < 0 else tuple(sorted(left.elements()))


def plus(cards: Cards, *more: str) -> Cards:
    return tuple(sorted((*cards, *more)))


class AllWorlds:
    """The worlds that fit everything seen so far, whatever was claimed."""

    def __init__(
        self, known: list[Cards], sizes: list[int], unseen: Cards, lethal: str, is_lethal_in_pile: bool
    ) -> None:
        """Begin with what is known of each hand, and the number of hidden cards in hands, pile, discard and away."""
        self.lethal = lethal
        seats = len(known)
        self.worlds = set[World]()
        for places in splits(tuple(sorted(unseen)), sizes):
            hidden, (pile, lying, away) = places[:seats], places[seats:]
            is_held = any(lethal in hand for hand in hidden)
            is_astray = is_lethal_in_pile and lethal in (*lying, *away)
            if not is_held and not is_astray:
                hands = tuple(plus(hand, *more) for hand, more in zip(known, hidden, strict=True))
                self.worlds.add(World(hands, pile, lying, away))

    def can_be(self, claims: Iterable[int]) -> bool:
        """Tell whether some world makes all these claims true."""
        bits = sum(1 << claim for claim in claims)
        return any(not world.false & bits for world in self.worlds)

    def holding(self, seat: int, card: str) -> set[bool]:
        """Tell whether worlds have the card in a hand: some, all or none."""
        return {card in world.hands[seat] for world in self.worlds}

    def claim(self, seat: int, card: str, number: int) -> None:
        """Let a seat claim that it has no such card."""
        self.worlds = {
            world._replace(false=world.false | (card in world.hands[seat]) << number) for world in self.worlds
        }

    def lay(self, seat: int, *cards: str) -> None:
        """Let a seat lay cards out of its hand, face up."""
        self._hand(seat, lambda hand: [minus(hand, *cards)])

    def gain(self, seat: int, card: str) -> None:
        """Let a seat take a card that everyone knows."""
        self._hand(seat, lambda hand: [plus(hand, card)])

    def draw(self, seat: int) -> None:
        """Let a seat draw a card that it does not show: any but a lethal one."""
        found = set[World]()
        for world in self.worlds:
            for card in set(world.pile) - {self.lethal}:
                drawn = with_hand(world, seat, plus(world.hands[seat], card))
                found.add(drawn._replace(pile=minus(world.pile, card) or ()))
        self.worlds = found

    def pass_on(self, giver: int, taker: int) -> None:
        """Let a card go from hand to hand that only the two see."""
        found = set[World]()
        for world in self.worlds:
            for card in set(world.hands[giver]):
                given = with_hand(world, giver, minus(world.hands[giver], card) or ())
                found.add(with_hand(given, taker, plus(given.hands[taker], card)))
        self.worlds = found

    def see_in_pile(self, card: str) -> None:
        """Find this card at a place of the pile."""
        self.worlds = {
            world._replace(pile=left) for world in self.worlds if (left := minus(world.pile, card)) is not None
        }

    def lose_in_pile(self, *cards: str) -> None:
        """Forget where in the pile these cards are."""
        self.worlds = {world._replace(pile=plus(world.pile, *cards)) for world in self.worlds}

    def find_lying(self, card: str) -> None:
        """Find this card among the hidden ones of the discard pile, and leave it there."""
        self.worlds = {world for world in self.worlds if card in world.lying}

    def pick(self, card: str) -> None:
        self.worlds = {
            world._replace(lying=left) for world in self.worlds if (left := minus(world.lying, card)) is not None
        }

    def die(self, seat: int, shown: Cards, is_to_discard: bool) -> None:
        """Let a hand go, of which these cards are shown."""
        self.lay(seat, *shown)
        found = set[World]()
        for world in self.worlds:
            hand, gone = world.hands[seat], with_hand(world, seat, ())
            lying, away = (hand, ()) if is_to_discard else ((), hand)
            found.add(gone._replace(lying=plus(world.lying, *lying), away=plus(world.away, *away)))
        self.worlds = found

    def _hand(self, seat: int, change: HandChange) -> None:
        changed = ((world, hand) for world in self.worlds for hand in change(world.hands[seat]))
        self.worlds = {with_hand(world, seat, hand) for world, hand in changed if hand is not None}


def with_hand(world: World, seat: int, hand: Cards) -> World:
    return world._replace(hands=(*world.hands[:seat], hand, *world.hands[seat + 1 :]))


def splits(cards: Cards, sizes: list[int]) -> Iterator[tuple[Cards, ...]]:
    """Give every way to lay cards in places of these sizes."""
    if not sizes:
        yield ()
        return
    for chosen in sorted(set(combinations(cards, sizes[0]))):
        rest = minus(cards, *chosen) or ()
        for others in splits(rest, sizes[1:]):
            yield (chosen, *others)
