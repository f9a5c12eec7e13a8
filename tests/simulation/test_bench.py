"""The bench of the simulation: what it tells of seeds that went wrong, and how it ends."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest

from simulation.harness.fault_schedule import KILL, PROGRAM, Trouble
from simulation.harness.random_scenario import KINDS, Drawn
from simulation.harness.simulation import Outcome

NAME = "bench_of_the_simulation"
FILE = Path(__file__).resolve().parents[2] / "bench" / "simulation.py"


@pytest.fixture
def bench() -> Iterator[ModuleType]:
    spec = importlib.util.spec_from_file_location(NAME, FILE)
    assert spec is not None
    assert spec.loader is not None
    made = sys.modules[NAME] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    yield made
    del sys.modules[NAME]


def all_won(seed: int, *, is_won: bool = True) -> Outcome:
    """Stand in for a played seed; a process of the bench finds it by its name."""
    trouble = Trouble(1.0, PROGRAM, KILL, 2.0)
    return Outcome(seed, Drawn(next(iter(KINDS))), 3600.0, 9, 1, 2, 3, is_won, (trouble,))


def seven_put_away(seed: int) -> Outcome:
    return all_won(seed, is_won=seed != 7)


def seven_fails(seed: int) -> Outcome:
    if seed == 7:
        raise ValueError("a planted fault")
    return all_won(seed)


def seven_is_killed(seed: int) -> Outcome:
    if seed == 7:
        os._exit(1)
    return all_won(seed)


def test_seeds_that_are_all_won_end_well(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "simulate", all_won)

    status = bench.main(["--first", "5", "--games", "4"])

    told = capsys.readouterr().out
    assert status == 0
    assert "4 games were won, 0 failed: []" in told
    assert "4.0 table-hours, 36 facts of the games' ends, 4 restarts, " in told
    assert "troubles: kill 4" in told


@pytest.mark.parametrize(
    ("plays", "told"),
    [
        (seven_put_away, "seed 7 was put away; play it again: ./dev bench simulation --seed 7"),
        (seven_fails, "seed 7 failed; play it again: ./dev bench simulation --seed 7"),
        (seven_fails, "ValueError: a planted fault"),
        (seven_fails, "3 games were won, 1 failed: [7]"),
    ],
)
def test_a_seed_that_is_not_won_is_told_and_the_next_is_played(
    bench: ModuleType,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    plays: Callable[[int], Outcome],
    told: str,
) -> None:
    monkeypatch.setattr(bench, "simulate", plays)

    status = bench.main(["--first", "5", "--games", "4"])

    output = capsys.readouterr().out
    assert status == 1
    assert told in output
    assert "3 games were won" in output


def test_the_bench_ends_where_one_of_its_processes_is_killed(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "simulate", seven_is_killed)

    status = bench.main(["--first", "7", "--games", "4"])

    assert status == 1
    assert "was not played: one of the processes was killed; is the memory full?" in capsys.readouterr().out


def test_how_far_it_is_is_told(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "simulate", all_won)
    monkeypatch.setattr(bench, "PROGRESS_EACH", 2)

    bench.main(["--first", "5", "--games", "5"])

    assert [line for line in capsys.readouterr().out.splitlines() if " up to " in line] == [
        "2 games, up to seed 6",
        "4 games, up to seed 8",
    ]
