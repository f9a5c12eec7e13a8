"""Rows 7 to 10: ports that vanish, return under another name, or are taken, and a hub that starts anew."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from faults.lines import NTAG, TAG, TAP, Line
from faults.playing import acts, begin_attack
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.games.exploding.state import exploding
from tacotable.state.device_state import Certainty
from tacotable.table.file import read_table
from tacotable_drivers.ports import BytePort, DeviceEvent, DeviceFound, DeviceLost, PortError, TagArrived, ZoneUnknown
from tacotable_drivers.presence import PolledPresence
from tacotable_drivers.readers.pn532 import Pn532Session
from tacotable_drivers.readers.reader import Reader
from tacotable_drivers.registry import PN532
from tacotable_drivers.serial_port import SerialOpener
from tacotable_drivers.wire import rdm6300
from tacotable_sim.cables.cable import MemoryCable, PtyCable
from tacotable_sim.readers.antenna import Antenna
from tacotable_sim.readers.pn532 import Pn532
from tacotable_sim.time.virtual_time import VirtualLoop

THREE_HUBS = Path(__file__).parents[2] / "docs" / "examples" / "kittens-three-hubs.toml"


@pytest.mark.fault(7)
def test_row_07_a_port_that_vanishes_while_it_is_read_is_lost_once_for_each_reason(
    line: Line, loop: VirtualLoop
) -> None:
    began_s = loop.time()

    os.close(line.master)
    line.master = -1
    loop.run_until(lambda: bool(line.lost), within_s=2.0)
    loop.run_for(20.0)

    assert len(line.lost) == len(set(line.lost)) == 2
    assert all("is its cable in?" in reason for reason in line.lost)
    assert loop.time() - began_s < 23.0


@pytest.mark.fault(7)
def test_row_07_the_port_of_a_polled_reader_that_vanishes_is_lost_once_for_each_reason(
    loop: VirtualLoop, tmp_path: Path
) -> None:
    told: list[DeviceEvent] = []
    path = tmp_path / "reader"
    cable = PtyCable(path, loop, Pn532(loop, Antenna(tuple, Random(1))))
    opener = SerialOpener(path, PN532.baud, loop)
    reader = Reader("pad", str(path), opener, Pn532Session(), PolledPresence("pad"), told.append, loop)
    reader.start()
    loop.run_for(1.0)

    cable.unplug()
    loop.run_for(2.0)
    reader.stop()

    reasons = [event.reason for event in told if isinstance(event, DeviceLost)]
    assert [reason.split(": ")[1] for reason in reasons] == [
        "the device is gone; is its cable in? (retrying)",
        "no such port; is its cable in? (retrying)",
    ]
    assert not any(isinstance(event, DeviceFound) for event in told)


class OneWay:
    """A cable that carries what the reader says; what is written to it fails while it is broken."""

    def __init__(self, cable: MemoryCable) -> None:
        self._cable = cable
        self._port: BytePort | None = None
        self.is_broken = False

    def open_port(self, on_bytes: Callable[[bytes], None], on_lost: Callable[[str], None]) -> BytePort:
        self._port = self._cable.open_port(on_bytes, on_lost)
        return self

    def write(self, data: bytes) -> None:
        if self.is_broken:
            raise PortError("it takes no bytes; is the adapter hung?")
        assert self._port is not None
        self._port.write(data)

    def close(self) -> None:
        assert self._port is not None
        self._port.close()


@pytest.mark.fault(7)
def test_row_07_a_port_that_fails_when_it_is_written_to_is_lost_at_once_and_once(loop: VirtualLoop) -> None:
    told: list[DeviceEvent] = []
    cable = OneWay(MemoryCable("pad", loop, Pn532(loop, Antenna(tuple, Random(1)))))
    reader = Reader("pad", "cable", cable.open_port, Pn532Session(), PolledPresence("pad"), told.append, loop)
    reader.start()
    loop.run_for(1.0)
    told.clear()

    cable.is_broken = True
    loop.run_for(0.1)
    at_once = list(told)
    loop.run_for(20.0)
    reader.stop()

    assert [type(event) for event in at_once] == [ZoneUnknown, DeviceLost]
    assert isinstance(at_once[1], DeviceLost)
    assert at_once[1].reason == "reader 'pad' on cable: it takes no bytes; is the adapter hung? (retrying)"
    assert told == at_once


@pytest.mark.fault(7)
def test_row_07_a_port_that_cannot_be_opened_is_tried_again_and_again(loop: VirtualLoop) -> None:
    tries: list[float] = []

    def open_port(on_bytes: Callable[[bytes], None], on_lost: Callable[[str], None]) -> BytePort:
        tries.append(loop.time())
        raise PortError("no such port; is its cable in?")

    reader = Reader("pad", "cable", open_port, Pn532Session(), PolledPresence("pad"), lambda event: None, loop)
    reader.start()
    loop.run_for(20.0)
    reader.stop()

    assert [round(at - before, 3) for before, at in pairwise(tries)] == [0.5, 1, 2, 4, 5, 5]


@pytest.fixture
def rig() -> Iterator[Rig]:
    with simulated_table("tacocat") as made:
        yield made


@pytest.mark.fault(7)
def test_row_07_only_the_zone_of_the_lost_reader_waits(rig: Rig) -> None:
    begin_attack(rig)

    rig.table.switchboard.set("reader WOW.pad", "unplug", on=True)
    rig.wait(2.0)
    rig.place("8", "YAY.pad")

    assert rig.program.controller.situation.zone("WOW") is Certainty.UNKNOWN
    assert acts(rig)[-1] == {"do": "attack", "cards": ["8"]}


@pytest.mark.fault(8)
def test_row_08_a_reader_that_returns_as_another_terminal_keeps_its_zone(loop: VirtualLoop, tmp_path: Path) -> None:
    told: list[DeviceEvent] = []
    path = tmp_path / "reader"
    cable = PtyCable(path, loop, Pn532(loop, Antenna(lambda: (NTAG,), Random(1))))
    opener = SerialOpener(path, PN532.baud, loop)
    reader = Reader("pad", str(path), opener, Pn532Session(), PolledPresence("pad"), told.append, loop)
    reader.start()
    loop.run_for(1.0)
    before = path.resolve()

    with before.open("rb"):  # so that the kernel cannot give the same number again
        cable.unplug()
        loop.run_for(2.0)
        cable.replug()
        loop.run_for(4.0)
        reader.stop()

        assert path.resolve() != before
    assert isinstance(told[-1], TagArrived)
    assert [event.tag for event in told if isinstance(event, TagArrived)] == [NTAG, NTAG]
    assert any(isinstance(event, DeviceFound) for event in told)


@pytest.mark.fault(8)
def test_row_08_two_hubs_whose_plugs_are_swapped_in_a_game_keep_their_seats_and_their_pad() -> None:
    with simulated_table(read_table(THREE_HUBS)) as rig:
        rig.wait(2.0)
        for seat in ("1", "5", "8"):
            rig.tap(f"{seat}.ok")
        before = rig.table.serial.hub_ports()

        rig.table.switchboard.set("hub a", "swap", on=True)
        rig.wait(3.0)
        rig.tap("5.ok")
        rig.table.place(rig.table.truth.at("draw")[0].tag, "play")
        rig.wait(1.0)

        assert before != rig.table.serial.hub_ports()
        assert rig.program.controller.situation.devices.lost == {}
        assert exploding(rig.program.controller.situation).ui.part.seated == {"1", "8"}
        assert rig.program.controller.situation.devices.zones["play"] == rig.table.truth.at("play")[0].tag


@pytest.mark.fault(9)
def test_row_09_a_second_program_at_a_port_is_told_why_it_cannot_have_it(line: Line, loop: VirtualLoop) -> None:
    second = SerialOpener(Path(os.ttyname(line.slave)), rdm6300.BAUD, loop)

    with pytest.raises(PortError, match="another program has it open; stop that one first"):
        second(lambda data: None, lambda reason: None)
    line.send(TAP)

    assert line.arrived == [TAG]


@pytest.fixture
def hub_rig() -> Iterator[Rig]:
    with simulated_table("tacocat-hub") as made:
        made.wait(4.0)
        yield made


@pytest.mark.fault(10)
@pytest.mark.parametrize("fault", ["reset", "unplug"])
def test_row_10_a_hub_that_starts_anew_in_an_attack_makes_no_phantom_act(hub_rig: Rig, fault: str) -> None:
    begin_attack(hub_rig)
    hub_rig.place("8", "YAY.pad")
    before = acts(hub_rig)
    assert before[-1] == {"do": "attack", "cards": ["8"]}

    hub_rig.table.switchboard.set("hub hub", fault, on=True)
    hub_rig.wait(2.5)
    assert hub_rig.program.controller.situation.zone("YAY") is Certainty.UNKNOWN
    hub_rig.table.switchboard.set("hub hub", fault, on=False)
    hub_rig.wait(5.0)

    assert acts(hub_rig) == before
    assert hub_rig.program.controller.situation.zone("YAY") == hub_rig.table.truth.at("YAY.pad")[0].tag
    assert hub_rig.says("WOW") == "sign.answer"
