"""Faults: each one changes bytes, edges or wire times, and nothing above; switched off, it is gone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from gpiozero import LED, DigitalInputDevice

from tacotable_drivers.ports import BytePort, PortError
from tacotable_drivers.registry import RDM6300
from tacotable_drivers.wire.rdm6300 import TagDecoder
from tacotable_sim.errors import UnknownNameError
from tacotable_sim.faults import ReaderFault, Switchboard
from tacotable_sim.plan import Pad, Plan
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import VirtualLoop
from tacotable_sim.truth import DRAW, Card

FIRST, SECOND = "0C000621A5", "0C000621B7"
FRAME = b"\x020C000621A58E\x03"


class Listener:
    """A program at the port of an RDM6300, which announces every 65 ms: 15 frames a second."""

    def __init__(self, table: SimulatedTable, zone: str = "pad:YAY") -> None:
        self.bursts: list[bytes] = []
        self.losses: list[str] = []
        self.port: BytePort = table.serial.port(zone)(self.bursts.append, self.losses.append)

    @property
    def tags(self) -> list[str]:
        """The tags that a sound decoder finds in what was heard."""
        return TagDecoder().feed(b"".join(self.bursts))


@pytest.fixture
def table(loop: VirtualLoop, plan: Plan) -> Iterator[SimulatedTable]:
    made = SimulatedTable(
        replace(
            plan,
            deck=(Card(FIRST, "1"), Card(SECOND, "2")),
            pads=(Pad("pad:YAY", RDM6300, "left reader"), Pad("pad:WOW", RDM6300)),
        ),
        loop=loop,
        seed=1,
    )
    yield made
    made.close()


def listen(table: SimulatedTable, loop: VirtualLoop, fault: ReaderFault) -> Listener:
    """Listen for ten seconds to a reader with a card and a fault."""
    table.place(FIRST, "pad:YAY")
    table.switchboard.set("left reader", fault, on=True)
    listener = Listener(table)
    loop.run_for(10)
    return listener


def test_a_silent_reader_says_nothing(table: SimulatedTable, loop: VirtualLoop) -> None:
    assert listen(table, loop, ReaderFault.SILENCE).bursts == []


def test_garbage_comes_without_end_and_holds_no_tag(table: SimulatedTable, loop: VirtualLoop) -> None:
    listener = listen(table, loop, ReaderFault.GARBAGE)

    assert len(b"".join(listener.bursts)) > 7_000
    assert listener.tags == []


def test_every_other_frame_has_a_wrong_bit(table: SimulatedTable, loop: VirtualLoop) -> None:
    listener = listen(table, loop, ReaderFault.CORRUPT)
    wrong_bits = [
        sum((sent ^ heard).bit_count() for sent, heard in zip(FRAME, burst, strict=True)) for burst in listener.bursts
    ]

    assert set(wrong_bits) == {0, 1}
    assert 50 < wrong_bits.count(1) < 100


def test_every_other_frame_breaks_off(table: SimulatedTable, loop: VirtualLoop) -> None:
    listener = listen(table, loop, ReaderFault.TRUNCATE)

    assert all(FRAME.startswith(burst) for burst in listener.bursts)
    assert 50 < len(listener.tags) < 100


def test_a_duplicating_reader_says_everything_twice(table: SimulatedTable, loop: VirtualLoop) -> None:
    assert set(listen(table, loop, ReaderFault.DUPLICATE).bursts) == {FRAME * 2}


def test_a_tag_at_the_edge_of_the_range_flickers(table: SimulatedTable, loop: VirtualLoop) -> None:
    listener = listen(table, loop, ReaderFault.FLICKER)

    assert 50 < len(listener.bursts) < 100


def test_a_ghost_stays_when_its_card_is_taken_away(table: SimulatedTable, loop: VirtualLoop) -> None:
    listener = listen(table, loop, ReaderFault.GHOST)
    table.lift("pad:YAY")
    listener.bursts.clear()
    loop.run_for(1)

    assert set(listener.tags) == {FIRST}


def test_a_reader_hears_the_card_on_the_next_pad(table: SimulatedTable, loop: VirtualLoop) -> None:
    table.place(SECOND, "pad:WOW")
    table.switchboard.set("left reader", ReaderFault.NEIGHBOUR, on=True)
    listener = Listener(table)
    loop.run_for(1)

    assert set(listener.tags) == {SECOND}


def test_an_unplugged_reader_is_lost_and_found(table: SimulatedTable, loop: VirtualLoop) -> None:
    listener = Listener(table)
    table.switchboard.set("left reader", ReaderFault.UNPLUG, on=True)
    with pytest.raises(PortError):
        Listener(table)
    table.switchboard.set("left reader", ReaderFault.UNPLUG, on=False)
    table.place(FIRST, "pad:YAY")
    again = Listener(table)
    loop.run_for(1)

    assert listener.losses == ["left reader: the device is gone"]
    assert set(again.tags) == {FIRST}


@pytest.mark.parametrize("fault", list(ReaderFault))
def test_a_fault_that_is_switched_off_leaves_no_trace(
    table: SimulatedTable, loop: VirtualLoop, fault: ReaderFault
) -> None:
    table.place(FIRST, "pad:YAY")
    table.switchboard.set("left reader", fault, on=True)
    loop.run_for(1)
    table.switchboard.set("left reader", fault, on=False)
    loop.run_for(1)
    listener = Listener(table)
    loop.run_for(1)

    assert set(listener.bursts) == {FRAME}
    assert table.switchboard.active() == frozenset()


def test_the_same_seed_spoils_the_same_bits(loop: VirtualLoop, plan: Plan) -> None:
    def heard() -> list[bytes]:
        deck = (Card(FIRST, "1"),)
        one = replace(plan, deck=deck, pads=(Pad("pad:YAY", RDM6300, "left reader"),))
        table = SimulatedTable(one, loop=loop, seed=9)
        bursts = listen(table, loop, ReaderFault.CORRUPT).bursts
        table.close()
        return bursts

    assert heard() == heard()


def test_a_stuck_button_is_down_until_it_is_mended(table: SimulatedTable, loop: VirtualLoop) -> None:
    with DigitalInputDevice(5, pull_up=True, pin_factory=table.pins) as button:
        table.switchboard.set("YAY.ok", "stuck", on=True)
        loop.run_for(1)
        stuck = button.is_active
        table.switchboard.set("YAY.ok", "stuck", on=False)

        assert (stuck, button.is_active) == (True, False)


def test_a_dead_sensor_does_not_tell_the_token(table: SimulatedTable) -> None:
    with DigitalInputDevice(21, pull_up=True, pin_factory=table.pins) as sensor:
        there = sensor.is_active
        table.switchboard.set("sensor +0", "dead", on=True)

        assert (there, sensor.is_active) == (True, False)


def test_a_contact_with_two_faults_keeps_the_one_that_is_left(table: SimulatedTable) -> None:
    with DigitalInputDevice(5, pull_up=True, pin_factory=table.pins) as button:
        for fault, on in (("stuck", True), ("dead", True), ("dead", False)):
            table.switchboard.set("YAY.ok", fault, on=on)

        assert button.is_active


def test_a_display_that_is_gone_raises_what_the_kernel_raises(table: SimulatedTable) -> None:
    table.switchboard.set("YAY", "gone", on=True)

    with pytest.raises(OSError, match="Remote I/O error"):
        table.panel("YAY").command(0xAF)


def test_the_switchboard_lists_devices_with_their_faults(table: SimulatedTable) -> None:
    names = table.switchboard.names()

    assert names["left reader"][:3] == ("unplug", "silence", "garbage")
    assert names["YAY"] == ("gone", "slow", "stuck")
    assert names["YAY.ok"] == names["sensor +0"] == ("stuck", "dead")


def test_a_dead_lamp_is_not_seen_however_it_is_lit(table: SimulatedTable) -> None:
    with LED(table.plan.lamps["YAY.ok"], pin_factory=table.pins) as led:
        led.on()
        lit = table.look().lamps["YAY.ok"]
        table.switchboard.set("lamp YAY.ok", "dead", on=True)
        dead = table.look().lamps["YAY.ok"]
        table.switchboard.set("lamp YAY.ok", "dead", on=False)
        again = table.look().lamps["YAY.ok"]

    assert (lit, dead, again) == (1.0, 0.0, 1.0)


def test_the_switchboard_tells_which_faults_are_on(table: SimulatedTable) -> None:
    table.switchboard.set("YAY", "gone", on=True)
    table.switchboard.set("YAY", "gone", on=True)

    assert table.switchboard.active() == {("YAY", "gone")}


def test_an_unknown_device_is_named_with_those_that_exist(table: SimulatedTable) -> None:
    with pytest.raises(UnknownNameError, match=r"no device is called 'toaster'; there are left reader, pad:WOW, YAY"):
        table.switchboard.set("toaster", "gone", on=True)


def test_an_unknown_fault_is_named_with_those_that_exist(table: SimulatedTable) -> None:
    with pytest.raises(UnknownNameError, match="'YAY' has no fault 'unplug'; it has gone, slow, stuck"):
        table.switchboard.set("YAY", "unplug", on=True)


def test_a_fault_that_is_on_already_is_not_switched_again() -> None:
    switched: list[bool] = []
    switchboard = Switchboard()
    switchboard.connect("lamp", {"broken": switched.append})
    for on in (True, True, False, False):
        switchboard.set("lamp", "broken", on=on)

    assert switched == [True, False]


def test_two_devices_cannot_share_a_name() -> None:
    switchboard = Switchboard()
    switchboard.connect("lamp", {})

    with pytest.raises(UnknownNameError, match="two devices are called 'lamp'"):
        switchboard.connect("lamp", {})


def test_a_fault_moves_no_card(table: SimulatedTable, loop: VirtualLoop) -> None:
    listen(table, loop, ReaderFault.GHOST)

    assert [card.tag for card in table.truth.at("pad:YAY")] == [FIRST]
    assert [card.tag for card in table.truth.at(DRAW)] == [SECOND]
