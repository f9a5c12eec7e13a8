"""How well one player plays against another, in duplicate deals: each deal is played once from every seat.

`python bench/strength.py tc38 strong greedy --deals 1000 --seed 1`: A sits at one seat and B at all others, then A at
the next seat with the same cards, until it has been everywhere. What is told is A's share of the wins with the 95 %
interval of the deals' means, so that the luck of the cards, which both have, widens no interval. Whoever plays has
dice of its own, made from the seed and the deal. Last comes processor time an act of A, its median and 95th percentile.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from statistics import fmean, median, stdev
from time import process_time
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tacotable_engine.registry import spec_of

DEALS = 20
"""So many without a number: a look, not a proof."""


def main(arguments: Sequence[str] = ()) -> None:
    """Play the deals that are asked for, and print A's share."""
    asked = _asked(arguments)
    family = import_module(f"bench.players.{spec_of(asked.game).name}")
    seats = asked.seats or family.SEATS[0]
    times: list[float] = []
    first, second = timed(family.PLAYERS[asked.a], times), family.PLAYERS[asked.b]
    shares = []
    for deal in range(asked.seed, asked.seed + asked.deals):
        scores = [score(family, asked.game, (first, second), seats, seat, deal) for seat in range(seats)]
        shares.append(fmean(scores))
        if len(shares) % 100 == 0:
            print(told(shares, asked), flush=True)
    print(told(shares, asked))
    times.sort()
    late = times[int(0.95 * len(times))]
    print(f"{asked.a}: {median(times) * 1e3:.1f} ms of processor an act, {late * 1e3:.1f} at the 95th percentile")


def score(family: Any, game: str, players: Sequence[Any], seats: int, seat: int, deal: int) -> float:
    """Return what A wins of a deal at one seat, with B at all others."""
    at_table = [players[0] if place == seat else players[1] for place in range(seats)]
    dice = [Random(f"{deal} {'a' if place == seat else f'b {place}'} {seat}") for place in range(seats)]
    return float(family.play(game, at_table, deal, dice)[seat])


def timed(player: Callable[..., Any], times: list[float]) -> Callable[..., Any]:
    """Return a player whose processor time for each act is kept."""

    def play(*asked: Any) -> Any:
        begun = process_time()
        act = player(*asked)
        times.append(process_time() - begun)
        return act

    return play


def told(shares: Sequence[float], asked: argparse.Namespace) -> str:
    """Return A's share with its interval."""
    half = 1.96 * stdev(shares) / len(shares) ** 0.5 if len(shares) > 1 else 1.0
    mean = fmean(shares)
    interval = f"{mean - half:.3f} to {mean + half:.3f}"
    return f"{asked.game}: {asked.a} against {asked.b}: {mean:.3f} ({interval}), {len(shares)} deals"


def _asked(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?", default="tc38", help="a ruleset")
    parser.add_argument("a", nargs="?", default="strong", help="the player that is measured")
    parser.add_argument("b", nargs="?", default="greedy", help="whom it plays against")
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("--seed", type=int, default=1, help="the first deal")
    parser.add_argument("--seats", type=int, default=0, help="how many play; the fewest without")
    return parser.parse_args(list(arguments))


if __name__ == "__main__":
    main(sys.argv[1:])
