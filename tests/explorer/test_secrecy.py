"""Hidden cards change nothing for others: twins of a table with two faces exchanged, and cards laid face down."""

from __future__ import annotations

import pytest

from explorer.phase_list import PHASES, SEALED, SEEN
from explorer.phases import Phase
from explorer.secrecy import Twin, differences, explore_sealed, explore_twins, twins_of


@pytest.mark.parametrize("phase", SEEN, ids=str)
def test_others_cannot_tell_two_hands_apart(phase: Phase) -> None:
    assert [f"{one}: {', '.join(map(str, path))}" for path, one in explore_twins(phase, 1)] == []


@pytest.mark.parametrize(("name", "is_closed"), SEALED)
def test_others_cannot_tell_which_card_lies_face_down(name: str, is_closed: bool) -> None:
    phase = PHASES[name]
    world = phase.world()

    told = [one for seat in world.seats for one in explore_sealed(world, seat, phase.pace_ms, is_closed=is_closed)]

    assert told == []


def test_a_card_that_everyone_sees_tells_two_tables_apart() -> None:
    world, twins = twins_of(SEEN[0])
    tag = next(tag for tag in twins[0].tags if tag in world.places["hand:1"])

    world.events = []
    world.move(tag, "hand:1", "play", "1")
    world.wait(SEEN[0].pace_ms)
    twin = Twin(twins[0].controller, twins[0].tags, twins[0].holders)
    for event in world.events:
        twin.controller.handle(event)

    assert {one.promise for one in differences(world, twin)} == {"secrecy"}
