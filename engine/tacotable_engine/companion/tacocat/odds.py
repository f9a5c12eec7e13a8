"""Odds: the chance of each seat to win the round and the match, from what a viewer may know.

A world is worth an exact value to the first seat once a fight is on; before that it is finished by chance.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tacotable_engine.companion.answers import Dice, Odds
from tacotable_engine.companion.tacocat.fights import DuelFights, Fights, fights_of
from tacotable_engine.companion.tacocat.hands import Hand, pack, values_of
from tacotable_engine.companion.tacocat.knowledge import FOUGHT, Knowledge, knowledge_of
from tacotable_engine.companion.tacocat.replacing import MIDDLE, by_thresholds
from tacotable_engine.companion.tacocat.worlds import draw, half_width, listed, sampled, spread
from tacotable_engine.tacocat.state import Phase

if TYPE_CHECKING:
    from tacotable_engine.match import Match


def odds(match: Match, viewer: str, worlds: int, dice: Dice) -> Odds:
    """Return the chance of each seat to win the round and the match; raises RequestError during a deal.

    In a fight each world has an exact value, and where there are no more worlds than asked for, all are taken and the
    number is exact, too. Before the fight a world is finished by chance: who may still replace does so by worth, and
    the duel's cards are drawn from the higher half.
    """
    known, winner = knowledge_of(match, viewer), match.state.winner
    if winner is not None:
        return _told(known, 1.0 - winner)
    if known.phase in FOUGHT:
        fights = fights_of(known)
        every = listed(known, worlds)
        if every is not None:
            total = sum(world.weight for world in every)
            return _told(known, sum(world.weight * fight_value(known, world.hands, fights) for world in every) / total)
        values = [fight_value(known, sampled(known, dice).hands, fights) for _ in range(worlds)]
    else:
        duels = DuelFights(known)
        values = [_finished_value(known, sampled(known, dice).hands, duels, dice) for _ in range(worlds)]
    chance = sum(values) / len(values)
    return _told(known, chance, half_width(chance, len(values)))


def _told(known: Knowledge, chance: float, error: float = 0.0) -> Odds:
    first, second = known.terms.seats
    match = match_equity(known.needed, chance)
    values = {
        "round": {first: round(chance, 6), second: round(1 - chance, 6)},
        "match": {first: round(match, 6), second: round(1 - match, 6)},
    }
    return Odds(values, "sampled" if error else "exact", round(error, 6))


@cache
def even_equity(own: int, other: int) -> float:
    """Return the chance of a side that has yet to win `own` rounds against one that needs `other`."""
    if not own or not other:
        return float(not own)
    return (even_equity(own - 1, other) + even_equity(own, other - 1)) / 2


def match_equity(needed: tuple[int, int], chance: float) -> float:
    """Return the first seat's chance to win the match, when it wins this round with a chance; later rounds are even.

    `needed` is how many rounds each has yet to win, which from 4 to 0 makes 25 states. A round that is dealt again is
    in `chance` with one half, as it is even.
    """
    own, other = needed
    if not own or not other:
        return even_equity(own, other)
    return chance * even_equity(own - 1, other) + (1 - chance) * even_equity(own, other - 1)


def fight_value(known: Knowledge, hands: tuple[Hand, Hand], fights: Fights) -> float:
    """Return the first seat's value of a fight with these hands; raises OutOfTime."""
    attacker = known.attacker or 0
    if known.phase is Phase.ANSWER:
        defender = 1 - attacker
        value = fights.answer(defender, hands[defender], hands[attacker], known.demands, known.has_given_up)
        return value if defender == 0 else 1 - value
    value = fights.attack(attacker, hands[attacker], hands[1 - attacker])
    return value if attacker == 0 else 1 - value


def _finished_value(known: Knowledge, hands: tuple[Hand, Hand], fights: DuelFights, dice: Dice) -> float:
    """Return the first seat's value of a round that is finished by chance up to its fight."""
    values = [list(values_of(hand)) for hand in hands]
    if known.phase is Phase.REPLACE:
        _replace(known, values, dice)
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
        for value in _without(cards, holding.known):
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
            values[seat] = sorted([*_without(values[seat], gone), *drawn])
            done = len(gone)
        if place == 0 and known.arrow is not None:
            most = done


def _without(cards: list[int], gone: tuple[int, ...]) -> list[int]:
    rest = list(cards)
    for card in gone:
        rest.remove(card)
    return rest


def _dueling(cards: list[int], dice: Dice) -> int:
    """Return a card for the duel: each of the higher half is as likely, as it is between people who know the game."""
    fewest = len(cards) // 2
    return cards[fewest + dice.randrange(len(cards) - fewest)]
