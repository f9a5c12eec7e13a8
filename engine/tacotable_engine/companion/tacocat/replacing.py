"""Which cards to replace: the choice that makes a hand worth most, over draws of chance.

What a hand is worth before its round is a sum over its cards, its lowest and its highest one. It is fitted by least
squares to the open-card values of dealt rounds, in which most hands had replaced their middle cards; the duel was
solved as a matrix. It explains two thirds of the variance of who wins with open cards (`bench/hand_worth.py` makes the
numbers again).
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from importlib.resources import files
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from tacotable_engine.companion.tacocat.worlds import draw, spread

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tacotable_engine.companion.answers import Dice, IsOver
    from tacotable_engine.companion.tacocat.knowledge import Knowledge

Values: TypeAlias = tuple[int, ...]
DRAWS = 24  # Orders of the pile in which each choice is tried; all choices are tried in the same.
HANDS = 24  # Hands of the other seat that are tried.
MIDDLE = (2, 8)  # Whoever knows the game replaces what lies between.
WORTH = tomllib.loads(files(__package__).joinpath("hand_worth.toml").read_text(encoding="utf-8"))
COPIES: Sequence[Sequence[float]] = WORTH["copies"]
LOWEST: Sequence[float] = WORTH["lowest"]
HIGHEST: Sequence[float] = WORTH["highest"]
MEAN = 0.372  # The worth of a hand as good as the other's.
CERTAIN = 0.98


class Choice(NamedTuple):
    """Cards to replace, and the chance to win the round that they leave."""

    cards: Values
    value: float
    error: float


def best_choices(known: Knowledge, dice: Dice, is_over: IsOver = None, own: Values | None = None) -> list[Choice]:
    """Return every choice of cards that the seat may replace, the best first; `own` is judged however soon it is over.

    Under a single arrow, whoever replaces first also says how many the other may, which is worth something to it.
    """
    pool = spread(known.pool)
    orders = [draw(pool, min(known.limit, len(pool)), dice) for _ in range(DRAWS)]
    saved = _saved(known, dice)
    choices = []
    for cards in sorted(choices_of(known.hand, known.limit), key=lambda cards: cards != own):
        mean, error = _judged(known.hand, cards, orders)
        choices.append(Choice(cards, min(CERTAIN, max(1 - CERTAIN, mean + saved[len(cards)])), error))
        if is_over is not None and is_over():
            break
    return sorted(choices, key=lambda choice: -choice.value)


def _saved(known: Knowledge, dice: Dice) -> list[float]:
    """Return what it saves to let the other replace only so many cards, from none on.

    A hand's worth counts on another that was replaced as its owner liked; here that takes the middle cards.
    """
    seat, size = known.seat or 0, len(known.hand)
    if known.arrow != seat or known.replaced[1 - seat] is not None:
        return [0.0] * (size + 1)
    pool, gains = spread(known.pool), [0.0] * (size + 1)
    for _ in range(HANDS):
        cards = draw(pool, min(len(pool), 2 * size), dice)
        hand, drawn = tuple(sorted(cards[:size])), cards[size:]
        for most in range(size + 1):
            counts = [0] * 13
            gone = by_thresholds(hand, most, *MIDDLE)
            for value in (*hand, *drawn[: len(gone)]):
                counts[value] += 1
            for value in gone:
                counts[value] -= 1
            gains[most] += worth(counts) / HANDS
    return [gains[-1] - gain for gain in gains]


def choices_of(hand: Values, limit: int) -> Iterator[Values]:
    """Yield every choice of cards, those that most would replace first: the middle ones."""
    kinds = sorted(set(hand), key=lambda value: abs(value - 5.4))
    counts = [range(hand.count(value) + 1) for value in kinds]
    for taken in sorted(product(*counts), key=lambda taken: -sum(place < 3 for place, n in enumerate(taken) if n)):
        if sum(taken) <= limit:
            yield tuple(sorted(value for value, n in zip(kinds, taken, strict=True) for _ in range(n)))


def _judged(hand: Values, cards: Values, orders: list[list[int]]) -> tuple[float, float]:
    """Return the worth of a hand after these cards were replaced, over all orders, and its error."""
    counts = [hand.count(value) - cards.count(value) for value in range(13)]
    worths = []
    for order in orders if cards else orders[:1]:
        drawn = order[: len(cards)]
        for value in drawn:
            counts[value] += 1
        worths.append(worth(counts))
        for value in drawn:
            counts[value] -= 1
    mean = sum(worths) / len(worths)
    variance = sum((one - mean) ** 2 for one in worths) / len(worths)
    return mean, 1.96 * (variance / len(worths)) ** 0.5


def by_thresholds(hand: Values, limit: int, keep_to: int, keep_from: int) -> Values:
    """Return the cards between two values, the ones nearest to the middle first where the limit is lower."""
    middle = sorted((value for value in hand if keep_to < value < keep_from), key=lambda value: abs(value - 5.4))
    return tuple(sorted(middle[:limit]))


def worth(counts: list[int]) -> float:
    """Return the chance to win the round with a hand, given as its copies of each value, against a usual one."""
    total, lowest, highest = 0.5 - MEAN, 0, 0
    for value, copies in enumerate(counts):
        if copies:
            lowest, highest = lowest or value, value
            table = COPIES[value]
            total += table[min(copies, len(table)) - 1]
    return min(CERTAIN, max(1 - CERTAIN, total + LOWEST[lowest] + HIGHEST[highest]))
