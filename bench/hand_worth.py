"""What a hand of Tacocat is worth before its round: the numbers of `companion/tacocat/hand_worth.toml`, fitted anew.

`./dev bench hand_worth --rounds 40000` plays nothing: it deals rounds, has both sides replace middle cards at some
thresholds of chance, solves every fight that may follow the duel with open cards, and the duel as a matrix. A linear
model of the cards of both hands is fitted to these values by least squares, with a small penalty on large weights, to
four fifths of the rounds; what it explains of the variance is measured on the others.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.players.parts import Decks

from tacotable_engine import Match
from tacotable_engine.companion.tacocat.duels import matched
from tacotable_engine.companion.tacocat.fights import DuelFights
from tacotable_engine.companion.tacocat.hands import pack
from tacotable_engine.companion.tacocat.knowledge import Knowledge, knowledge_of
from tacotable_engine.companion.tacocat.replacing import by_thresholds

ROUNDS = 300
PENALTY = 20.0
VALUES = range(1, 13)
PLACES = 5 * 13
"""Features of a hand: a first, second and third card of each value, its lowest, its highest."""
Features = list[float]


def main(arguments: Sequence[str] = ()) -> None:
    """Deal, solve, fit and print the tables."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--cards", type=int, default=7, help="cards that are dealt to each")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(list(arguments))
    board = {"numbers": [asked.cards] * 7, "arrows": ["both"] * 7}
    match = Match.new({"game": "tc38", "seats": ["YAY", "WOW"], "board": board}, Decks(0))
    known, dice = knowledge_of(match, "table"), Random(asked.seed)
    rows = [solved_round(known, asked.cards, dice) for _ in range(asked.rounds)]
    fitted = rows[: len(rows) * 4 // 5]
    weights = least_squares(fitted)
    print(f"{asked.rounds} rounds of {asked.cards} cards; explained of the others: {explained(rows, weights):.2f}")
    for name, start in (("lowest", 39), ("highest", 52)):
        print(f"{name} = {[round(weight, 3) for weight in weights[start : start + 13]]}")
    for value in VALUES:
        first, second, third = weights[3 * value : 3 * value + 3]
        print(f"copies of {value}: {first:.3f}, {first + second:.3f}, {first + second + third:.3f}")


def solved_round(known: Knowledge, number: int, dice: Random) -> tuple[Features, float]:
    """Return how the features of two hands differ, and by how much the first seat's value is above one half."""
    cards = [value for value in VALUES for _ in range(known.terms.deck.counts.get(str(value), 0))]
    dice.shuffle(cards)
    hands, pile = [], cards[2 * number :]
    for seat in (0, 1):
        hand = tuple(sorted(cards[seat * number : (seat + 1) * number]))
        gone = by_thresholds(hand, number, dice.choice((1, 2, 2, 2, 3, 3, 4)), dice.choice((7, 8, 8, 8, 9, 9, 10)))
        kept = list(hand)
        for card in gone if dice.random() < 0.9 else ():
            kept.remove(card)
        hands.append(sorted([*kept, *(pile.pop() for _ in range(number - len(kept)))]))
    fights = DuelFights(known)
    own, other = pack(hands[0]), pack(hands[1])
    table = [[fights.value(0, (own, mine), (other, theirs)) for theirs in set(hands[1])] for mine in set(hands[0])]
    mixture, values = matched([table])
    value = sum(share * worth for share, worth in zip(mixture, values, strict=True))
    first, second = (features(hand) for hand in hands)
    return [one - two for one, two in zip(first, second, strict=True)], value - 0.5


def features(hand: Sequence[int]) -> Features:
    """Return the features of a hand."""
    found = [0.0] * PLACES
    for value in set(hand):
        for copies in range(min(3, hand.count(value))):
            found[3 * value + copies] = 1.0
    found[39 + hand[0]] = found[52 + hand[-1]] = 1.0
    return found


def least_squares(rows: Sequence[tuple[Features, float]]) -> Features:
    """Return the weights that fit best, by Gauss's elimination of the normal equations."""
    system = [[PENALTY * (row == column) for column in range(PLACES)] + [0.0] for row in range(PLACES)]
    for found, value in rows:
        told = [(place, one) for place, one in enumerate(found) if one]
        for row, one in told:
            line = system[row]
            for column, other in told:
                line[column] += one * other
            line[PLACES] += one * value
    for pivot in range(PLACES):
        scale = system[pivot][pivot]
        system[pivot] = [entry / scale for entry in system[pivot]]
        for row in range(PLACES):
            if row != pivot and (share := system[row][pivot]):
                system[row] = [a - share * b for a, b in zip(system[row], system[pivot], strict=True)]
    return [line[PLACES] for line in system]


def explained(rows: Sequence[tuple[Features, float]], weights: Features) -> float:
    """Return the share of the variance that the weights explain of the last fifth of the rounds."""
    others = rows[len(rows) * 4 // 5 :]
    misses = sum((value - sum(map(float.__mul__, found, weights))) ** 2 for found, value in others)
    return 1 - misses / sum(value**2 for _, value in others)


if __name__ == "__main__":
    main(sys.argv[1:])
