"""What a world is worth to the first seat, exact once a fight is on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_engine.companion.tacocat.drawing import draw, spread
from tacotable_engine.companion.tacocat.duels import DuelFights
from tacotable_engine.companion.tacocat.hands import pack, values_of
from tacotable_engine.companion.tacocat.replacing import MIDDLE, by_thresholds
from tacotable_engine.tacocat.state import Phase

if TYPE_CHECKING:
    from tacotable_engine.companion.answers import Dice
    from tacotable_engine.companion.tacocat.fights import Fights
    from tacotable_engine.companion.tacocat.hands import Hand, Shapes
    from tacotable_engine.companion.tacocat.knowledge import Knowledge

FIGHTS = (Phase.ATTACK, Phase.ANSWER, Phase.SHOWDOWN)
"""The phases from which the value of open hands is exact."""


def fight_value(known: Knowledge, hands: tuple[Hand, Hand], fights: Fights) -> float:
    """Return the first seat's value of a fight with these hands; raises OutOfTime."""
    attacker = known.attacker or 0
    if known.phase is Phase.ANSWER:
        defender = 1 - attacker
        value = fights.answer(defender, hands[defender], hands[attacker], known.demands, known.has_given_up)
        return value if defender == 0 else 1 - value
    value = fights.attack(attacker, hands[attacker], hands[1 - attacker])
    return value if attacker == 0 else 1 - value


def finished_value(known: Knowledge, hands: tuple[Hand, Hand], shapes: Shapes, dice: Dice) -> float:
    """Return the first seat's value of a round that is finished by chance up to its fight."""
    values = [list(values_of(hand)) for hand in hands]
    if known.phase is Phase.REPLACE:
        _replace(known, values, dice)
    fights = DuelFights(known, shapes, None)
    while len(values[0]) > 1:
        first, second = (_dueling(cards, dice) for cards in values)
        if first != second:
            return fights.value(0, (pack(values[0]), first), (pack(values[1]), second))
        for cards in values:
            cards.remove(first)
    first, second = values[0][0], values[1][0]
    return 0.5 if first == second else float(first < second)


def _replace(known: Knowledge, values: list[list[int]], dice: Dice) -> None:
    """Let both replace who have not, in their order, the middle cards; the pile is what neither holds."""
    left = list(known.pool)
    for cards, holding in zip(values, known.holdings, strict=True):
        for value in without(cards, holding.known):
            left[value] -= 1
    pile = list(known.pile) or spread([max(0, count) for count in left])
    if not known.pile:
        draw(pile, len(pile), dice)
    order = (0, 1) if known.arrow is None else (known.arrow, 1 - known.arrow)
    most = len(values[0]) if known.arrow is None else min(len(values[0]), len(pile))
    for place, seat in enumerate(order):
        done = known.replaced[seat]
        if done is None:
            gone = by_thresholds(tuple(values[seat]), min(most, len(pile)), *MIDDLE)
            drawn, pile = pile[: len(gone)], pile[len(gone) :]
            values[seat] = sorted([*without(values[seat], gone), *drawn])
            done = len(gone)
        if place == 0 and known.arrow is not None:
            most = done


def without(cards: list[int], gone: tuple[int, ...]) -> list[int]:
    """Return cards without some of them."""
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return rest


def _dueling(cards: list[int], dice: Dice) -> int:
    """Return a card for the duel: each of the higher half is as likely, as it is between people who know the game."""
    fewest = len(cards) // 2
    return cards[fewest + dice.randrange(len(cards) - fewest)]
