"""A table whose hub is cut off and comes back: nobody takes it for empty, and nothing that people did is made up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.state.device_state import Certainty
from tacotable.state.scene import SpaceScreen
from tacotable_sim.truth import DRAW


@pytest.fixture
def rig() -> Iterator[Rig]:
    with simulated_table("tacocat-hub", seed=3) as rig:
        yield rig


def faulty_spaces(rig: Rig) -> int:
    screens = rig.program.controller.scene.screens.values()
    return sum(isinstance(screen, SpaceScreen) and screen.is_fault for screen in screens)


def test_while_a_hub_is_gone_nobody_knows_its_pads_and_sensors(rig: Rig) -> None:
    rig.table.switchboard.set("hub hub", "unplug", on=True)
    rig.wait(2.0)

    situation = rig.program.controller.situation
    assert situation.devices.zones == {"YAY.pad": Certainty.UNKNOWN, "WOW.pad": Certainty.UNKNOWN}
    assert list(situation.devices.lost) == ["hub hub"]
    assert faulty_spaces(rig) == 7


def test_when_a_hub_is_back_all_is_known_again_and_the_game_is_where_it_was(rig: Rig) -> None:
    rig.tap("YAY.ok")
    tag = rig.table.truth.at(DRAW)[0].tag
    rig.table.place(tag, "YAY.pad")
    rig.wait(1.0)
    situation = rig.program.controller.situation
    asked = rig.says("YAY")
    facts = len(rig.program.journal.facts)  # type: ignore[attr-defined]  # a simulation keeps its facts in memory
    rig.table.switchboard.set("hub hub", "unplug", on=True)
    rig.wait(4.0)
    rig.table.switchboard.set("hub hub", "unplug", on=False)
    rig.wait(3.0)

    assert situation.devices.zones == {"YAY.pad": tag, "WOW.pad": Certainty.EMPTY}
    assert situation.devices.lost == {}
    assert faulty_spaces(rig) == 0
    assert (rig.says("YAY"), len(rig.program.journal.facts)) == (asked, facts)  # type: ignore[attr-defined]  # as above
