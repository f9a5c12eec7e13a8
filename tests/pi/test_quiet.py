"""Moments of quiet: two seconds after the last event the log is tended, once, whatever the clock rounds."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tacotable.app.collector import RARELY, collected_at_rest
from tacotable.app.program import MemoryLog
from tacotable.app.timers import IdleWork
from tacotable.core.controller import Controller
from tacotable.simulation.plan import faces_of
from tacotable.state.events import TimePassed
from tacotable.state.situation import Situation
from tacotable.storage.journal import JournalError
from tacotable.table.file import read_table
from tacotable_sim.time.virtual_time import DrivenLoop, virtual_loop


class TendedMemory(MemoryLog):
    """Keeps facts in memory, and takes note of each quiet moment."""

    def __init__(self, loop: DrivenLoop) -> None:
        super().__init__()
        self.tended_s: list[float] = []
        self.is_broken = False
        self._loop = loop

    def tend(self) -> None:
        self.tended_s.append(round(self._loop.time(), 6))
        if self.is_broken:
            raise JournalError("the file has failed")


class Bench:
    """A controller whose log is tended, on virtual time."""

    def __init__(self, loop: DrivenLoop) -> None:
        table = read_table("tacocat")
        self.loop = loop
        self.log = TendedMemory(loop)
        situation = Situation(table, faces_of(table, "tc38"))
        self.controller = Controller(situation, self.log, lambda scene, on_lit: on_lit(), clock=lambda: 0.0)
        self.quiet = IdleWork(self.controller, self.log, loop)
        self.quiet.start()

    def event(self) -> None:
        self.controller.handle(TimePassed(self.loop.time() * 1_000))


@pytest.fixture
def bench() -> Iterator[Bench]:
    with virtual_loop() as loop:
        yield Bench(loop)


def test_a_log_is_tended_two_seconds_after_a_start(bench: Bench) -> None:
    bench.loop.run_for(10.0)

    assert bench.log.tended_s == [2.0]


def test_each_event_puts_the_quiet_moment_off(bench: Bench) -> None:
    for _ in range(5):
        bench.loop.run_for(1.5)
        bench.event()

    bench.loop.run_for(10.0)

    assert bench.log.tended_s == [9.5]


def test_a_quiet_moment_comes_whatever_the_clock_rounds(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sums of times are off by some 1e-16 s, which a clock of whole nanoseconds never reaches."""
    timers: list[float] = []
    set_timer = bench.loop.call_at

    def count(when: float, callback: Callable[..., object], *args: object, **known: Any) -> asyncio.TimerHandle:
        timers.append(when)
        assert len(timers) <= 5_000, "timers are set for ever"
        return set_timer(when, callback, *args, **known)

    monkeypatch.setattr(bench.loop, "call_at", count)
    for ms in range(400):
        bench.event()
        bench.loop.run_for(ms / 1_000)
        bench.event()
        bench.loop.run_for(3.0)

    assert len(bench.log.tended_s) == 400


def test_a_log_that_fails_at_a_quiet_moment_is_told_and_tended_no_more(bench: Bench) -> None:
    bench.log.is_broken = True
    bench.loop.run_for(3.0)
    bench.event()
    bench.loop.run_for(3.0)

    assert bench.controller.storage_fault == "the file has failed"
    assert bench.log.tended_s == [2.0]


def test_nothing_is_tended_when_the_program_has_ended(bench: Bench) -> None:
    bench.loop.run_for(1.0)
    bench.quiet.close()
    bench.event()

    bench.loop.run_for(10.0)

    assert bench.log.tended_s == []


def test_what_else_is_to_be_done_at_a_quiet_moment_is_done_then(bench: Bench) -> None:
    done_s: list[float] = []
    bench.quiet.also(lambda: done_s.append(round(bench.loop.time(), 6)))

    bench.event()
    bench.loop.run_for(10.0)

    assert done_s == [2.0]


def test_full_collections_are_kept_out_of_play_and_memory_is_collected_at_rest() -> None:
    before = gc.get_threshold()

    with collected_at_rest():
        inside = gc.get_threshold()
        is_frozen = gc.get_freeze_count() > 0

    assert inside == (*before[:2], RARELY)
    assert is_frozen
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, 0)
