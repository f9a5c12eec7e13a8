"""Rows 26 to 31: faults of the machine and of the program itself."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import NoReturn

import pytest

from faults.playing import begin_attack
from patience import PATIENCE_S
from pi.public_state import public_state
from service.manager import Manager, manager
from simulation.harness.crash_harness import CrashingLog, CrashingTable
from tacotable.app.program import MemoryLog, open_journal
from tacotable.app.run import RunOptions, running
from tacotable.app.watchdog import Attendance, attended
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.display.draw import draw
from tacotable.service.notify import Notifier
from tacotable.simulation.plan import faces_of, plan_of
from tacotable.state.scene import Choice
from tacotable.storage.crash_counter import MOST
from tacotable.storage.journal import Journal, Recovered, games
from tacotable.table.file import read_table
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import virtual_loop

TABLE = read_table("tacocat")
FACES = faces_of(TABLE, "tc38")
DAY_S = 86_400.0


@pytest.mark.fault(26)
@pytest.mark.parametrize("jump_s", [DAY_S, -DAY_S])
def test_row_26_a_wall_clock_that_jumps_changes_neither_order_nor_game(tmp_path: Path, jump_s: float) -> None:
    wall = [1_000_000.0]
    journal = Journal(tmp_path, wall_s=lambda: wall[0])
    with simulated_table("tacocat", journal=journal) as rig:
        begin_attack(rig)
        wall[0] += jump_s
        rig.place("8", "YAY.pad")
        before = public_state(rig.program.controller.situation)
        says = rig.says("WOW")

    _, restored = open_journal(tmp_path, TABLE, FACES)

    assert says == "sign.answer"
    assert restored.situation is not None
    assert public_state(restored.situation) == before
    assert restored.recovered.damage is None


def kept(folder: Path) -> list[bytes]:
    """Give what the files of the games hold."""
    return [path.read_bytes() for path in games(folder)]


@pytest.mark.fault(27)
@pytest.mark.parametrize(
    ("call", "number", "told", "cause"),
    [
        ("fdatasync", errno.EIO, "Input/output error", "failed"),
        ("pwrite", errno.ENOSPC, "No space left on device", "full"),
        ("pwrite", errno.EROFS, "Read-only file system", "read-only"),
    ],
)
def test_row_27_a_disk_that_fails_is_latched_and_nothing_shows_that_is_not_durable(
    call: str, number: int, told: str, cause: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused: list[str] = []

    def refuse(*arguments: object) -> NoReturn:
        refused.append(call)
        raise OSError(number, os.strerror(number))

    with simulated_table("tacocat", journal=Journal(tmp_path)) as rig:
        begin_attack(rig)
        facts, lights = Journal(tmp_path).recover().facts, rig.program.controller.scene.lights
        with monkeypatch.context() as patch:
            patch.setattr(os, call, refuse)
            rig.place("8", "YAY.pad")
        says = rig.says("YAY"), rig.says("WOW")
        when_it_failed = kept(tmp_path)
        rig.lift(rig.table.truth.at("YAY.pad")[0].tag)
        rig.place("7", "YAY.pad")

        assert says == (f"sign.unsaved-{cause}",) * 2
        assert f"{told}; the journal could not be written" in (rig.program.controller.storage_fault or "")
        assert refused == [call]
        assert rig.program.controller.scene.lights == lights
        assert rig.says("YAY") == f"sign.unsaved-{cause}"
        assert kept(tmp_path) == when_it_failed  # although the disk would take it again
    assert Journal(tmp_path).recover().facts[: len(facts)] == facts


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Manager]:
    with manager(tmp_path) as listening:
        yield listening


@contextmanager
def attended_loop(attendance: Attendance) -> Iterator[asyncio.AbstractEventLoop]:
    """Give a loop that turns in a thread of its own, attended as that of a running table is."""
    loops: Queue[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = Queue()

    async def attend() -> None:
        stop = asyncio.Event()
        with attended(None, attendance):
            loops.put((asyncio.get_running_loop(), stop))
            await stop.wait()

    with ThreadPoolExecutor() as threads:
        done = threads.submit(asyncio.run, attend())
        loop, stop = loops.get(timeout=PATIENCE_S)
        try:
            yield loop
        finally:
            loop.call_soon_threadsafe(stop.set)
            done.result(PATIENCE_S)


@pytest.mark.fault(28)
def test_row_28_a_loop_that_is_blocked_gives_no_sign_of_life_while_other_threads_work(
    systemd: Manager, tmp_path: Path
) -> None:
    """However slow the machine is: a blocked loop can tell nothing. A thread would, three times in a period."""
    period_s = 0.06
    blocked, goes_on = threading.Event(), threading.Event()

    def block() -> None:
        blocked.set()
        goes_on.wait(PATIENCE_S)

    with attended_loop(Attendance(Notifier(str(tmp_path / "notify")), period_s)) as loop:
        before = systemd.hear_until("WATCHDOG=1")
        loop.call_soon_threadsafe(block)
        assert blocked.wait(PATIENCE_S)
        systemd.hear_all()  # those that were on their way
        try:
            while_blocked = systemd.hear_for(10 * period_s)
        finally:
            goes_on.set()
        after = systemd.hear()

    assert before[-1] == "WATCHDOG=1"
    assert while_blocked == ""
    assert after == "WATCHDOG=1"


def begun(folder: Path) -> Recovered:
    """Begin a game at a simulated table, and pull the plug; gives what its journal holds."""
    with simulated_table("buttons", journal=Journal(folder)) as rig:
        for button in ("YAY.ok", "YAY.ok", "WOW.ok"):
            rig.tap(button)
    return Journal(folder).recover()


def doing(told: list[str]) -> str:
    """Give what a status that the manager heard last says of the game."""
    return next(line for line in reversed(told) if line.startswith("STATUS=")).partition(";")[0]


@pytest.mark.fault(28)
def test_row_28_a_service_that_stands_still_is_killed_and_the_next_one_has_its_game(
    systemd: Manager, tmp_path: Path
) -> None:
    before = begun(tmp_path / "state")
    run = ("run", "--table", "buttons", "--state", str(tmp_path / "state"))
    process = systemd.start(*run)
    first = systemd.hear_until("READY=1")
    process.send_signal(signal.SIGSTOP)
    os.waitid(os.P_PID, process.pid, os.WSTOPPED)

    process.kill()  # as the watchdog does when no sign of life came
    process.communicate()
    again = systemd.start(*run)
    second = systemd.hear_until("READY=1")
    again.send_signal(signal.SIGTERM)
    again.communicate()

    assert doing(first) == doing(second) == "STATUS=table 'buttons', tc38, play"
    assert again.returncode == 0
    assert Journal(tmp_path / "state").recover().facts == before.facts


def killed_at(act: int, folder: Path) -> None:
    """Play the beginning of a game, kill the program at an act before it shows, and start it again."""
    with virtual_loop() as loop:
        simulated = SimulatedTable(plan_of(TABLE, FACES), loop=loop, seed=1)
        mortal = CrashingTable(TABLE, FACES, simulated, loop, folder)
        loop.run_for(1.0)
        for number, button in enumerate(("YAY.ok", "YAY.ok", "WOW.ok", "YAY.ok", "WOW.ok"), 1):
            mortal.log.crashes_on_next = number == act
            simulated.tap(button)
            loop.run_for(0.6)
            if mortal.is_dead:
                break
        acknowledged = mortal.log.acknowledged
        public = public_state(mortal.rig.program.controller.situation)

        mortal.restart()
        loop.run_for(1.0)

        assert mortal.log.acknowledged == acknowledged
        assert public_state(mortal.rig.program.controller.situation) == public
        for name, screen in mortal.rig.program.controller.scene.screens.items():
            assert simulated.panel(f"display {name}").picture() in draw(screen, "en").turns
        assert not mortal.errors
        mortal.close()
        simulated.close()


@pytest.mark.fault(29)
@pytest.mark.parametrize("act", range(1, 6))
def test_row_29_what_was_acknowledged_is_there_after_a_kill_and_shown_again(tmp_path: Path, act: int) -> None:
    killed_at(act, tmp_path)


@pytest.mark.fault(29)
def test_row_29_an_act_that_was_not_acknowledged_never_showed() -> None:
    log = CrashingLog(MemoryLog())
    log.is_full = True
    with simulated_table("tacocat", journal=log) as rig:
        rig.tap("YAY.ok")

        assert log.acknowledged == []
        assert public_state(rig.program.controller.situation) == {} or rig.says("YAY") == "sign.unsaved-failed"


@pytest.mark.long(keep=0)
@pytest.mark.fault(30)
def test_row_30_after_five_short_starts_the_next_one_uses_no_device(tmp_path: Path) -> None:
    async def start() -> tuple[list[bool], tuple[str, ...]]:
        programs: list[bool] = []
        options = RunOptions(read_table("buttons"), state=tmp_path)
        async with running(options, lambda program: programs.append(True)) as lines:
            (tmp_path / "kept").write_bytes((tmp_path / "starts").read_bytes())
        shutil.copy(tmp_path / "kept", tmp_path / "starts")  # as after a kill: the end was never noted
        return programs, lines

    started = [asyncio.run(start()) for _ in range(MOST + 1)]

    assert [programs for programs, _ in started[:MOST]] == [[True]] * MOST
    assert started[MOST][0] == []
    assert any("safe" in line.lower() for line in started[MOST][1])


@pytest.mark.fault(31)
def test_row_31_cards_that_moved_while_it_was_off_are_asked_about_and_are_no_acts(tmp_path: Path) -> None:
    with virtual_loop() as loop:
        simulated = SimulatedTable(plan_of(TABLE, FACES), loop=loop, seed=1)
        mortal = CrashingTable(TABLE, FACES, simulated, loop, tmp_path)
        loop.run_for(1.0)
        rig = Rig(mortal.rig.program, simulated, loop)
        begin_attack(rig)
        rig.place("8", "YAY.pad")
        before = mortal.log.acknowledged

        mortal.rig.program.close()
        simulated.place(rig.find("12"), "WOW.pad")
        simulated.move_token(3)
        mortal.restart()
        rig.program = mortal.rig.program
        loop.run_for(2.0)
        asked = rig.screen("YAY")
        rig.tap("YAY.ok")

        assert isinstance(asked, Choice)
        assert asked.item == "restart.resume"
        assert len(mortal.log.acknowledged) == len(before) + 1  # that the game goes on, and no card
        assert rig.says("WOW") == "refusal.lay-again"
        mortal.close()
        simulated.close()
