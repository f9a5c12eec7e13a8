"""People with habits: every game ends with a winner and counts that agree (`simulation.habits`), the part `ring`."""

from __future__ import annotations

import pytest

from simulation.habits.games import play, seeds


@pytest.mark.long
@pytest.mark.parametrize("seed", seeds("ring"))
def test_a_game_of_people_with_habits_ends_with_a_winner(seed: int) -> None:
    played = play(seed)

    assert played.report.longest_wait_s <= 10.0
