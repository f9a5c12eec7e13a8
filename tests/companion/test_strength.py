"""The measure of strength itself: duplicate deals are even between equals, and weak players lose in them."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

BENCH = Path(__file__).parents[2] / "bench"


def load(path: str) -> ModuleType:
    """Import a file of the benchmarks, which are no package that is installed."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, BENCH / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def shares(a: str, b: str, deals: int) -> list[float]:
    """Return A's share of each duplicate deal."""
    family: Any = load("players/tacocat.py")
    strength: Any = load("strength.py")
    players = family.PLAYERS[a], family.PLAYERS[b]
    return [sum(strength.score(family, "tc38", players, 2, seat, deal) for seat in (0, 1)) / 2 for deal in range(deals)]


def test_equal_players_share_every_duplicate_deal() -> None:
    assert set(shares("greedy", "greedy", 20)) == {0.5}


def test_sensible_player_wins_most_deals_against_random_acts() -> None:
    told = shares("greedy", "random", 60)

    assert sum(told) / len(told) > 0.6


def test_robots_beat_random_acts() -> None:
    told = shares("fair", "random", 8)

    assert sum(told) / len(told) > 0.75
