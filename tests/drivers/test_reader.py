"""The reader's shell on virtual time: an emulated chip on a cable in memory, pulled and put back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest

from tacotable_drivers.ports import (
    BytePort,
    DeviceEvent,
    DeviceFound,
    DeviceLost,
    PortError,
    TagArrived,
    TagLeft,
    ZoneEmpty,
    ZoneUnknown,
)
from tacotable_drivers.presence import PolledPresence, Presence, TapPresence
from tacotable_drivers.readers.announcing import AnnouncingSession
from tacotable_drivers.readers.pn532 import Pn532Session
from tacotable_drivers.readers.reader import Reader
from tacotable_drivers.readers.session import Session
from tacotable_drivers.registry import PN532, RDM6300
from tacotable_drivers.serial_port import SerialOpener
from tacotable_drivers.wire.rdm6300 import Layout, frames
from tacotable_sim.cables.cable import Emulator, MemoryCable, PtyCable
from tacotable_sim.readers.announcing import Repeating
from tacotable_sim.readers.antenna import Antenna
from tacotable_sim.readers.pn532 import Pn532
from tacotable_sim.time.virtual_time import VirtualLoop, virtual_loop

NTAG = "04A1B2C3D4E5F6"
EM4100 = "0C000621A5"
LISTING = b"\xd5\x4b"


@pytest.fixture
def loop() -> Iterator[VirtualLoop]:
    with virtual_loop() as loop:
        yield loop


class Sagging:
    """A chip that takes its set-up and never answers a listing while its supply is weak: its field draws too much."""

    def __init__(self, chip: Emulator) -> None:
        self._chip = chip
        self.baud = chip.baud
        self.is_weak = True
        self.send: Callable[[bytes], None] = lambda data: None
        chip.send = self._pass_on

    def receive(self, data: bytes) -> None:
        self._chip.receive(data)

    def power(self, on: bool) -> None:
        self._chip.power(on)

    def _pass_on(self, data: bytes) -> None:
        if not (self.is_weak and LISTING in data):
            self.send(data)


@dataclass
class Bench:
    """One reader with what lies on it and what it told."""

    loop: VirtualLoop
    told: list[DeviceEvent] = field(default_factory=list)
    on_pad: tuple[str, ...] = ()

    def polled(self) -> tuple[Reader, MemoryCable]:
        chip = Pn532(self.loop, Antenna(lambda: self.on_pad, Random(1)))
        return self._wire(chip, Pn532Session(), PolledPresence("play"))

    def sagging(self) -> tuple[Reader, Sagging]:
        chip = Sagging(Pn532(self.loop, Antenna(lambda: self.on_pad, Random(1))))
        reader, _ = self._wire(chip, Pn532Session(), PolledPresence("play"))
        return reader, chip

    def tap_pad(self) -> tuple[Reader, MemoryCable]:
        chip = Repeating(RDM6300, self.loop, Antenna(lambda: self.on_pad, Random(1)), Random(1))
        return self._wire(chip, AnnouncingSession(frames(Layout.RDM6300)), TapPresence("play"))

    def _wire(self, chip: Emulator, session: Session, presence: Presence) -> tuple[Reader, MemoryCable]:
        cable = MemoryCable("/dev/ttyUSB1", self.loop, chip)
        reader = Reader("play", cable.name, cable.open_port, session, presence, self.told.append, self.loop)
        reader.start()
        return reader, cable

    def kinds(self) -> list[str]:
        return [type(event).__name__ for event in self.told]


@pytest.fixture
def bench(loop: VirtualLoop) -> Bench:
    return Bench(loop)


def test_a_card_on_a_polled_pad_is_told_within_two_scans(bench: Bench) -> None:
    bench.polled()
    bench.loop.run_for(1.0)
    bench.on_pad = (NTAG,)
    bench.loop.run_for(0.15)

    assert bench.kinds() == ["ZoneEmpty", "TagArrived"]
    assert isinstance(bench.told[1], TagArrived)
    assert bench.told[1].tag == NTAG
    assert 1_000 < bench.told[1].at_ms < 1_150


def test_a_lifted_card_is_told_after_three_scans(bench: Bench) -> None:
    bench.on_pad = (NTAG,)
    bench.polled()
    bench.loop.run_for(1.0)
    bench.on_pad = ()
    bench.loop.run_for(0.3)

    assert [type(event) for event in bench.told] == [TagArrived, TagLeft]
    assert 1_110 < bench.told[1].at_ms < 1_280


def latencies(bench: Bench, reader: Reader, *, is_slow: bool) -> list[float]:
    """Lay and lift a card at forty moments; return in how many milliseconds each was told."""
    chance = Random(7)
    told_ms = []
    for tags in ((NTAG,), ()) * 40:
        reader.slow(is_slow)
        bench.loop.run_for(1.0 + chance.uniform(0.0, 0.5))
        bench.on_pad = tags
        moved_ms = bench.loop.time() * 1_000
        bench.told.clear()
        bench.loop.run_for(1.0)
        told_ms += [event.at_ms - moved_ms for event in bench.told if isinstance(event, TagArrived | TagLeft)]
    return told_ms


def test_a_slow_reader_tells_a_card_and_its_leaving_220_ms_later_at_most(bench: Bench) -> None:
    reader, _ = bench.polled()
    usual_ms = latencies(bench, reader, is_slow=False)
    slow_ms = latencies(bench, reader, is_slow=True)

    assert len(usual_ms) == len(slow_ms) == 80
    for arrivals_or_leavings in (slice(0, None, 2), slice(1, None, 2)):
        usual, slow = usual_ms[arrivals_or_leavings], slow_ms[arrivals_or_leavings]
        assert max(usual) + 50 < max(slow) <= max(usual) + 220


def test_a_slow_reader_asks_its_chip_400_times_a_minute_and_a_usual_one_2400_times(bench: Bench) -> None:
    chip = Pn532(bench.loop, Antenna(lambda: (NTAG,), Random(1)))
    cable = MemoryCable("/dev/ttyUSB1", bench.loop, chip)
    presence, sink = PolledPresence("play"), bench.told.append
    reader = Reader("play", cable.name, cable.open_port, Pn532Session(), presence, sink, bench.loop)
    reader.start()
    bench.loop.run_for(1.0)
    counts = []
    for is_slow in (False, True, False):
        reader.slow(is_slow)
        before = chip.commands
        bench.loop.run_for(60.0)
        counts.append(chip.commands - before)

    assert [round(count, -2) for count in counts] == [2_400, 400, 2_400]


def test_a_slow_reader_that_is_to_be_as_fast_as_ever_does_not_wait_for_its_long_pause(bench: Bench) -> None:
    reader, _ = bench.polled()
    reader.slow(True)
    bench.loop.run_for(2.0)
    scans = reader.counters.scans
    while reader.counters.scans == scans:
        bench.loop.run_for(0.001)
    bench.loop.run_for(0.1)  # of about 270 ms
    reader.slow(False)
    bench.loop.run_for(0.03)

    assert reader.counters.scans == scans + 2
    assert "DeviceLost" not in bench.kinds()


def test_a_slow_announcing_reader_goes_on_as_ever(bench: Bench) -> None:
    reader, _ = bench.tap_pad()
    reader.slow(True)
    bench.loop.run_for(2.0)
    bench.on_pad = (EM4100,)
    bench.loop.run_for(0.3)

    assert bench.kinds() == ["ZoneEmpty", "TagArrived"]


def test_fifteen_to_twenty_scans_complete_in_a_second(bench: Bench) -> None:
    reader, _ = bench.polled()
    bench.loop.run_for(10.0)

    assert 150 <= reader.counters.scans <= 200
    assert reader.counters.timeouts == 0
    assert reader.counters.bytes_invalid == 0


def test_a_pulled_plug_is_told_once_for_each_reason_and_the_zone_is_unknown_at_once(bench: Bench) -> None:
    _, cable = bench.polled()
    bench.loop.run_for(1.0)
    bench.told.clear()
    cable.unplug()
    bench.loop.run_for(0.001)

    assert bench.told == [
        ZoneUnknown("play", 1_000.0),
        DeviceLost("reader play", "reader 'play' on /dev/ttyUSB1: the device is gone (retrying)", 1_000.0),
    ]
    bench.loop.run_for(60.0)
    reason = "reader 'play' on /dev/ttyUSB1: no such port; is its cable in? (retrying)"
    assert bench.told[2:] == [DeviceLost("reader play", reason, 1_500.0)]


def test_a_reader_that_comes_back_silent_is_said_to_be_silent_and_no_longer_to_be_gone(loop: VirtualLoop) -> None:
    told: list[DeviceEvent] = []
    port, refusal = DeadPort(), ["/dev/ttyUSB1: no such port"]

    def open_port(on_bytes: Callable[[bytes], None], on_lost: Callable[[str], None]) -> BytePort:
        if refusal:
            raise PortError(refusal.pop())
        return port

    reader = Reader("play", "/dev/ttyUSB1", open_port, Pn532Session(), PolledPresence("play"), told.append, loop)
    reader.start()
    loop.run_for(60.0)
    reader.stop()

    gone, silent = (event.reason for event in told if isinstance(event, DeviceLost))
    assert "no such port" in gone
    assert "no answer" in silent


def test_a_returned_reader_is_told_once_and_then_what_lies_there(bench: Bench) -> None:
    reader, cable = bench.polled()
    bench.on_pad = (NTAG,)
    bench.loop.run_for(1.0)
    cable.unplug()
    bench.loop.run_for(3.0)
    bench.told.clear()
    cable.replug()
    bench.loop.run_for(10.0)

    assert [type(event) for event in bench.told] == [DeviceFound, TagArrived]
    assert reader.counters.reopens > 1
    assert bench.told[0].at_ms - 4_000 < 5_500


def test_a_reader_that_takes_its_set_up_and_cannot_scan_is_told_lost_once_and_tried_ever_more_seldom(
    bench: Bench,
) -> None:
    reader, _ = bench.sagging()
    bench.loop.run_for(600.0)

    assert bench.kinds() == ["ZoneUnknown", "DeviceLost"]
    assert 80 <= reader.counters.reopens <= 120


def test_a_reader_that_could_not_scan_is_found_with_its_first_scan(bench: Bench) -> None:
    reader, chip = bench.sagging()
    bench.loop.run_for(60.0)
    bench.told.clear()
    chip.is_weak = False
    bench.loop.run_for(10.0)

    assert bench.kinds() == ["DeviceFound", "ZoneEmpty"]
    assert reader.counters.scans > 50


def test_reopening_waits_longer_and_longer_up_to_five_seconds(loop: VirtualLoop) -> None:
    attempts: list[float] = []

    def no_port(on_bytes: Callable[[bytes], None], on_lost: Callable[[str], None]) -> BytePort:
        attempts.append(loop.time())
        raise PortError("no such port; is its cable in?")

    told: list[DeviceEvent] = []
    reader = Reader("play", "usb 1", no_port, Pn532Session(), PolledPresence("play"), told.append, loop)
    reader.start()
    loop.run_for(20.0)

    assert attempts == pytest.approx([0.0, 0.5, 1.5, 3.5, 7.5, 12.5, 17.5])
    assert told == [
        ZoneUnknown("play", 0.0),
        DeviceLost("reader play", "reader 'play' on usb 1: no such port; is its cable in? (retrying)", 0.0),
    ]


class DeadPort:
    """A port into which one can write for ever and from which nothing comes."""

    def __init__(self) -> None:
        self.opened = 0
        self.closed = 0
        self.is_broken = False

    def open_port(self, on_bytes: Callable[[bytes], None], on_lost: Callable[[str], None]) -> BytePort:
        self.opened += 1
        return self

    def write(self, data: bytes) -> None:
        if self.is_broken:
            raise PortError("write failed; is the cable in?")

    def close(self) -> None:
        self.closed += 1


def test_a_silent_chip_is_lost_within_two_seconds_and_its_port_closed(loop: VirtualLoop) -> None:
    port, told = DeadPort(), list[DeviceEvent]()
    reader = Reader("play", "usb 1", port.open_port, Pn532Session(), PolledPresence("play"), told.append, loop)
    reader.start()
    loop.run_for(0.6)

    assert [type(event) for event in told] == [ZoneUnknown, DeviceLost]
    assert told[1].at_ms < 2_000
    assert (port.opened, port.closed) == (1, 1)
    loop.run_for(60.0)
    assert len(told) == 2
    assert port.opened > 5
    assert reader.counters.timeouts >= 6 * port.closed


def test_a_write_that_fails_closes_the_port_at_once(loop: VirtualLoop) -> None:
    port, told = DeadPort(), list[DeviceEvent]()
    port.is_broken = True
    reader = Reader("play", "usb 1", port.open_port, Pn532Session(), PolledPresence("play"), told.append, loop)
    reader.start()

    assert port.closed == 1
    assert told[1] == DeviceLost(
        "reader play", "reader 'play' on usb 1: write failed; is the cable in? (retrying)", 0.0
    )


def test_a_stopped_reader_closes_its_port_and_tells_nothing(bench: Bench) -> None:
    reader, cable = bench.polled()
    bench.loop.run_for(1.0)
    bench.told.clear()
    reader.stop()
    cable.unplug()
    bench.loop.run_for(10.0)

    assert bench.told == []


def test_a_reader_can_be_started_again(bench: Bench) -> None:
    reader, _ = bench.polled()
    bench.loop.run_for(1.0)
    reader.stop()
    reader.start()
    scans = reader.counters.scans
    bench.loop.run_for(1.0)

    assert reader.counters.scans > scans + 10


def test_a_tap_is_told_with_its_second_frame_and_ends_with_its_repeats(bench: Bench) -> None:
    bench.tap_pad()
    bench.loop.run_for(2.0)
    bench.on_pad = (EM4100,)
    bench.loop.run_for(1.0)
    bench.on_pad = ()
    bench.loop.run_for(1.0)

    assert bench.kinds() == ["ZoneEmpty", "TagArrived", "TagLeft"]
    assert bench.told[1].at_ms < 2_150
    assert 3_550 < bench.told[2].at_ms < 3_690


def test_a_tap_pad_whose_cable_was_pulled_works_again(bench: Bench) -> None:
    _, cable = bench.tap_pad()
    bench.loop.run_for(2.0)
    cable.unplug()
    cable.replug()
    bench.loop.run_for(3.0)
    bench.on_pad = (EM4100,)
    bench.loop.run_for(1.0)

    assert [type(event) for event in bench.told] == [
        ZoneEmpty,
        ZoneUnknown,
        DeviceLost,
        DeviceFound,
        ZoneEmpty,
        TagArrived,
    ]


def test_readers_do_not_wait_for_each_other(loop: VirtualLoop) -> None:
    benches = [Bench(loop, on_pad=(f"0411223344550{number}",)) for number in range(4)]
    for bench in benches:
        bench.polled()
    dead = DeadPort()
    silent = Reader("x", "usb 9", dead.open_port, Pn532Session(), PolledPresence("x"), lambda event: None, loop)
    silent.start()
    loop.run_for(0.3)

    assert [bench.kinds() for bench in benches] == [["TagArrived"]] * 4


@pytest.mark.parametrize("hz", [5, 10, 15, 17, 18, 19, 20, 21, 23, 30, 40])
def test_a_tag_that_flickers_at_the_edge_of_the_field_arrives_once(loop: VirtualLoop, hz: int) -> None:
    told: list[DeviceEvent] = []
    chip = Pn532(loop, Antenna(lambda: (NTAG,) if loop.time() * hz % 1 < 0.5 else (), Random(1)))
    cable = MemoryCable("usb 1", loop, chip)
    session, presence = Pn532Session(), PolledPresence("play")
    reader = Reader("play", "usb 1", cable.open_port, session, presence, told.append, loop)
    reader.start()
    loop.run_for(20.0)

    assert [type(event) for event in told] == [TagArrived]


def test_a_reader_on_a_real_terminal_survives_its_plug_being_pulled(loop: VirtualLoop, tmp_path: Path) -> None:
    told: list[DeviceEvent] = []
    path = tmp_path / "reader"
    cable = PtyCable(path, loop, Pn532(loop, Antenna(lambda: (NTAG,), Random(1))))
    opener = SerialOpener(path, PN532.baud, loop)
    reader = Reader("play", str(path), opener, Pn532Session(), PolledPresence("play"), told.append, loop)
    reader.start()
    loop.run_until(lambda: len(told) == 1, within_s=5)
    cable.unplug()
    loop.run_until(lambda: len(told) == 3, within_s=5)
    cable.replug()
    loop.run_until(lambda: len(told) == 5, within_s=10)
    reader.stop()
    cable.unplug()

    assert [type(event) for event in told] == [TagArrived, ZoneUnknown, DeviceLost, DeviceFound, TagArrived]
    assert isinstance(told[2], DeviceLost)
    assert told[2].reason == f"reader 'play' on {path}: the device is gone; is its cable in? (retrying)"
