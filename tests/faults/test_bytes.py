"""Rows 1 to 6: faults in the bytes of a line, brought about on pseudo terminals and on cables in memory."""

from __future__ import annotations

import os
from bisect import bisect
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from faults.lines import FRAME, NTAG, TAG, TAP, Line
from tacotable.state.sessions.deck import NEAR_BITS
from tacotable_drivers.ports import DeviceEvent, DeviceLost, TagArrived, TagLeft, ZoneEmpty
from tacotable_drivers.presence import PolledPresence
from tacotable_drivers.readers.pn532 import Pn532Session
from tacotable_drivers.readers.reader import Reader
from tacotable_drivers.registry import PN532, RDM6300
from tacotable_drivers.wire import rdm6300
from tacotable_sim.cables.cable import Emulator, MemoryCable
from tacotable_sim.readers.announcing import PERIOD_S, Repeating
from tacotable_sim.readers.antenna import Antenna, Field
from tacotable_sim.readers.pn532 import Pn532
from tacotable_sim.time.virtual_time import VirtualLoop

LISTINGS = int(os.environ.get("TACOTABLE_LISTINGS", "10000"))
LISTING = b"\xd4\x4a"
"""What a host's InListPassiveTarget has in it (UM0701-02, section 7.3.5)."""


@pytest.mark.fault(1)
@pytest.mark.parametrize("seed", range(3))
def test_row_01_noise_between_frames_is_counted_and_no_card(line: Line, seed: int) -> None:
    chance = Random(seed)
    noises = [chance.randbytes(size) for size in range(1, 31, 3)]

    for noise in noises:
        line.send(noise + TAP)

    assert line.arrived == [TAG] * len(noises)
    assert line.reader.counters.bytes_invalid == sum(map(len, noises))
    assert line.reader.counters.frames_ok == 2 * len(noises)


class Spoiled:
    """An emulator of whose frames some share is spoiled on its way to the host."""

    def __init__(self, reader: Emulator, spoil: Callable[[Random, bytes], bytes], share: float = 0.1) -> None:
        self._reader = reader
        self._spoil = spoil
        self._share = share
        self._chance = Random(5)
        self.send: Callable[[bytes], None] = lambda data: None
        self.spoiled = 0
        self.listings = 0
        self.baud = reader.baud
        reader.send = self._pass_on

    def receive(self, data: bytes) -> None:
        self.listings += LISTING in data
        self._reader.receive(data)

    def power(self, on: bool) -> None:
        self._reader.power(on)

    def _pass_on(self, data: bytes) -> None:
        if self._chance.random() < self._share:
            data = self._spoil(self._chance, data)
            self.spoiled += 1
        self.send(data)


