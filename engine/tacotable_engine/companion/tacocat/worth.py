"""What a hand of Tacocat is worth before its round, as a sum over its cards, its lowest and its highest one.

It is fitted by least squares to the open-card values of dealt rounds, in which most hands had replaced their middle
cards; the duel was solved as a matrix. It explains two thirds of the variance of who wins with open cards
(`bench/hand_worth.py` makes the numbers again).
"""

from __future__ import annotations

COPIES: tuple[tuple[float, ...], ...] = (
    (0.0,),
    (0.222,),
    (0.037, 0.051, 0.07),
    (-0.06, -0.145, -0.214),
    (-0.072, -0.158, -0.203),
    (-0.054, -0.126, -0.156),
    (-0.035, -0.093, -0.115),
    (-0.002, -0.04, -0.033),
    (0.026, 0.035, 0.08),
    (0.055, 0.119),
    (0.078, 0.186),
    (0.087,),
    (0.109,),
)
"""What one, two, or three and more cards of each value add to a hand, from value 0 on."""
LOWEST = (0.0, 0.222, 0.341, 0.262, 0.067, -0.092, -0.27, -0.316, -0.3, -0.3, -0.3, -0.3, -0.3)
"""What the lowest card of a hand adds, by its value."""
HIGHEST = (0.0, 0.0, 0.0, 0.05, 0.0, -0.03, -0.03, -0.04, -0.05, -0.054, -0.016, 0.05, 0.109)
"""What the highest card of a hand adds, by its value."""
MEAN = 0.372
"""The worth of a hand as good as the other's."""
CERTAIN = 0.98


def worth(counts: list[int]) -> float:
    """Return the chance to win the round with a hand, given as its copies of each value, against a usual one."""
    total, lowest, highest = 0.5 - MEAN, 0, 0
    for value, copies in enumerate(counts):
        if copies:
            lowest, highest = lowest or value, value
            table = COPIES[value]
            total += table[min(copies, len(table)) - 1]
    return min(CERTAIN, max(1 - CERTAIN, total + LOWEST[lowest] + HIGHEST[highest]))
