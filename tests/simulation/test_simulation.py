"""What a seed is: one table, one game, one storm of troubles and one course of play."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from simulation.harness.chaos_game import ChaosGame
from simulation.harness.simulation import simulate
from simulation.people.exploding.player import CarefulPlayer
from tacotable_sim.people.base import Sign, Step
from tacotable_sim.truth import Card

TESTS = Path(__file__).resolve().parents[1]
OF_KITTENS = 1
"""A seed that draws an Exploding game."""
OF_LATE_STARTS = 1003
"""A seed whose program starts again when there are snapshots."""
OF_A_HUB = 100039
"""A seed that draws a table with a hub, whose storm strikes its readers."""


@pytest.mark.long(keep=0)
def test_one_seed_is_one_run() -> None:
    first, second = simulate(12), simulate(12)

    assert first == second
    assert first.troubles


@pytest.mark.long(keep=0)
def test_one_seed_is_one_run_in_every_process() -> None:
    """Python orders the members of a set of names otherwise in each process: nothing may hang on that."""
    code = f"from simulation.harness.simulation import simulate; print(simulate({OF_A_HUB}))"

    first, second = (
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, **hashing, "PYTHONPATH": str(TESTS)},
        ).stdout
        for hashing in ({"PYTHONHASHSEED": "3"}, {"PYTHONHASHSEED": "4"})
    )

    assert "tacocat-hub" in first
    assert first == second


@pytest.mark.long(keep=0)
def test_nothing_of_a_game_is_kept_when_it_is_over() -> None:
    simulate(12)

    gc.collect()

    assert [found for found in gc.get_objects() if isinstance(found, ChaosGame)] == []


@pytest.mark.long(keep=0)
def test_a_program_that_starts_late_finds_its_game() -> None:
    outcome = simulate(OF_LATE_STARTS)

    assert outcome.restarts > 0
    assert outcome.is_won


@pytest.mark.long(keep=0)
def test_people_who_are_at_a_loss_begin_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those who sat down first do nothing any more after some moves."""
    choose, chosen, first = CarefulPlayer.choose, Counter[CarefulPlayer](), set[CarefulPlayer]()

    def lose_the_thread(player: CarefulPlayer, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Iterator[Step]:
        if len(first) < 2:
            first.add(player)
        chosen[player] += 1
        return iter(()) if player in first and chosen[player] > 25 else choose(player, sign, hand, chance)

    monkeypatch.setattr(CarefulPlayer, "choose", lose_the_thread)

    outcome = simulate(OF_KITTENS)

    assert outcome.drawn.kind.name == "kittens"
    assert outcome.begun_anew > 0
    assert outcome.is_won


def test_people_put_a_game_away_that_does_not_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody does anything any more after some moves, whoever sits down."""
    choose, chosen = CarefulPlayer.choose, list[Sign]()

    def tire(player: CarefulPlayer, sign: Sign, hand: tuple[Card, ...], chance: Random) -> Iterator[Step]:
        chosen.append(sign)
        return iter(()) if len(chosen) > 50 else choose(player, sign, hand, chance)

    monkeypatch.setattr(CarefulPlayer, "choose", tire)

    outcome = simulate(OF_KITTENS)

    assert not outcome.is_won
    assert outcome.virtual_s < 900.0
