"""Whole games through the bytes with one reader dead: the seat that nobody reads goes on by its buttons."""

from __future__ import annotations

from random import Random

import pytest

from tacotable.compose.program import MemoryLog
from tacotable.compose.simulated import Rig, read_sign, simulated_table
from tacotable.facts import Acted
from tacotable.situation import Certainty, Stage
from tacotable_sim.eyes import Eyes, Sign
from tacotable_sim.players import ReadingPlayer
from tacotable_sim.steps import Step, Tap
from tacotable_sim.tacocat_buttons_player import TacocatButtonsPlayer
from tacotable_sim.tacocat_player import TacocatPlayer

LONGEST_S = 6 * 3600.0


class UnreadPlayer(TacocatButtonsPlayer):
    """Names its cards at a seat with a pad: NO turns."""

    def _press(self, role: str) -> Step:
        return Tap(f"{self.seat}.{'no' if role == 'right' else role}")


def tacocat_player(rig: Rig, seat: str, kind: type[TacocatPlayer], seed: int) -> ReadingPlayer:
    def read(name: str) -> Sign | None:
        return read_sign(rig.program.controller.scene.screens[name])

    return kind(rig.table, Eyes(rig.table, seat, read), chance=Random(f"{seed}/{seat}"))  # no secret


@pytest.mark.parametrize("seed", [1, 2])
def test_tacocat_is_played_to_its_end_with_one_reader_dead(seed: int) -> None:
    log = MemoryLog()
    with simulated_table("tacocat", seed=seed, journal=log) as rig:
        rig.table.switchboard.set("reader WOW.pad", "unplug", on=True)
        people = [tacocat_player(rig, "YAY", TacocatPlayer, seed), tacocat_player(rig, "WOW", UnreadPlayer, seed)]
        tasks = [rig.loop.create_task(player.play()) for player in people]
        situation = rig.program.controller.situation
        while situation.stage is not Stage.OVER and not any(task.done() for task in tasks):
            rig.wait(1.0)
            assert rig.loop.time() < LONGEST_S
        rig.wait(2.0)
        for task in tasks:
            task.cancel()

        assert situation.stage is Stage.OVER
        assert situation.zone("WOW") is Certainty.UNKNOWN
    named = [fact for fact in log.facts if isinstance(fact, Acted) and fact.seat == "WOW" and fact.ruling == "accepted"]
    assert {str(fact.act["do"]) for fact in named} >= {"replace", "duel", "attack", "answer"}
    assert not any(fact.tags for fact in named)
