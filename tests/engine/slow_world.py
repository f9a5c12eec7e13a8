"""What the slow model knows of one Tacocat game: plain lists of card names, `"?"` where a face is hidden.

Nothing is remembered that can be counted again.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]
Cards = list[str]

UNKNOWN = "?"

VALUES = [str(value) for value in range(1, 13)]
COPIES = {  # Tacocat rules, deck tables: how many cards of each value, from the 1 upward
    "tc38": dict(zip(VALUES, [1, 4, 5, 5, 5, 5, 4, 3, 2, 2, 1, 1], strict=True)),
    "tc36": dict(zip(VALUES[:10], [1, 4, 5, 5, 5, 5, 4, 3, 2, 2], strict=True)),
}
INFERRED = {"tc38": {"9", "10", "11", "12"}, "tc36": set(VALUES[:10])}  # protocol, Counts; none where `deck` is given
PLENTY = 99
SPACES = [-3, -2, -1, 0, 1, 2, 3]


@dataclass
class World:
    """All that the referee knows about one game."""

    game: str
    seats: list[str]
    mode: str
    board: Json
    options: Json
    copies: dict[str, int]
    inferred: set[str]
    phase: str = "replace"
    token: int = 0
    covered: list[int] = field(default_factory=list)
    wins: list[str] = field(default_factory=list)
    practising: bool = False
    hands: dict[str, Cards] = field(default_factory=dict)
    pile: Cards = field(default_factory=list)
    discard: Cards = field(default_factory=list)
    tucked: dict[str, Cards] = field(default_factory=dict)
    attacker: str | None = None
    duel_winner: str | None = None
    attack: Cards = field(default_factory=list)
    demands: Cards = field(default_factory=list)
    answers: Cards = field(default_factory=list)
    has_sacrificed: bool = False
    sealed: dict[str, Cards] = field(default_factory=dict)
    replaced: dict[str, int] = field(default_factory=dict)
    owed: dict[str, int] = field(default_factory=dict)
    is_deal_unread: bool = False
    has_claims: bool = False


def value(card: str) -> int:
    return int(card)


def copies_of(request: Json) -> dict[str, int]:
    """Count the cards of a game: the owner's `deck` where one is given."""
    told: dict[str, int] = request.get("deck", COPIES[request["game"]])
    return {card: told[card] for card in VALUES if told.get(card, 0)}


def deck(copies: dict[str, int]) -> Cards:
    return [card for card, count in copies.items() for _ in range(count)]


def other(world: World, seat: str) -> str:
    return world.seats[1 - world.seats.index(seat)]


def arrow_seat(world: World) -> str | None:
    """Give the seat that the token's arrow points at; none on a double arrow."""
    arrow = world.board["arrows"][SPACES.index(world.token)]
    return {"yay": world.seats[0], "wow": world.seats[1], "both": None}[arrow]


def unseen(world: World) -> Counter[str]:
    """Count the cards of each face that the table has not seen, wherever they are; a sealed one is not seen."""
    places = [*world.hands.values(), world.pile, world.discard, *world.tucked.values()]
    places += [world.attack, world.answers]
    seen = Counter(card for place in places for card in place)
    seen.subtract(card for cards in world.sealed.values() for card in cards)
    return Counter({card: copies - seen[card] for card, copies in world.copies.items()})


def without(world: World, seat: str, cards: Cards) -> Cards | None:
    """Give the seat's hand without these cards, or nothing when it cannot hold them."""
    hand, left = list(world.hands[seat]), unseen(world)
    for card in cards:
        if card in hand:
            hand.remove(card)
        elif UNKNOWN in hand and left[card] > 0:
            hand.remove(UNKNOWN)
            left[card] -= 1
        else:
            return None
    return hand


def to_act(world: World) -> list[str]:
    """Name the seats that may act now, in seat order."""
    if world.phase == "deal":
        return [seat for seat in world.seats if world.owed.get(seat, 0) > 0]
    if world.phase == "replace" and (first := arrow_seat(world)):
        return [other(world, first) if first in world.replaced else first]
    if world.phase in ("replace", "duel", "showdown"):
        return [seat for seat in world.seats if seat not in world.sealed]
    if world.attacker and world.phase in ("attack", "answer"):
        return [world.attacker if world.phase == "attack" else other(world, world.attacker)]
    return []


def limit(world: World) -> int | None:
    """Say how many cards the seat to act may replace (rules, Replacing), never more than the pile holds."""
    if world.phase != "replace":
        return None
    first = arrow_seat(world)
    most = world.replaced.get(first) if first else None
    return min(len(world.hands[to_act(world)[0]]) if most is None else most, len(world.pile))
