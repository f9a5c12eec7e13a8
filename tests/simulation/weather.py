"""Whole games in any weather, shared out among the files that play them.

`TACOTABLE_SIMULATIONS` is how many games all files play together (8; 30 in CI).
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Mapping, Sequence

from simulation.harness.random_scenario import KINDS, Kind, chance_of, draw
from simulation.harness.simulation import again_by, simulate

GAMES = int(os.environ.get("TACOTABLE_SIMULATIONS", "8"))
FIRST = 1000


def _drawn() -> Mapping[Kind, Sequence[int]]:
    """Give the seeds of each kind of game."""
    seeds: defaultdict[Kind, list[int]] = defaultdict(list)
    for seed in range(FIRST, FIRST + GAMES):
        seeds[draw(chance_of(seed)).kind].append(seed)
    return seeds


SEEDS = _drawn()


def kinds(part: str) -> list[Kind]:
    """Give the kinds of games that a file plays."""
    return [kind for kind in KINDS if _part(kind) == part]


def _part(kind: Kind) -> str:
    """Share the kinds out, so that a file takes a minute or less."""
    if kind.name.endswith("-hub"):
        return "hub"
    if kind.name == "buttons" or (kind.name == "kittens" and kind.reader):
        return "small"
    return kind.name


def play(kind: Kind) -> None:
    """Play all games of a kind to a winner; one that goes wrong tells how it is played again."""
    for seed in SEEDS.get(kind, ()):
        try:
            assert simulate(seed).is_won, "people put the game away"
        except Exception as error:
            error.add_note(f"play it again: {again_by(seed)}")
            raise
