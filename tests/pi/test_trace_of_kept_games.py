"""A trace of a table that keeps its games: found at the start, listed in the menu, and taken up from there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tacotable.app.program import make_program, open_journal
from tacotable.autoplay.rig import Rig
from tacotable.simulation.hardware import simulated_hardware
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.state.scene import Choice
from tacotable.storage.journal import Journal, JournalError
from tacotable.table.file import read_table
from tacotable.trace.content import follows_from_facts
from tacotable.trace.file import Ring, read_trace, segments
from tacotable.trace.recorder import Recorder
from tacotable.trace.replay_decisions import replay
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import virtual_loop

TABLE = read_table("tacocat")
FACES = faces_of(TABLE, "tc38")
ROOM = 8_000_000
BEGIN = ("YAY.ok", "YAY.ok", "WOW.ok")


@contextmanager
def started(state: Path, trace: Path) -> Iterator[Rig]:
    """Start a program that keeps its games in a folder, and record it."""
    with virtual_loop() as loop:
        simulated = SimulatedTable(plan_of(TABLE, FACES), loop=loop, seed=1)
        journal, restored = open_journal(state, TABLE, FACES)
        recorder = Recorder(Ring(trace, ROOM), loop, secret=bytes(32))
        hardware = simulated_hardware(simulated, loop, "memory", has_threads=False)
        program = make_program(TABLE, FACES, hardware, loop, journal=journal, tap=recorder)
        program.take_up(restored)
        program.start()
        loop.run_for(1.0)
        yield Rig(program, simulated, loop)
        program.close()
        recorder.close()
        simulated.close()


def begin_and_pull_the_plug(folder: Path) -> Path:
    with started(folder / "state", folder / "first") as rig:
        for button in BEGIN:
            rig.tap(button)
    return folder / "state"


def turn_to(rig: Rig, item: str) -> None:
    while not (isinstance(shown := rig.screen("YAY"), Choice) and shown.item == item):
        rig.tap("YAY.no")


def take_up_the_kept_game(rig: Rig) -> None:
    """Keep the game that was found, and take it up again from the menu of the lobby."""
    turn_to(rig, "restart.save")
    rig.tap("YAY.ok")
    rig.hold("YAY.no")
    turn_to(rig, "menu.kept-games")
    rig.tap("YAY.ok")
    rig.tap("YAY.ok")
    rig.tap("YAY.ok")


def kinds(trace: Path) -> set[str]:
    return {str(row[1]) for path in segments(trace) for row in read_trace(path).rows}


def test_a_start_that_finds_a_game_is_decided_again_alike(tmp_path: Path) -> None:
    with started(begin_and_pull_the_plug(tmp_path), tmp_path / "trace") as rig:
        asked = rig.says("YAY")
        rig.tap("YAY.ok")
        rig.wait(1.0)

    again = replay(tmp_path / "trace")

    assert asked == "restart.found"
    assert again.difference is None
    assert again.facts == 1


def test_a_kept_game_that_is_taken_up_from_the_menu_is_decided_again_alike(tmp_path: Path) -> None:
    with started(begin_and_pull_the_plug(tmp_path), tmp_path / "trace") as rig:
        take_up_the_kept_game(rig)
        goes_on = rig.program.controller.situation.game.match is not None

    again = replay(tmp_path / "trace")

    assert goes_on
    assert kinds(tmp_path / "trace") >= {"kept", "taken"}
    assert again.difference is None
    assert again.facts > 2


def test_a_kept_game_that_cannot_be_taken_up_is_refused_again_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: Journal, name: str) -> None:
        raise JournalError(f"{name}: Input/output error")

    with started(begin_and_pull_the_plug(tmp_path), tmp_path / "trace") as rig:
        monkeypatch.setattr(Journal, "read_kept", fail)
        take_up_the_kept_game(rig)

    again = replay(tmp_path / "trace")

    assert "untaken" in kinds(tmp_path / "trace")
    assert again.difference is None


def test_a_later_file_of_a_table_that_keeps_its_games_can_begin_in_quiet_moments(tmp_path: Path) -> None:
    with started(tmp_path / "state", tmp_path / "trace") as rig:
        in_lobby = follows_from_facts(rig.program.controller)
        for button in BEGIN:
            rig.tap(button)
        in_game = follows_from_facts(rig.program.controller)
    with started(tmp_path / "state", tmp_path / "again") as rig:
        while_asked = follows_from_facts(rig.program.controller)

    assert (in_lobby, in_game, while_asked) == (True, True, True)
