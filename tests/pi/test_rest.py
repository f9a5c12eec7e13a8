"""A table at rest: after two minutes without a touch its readers are asked less often, until somebody touches it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pi.test_wiring_options import running
from tacotable.app.program import Program
from tacotable.state.events import LanguageChosen
from tacotable.table.file import read_table
from tacotable.trace.file import read_trace, segments
from tacotable.trace.replay_drivers import retrace
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import VirtualLoop
from traces.recorded import recorded_table

REST_S = 125.0
"""Longer than the two minutes after which readers are asked less often."""


class Idle:
    """A simulated Tacocat table that nobody has touched since it began."""

    def __init__(self, simulated: SimulatedTable, program: Program, loop: VirtualLoop) -> None:
        self.simulated = simulated
        self.program = program
        self.loop = loop

    def scans(self, watched_s: float) -> list[int]:
        """Count the scans of each reader in the next seconds."""
        before = [reader.counters.scans for reader in self.program.devices.readers]
        self.loop.run_for(watched_s)
        return [reader.counters.scans - then for reader, then in zip(self.program.devices.readers, before, strict=True)]

    def card(self) -> str:
        return self.simulated.truth.at("draw")[0].tag


@contextmanager
def idle_table() -> Iterator[Idle]:
    with running(read_table("tacocat")) as parts:
        yield Idle(*parts)


@pytest.fixture
def idle() -> Iterator[Idle]:
    with idle_table() as idle:
        yield idle


def test_readers_are_asked_less_often_where_nobody_has_touched_anything_for_two_minutes(idle: Idle) -> None:
    before = idle.scans(60.0)
    idle.loop.run_for(REST_S - 60.0)

    assert all(1_000 < scans < 1_250 for scans in before)
    assert all(205 < scans < 235 for scans in idle.scans(60.0))


@pytest.mark.long(keep=2)
@pytest.mark.parametrize(
    "touch",
    [
        lambda idle: idle.simulated.tap("YAY.ok"),
        lambda idle: idle.simulated.move_token(1),
        lambda idle: idle.simulated.place(idle.card(), "WOW.pad"),
        lambda idle: idle.program.controller.handle(LanguageChosen("YAY", "zh-TW", idle.loop.time() * 1_000)),
    ],
    ids=["button", "sensor", "card on another pad", "page"],
)
def test_any_touch_lets_all_readers_be_asked_as_often_as_ever(idle: Idle, touch: Callable[[Idle], object]) -> None:
    idle.loop.run_for(REST_S)
    touch(idle)
    idle.loop.run_for(1.0)

    assert all(170 < scans < 210 for scans in idle.scans(10.0))


def test_a_card_that_lies_there_keeps_no_reader_awake(idle: Idle) -> None:
    idle.simulated.place(idle.card(), "WOW.pad")
    idle.loop.run_for(REST_S)

    assert all(34 < scans < 40 for scans in idle.scans(10.0))


def test_a_reader_that_falls_silent_at_rest_is_lost_as_in_play(idle: Idle) -> None:
    idle.loop.run_for(REST_S)
    idle.simulated.switchboard.set("reader YAY.pad", "silence", on=True)
    idle.loop.run_for(2.0)

    assert [health.device for health in idle.program.health.report() if health.losses] == ["reader YAY.pad"]


@pytest.mark.long(keep=0)
def test_a_recording_of_a_table_at_rest_is_heard_again_alike(tmp_path: Path) -> None:
    with recorded_table(tmp_path, "tacocat") as rig:
        rig.wait(REST_S)
        rig.table.switchboard.set("reader WOW.pad", "unplug", on=True)
        rig.wait(3.0)
        rig.table.switchboard.set("reader WOW.pad", "unplug", on=False)
        rig.wait(5.0)
        rig.place("9", "YAY.pad")

    paces = [row[2] for path in segments(tmp_path) for row in read_trace(path).rows if row[1] == "slow"]
    retraced = retrace(tmp_path)

    assert paces[:2] == [1, 0]
    assert retraced.difference is None
    assert retraced.events > 4
