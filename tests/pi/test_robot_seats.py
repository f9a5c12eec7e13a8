"""Robots at a table with a page: seats are handed over and back, and each begins anew with a game."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.autoplay.robots import RobotSeats
from tacotable.state.game_state import Stage
from tacotable.table.file import read_table

if TYPE_CHECKING:
    from tacotable.app.simulated import SimulatedRun


@pytest.fixture
def rig() -> Iterator[Rig]:
    with simulated_table("tacocat", seed=2) as made:
        yield made


def robots_at(rig: Rig) -> RobotSeats:
    """Give the robots of a rig; nobody foresees what they do, so that tests ask for no more than that it happens."""
    robots = RobotSeats(cast("SimulatedRun", SimpleNamespace(table=rig.table)), rig.program, rig.loop)
    robots.move("fast")
    return robots


def until(rig: Rig, stage: Stage) -> bool:
    """Let the robots play until the game is at a stage; False where it does not come."""
    for _ in range(3_600):
        if rig.program.controller.situation.game.stage is stage:
            return True
        rig.wait(1.0)
    return False


@pytest.mark.long
@pytest.mark.parametrize("press", ["tap", "hold"])
def test_two_robots_play_a_game_to_its_end_and_the_next_after_a_rematch_or_the_lobby(rig: Rig, press: str) -> None:
    robots = robots_at(rig)
    robots.set("YAY", "easy")
    robots.set("WOW", "fair")

    assert until(rig, Stage.OVER)
    getattr(rig, press)("YAY.ok")  # a press by reflex: who has won is still to be seen
    assert rig.program.controller.situation.game.stage is Stage.OVER
    rig.wait(1.6)
    getattr(rig, press)("YAY.ok")
    assert until(rig, Stage.PLAY)


def test_a_robot_that_waits_moves_nothing_before_the_cards_are_dealt(rig: Rig) -> None:
    robots = robots_at(rig)
    robots.set("YAY", "easy", waits=True)
    robots.set("WOW", "easy", waits=True)
    rig.wait(30.0)
    assert rig.program.controller.situation.game.stage is Stage.LOBBY

    rig.tap("YAY.ok")
    rig.table.truth.deal(7)
    rig.tap("YAY.ok")
    rig.tap("WOW.ok")

    assert until(rig, Stage.OVER)


def test_a_seat_that_is_handed_back_is_left_alone(rig: Rig) -> None:
    robots = robots_at(rig)
    robots.set("YAY", "easy")
    robots.set("WOW", "easy")
    assert until(rig, Stage.PLAY)

    robots.set("YAY", None)
    robots.set("WOW", None)
    rig.wait(5.0)
    facts = rig.table.truth.moves
    rig.wait(60.0)

    assert robots.levels == {}
    assert rig.table.truth.moves == facts


@pytest.mark.parametrize("level", ["wise", 3, ["fair"]])
def test_what_is_no_level_is_refused_and_changes_nothing(rig: Rig, level: object) -> None:
    robots = robots_at(rig)
    robots.set("YAY", "strong")

    with pytest.raises(ValueError, match="one of easy, fair, strong"):
        robots.set("YAY", level)

    assert robots.levels == {"YAY": "strong"}


def test_an_unknown_pace_is_refused(rig: Rig) -> None:
    with pytest.raises(ValueError, match="one of slow, usual, fast"):
        robots_at(rig).move("hasty")


def test_a_robot_leaves_a_seat_that_cannot_play_the_game_to_which_the_lobby_turns() -> None:
    with simulated_table(read_table("family", "zh56"), seed=2) as rig:
        robots = robots_at(rig)
        robots.set("YAY", "easy")
        robots.set("4", "easy")
        rig.wait(3.0)

        while rig.program.controller.situation.ui.lobby_game != "tc38":
            rig.tap("2.nope")

        assert robots.levels == {"YAY": "easy"}
        with pytest.raises(ValueError, match="seat 4 cannot play this game"):
            robots.set("4", "fair")
