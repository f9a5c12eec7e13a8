"""Games of people while a device fails again and again: they wait and go on, and at the end all cards agree."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from simulation.people.seating import careful_people_at
from tacotable.autoplay.games import finish_game
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.state.game_state import Stage

READER = "reader play"


def play_with(fault: Callable[[Rig], None], every_s: float, seed: int) -> Rig:
    """Play a game of four while something goes wrong again and again."""
    with simulated_table("kittens", seed=seed, game="zh56") as rig:

        def again() -> None:
            fault(rig)
            rig.loop.call_later(every_s, again)

        rig.loop.call_later(every_s, again)
        finish_game(rig, Random(seed), 4, careful_people_at)
        return rig


def for_a_while(device: str, fault: str, seconds: float) -> Callable[[Rig], None]:
    def begin(rig: Rig) -> None:
        rig.table.switchboard.set(device, fault, on=True)
        rig.loop.call_later(seconds, lambda: rig.table.switchboard.set(device, fault, on=False))

    return begin


def device_log(rig: Rig) -> set[str]:
    return {entry.code for entry in rig.program.controller.situation.log if entry.kind == "device"}


@pytest.mark.long
@pytest.mark.parametrize("fault", ["unplug", "silence", "garbage"])
def test_a_game_waits_for_a_reader_that_is_pulled_out_and_goes_on(fault: str) -> None:
    rig = play_with(for_a_while(READER, fault, 8.0), 45.0, 21)

    assert rig.program.controller.situation.game.stage is Stage.OVER
    assert {"log.lost", "log.found"} <= device_log(rig)


@pytest.mark.long(keep=0)
def test_a_game_goes_on_after_a_public_display_was_gone() -> None:
    rig = play_with(for_a_while("display table", "gone", 12.0), 50.0, 22)

    assert rig.program.controller.situation.game.stage is Stage.OVER
    assert {"log.lost", "log.found"} <= device_log(rig)


@pytest.mark.long(keep=0)
def test_a_game_goes_on_with_a_button_that_sticks_now_and_then() -> None:
    rig = play_with(for_a_while("1.nope", "stuck", 12.0), 40.0, 23)

    assert rig.program.controller.situation.game.stage is Stage.OVER
    assert "log.lost" in device_log(rig)
