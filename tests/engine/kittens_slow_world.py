"""What the slow model knows of one Exploding game: plain lists of card names, `"?"` where a face is hidden.

A world whose faces are all known (`is_known`) is the truth of a table, or a game that the engine deals.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from engine.traits import TRAITS

Json = dict[str, Any]
Cards = list[str]

UNKNOWN = "?"
HAND = 8  # set-up: seven cards and a Defuse

CATS = ["cat-1", "cat-2", "cat-3", "cat-4", "cat-5"]
MINIONS = ["minion-a", "minion-b", "minion-c"]
LETHAL = {game: traits.lethal for game, traits in TRAITS.items()}

PAWS_AND_PLAIN = {  # rules 1.4: how many of each title with a paw print and without
    "defuse": (3, 7),
    "attack": (2, 3),
    "targeted-attack": (2, 3),
    "skip": (4, 6),
    "see-the-future": (3, 3),
    "alter-the-future": (2, 4),
    "shuffle": (2, 4),
    "draw-from-bottom": (3, 4),
    "favor": (2, 4),
    "nope": (4, 5),
    **dict.fromkeys(CATS, (3, 4)),
    "feral-cat": (2, 4),
}
GRU_AND_PLAIN = {  # rules 1.5: with the Gru Tech symbol and without
    "attack": (2, 3),
    "clone": (1, 2),
    "defuse": (3, 4),
    "draw-from-bottom": (2, 3),
    **dict.fromkeys(MINIONS, (4, 4)),
    "nope": (3, 4),
    "see-the-future": (3, 4),
    "shuffle": (2, 2),
    "skip": (3, 3),
}
ZH56 = {  # rules 1.6
    "defuse": 6,
    "nope": 5,
    "attack": 4,
    "skip": 4,
    "favor": 4,
    "shuffle": 4,
    "see-the-future": 5,
    **dict.fromkeys(CATS, 4),
}


@dataclass
class World:
    """All that is known about one game; `unread` names the chance that the model has yet to learn."""

    game: str
    seats: list[str]
    mode: str
    options: Json
    is_known: bool
    whole: Counter[str] = field(default_factory=Counter)
    phase: str = "turn"
    hands: dict[str, Cards] = field(default_factory=dict)
    pile: Cards = field(default_factory=list)
    discard: Cards = field(default_factory=list)
    in_front: dict[str, Cards] = field(default_factory=dict)
    gone: Cards = field(default_factory=list)
    alive: list[str] = field(default_factory=list)
    turn: Json = field(default_factory=dict)
    pending: Json | None = None
    answered: list[str] = field(default_factory=list)
    window_ends_s: float = 0
    asked: Json | None = None
    peek: dict[str, Cards] = field(default_factory=dict)
    unread: str | None = None


def copied(world: World) -> World:
    """Copy a world so that no list of it is shared."""
    return replace(
        world,
        hands={seat: list(hand) for seat, hand in world.hands.items()},
        pile=list(world.pile),
        discard=list(world.discard),
        in_front={seat: list(cards) for seat, cards in world.in_front.items()},
        gone=list(world.gone),
        alive=list(world.alive),
        turn=dict(world.turn),
        pending=dict(world.pending) if world.pending else None,
        answered=list(world.answered),
        peek={seat: list(cards) for seat, cards in world.peek.items()},
    )


def titles(world: World) -> list[str]:
    """List the titles that are in the game, the lethal one last."""
    return [*(title for title, count in world.whole.items() if count and title != lethal(world)), lethal(world)]


def subset(game: str, players: int) -> dict[str, int]:
    """Count the titles of the set that so many players use (rules 1.4 to 1.6)."""
    if game == "zh56":
        return {**ZH56, "defuse": 4} if players == 2 else ZH56
    if game == "ek120":
        uses_first, uses_second = players <= 3 or players >= 8, players >= 4
        table = PAWS_AND_PLAIN
    else:
        uses_first, uses_second = players != 3, players >= 3
        table = GRU_AND_PLAIN
    return {title: first * uses_first + second * uses_second for title, (first, second) in table.items()}


def deck(request: Json) -> Counter[str]:
    """Count every card of a game, the owner's where `deck` is told; the lethal ones too: one fewer than the players."""
    game, players = request["game"], len(request["seats"])
    return Counter({**request.get("deck", subset(game, players)), LETHAL[game]: players - 1})


def lethal(world: World) -> str:
    return LETHAL[world.game]


def drawn_lethal(world: World) -> Cards:
    """Give the lethal card that lies before a player who must defuse it."""
    return [lethal(world)] if world.phase == "defuse" else []


def places(world: World) -> list[Cards]:
    """List every place where a card can be."""
    fronts, hands = world.in_front.values(), world.hands.values()
    return [*hands, world.pile, world.discard, *fronts, world.gone, drawn_lethal(world)]


def unseen(world: World) -> Counter[str]:
    """Count the cards of each title whose place the referee does not know."""
    left = Counter(world.whole)
    for place in places(world):
        left.subtract(card for card in place if card != UNKNOWN)
    return left


def without(world: World, seat: str, cards: Cards) -> Cards | None:
    """Give the seat's hand without these cards, or nothing when it cannot hold them."""
    hand, left = list(world.hands[seat]), None
    for card in cards:
        if card in hand:
            hand.remove(card)
            continue
        left = unseen(world) if left is None else left
        if UNKNOWN not in hand or left[card] <= 0 or card == lethal(world):
            return None
        hand.remove(UNKNOWN)
        left[card] -= 1
    return hand


def can_hold(world: World, seat: str, *cards: str) -> bool:
    return without(world, seat, list(cards)) is not None


def next_alive(world: World, seat: str) -> str:
    """Name the next living seat clockwise; the seat itself may have died."""
    place = world.seats.index(seat)
    return next(one for one in [*world.seats[place + 1 :], *world.seats[:place]] if one in world.alive)


def to_act(world: World) -> list[str]:
    """Name the seats that may act now, in seat order."""
    if world.phase == "deal":
        return [seat for seat in world.seats if len(world.hands[seat]) < HAND]
    if world.phase == "window" and world.pending:
        silent = [*world.answered, world.pending["last"]]
        return [seat for seat in world.seats if seat in world.alive and seat not in silent]
    if world.phase == "give" and world.asked:
        return [world.asked["victim"]]
    return [] if world.phase == "over" else [world.turn["seat"]]
