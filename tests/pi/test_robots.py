"""Robots at the simulated table: whole games through the bytes of readers, buttons and displays, beside people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from tacotable.autoplay.games import finish_game
from tacotable.autoplay.rig import simulated_table
from tacotable.autoplay.robots import RobotMind, robots
from tacotable_engine.match import Match


def played(
    table: str, game: str, level: str, seats: Sequence[str], count: int, monkeypatch: pytest.MonkeyPatch
) -> tuple[Match, Counter[str]]:
    """Play a game with robots at some seats; gives it, and how often each kind of act was advised."""
    advised = Counter[str]()
    act = RobotMind.act

    def counted(self: RobotMind, hand: Sequence[str]) -> object:
        told = act(self, hand)
        advised[str(told.get("do"))] += 1
        return told

    monkeypatch.setattr(RobotMind, "act", counted)
    with simulated_table(table, game=game, seed=3) as rig:
        return finish_game(rig, Random(5), count, robots(level, seats)), advised  # type: ignore[arg-type]  # one of three


@pytest.mark.long(keep=0)
@pytest.mark.parametrize("game", ["zh56", "min72", "ek120"])
def test_a_game_with_three_robots_at_the_ring_ends_and_their_choices_were_advised(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = [str(number) for number in range(1, 11)]

    ended, advised = played("kittens", game, "fair", seats[1:], 4, monkeypatch)

    assert ended.public_view.winner is not None
    assert {"let", "draw", "play"} <= advised.keys()
    assert advised["None"] <= sum(advised.values()) / 10


@pytest.mark.long
@pytest.mark.parametrize(("table", "game"), [("tacocat", "tc38"), ("buttons", "tc36")])
def test_a_game_against_one_robot_ends_and_every_choice_of_it_was_advised(
    table: str, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended, advised = played(table, game, "fair", ["WOW"], 2, monkeypatch)

    assert ended.public_view.winner is not None
    assert {"replace", "duel", "attack", "answer"} <= advised.keys()
    assert advised["None"] <= sum(advised.values()) / 10
