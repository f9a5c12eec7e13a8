"""Standings: points, and the tie-breaks in their order, recomputed from all results each time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from statistics import mean

from tacotable_live.tournament.model import Round, Standing, share

LEAST = Fraction(1, 3)
"""What an opponent counts at least, so that nobody loses by having beaten somebody who dropped out."""
EVEN = Fraction(1, 2)
"""What a bye counts for a player who has played no other round."""


def standings(players: Mapping[str, bool], rounds: Sequence[Round], seed: str) -> tuple[Standing, ...]:
    """Return where everybody stands, the best first. `players`: whether each plays on.

    By points; wins; the opponents' mean; who beat the other, where just two are equal; then a lot by the seed.
    """
    orders = {player: _orders(player, rounds) for player in players}
    shares = {player: [share(order.index(player), len(order)) for order in each] for player, each in orders.items()}
    points = {player: sum(won, Fraction()) + _byes(player, rounds, won) for player, won in shares.items()}
    rate = {player: max(LEAST, mean(won)) if won else LEAST for player, won in shares.items()}
    wins = {player: won.count(Fraction(1)) for player, won in shares.items()}
    met = {player: [other for order in each for other in order if other != player] for player, each in orders.items()}
    mean_of = {player: mean(rate[other] for other in met[player]) if met[player] else Fraction() for player in players}

    def worth(player: str) -> tuple[Fraction, int, Fraction]:
        return points[player], wins[player], mean_of[player]

    order = sorted(players, key=lambda player: lot(seed, player))
    order.sort(key=worth, reverse=True)
    for place in range(len(order) - 1):
        pair = order[place : place + 2]
        equal = [player for player in order if worth(player) == worth(pair[0])]
        if equal == pair and _beaten(pair[1], pair[0], rounds):
            order[place : place + 2] = pair[::-1]
    return tuple(
        Standing(player, place, points[player], wins[player], len(shares[player]), mean_of[player], players[player])
        for place, player in enumerate(order, 1)
    )


def lot(seed: str, *names: object) -> str:
    """Return a lot that nobody can steer: a hash of the event's seed and of what it is drawn for."""
    return sha256("\0".join((seed, *map(str, names))).encode()).hexdigest()


def _orders(player: str, rounds: Sequence[Round]) -> list[Sequence[str]]:
    """Return the results of a player's pods."""
    return [order for each in rounds for order in each.orders.values() if player in order]


def _byes(player: str, rounds: Sequence[Round], won: Sequence[Fraction]) -> Fraction:
    number = sum(bye.player == player for each in rounds for bye in each.byes)
    return number * (mean(won) if won else EVEN)


def _beaten(winner: str, loser: str, rounds: Sequence[Round]) -> bool:
    """Return whether one was before the other more often than behind."""
    orders = [order for order in _orders(winner, rounds) if loser in order]
    return 2 * sum(order.index(winner) < order.index(loser) for order in orders) > len(orders)
