"""A phone or bank card, whose number is another each time the field returns, is one thing on each kind of reader."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from drivers.hub_bench import PLAN, Bench, HubOnCable, timeless
from tacotable_drivers.ports import PHONE, DeviceEvent, TagArrived, TagLeft
from tacotable_drivers.presence import PolledPresence
from tacotable_drivers.readers.pn532 import Pn532Session
from tacotable_drivers.readers.reader import Reader
from tacotable_sim.cables.cable import MemoryCable
from tacotable_sim.readers.antenna import Antenna
from tacotable_sim.readers.pn532 import Pn532
from tacotable_sim.time.virtual_time import VirtualLoop

DRAWN, CARD = "08A1B2C3", "04A1B2C3D4E5F6"
ZONE = "YAY.pad"
Lay = Callable[..., list[DeviceEvent]]  # Lays tags and runs for some seconds; returns what was sent.


class BothHeard(Antenna):
    """An antenna that hears each tag of a stack."""

    def heard(self) -> tuple[str, ...]:
        return self.field()


def pn532(loop: VirtualLoop) -> Lay:
    there: list[str] = []
    told: list[DeviceEvent] = []
    cable = MemoryCable("usb", loop, Pn532(loop, BothHeard(lambda: tuple(there), Random(1))))
    Reader(ZONE, "usb", cable.open_port, Pn532Session(), PolledPresence(ZONE), told.append, loop).start()

    def lay(*tags: str, for_s: float) -> list[DeviceEvent]:
        told.clear()
        there[:] = tags
        loop.run_for(for_s)
        return timeless(told)

    return lay


def hub_with(readers: int) -> Callable[[VirtualLoop], Lay]:
    def hub_of(loop: VirtualLoop) -> Lay:
        hub = HubOnCable(loop)
        bench = Bench(loop, {"/dev/ttyACM0": hub})
        bench.hubs(replace(PLAN, readers=dict(enumerate((ZONE, "WOW.pad", "play")[:readers]))))

        def lay(*tags: str, for_s: float) -> list[DeviceEvent]:
            hub.desk.tags[0] = tags
            return [event for event in timeless(bench.run(for_s)) if getattr(event, "zone", "") == ZONE]

        return lay

    return hub_of


@pytest.mark.parametrize(
    "reader", [pn532, hub_with(1), hub_with(2), hub_with(3)], ids=["pn532", "hub1", "hub2", "hub3"]
)
def test_a_phone_is_one_tag_while_it_lies_there_and_a_card_laid_on_it_counts(
    reader: Callable[[VirtualLoop], Lay], loop: VirtualLoop
) -> None:
    lay = reader(loop)
    lay(for_s=1.0)

    assert lay(DRAWN, for_s=10.0) == [TagArrived(ZONE, PHONE, 0.0)]
    assert lay(CARD, DRAWN, for_s=5.0) == [TagLeft(ZONE, PHONE, 0.0), TagArrived(ZONE, CARD, 0.0)]
    assert lay(CARD, for_s=1.0) == []
    assert lay(DRAWN, CARD, for_s=5.0) == []
    assert lay(for_s=1.0) == [TagLeft(ZONE, CARD, 0.0)]
    assert lay(DRAWN, for_s=1.0) == [TagArrived(ZONE, PHONE, 0.0)]
    assert lay(for_s=1.0) == [TagLeft(ZONE, PHONE, 0.0)]
