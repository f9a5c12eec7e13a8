"""The explorer on the real controller: what must hold after every gesture, and the reader that it plays."""

from __future__ import annotations

from pathlib import Path

import pytest

from explorer.antenna import ARRIVES_MS, LEAVES_MS, Antenna, Stack
from explorer.gestures import Gesture, Kind, carry_out
from explorer.key import key_of
from explorer.phases import world_at
from explorer.search import explore
from tacotable.state.facts import Acted
from tacotable_drivers.ports import TagArrived, TagLeft, TagsCrowded

HIL = Path(__file__).parents[1] / "hil"
PHASES = ("exploding-turn", "attack-and-answer", "duel", "late-nope", "by-buttons")
ALWAYS = ("no fault", "journal")
"""The promises that hold from every phase today; the others are counted, and decided with the layer of acts."""


@pytest.mark.parametrize("name", PHASES)
def test_no_gesture_makes_a_fault_or_another_game_than_its_facts(name: str) -> None:
    explored = explore(world_at(HIL / f"{name}.rig.toml"), 1)

    assert explored.sequences >= 10
    assert [str(one) for one in explored.findings if one.violation.promise in ALWAYS] == []


def test_a_card_of_a_third_hand_is_found_and_is_a_limit() -> None:
    explored = explore(world_at(HIL / "exploding-turn.rig.toml"), 1)

    assert ("owner", "show by a third hand") in explored.counts


def test_a_fork_lives_by_itself() -> None:
    world = world_at(HIL / "attack-and-answer.rig.toml")
    before, twin = key_of(world), world.fork()

    carry_out(twin, Gesture(Kind.TAP, what="WOW.ok"), 700.0)

    assert key_of(world) == before
    assert key_of(twin) != before
    assert world.now_ms < twin.now_ms


def test_a_moment_that_differs_by_a_shift_of_time_only_has_the_same_key() -> None:
    world = world_at(HIL / "attack-and-answer.rig.toml")
    world.wait(60_000.0)
    early, late = world.fork(), world.fork()

    early.wait(30_000.0)
    late.wait(90_000.0)

    assert key_of(early) == key_of(late)


def test_a_card_that_is_laid_is_an_act_of_the_seat_whose_hand_laid_it() -> None:
    world = world_at(HIL / "attack-and-answer.rig.toml")
    world.move(world.places["WOW.pad"][-1], "WOW.pad", "discard", "WOW")
    world.wait(1_000.0)
    world.forget_facts()

    carry_out(world, Gesture(Kind.LAY, "WOW", "4", "WOW.pad", "hand:WOW"), 700.0)

    acted = [ruled.fact for ruled in world.facts if isinstance(ruled.fact, Acted)]
    assert [(fact.seat, fact.act["do"]) for fact in acted] == [("WOW", "attack")]
    assert world.laid[acted[0].tags[0]].seat == "WOW"


def test_a_reader_reports_a_card_after_it_came_and_its_absence_later() -> None:
    antenna = Antenna("pad", Stack.UPPER).lies(("A",), 0.0)

    antenna, arrived = antenna.report(antenna.due_ms())
    antenna = antenna.lies((), 1_000.0)
    antenna, left = antenna.report(antenna.due_ms())

    assert arrived == [TagArrived("pad", "A", ARRIVES_MS)]
    assert left == [TagLeft("pad", "A", 1_000.0 + LEAVES_MS)]


@pytest.mark.parametrize(
    ("stack", "reported"),
    [
        (Stack.ALL, [TagsCrowded("pad", ("A", "B"), 1_100.0)]),
        (Stack.UPPER, [TagLeft("pad", "A", 1_250.0), TagArrived("pad", "B", 1_250.0)]),
        (Stack.NONE, [TagLeft("pad", "A", 1_250.0)]),
    ],
)
def test_a_card_on_another_is_reported_as_its_reader_reads_stacks(stack: Stack, reported: list[object]) -> None:
    antenna = Antenna("pad", stack).lies(("A",), 0.0)
    antenna, _ = antenna.report(antenna.due_ms())

    antenna = antenna.lies(("A", "B"), 1_000.0)
    antenna, events = antenna.report(antenna.due_ms())

    assert events == reported
