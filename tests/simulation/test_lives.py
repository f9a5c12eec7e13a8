"""Each start of a simulated program is one after a power cut: from the facts of its journal, on a new clock."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from simulation.harness.clock_factory import begun_anew
from simulation.harness.crash_harness import CrashingTable
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.state.game_state import Stage
from tacotable.table.file import read_table
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import virtual_loop

TABLE = read_table("buttons")
FACES = faces_of(TABLE, TABLE.game)


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[CrashingTable]:
    """Give a table at which a game began, nothing happened for a while, and then a seat had its cards."""
    with virtual_loop() as loop:
        simulated = SimulatedTable(plan_of(TABLE, FACES), loop=loop, seed=1)
        made = CrashingTable(TABLE, FACES, simulated, loop, tmp_path)
        made.rig.wait(1.0)
        made.rig.tap("YAY.ok")
        made.rig.wait(3.0)
        made.rig.tap("YAY.ok")
        yield made
        assert made.errors == []
        made.close()
        simulated.close()


def test_a_start_finds_the_game_where_it_was(mortal: CrashingTable) -> None:
    facts = len(mortal.log.acknowledged)

    mortal.restart()

    assert len(mortal.log.acknowledged) == facts
    assert mortal.rig.program.controller.situation.game.stage is Stage.DEAL


def test_a_program_that_starts_again_finds_its_clock_at_zero(mortal: CrashingTable) -> None:
    mortal.restart()
    mortal.rig.wait(1.0)
    mortal.rig.tap("YAY.ok")

    assert mortal.rig.loop.time() > 5.0
    assert 1_000.0 < mortal.rig.program.controller.situation.devices.now_ms < 2_000.0


def test_a_clock_that_began_anew_has_timers_of_its_own() -> None:
    heard: list[tuple[str, float]] = []
    with virtual_loop() as loop:
        loop.run_for(7.0)
        anew = begun_anew(loop)
        anew.call_at(2.0, lambda: heard.append(("at", anew.time())))
        anew.call_later(1.0, lambda: heard.append(("later", anew.time())))
        anew.call_at(0.5, lambda: heard.append(("cancelled", anew.time()))).cancel()

        loop.run_for(3.0)

        assert heard == [("later", 1.0), ("at", 2.0)]
        assert loop.time() == 10.0
