"""Exploding games round a pad that is asked again and again, in any weather."""

from __future__ import annotations

import pytest

from simulation.harness.random_scenario import Kind
from simulation.weather import kinds, play


@pytest.mark.long
@pytest.mark.parametrize("kind", kinds("kittens"), ids=str)
def test_whatever_goes_wrong_games_end_and_nothing_is_lost_shown_or_stuck(kind: Kind) -> None:
    play(kind)