def flip_bits(count: int) -> Callable[[Random, bytes], bytes]:
    def flip(chance: Random, data: bytes) -> bytes:
        flipped = bytearray(data)
        for at in chance.sample(range(len(data) * 8), count):
            flipped[at // 8] ^= 1 << at % 8
        return bytes(flipped)

    return flip


def burst(chance: Random, data: bytes) -> bytes:
    at = chance.randrange(max(len(data) - 1, 1))
    return data[:at] + chance.randbytes(len(data[at : at + 2])) + data[at + 2 :]


def lose_cut_or_flip(chance: Random, data: bytes) -> bytes:
    return chance.choice([b"", data[: chance.randrange(len(data))], flip_bits(1)(chance, data)])


@pytest.mark.fault(2)
@pytest.mark.parametrize("flip", [flip_bits(1), flip_bits(2), burst], ids=["one bit", "two bits", "burst"])
def test_row_02_flipped_bits_make_no_wrong_card_of_a_polled_pad(
    loop: VirtualLoop, flip: Callable[[Random, bytes], bytes]
) -> None:
    told: list[DeviceEvent] = []
    on_pad: list[str] = []
    line = Spoiled(Pn532(loop, Antenna(lambda: tuple(on_pad), Random(1))), flip)
    cable = MemoryCable("pad", loop, line)
    reader = Reader("pad", "cable", cable.open_port, Pn532Session(), PolledPresence("pad"), told.append, loop)
    reader.start()
    loop.run_for(1.0)

    on_pad.append(NTAG)
    loop.run_for(60.0)
    reader.stop()

    assert {event.tag for event in told if isinstance(event, TagArrived)} == {NTAG}
    assert line.spoiled > 100
    assert reader.counters.bytes_invalid > 0


@pytest.mark.fault(33)
def test_row_33_a_tag_that_lies_still_has_not_left_because_listings_were_lost(loop: VirtualLoop) -> None:
    """A lost listing may have left its tag selected, and mute until the field goes off."""
    told: Counter[type[DeviceEvent]] = Counter()
    line = Spoiled(Pn532(loop, Antenna(lambda: (NTAG,), Random(1)), holds_selected=True), lose_cut_or_flip, share=0.2)
    cable = MemoryCable("pad", loop, line)
    presence = PolledPresence("pad")
    reader = Reader(
        "pad", "cable", cable.open_port, Pn532Session(), presence, lambda event: told.update([type(event)]), loop
    )
    reader.start()

    while line.listings < LISTINGS:
        loop.run_for(60.0)
    reader.stop()

    assert told[TagArrived] > 0
    assert (told[TagLeft], told[ZoneEmpty]) == (0, 0)
    assert reader.counters.scans > LISTINGS / 2


@pytest.mark.fault(2)
def test_row_02_no_flip_of_two_bits_makes_another_card_that_could_be_enrolled() -> None:
    """Enrolment refuses numbers that differ in few bits; so what one announcement tells is no other card of a deck."""
    decoder = rdm6300.TagDecoder()
    read: set[str] = set()
    for one in range(len(FRAME) * 8):
        for other in range(one):
            spoiled = bytearray(FRAME)
            for at in (one, other):
                spoiled[at // 8] ^= 1 << at % 8
            read.update(decoder.feed(bytes(spoiled)))
            decoder.flush()

    differing = [bin(int(tag, 16) ^ int(TAG, 16)).count("1") for tag in read]
    assert read
    assert max(differing) <= NEAR_BITS


@pytest.mark.fault(2)
def test_row_02_no_burst_in_an_announcement_makes_another_card() -> None:
    chance = Random(2)
    decoder = rdm6300.TagDecoder()
    read: set[str] = set()
    for at in range(len(FRAME) - 1):
        for _ in range(500):
            read.update(decoder.feed(FRAME[:at] + chance.randbytes(2) + FRAME[at + 2 :]))
            decoder.flush()

    assert read <= {TAG}
    assert decoder.bytes_invalid > 10_000


def repeating(loop: VirtualLoop, on_pad: Field, told: list[DeviceEvent], share: float) -> Reader:
    """Start a reader that repeats, of whose frames some share is damaged."""
    line = Spoiled(Repeating(RDM6300, loop, Antenna(on_pad, Random(1)), Random(1)), damage, share)
    cable = MemoryCable("pad", loop, line)
    manner = RDM6300.manner
    reader = Reader("pad", "cable", cable.open_port, manner.session(), manner.presence("pad"), told.append, loop)
    reader.start()
    return reader


def damage(chance: Random, data: bytes) -> bytes:
    """Spoil an announcement where it hurts, in its digits most of the time."""
    at, width = chance.randrange(1, 12), chance.randint(1, 4)
    digits = bytes(chance.choices(b"0123456789ABCDEF", k=width))
    how = chance.randrange(6)
    if how == 0:
        return flip_bits(chance.randint(1, 3))(chance, data)
    if how == 1:
        return data[:at] + chance.randbytes(width) + data[at + chance.randint(0, width) :]
    if how == 2:
        return data[:at] + data[at + width :]
    return data[:at] + digits + data[at + width :]


@pytest.mark.fault(34)
def test_row_34_of_10000_frames_with_damage_none_is_another_card(loop: VirtualLoop) -> None:
    """The checksum is one byte: of so many damaged numbers some pass it, and none of them comes twice."""
    told: list[DeviceEvent] = []
    reader = repeating(loop, lambda: (TAG,), told, share=0.5)
    while loop.time() < 10_000 * PERIOD_S * 2:
        loop.run_for(60.0)
    reader.stop()

    assert {event.tag for event in told if isinstance(event, TagArrived)} == {TAG}
    assert reader.counters.sightings > 10_000
    assert reader.counters.bytes_invalid > 50_000


@pytest.mark.fault(35)
def test_row_35_a_card_at_the_edge_of_range_is_one_card(loop: VirtualLoop) -> None:
    chance, turns_s = Random(3), [0.0]
    while turns_s[-1] < 600.0:
        there_s, away_s = chance.uniform(0.07, 0.3), chance.uniform(0.05, 0.45)
        turns_s += [turns_s[-1] + there_s, turns_s[-1] + there_s + away_s]
    told: list[DeviceEvent] = []
    reader = repeating(loop, lambda: () if bisect(turns_s, loop.time()) % 2 == 0 else (TAG,), told, share=0.0)
    loop.run_for(600.0)
    reader.stop()

    assert [type(event) for event in told] == [TagArrived]


@pytest.mark.fault(36)
def test_row_36_a_reader_of_another_kind_than_the_table_file_names_is_told(line: Line) -> None:
    line.send(rdm6300.encode(TAG, rdm6300.Layout.ID12LA), rest_s=5.0)

    assert line.arrived == []
    assert len(line.lost) == 1
    assert 'write reader = "id12la"' in line.lost[0]


@pytest.mark.fault(3)
@pytest.mark.parametrize("kept", range(1, len(FRAME)))
def test_row_03_a_truncated_frame_is_dropped_and_the_next_is_read(line: Line, kept: int) -> None:
    line.send(FRAME[:kept], rest_s=0.06)
    pending = line.session.wake_at_ms()
    line.send(TAP)

    assert line.arrived == [TAG]
    assert line.reader.counters.bytes_invalid == kept
    assert pending is None


@pytest.mark.fault(4)
@pytest.mark.parametrize("cut", range(1, len(FRAME)))
def test_row_04_a_frame_split_anywhere_is_the_frame(line: Line, cut: int) -> None:
    for _ in range(2):
        line.send(FRAME[:cut], rest_s=0.02)
        line.send(FRAME[cut:], rest_s=0.045)

    assert line.arrived == [TAG]
    assert line.reader.counters.bytes_invalid == 0


@pytest.mark.fault(4)
def test_row_04_a_frame_byte_by_byte_is_the_frame(line: Line) -> None:
    for byte in TAP:
        line.send(bytes([byte]), rest_s=0.01)

    assert line.arrived == [TAG]


@pytest.mark.fault(5)
@pytest.mark.parametrize("byte", [0x02, 0x41, 0xFF], ids=["starts", "digits", "noise"])
def test_row_05_endless_garbage_is_told_and_held_nowhere(line: Line, byte: int) -> None:
    line.send(FRAME)
    most = 0
    for _ in range(250):
        line.send(bytes([byte]) * 10, rest_s=0.01)
        most = max(most, line.session._decoder.pending)

    assert most <= 16
    assert len(line.lost) == 1
    assert "no whole tag" in line.lost[0]


@pytest.mark.fault(6)
def test_row_06_an_announcing_reader_at_the_wrong_speed_says_so(line: Line) -> None:
    for _ in range(45):
        line.send(bytes(byte >> 1 | 0x80 for byte in FRAME), rest_s=0.065)

    assert "it sends bytes but no whole tag" in line.lost[0]
    assert "check its speed" in line.lost[0]


class Mumbler:
    """A chip at another speed: whatever it is told, it answers what is no frame."""

    baud = PN532.baud

    def __init__(self) -> None:
        self.send: Callable[[bytes], None] = lambda data: None

    def receive(self, data: bytes) -> None:
        self.send(b"\x80\xf8\x00\x78")

    def power(self, on: bool) -> None:
        pass


@pytest.mark.fault(6)
def test_row_06_a_polled_reader_at_the_wrong_speed_says_so(loop: VirtualLoop) -> None:
    told: list[DeviceEvent] = []
    cable = MemoryCable("pad", loop, Mumbler())
    reader = Reader("pad", "cable", cable.open_port, Pn532Session(), PolledPresence("pad"), told.append, loop)
    reader.start()

    loop.run_for(2.0)
    reader.stop()

    lost = [event.reason for event in told if isinstance(event, DeviceLost)]
    assert len(lost) == 1
    assert "it sends bytes but no valid frame; check its speed" in lost[0]
