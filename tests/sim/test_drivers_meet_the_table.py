"""The real reader drivers on the simulated table: every fault, and what the table still knows afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tacotable_drivers.ports import (
    DeviceEvent,
    DeviceFound,
    DeviceLost,
    TagArrived,
    TagLeft,
    TagsCrowded,
    ZoneEmpty,
    ZoneUnknown,
)
from tacotable_drivers.readers.reader import Reader
from tacotable_drivers.readers.spec import ReaderSpec
from tacotable_drivers.registry import ID12LA, PN532, RDM6300, READERS
from tacotable_sim.faults import ReaderFault
from tacotable_sim.plan import Pad, Plan
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import VirtualLoop, virtual_loop
from tacotable_sim.truth import Card

ZONE = "pad:YAY"
TAGS = {
    PN532.name: ("04A1B2C3D4E501", "04A1B2C3D4E502"),
    RDM6300.name: ("0C000621A5", "0C000621B7"),
    ID12LA.name: ("0C000621A5", "0C000621B7"),
}


class Rig:
    """One reader of a kind, its driver, and what the driver told."""

    def __init__(self, plan: Plan, loop: VirtualLoop, kind: ReaderSpec, seed: int = 1) -> None:
        self.first, self.second = TAGS[kind.name]
        deck = (Card(self.first, "1"), Card(self.second, "2"))
        pads = (Pad(ZONE, kind), Pad("pad:WOW", kind))
        self.table = SimulatedTable(replace(plan, deck=deck, pads=pads), loop=loop, seed=seed)
        self.told: list[DeviceEvent] = []
        session, presence = kind.manner.session(), kind.manner.presence(ZONE)
        self.reader = Reader(ZONE, "the cable", self.table.serial.port(ZONE), session, presence, self.told.append, loop)
        self._loop = loop
        self.reader.start()

    def run_for(self, seconds: float) -> list[DeviceEvent]:
        """Let time pass; give what was told in it."""
        before = len(self.told)
        self._loop.run_for(seconds)
        return self.told[before:]

    def fault(self, fault: ReaderFault, *, on: bool) -> None:
        self.table.switchboard.set(ZONE, fault, on=on)

    def close(self) -> None:
        self.reader.stop()
        self.table.close()


def names(events: list[DeviceEvent]) -> list[str]:
    return [type(event).__name__ for event in events]


def tags_told(events: list[DeviceEvent]) -> set[str]:
    return {event.tag for event in events if isinstance(event, TagArrived)}


@pytest.fixture
def rig(plan: Plan, loop: VirtualLoop, request: pytest.FixtureRequest) -> Iterator[Rig]:
    made = Rig(plan, loop, getattr(request, "param", PN532))
    yield made
    made.close()


each_kind = pytest.mark.parametrize("rig", READERS, indirect=True, ids=lambda spec: spec.name)


@each_kind
def test_an_empty_pad_is_empty_and_a_card_on_it_is_told_once(rig: Rig) -> None:
    rig.run_for(2)
    rig.table.place(rig.first, ZONE)
    rig.run_for(5)

    assert [(type(event).__name__, getattr(event, "tag", "")) for event in rig.told] == [
        ("ZoneEmpty", ""),
        ("TagArrived", rig.first),
    ]


@pytest.mark.parametrize("rig", [PN532, RDM6300], indirect=True, ids=lambda spec: spec.name)
def test_a_card_that_is_lifted_leaves(rig: Rig) -> None:
    rig.table.place(rig.first, ZONE)
    rig.run_for(2)
    rig.table.lift(ZONE)

    assert names(rig.run_for(2)) == ["TagLeft"]


def test_a_card_on_a_polled_pad_is_told_within_150_ms(rig: Rig, loop: VirtualLoop) -> None:
    rig.run_for(2)
    rig.table.place(rig.first, ZONE)
    placed_ms = loop.time() * 1_000
    arrived = rig.run_for(1)[0]

    assert arrived.at_ms - placed_ms < 150


@each_kind
def test_a_swap_of_cards_tells_the_new_one(rig: Rig) -> None:
    rig.table.place(rig.first, ZONE)
    rig.run_for(2)
    rig.table.lift(ZONE)
    rig.run_for(0.5)
    rig.table.place(rig.second, ZONE)

    assert tags_told(rig.run_for(2)) == {rig.second}


@pytest.mark.long(keep=5)
@each_kind
@pytest.mark.parametrize("fault", list(ReaderFault))
def test_whatever_is_wrong_no_card_is_told_that_is_not_on_a_pad(rig: Rig, fault: ReaderFault) -> None:
    rig.table.place(rig.first, ZONE)
    rig.fault(fault, on=True)
    rig.run_for(60)

    assert tags_told(rig.told) <= {rig.first}


@pytest.mark.parametrize("rig", [PN532, RDM6300], indirect=True, ids=lambda spec: spec.name)
@pytest.mark.parametrize("fault", list(ReaderFault))
def test_when_the_fault_is_over_the_card_that_lies_there_is_known(rig: Rig, fault: ReaderFault) -> None:
    rig.fault(fault, on=True)
    rig.run_for(20)
    rig.fault(fault, on=False)
    rig.table.place(rig.first, ZONE)
    rig.run_for(10)
    last = [event for event in rig.told if isinstance(event, TagArrived | TagLeft | ZoneEmpty | ZoneUnknown)][-1]

    assert isinstance(last, TagArrived)
    assert last.tag == rig.first


def test_a_reader_that_falls_silent_makes_its_zone_unknown_and_never_empty(rig: Rig) -> None:
    rig.table.place(rig.first, ZONE)
    rig.run_for(2)
    rig.fault(ReaderFault.SILENCE, on=True)

    assert names(rig.run_for(30)) == ["ZoneUnknown", "DeviceLost"]


def test_a_reader_that_speaks_again_is_found_and_its_card_told_again(rig: Rig) -> None:
    rig.table.place(rig.first, ZONE)
    rig.fault(ReaderFault.SILENCE, on=True)
    rig.run_for(30)
    rig.fault(ReaderFault.SILENCE, on=False)

    assert names(rig.run_for(10)) == ["DeviceFound", "TagArrived"]


def first_lost_ms(rig: Rig) -> float:
    """Return when the reader was lost; later reports of the loss give its latest reason."""
    return next(event.at_ms for event in rig.told if isinstance(event, DeviceLost))


@each_kind
def test_an_unplugged_reader_is_lost_and_found_once_and_each_reason_is_reported_once(rig: Rig) -> None:
    rig.run_for(2)
    for on in (True, False):
        rig.fault(ReaderFault.UNPLUG, on=on)
        rig.run_for(20)

    told = [event for event in rig.told if not (isinstance(event, DeviceLost) and event.at_ms > first_lost_ms(rig))]
    assert names(told) == ["ZoneEmpty", "ZoneUnknown", "DeviceLost", "DeviceFound", "ZoneEmpty"]
    reasons = [event.reason for event in rig.told if isinstance(event, DeviceLost)]
    assert len(reasons) == len(set(reasons))


def test_an_unplugged_reader_is_told_lost_at_once_and_found_within_six_seconds(rig: Rig, loop: VirtualLoop) -> None:
    rig.run_for(2)
    rig.fault(ReaderFault.UNPLUG, on=True)
    lost = next(event for event in rig.run_for(20) if isinstance(event, DeviceLost))
    rig.fault(ReaderFault.UNPLUG, on=False)
    back_ms = loop.time() * 1_000
    found = next(event for event in rig.run_for(20) if isinstance(event, DeviceFound))

    assert lost.at_ms == 2_000
    assert found.at_ms - back_ms < 6_000


def test_two_cards_at_once_are_told_as_crowded_or_not_at_all(plan: Plan, loop: VirtualLoop) -> None:
    told = []
    for seed in range(8):
        rig = Rig(plan, loop, PN532, seed)
        rig.table.place(rig.first, ZONE)
        rig.table.place(rig.second, ZONE)
        told += names([event for event in rig.run_for(2) if not isinstance(event, ZoneEmpty)])
        rig.close()

    assert set(told) == {"TagsCrowded", "TagArrived"}  # either, both, or (told by nothing) none


def test_the_card_on_the_next_pad_makes_a_pad_crowded(rig: Rig) -> None:
    rig.table.place(rig.first, ZONE)
    rig.run_for(2)
    rig.fault(ReaderFault.NEIGHBOUR, on=True)
    for _ in range(12):  # chance decides how a stack is heard, each time anew
        rig.table.place(rig.second, "pad:WOW")
        rig.run_for(1)
        rig.table.lift("pad:WOW")
        rig.run_for(1)

    crowds = [event for event in rig.told if isinstance(event, TagsCrowded)]
    assert {event.tags for event in crowds} == {(rig.first, rig.second)}


def test_the_same_seed_tells_the_same_events_at_the_same_times(plan: Plan) -> None:
    def story() -> list[DeviceEvent]:
        with virtual_loop() as loop:
            rig = Rig(plan, loop, PN532, seed=5)
            for fault in ReaderFault:
                rig.table.place(rig.first, ZONE)
                rig.fault(fault, on=True)
                rig.run_for(5)
                rig.fault(fault, on=False)
                rig.table.lift(rig.first)
                rig.run_for(5)
            rig.close()
            return rig.told

    assert story() == story()
