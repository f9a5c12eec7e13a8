"""Time at a ring, through the whole program: a window closes to the millisecond, and counts anew after a restart."""

from __future__ import annotations

import pytest

from pi.public_state import public_state
from tacotable.app.program import MemoryLog
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.state.facts import Acted, Fact, RanOut

GRACE_S = 0.05
"""So long the end of a window waits for presses that were made before it and are told late."""


class TimedLog(MemoryLog):
    """Keeps when each fact was decided, too."""

    def __init__(self) -> None:
        super().__init__()
        self.rig: Rig | None = None
        self.times: list[tuple[Fact, float]] = []

    def append(self, fact: Fact) -> None:
        super().append(fact)
        if self.rig is not None:
            self.times.append((fact, self.rig.loop.time()))

    def time_of(self, kind: type[Fact]) -> float:
        return next(at for fact, at in reversed(self.times) if isinstance(fact, kind))


def play_a_skip(rig: Rig) -> None:
    """Let two sit down and begin, and the first play a Skip: a window opens."""
    rig.tap("3.ok")
    rig.tap("8.ok")
    rig.hold("3.ok")
    rig.wait(1)
    rig.tap("8.ok")
    rig.lift(rig.place("skip", "play"))
    rig.tap("3.ok")


def phase(rig: Rig) -> object:
    return public_state(rig.program.controller.situation)["phase"]


def test_a_window_that_nobody_answers_closes_after_its_time() -> None:
    log = TimedLog()
    with simulated_table("kittens", journal=log) as rig:
        log.rig = rig
        play_a_skip(rig)
        rig.wait(5)

        assert log.time_of(RanOut) - log.time_of(Acted) == pytest.approx(3 + GRACE_S, abs=0.001)
        assert phase(rig) == "turn"


def test_a_pause_holds_the_window_open() -> None:
    log = TimedLog()
    with simulated_table("kittens", journal=log) as rig:
        log.rig = rig
        play_a_skip(rig)
        rig.hold("5.nope")
        rig.tap("5.ok")
        rig.wait(20)

        assert rig.program.controller.situation.game.is_paused
        assert phase(rig) == "window"
        assert not any(isinstance(fact, RanOut) for fact, _ in log.times)


def test_a_window_that_was_open_when_the_program_stopped_counts_anew() -> None:
    before = MemoryLog()
    with simulated_table("kittens", journal=before) as rig:
        play_a_skip(rig)

        assert phase(rig) == "window"

    log = TimedLog()
    with simulated_table("kittens", journal=log, resumed=tuple(before.facts)) as rig:
        log.rig = rig
        started = rig.loop.time() - 1.0  # a rig has let a second pass

        assert phase(rig) == "window"

        rig.wait(5)

        assert 3 + GRACE_S <= log.time_of(RanOut) - started < 3.5
        assert phase(rig) == "turn"


def test_a_table_that_is_put_off_while_a_window_is_open_tells_nothing_more() -> None:
    log = MemoryLog()
    with simulated_table("kittens", journal=log) as rig:
        play_a_skip(rig)
        rig.program.close()
        rig.wait(10)

        assert not any(isinstance(fact, RanOut) for fact in log.facts)
        assert not any(light.is_lit for light in rig.table.strip.lights)
