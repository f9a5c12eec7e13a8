"""Each start of a simulated program is one after a power cut: from a snapshot where there is one, on a new clock."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from simulation.harness.clock_factory import begun_anew
from simulation.harness.crash_harness import MortalTable
from simulation.harness.invariants import BrokenInvariantError
from tacotable.core.snapshot_codec import freeze, thaw
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.state.situation import Stage
from tacotable.table.file import read_table
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import virtual_loop

TABLE = read_table("buttons")
FACES = faces_of(TABLE, TABLE.game)


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[MortalTable]:
    """Give a table at which a game began, nothing happened for a while, and then a seat had its cards."""
    with virtual_loop() as loop:
        simulated = SimulatedTable(plan_of(TABLE, FACES), loop=loop, seed=1)
        made = MortalTable(TABLE, FACES, simulated, loop, tmp_path, snapshot_each=3)
        made.rig.wait(1.0)
        made.rig.tap("YAY.ok")
        made.rig.wait(3.0)
        made.rig.tap("YAY.ok")
        yield made
        assert made.errors == []
        made.close()
        simulated.close()


def test_a_start_goes_by_the_snapshot_and_the_facts_behind_it(mortal: MortalTable) -> None:
    kept, facts = mortal.log.snapshot, len(mortal.log.acknowledged)

    mortal.restart()

    assert kept is not None
    assert 0 < kept.facts < facts
    assert mortal.log.snapshot == kept
    assert mortal.by_snapshot == 1
    assert mortal.rig.program.controller.situation.stage is Stage.DEAL


def test_a_snapshot_that_is_not_what_facts_give_is_found(mortal: MortalTable) -> None:
    kept = mortal.log.snapshot
    assert kept is not None
    situation = thaw(kept.payload, TABLE, FACES)
    situation.volume = 0
    mortal.log.snapshot = replace(kept, payload=freeze(situation))

    with pytest.raises(BrokenInvariantError, match="by all facts and by a snapshot: volume differs: 2 is not 0"):
        mortal.restart()


def test_a_program_that_starts_again_finds_its_clock_at_zero(mortal: MortalTable) -> None:
    mortal.restart()
    mortal.rig.wait(1.0)
    mortal.rig.tap("YAY.ok")

    assert mortal.rig.loop.time() > 5.0
    assert 1_000.0 < mortal.rig.program.controller.situation.now_ms < 2_000.0


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
