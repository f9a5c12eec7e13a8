"""A reader on a machine that stands still again and again: what the machine missed is not laid to the reader."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import cast

import pytest

from tacotable_drivers.ports import DeviceEvent, DeviceLost, TagArrived, ZoneEmpty, ZoneUnknown
from tacotable_drivers.presence import PolledPresence
from tacotable_drivers.readers.pn532 import Pn532Session
from tacotable_drivers.readers.reader import Reader
from tacotable_sim.cables.cable import MemoryCable
from tacotable_sim.readers.antenna import Antenna
from tacotable_sim.readers.pn532 import Pn532

NTAG = "04A1B2C3D4E5F6"


@dataclass
class Call:
    """Something that is called at a time, in seconds, unless it is cancelled."""

    at_s: float
    callback: Callable[[], object]
    is_cancelled: bool = False

    def cancel(self) -> None:
        self.is_cancelled = True


class BusyLoop:
    """A loop whose machine is often somebody else's: what became due meanwhile is called then, the earliest first."""

    def __init__(self) -> None:
        self._now_s = 0.0
        self._calls: list[Call] = []

    def time(self) -> float:
        return self._now_s

    def call_later(self, delay_s: float, callback: Callable[..., object], *args: object) -> Call:
        return self.call_at(self._now_s + delay_s, partial(callback, *args))

    def call_at(self, at_s: float, callback: Callable[[], object]) -> Call:
        self._calls.append(Call(at_s, callback))
        return self._calls[-1]

    def run(self, seconds: float) -> None:
        """Let time pass, with a turn each millisecond."""
        for _ in range(round(seconds * 1_000)):
            self._now_s += 0.001
            self._take_turn()

    def stand_still(self, seconds: float) -> None:
        """Let time pass, and take no turn."""
        self._now_s += seconds

    def _take_turn(self) -> None:
        due = [call for call in self._calls if call.at_s <= self._now_s]
        self._calls = [call for call in self._calls if call.at_s > self._now_s]
        for call in sorted(due, key=lambda call: call.at_s):
            if not call.is_cancelled:
                call.callback()


@dataclass
class Bench:
    """One polled reader that works, with what lies on it and what it told."""

    loop: BusyLoop = field(default_factory=BusyLoop)
    told: list[DeviceEvent] = field(default_factory=list)
    on_pad: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        loop = cast("asyncio.AbstractEventLoop", self.loop)  # of which reader and cable use no more than this
        self.chip = Pn532(loop, Antenna(lambda: self.on_pad, Random(1)))
        self.cable = MemoryCable("/dev/ttyUSB1", loop, self.chip)
        zone, opener = PolledPresence("play"), self.cable.open_port
        self.reader = Reader("play", self.cable.name, opener, Pn532Session(), zone, self.told.append, loop)
        self.reader.start()
        self.loop.run(1.0)

    def be_busy(self, still_s: float, count: int) -> None:
        """Take ten turns, then stand still, so often."""
        for _ in range(count):
            self.loop.run(0.01)
            self.loop.stand_still(still_s)


@pytest.mark.parametrize("still_s", [0.03, 0.06, 0.1, 0.3])
def test_a_reader_is_not_lost_where_the_machine_has_no_time_to_listen(still_s: float) -> None:
    bench = Bench()

    bench.be_busy(still_s, 200)

    assert [type(event) for event in bench.told] == [ZoneEmpty]
    assert bench.reader.counters.timeouts == 0


def test_a_machine_that_stands_still_once_for_long_makes_no_zone_unknown() -> None:
    bench = Bench()

    bench.be_busy(3.0, 1)
    bench.loop.run(1.0)

    assert [type(event) for event in bench.told] == [ZoneEmpty]


def test_a_card_is_told_on_a_busy_machine_too() -> None:
    bench = Bench()

    bench.on_pad = (NTAG,)
    bench.be_busy(0.3, 20)

    assert [type(event) for event in bench.told] == [ZoneEmpty, TagArrived]


def test_a_silent_reader_is_found_out_on_a_busy_machine_too() -> None:
    bench = Bench()

    bench.chip.power(False)
    bench.be_busy(0.1, 200)

    assert [type(event) for event in bench.told] == [ZoneEmpty, ZoneUnknown, DeviceLost]
