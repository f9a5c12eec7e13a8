"""What can go wrong with a hub of the simulated table: its line, its supply, its contacts; and what hands do to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tacotable_drivers.hub.plan import HubPlan
from tacotable_sim.plan import Pad, Plan
from tacotable_sim.serial_devices import SimulatedHub
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import VirtualLoop

HUB = HubPlan(
    "north",
    "E66118604B1F2A27",
    readers={0: "play"},
    sensors={place: place - 4 for place in range(9)},
    buttons={3: "A.ok"},
    more={5: "A.no"},
    lamps={"A.ok": 0},
    row=(1, 2),
)


@pytest.fixture
def table(loop: VirtualLoop) -> Iterator[SimulatedTable]:
    made = SimulatedTable(Plan(seats=("A",), pads=(Pad("play"),), hubs=(HUB,)), loop=loop, seed=1)
    yield made
    made.close()


@pytest.fixture
def hub(table: SimulatedTable) -> SimulatedHub:
    return table.serial.hubs[0]


def test_each_part_of_a_hub_has_its_faults(table: SimulatedTable) -> None:
    names = table.switchboard.names()

    assert set(names["hub north"]) == {
        "unplug", "reset", "stall-in", "stall-out", "noise", "drop", "double", "flip",
    }  # fmt: skip
    assert set(names["reader play"]) == {
        "silence", "corrupt", "deaf", "dip", "flicker", "ghost", "neighbour",
    }  # fmt: skip
    assert set(names["expander north"]) == {"gone"}
    assert set(names["A.ok"]) == set(names["A.no"]) == set(names["sensor -4"]) == {"stuck", "dead"}


def test_fingers_and_token_close_the_contacts_of_their_places(
    table: SimulatedTable, hub: SimulatedHub, loop: VirtualLoop
) -> None:
    table.press("A.ok")
    table.press("A.no")
    table.move_token(2)
    loop.run_for(0.1)

    assert hub.contacts.closed() == 1 << 6 | 1 << 9 + 3
    assert hub.contacts.more() == 1 << 5


def test_a_stuck_button_stays_closed_and_a_dead_one_open(
    table: SimulatedTable, hub: SimulatedHub, loop: VirtualLoop
) -> None:
    table.switchboard.set("A.ok", "stuck", on=True)
    table.switchboard.set("A.no", "dead", on=True)
    table.press("A.no")
    loop.run_for(0.1)

    assert hub.contacts.closed() >> 9 == 1 << 3
    assert hub.contacts.more() == 0


def test_an_unplugged_hub_is_no_port_and_its_lights_are_dark(table: SimulatedTable, loop: VirtualLoop) -> None:
    loop.run_for(0.5)
    there = set(table.serial.hub_ports())
    table.switchboard.set("hub north", "unplug", on=True)

    assert there == {"hub cable 1"}
    assert table.serial.hub_ports() == {}
    assert table.look().lamps == {"A.ok": 0.0}
    assert [light.is_lit for light in table.look().lights] == [False, False]


def test_a_hub_says_who_it_is_and_nothing_at_all_while_it_is_held_in_reset(
    table: SimulatedTable, loop: VirtualLoop
) -> None:
    heard = bytearray()
    table.serial.hub_ports()["hub cable 1"](heard.extend, lambda reason: None)
    loop.run_for(1.5)
    first = bytes(heard)
    table.switchboard.set("hub north", "reset", on=True)
    heard.clear()
    loop.run_for(3.0)
    held = bytes(heard)
    table.switchboard.set("hub north", "reset", on=False)
    loop.run_for(1.5)

    assert b'"id":"E66118604B1F2A27"' in first
    assert held == b""
    assert b'"why":"power"' in bytes(heard)
