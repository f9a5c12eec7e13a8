"""The checks of the simulation bark at what they are for: a lost fact, a tag that is told, cards that were moved."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tacotable.compose.invariants import (
    BrokenInvariantError,
    check_panels,
    check_replay,
    check_secrets,
    check_truth,
    spectators_page,
)
from tacotable.compose.program import MemoryLog
from tacotable.compose.simulated import Rig, simulated_table


@pytest.fixture
def rig() -> Iterator[Rig]:
    with simulated_table("tacocat") as made:
        for button in ("YAY.ok", "YAY.ok", "WOW.ok", "YAY.ok", "WOW.ok"):
            made.tap(button)
        made.place("9", "YAY.pad")
        made.place("5", "WOW.pad")
        yield made


def test_a_lost_fact_is_found(rig: Rig) -> None:
    log = rig.program.journal
    assert isinstance(log, MemoryLog)
    check_replay(rig.program.controller.situation, log.facts)

    with pytest.raises(BrokenInvariantError):
        check_replay(rig.program.controller.situation, log.facts[:-1])


def test_a_tag_that_is_told_is_found(rig: Rig) -> None:
    controller = rig.program.controller
    tags = tuple(controller.situation.faces)
    check_secrets(controller, spectators_page(controller), tags)

    controller.situation.note("table", "log.lost", {"device": tags[0], "reason": ""})

    with pytest.raises(BrokenInvariantError, match=tags[0]):
        check_secrets(controller, spectators_page(controller), tags)


def test_a_picture_that_is_not_of_its_screen_is_found(rig: Rig) -> None:
    check_panels(rig)

    rig.table.switchboard.set("display YAY", "gone", on=True)

    with pytest.raises(BrokenInvariantError, match="display YAY"):
        check_panels(rig)


def test_a_token_that_stands_elsewhere_is_found(rig: Rig) -> None:
    game = rig.program.controller.situation.match
    assert game is not None

    rig.table.move_token(3)

    with pytest.raises(BrokenInvariantError, match="the token stands on 3"):
        check_truth(rig, game)
