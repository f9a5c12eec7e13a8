"""Through the drivers: a reader's bytes, buttons' edges and a strip's colours play an Exploding game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pi.public_state import public_state
from tacotable.app.program import MemoryLog
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.state.facts import Acted
from tacotable_sim.time.virtual_time import VirtualLoop

SEATS = ("1", "2", "3")


@pytest.fixture
def log() -> MemoryLog:
    return MemoryLog()


@pytest.fixture
def rig(log: MemoryLog) -> Iterator[Rig]:
    with simulated_table("kittens", journal=log) as made:
        for seat in SEATS:
            made.tap(f"{seat}.ok")
        made.hold("1.ok")
        made.tap("1.ok")
        yield made


def acts(log: MemoryLog) -> list[dict[str, object]]:
    return [fact.act for fact in log.facts if isinstance(fact, Acted) and fact.ruling == "accepted"]


def play_skip(rig: Rig) -> None:
    """Seat 1 plays a Skip, which slides on to the discard pile."""
    tag = rig.place("skip", "play")
    rig.lift(tag)
    rig.table.tap("1.ok")
    rig.wait(0.2)


def test_a_card_and_a_press_are_a_play(rig: Rig, log: MemoryLog) -> None:
    play_skip(rig)

    assert acts(log) == [{"do": "play", "cards": ["skip"]}]
    assert rig.says("table") == "status.window"


def test_the_strip_counts_the_window_down(rig: Rig) -> None:
    play_skip(rig)
    shown = []
    for _ in range(4):
        strip = rig.table.look().lights
        shown.append(sum(light.rgb != (0, 0, 0) for light in strip[-12:]))
        rig.wait(0.75)

    assert shown == [12, 9, 6, 3]


def test_the_window_runs_out_by_itself(rig: Rig) -> None:
    play_skip(rig)

    rig.wait(3.2)

    assert rig.says("table") == "status.turn"
    assert public_state(rig.program.controller.situation)["turn"] == {"seat": "2", "left": 1, "source": "normal"}


def test_a_nope_takes_a_press_and_a_card(rig: Rig, log: MemoryLog) -> None:
    play_skip(rig)
    rig.table.tap("3.nope")
    rig.wait(0.5)
    assert rig.says("table") == "status.claim"

    rig.place("nope", "play")

    assert acts(log)[-1] == {"do": "nope"}
    assert rig.says("table") == "status.noped"


def test_two_buttons_at_once_are_a_tie(rig: Rig) -> None:
    play_skip(rig)

    rig.table.press("3.nope")
    rig.table.press("2.nope")
    rig.wait(0.2)

    assert rig.says("table") == "status.tie"


@pytest.mark.fault(37)
def test_presses_30_ms_apart_are_no_tie_because_the_program_stood_still(rig: Rig) -> None:
    assert isinstance(rig.loop, VirtualLoop)
    play_skip(rig)

    rig.table.press("3.nope")
    rig.loop.stall(0.03)
    rig.table.press("2.nope")
    rig.loop.stall(0.03)
    rig.wait(0.2)

    assert rig.says("table") == "status.claim"


def test_a_lethal_card_and_a_defuse_pass_over_the_pad(rig: Rig, log: MemoryLog) -> None:
    tag = rig.place("exploding-kitten", "play")
    rig.lift(tag, "hand:1")
    rig.place("defuse", "play")

    rig.tap("1.ok")

    assert acts(log) == [{"do": "draw", "card": "exploding-kitten"}, {"do": "defuse"}]
    assert rig.says("table") == "status.defused"
