"""Time comes in as an event: told when the game asked for it, exactly, once, and to nobody after the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import pytest

from tacotable.app.program import MemoryLog
from tacotable.app.timers import WakeTimer
from tacotable.core.controller import Controller
from tacotable.games.tacocat.game import Tacocat
from tacotable.simulation.plan import faces_of
from tacotable.state.facts import Fact, Paused
from tacotable.state.situation import Family, Situation
from tacotable.table.file import read_table
from tacotable_drivers.ports import ButtonPressed, ButtonReleased
from tacotable_sim.time.virtual_time import DrivenLoop, virtual_loop


class Clockwork(Tacocat):
    """A game that counts down: a press of OK asks to be woken; it keeps when it was."""

    def __init__(self) -> None:
        self.wake: float | None = None
        self.told: list[float] = []
        self.every_ms: float | None = None
        self.is_broken = False

    def wake_at_ms(self, situation: Situation) -> float | None:
        return self.wake

    def pressed(self, situation: Situation, seat: str, role: str, at_ms: float, error_ms: float) -> Iterator[Fact]:
        del error_ms
        self.wake = at_ms + 3_000.1 if role == "ok" else None
        yield from ()

    def passed(self, situation: Situation, at_ms: float) -> Iterator[Fact]:
        self.told.append(at_ms)
        if self.is_broken:
            raise ZeroDivisionError
        self.wake = self.wake + self.every_ms if self.wake is not None and self.every_ms else None
        yield Paused(on=True)


class Bench:
    """A controller with an alarm on virtual time."""

    def __init__(self, loop: DrivenLoop) -> None:
        table = read_table("tacocat")
        self.loop = loop
        self.family = Clockwork()
        self.log = MemoryLog()
        self.faults: list[Exception] = []
        self.controller = Controller(
            Situation(table, faces_of(table, "tc38"), lambda game: cast("Family[Situation]", self.family)),
            self.log,
            lambda scene, on_lit: on_lit(),
            clock=lambda: 0.0,
            on_fault=self.faults.append,
        )
        self.alarm = WakeTimer(self.controller, loop)
        self.controller.start()
        self.alarm.start()

    def press(self, button: str) -> None:
        self.controller.handle(ButtonPressed(button, self.loop.time() * 1_000))


@pytest.fixture
def bench() -> Iterator[Bench]:
    with virtual_loop() as loop:
        yield Bench(loop)


def test_time_is_told_when_the_game_asked_for_it(bench: Bench) -> None:
    begun_ms = bench.loop.time() * 1_000

    bench.press("YAY.ok")
    bench.loop.run_for(10)

    assert bench.family.told == [pytest.approx(begun_ms + 3_000.1, abs=1e-6)]
    assert bench.family.told[0] >= begun_ms + 3_000.1


def test_what_follows_from_time_is_a_fact_like_any_other(bench: Bench) -> None:
    bench.press("YAY.ok")
    bench.loop.run_for(10)

    assert bench.log.facts == [Paused(on=True)]


def test_a_game_that_no_longer_asks_is_not_told(bench: Bench) -> None:
    bench.press("YAY.ok")
    bench.press("WOW.no")
    bench.loop.run_for(10)

    assert bench.family.told == []


def test_a_later_wish_takes_the_place_of_the_first(bench: Bench) -> None:
    begun_ms = bench.loop.time() * 1_000
    bench.press("YAY.ok")
    bench.loop.run_for(1)
    bench.press("WOW.ok")
    bench.loop.run_for(10)

    assert bench.family.told == [pytest.approx(begun_ms + 4_000.1, abs=1e-6)]


def test_a_beat_does_not_drift(bench: Bench) -> None:
    bench.press("YAY.ok")
    first_ms = bench.loop.time() * 1_000 + 3_000.1
    bench.family.every_ms = 250.0
    bench.loop.run_for(60)

    assert len(bench.family.told) == 228
    assert bench.family.told[-1] == pytest.approx(first_ms + 227 * 250.0, abs=1e-3)


def test_a_moment_that_is_past_is_told_at_once(bench: Bench) -> None:
    bench.family.wake = 0.0
    bench.controller.handle(ButtonReleased("YAY.ok", True, bench.loop.time() * 1_000))
    now_ms = bench.loop.time() * 1_000
    bench.loop.run_for(0.01)

    assert bench.family.told == [pytest.approx(now_ms)]


def test_a_game_that_fails_at_a_moment_is_told_again_after_a_second(bench: Bench) -> None:
    bench.family.is_broken = True
    bench.press("YAY.ok")
    bench.loop.run_for(6.5)

    assert len(bench.family.told) == 4
    assert bench.family.told[1] - bench.family.told[0] == pytest.approx(1_000)
    assert len(bench.faults) == 1


def test_a_table_that_is_closed_hears_no_time(bench: Bench) -> None:
    bench.press("YAY.ok")
    bench.alarm.close()
    bench.press("YAY.ok")
    bench.loop.run_for(10)

    assert bench.family.told == []
