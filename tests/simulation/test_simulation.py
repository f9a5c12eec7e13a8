"""What a seed is: one table, one game, one storm of troubles and one course of play."""

from __future__ import annotations

from tacotable.compose.simulation import simulate


def test_one_seed_is_one_run() -> None:
    first, second = simulate(12), simulate(12)

    assert first == second
    assert first.troubles
