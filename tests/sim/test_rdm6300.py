"""The emulated 125 kHz readers: what they say, how often, and what two tags do to them."""

from __future__ import annotations

from random import Random

from tacotable_drivers.readers.spec import ReaderSpec
from tacotable_drivers.registry import ID12LA, RDM6300
from tacotable_sim.cables.cable import MemoryCable
from tacotable_sim.readers.announcing import Once, Repeating
from tacotable_sim.readers.antenna import Antenna
from tacotable_sim.time.virtual_time import VirtualLoop

TAG = "0C000621A5"
"""The example of the data sheet; its checksum is 8E."""
FRAME = b"\x020C000621A58E\x03"
LONG_FRAME = b"\x020C000621A58E\r\n\x03"


class Ear:
    """What a host hears of a reader, and when (ms)."""

    def __init__(self, loop: VirtualLoop, spec: ReaderSpec) -> None:
        self.tags: tuple[str, ...] = ()
        self.heard: list[tuple[bytes, float]] = []
        self._loop = loop
        antenna = Antenna(lambda: self.tags, Random(1))
        self.reader = (Repeating if spec.manner.tells_leaving else Once)(spec, loop, antenna, Random(2))
        MemoryCable("reader", loop, self.reader).open_port(self._hear, lambda reason: None)

    def _hear(self, data: bytes) -> None:
        self.heard.append((data, round(self._loop.time() * 1_000, 1)))


def test_an_rdm6300_repeats_the_tag_every_65_ms_while_it_is_there(loop: VirtualLoop) -> None:
    ear = Ear(loop, RDM6300)
    ear.tags = (TAG,)
    loop.run_for(0.25)

    assert ear.heard == [(FRAME, 79.6), (FRAME, 144.6), (FRAME, 209.6)]


def test_an_rdm6300_is_silent_over_an_empty_field(loop: VirtualLoop) -> None:
    ear = Ear(loop, RDM6300)
    loop.run_for(10)

    assert ear.heard == []


def test_an_id12la_says_a_tag_once_when_it_comes(loop: VirtualLoop) -> None:
    ear = Ear(loop, ID12LA)
    ear.tags = (TAG,)
    loop.run_for(10)

    assert [data for data, _ in ear.heard] == [LONG_FRAME]
    assert ear.reader.is_tag_in_range  # type: ignore[attr-defined]  # it is an ID-12LA


def test_an_id12la_says_a_tag_again_when_it_comes_again(loop: VirtualLoop) -> None:
    ear = Ear(loop, ID12LA)
    for tags in ((TAG,), (), (TAG,)):
        ear.tags = tags
        loop.run_for(1)

    assert [data for data, _ in ear.heard] == [LONG_FRAME, LONG_FRAME]


def test_two_tags_are_garbage_or_silence_and_never_a_tag(loop: VirtualLoop) -> None:
    ear = Ear(loop, RDM6300)
    ear.tags = (TAG, "0C000621A6")
    loop.run_for(60)

    assert 300 < len(ear.heard) < 600
    assert all(max(data) > 0x7F for data, _ in ear.heard)


def test_a_tag_of_another_family_is_not_heard(loop: VirtualLoop) -> None:
    ear = Ear(loop, RDM6300)
    ear.tags = ("04A1B2C3D4E5F6",)
    loop.run_for(1)

    assert ear.heard == []


def test_a_reader_without_power_is_silent(loop: VirtualLoop) -> None:
    ear = Ear(loop, RDM6300)
    ear.tags = (TAG,)
    ear.reader.power(False)
    loop.run_for(1)

    assert ear.heard == []
