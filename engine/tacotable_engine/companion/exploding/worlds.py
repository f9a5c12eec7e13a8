"""Worlds that agree with what a viewer believes, drawn by chance: each as likely as the belief has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tacotable_engine.companion.answers import Dice
    from tacotable_engine.companion.exploding.belief import Belief
    from tacotable_engine.companion.exploding.hypotheses import Shape


class World(NamedTuple):
    """Where every card lies: hands by seat, and the pile from its top."""

    hands: list[list[str]]
    pile: list[str]


def sampled(belief: Belief, seats: int, dice: Dice) -> World:
    """Return a world by chance; where hands forbid several titles, those of a hypothesis are but nearly as likely."""
    shape = _drawn_shape(belief, dice)
    others = {card: belief.unknown_copies(shape, card) for card in belief.hidden}
    laid: dict[int, list[str]] = {-1: [belief.lethal] * others.pop(belief.lethal, 0)}
    places = [
        (index, forbidden)
        for index, zone in enumerate(shape.zones)
        for forbidden, count in zone.unknown
        for _ in range(count)
    ]
    places += [(-1, ())] * (sum(part.unknown for part in shape.pile) - len(laid[-1]))
    dice.shuffle(places)
    for card in sorted({title for zone in shape.zones for titles, _ in zone.unknown for title in titles}):
        for _ in range(others.pop(card, 0)):
            at = next((at for at, (_, forbidden) in enumerate(places) if card not in forbidden), 0)
            index, _ = places.pop(at)
            laid.setdefault(index, []).append(card)
    rest = [card for card, count in others.items() for _ in range(count)]
    dice.shuffle(rest)
    for (index, _), card in zip(places, rest, strict=False):
        laid.setdefault(index, []).append(card)
    hands = [[*zone.known, *laid.get(seat, ())] for seat, zone in enumerate(shape.zones[:seats])]
    return World(hands, _pile(shape, laid[-1], dice))


def _drawn_shape(belief: Belief, dice: Dice) -> Shape:
    likely = belief.likely()
    chance = dice.random()
    for shape, share in likely.items():
        chance -= share
        if chance < 0:
            return shape
    return list(likely)[-1]


def _pile(shape: Shape, unknown: list[str], dice: Dice) -> list[str]:
    dice.shuffle(unknown)
    pile: list[str] = []
    at = 0
    for part in shape.pile:
        cards = [*part.known, *unknown[at : at + part.unknown]]
        at += part.unknown
        if (part.known and part.unknown) or len(part.known) > 1:
            dice.shuffle(cards)
        pile += cards
    return pile
