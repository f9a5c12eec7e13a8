"""The whole simulated table: hands on one side, the program's ports, pins and displays on the other."""

from __future__ import annotations

from pathlib import Path

import pytest
import serial
from gpiozero import DigitalInputDevice, DigitalOutputDevice, PWMOutputDevice
from luma.led_matrix.device import apa102
from PIL import Image

from patience import PATIENCE_S
from tacotable_drivers.ports import BytePort
from tacotable_drivers.wire.pn532 import WAKE_UP, FrameDecoder, Message, Sender, encode
from tacotable_drivers.wire.pn532_messages import SAM_NORMAL, decode_targets, list_passive_targets, max_retries
from tacotable_sim.errors import ImpossibleMoveError, SimulationError, UnknownNameError
from tacotable_sim.outputs.strip import Light
from tacotable_sim.plan import Plan
from tacotable_sim.table import SimulatedTable
from tacotable_sim.time.virtual_time import VirtualLoop
from tacotable_sim.truth import hand_of


class Reader:
    """The plainest program that reads a pad's PN532."""

    def __init__(self, table: SimulatedTable, loop: VirtualLoop, zone: str) -> None:
        self._loop = loop
        self._bodies: list[bytes] = []
        self._decoder = FrameDecoder()
        self._port: BytePort = table.serial.port(zone)(self._hear, lambda reason: None)
        self._port.write(WAKE_UP)
        for body in (SAM_NORMAL, max_retries(2)):
            self.ask(body)

    def ask(self, body: bytes) -> bytes:
        self._port.write(encode(Message(Sender.HOST, body)))
        self._loop.run_for(0.1)
        return self._bodies[-1]

    def tags(self) -> list[str]:
        return [target.tag for target in decode_targets(self.ask(list_passive_targets(2)))]

    def _hear(self, data: bytes) -> None:
        self._bodies += [frame.body for frame in self._decoder.feed(data) if isinstance(frame, Message)]


def test_a_card_laid_on_a_pad_is_read_by_the_reader_under_it(table: SimulatedTable, loop: VirtualLoop) -> None:
    reader, across = Reader(table, loop, "pad:YAY"), Reader(table, loop, "pad:WOW")
    card = table.draw("YAY")
    table.place(card.tag, "pad:YAY")

    assert reader.tags() == [card.tag]
    assert across.tags() == []


def test_a_lifted_card_is_read_no_more(table: SimulatedTable, loop: VirtualLoop) -> None:
    reader = Reader(table, loop, "pad:YAY")
    table.place(table.draw("YAY").tag, "pad:YAY")
    before = reader.tags()
    table.lift("pad:YAY")

    assert (before, reader.tags()) == (["04A1B2C3D4E500"], [])


def test_a_foreign_card_is_read_like_any_other(table: SimulatedTable, loop: VirtualLoop) -> None:
    reader = Reader(table, loop, "pad:YAY")
    table.place("FFEEDDCCBBAA99", "pad:YAY")

    assert reader.tags() == ["FFEEDDCCBBAA99"]


def test_piles_rows_and_hands_are_read_by_nothing(table: SimulatedTable, loop: VirtualLoop) -> None:
    reader, across = Reader(table, loop, "pad:YAY"), Reader(table, loop, "pad:WOW")
    table.deal(3)
    table.place(table.truth.at(hand_of("YAY"))[0].tag, "row:YAY")
    table.place(table.truth.at(hand_of("WOW"))[0].tag, "discard")

    assert reader.tags() + across.tags() == []


def test_the_sensor_of_the_tokens_space_is_closed(table: SimulatedTable) -> None:
    sensors = {space: DigitalInputDevice(21 + space, pull_up=True, pin_factory=table.pins) for space in (-1, 0, 1)}
    told = []
    for space in (1, None, -1):
        table.move_token(space)
        told.append([at for at, sensor in sensors.items() if sensor.is_active])
    for sensor in sensors.values():
        sensor.close()

    assert told == [[1], [], [-1]]


def test_a_tapped_button_comes_up_by_itself(table: SimulatedTable, loop: VirtualLoop) -> None:
    with DigitalInputDevice(5, pull_up=True, pin_factory=table.pins) as button:
        table.tap("YAY.ok")
        loop.run_for(0.1)
        down = button.is_active
        loop.run_for(0.1)

        assert (down, button.is_active) == (True, False)


def test_a_held_button_is_down_for_a_second_and_a_half(table: SimulatedTable, loop: VirtualLoop) -> None:
    with DigitalInputDevice(5, pull_up=True, pin_factory=table.pins) as button:
        table.hold("YAY.ok")
        loop.run_for(1.4)
        down = button.is_active
        loop.run_for(0.2)

        assert (down, button.is_active) == (True, False)


def test_a_refused_move_leaves_no_edge(table: SimulatedTable, loop: VirtualLoop) -> None:
    with DigitalInputDevice(5, pull_up=True, pin_factory=table.pins) as button:
        with pytest.raises(ImpossibleMoveError):
            table.release("YAY.ok")
        loop.run_for(1)

        assert not button.is_active


def test_looking_gives_lamps_and_the_tone(table: SimulatedTable) -> None:
    lamp = DigitalOutputDevice(12, pin_factory=table.pins)
    buzzer = PWMOutputDevice(18, frequency=880, initial_value=0.5, pin_factory=table.pins)
    lamp.on()
    seen = table.look()
    lamp.close()
    buzzer.close()

    assert seen.is_lit("YAY.ok")
    assert seen.tone_hz == 880
    assert not table.look().is_lit("YAY.ok")
    assert table.look().tone_hz == 0


def test_looking_gives_the_colours_of_the_nine_lights(table: SimulatedTable) -> None:
    device = apa102(table.strip, cascaded=9)
    device.persist = True
    device.display(Image.new("RGBA", (9, 1), (0, 200, 0, 255)))

    assert len(table.look().lights) == 9
    assert table.look().lights[4].rgb == (0, 200, 0)


def test_plain_leds_stand_in_for_the_strip(loop: VirtualLoop) -> None:
    table = SimulatedTable(Plan(seats=("YAY", "WOW"), light_pins=(2, 3)), loop=loop, seed=1)
    with DigitalOutputDevice(3, initial_value=True, pin_factory=table.pins):
        lights = table.look().lights
    table.close()

    assert lights == (Light((255, 255, 255), 0), Light((255, 255, 255), 31))


def test_looking_gives_the_pictures_of_the_displays(table: SimulatedTable) -> None:
    table.panel("YAY").command(0xAF, 0xA1, 0xC8)
    table.panel("YAY").data([0x55])

    assert table.look().pictures["YAY"][:2] == b"\x55\x00"
    assert table.look().pictures["WOW"] == bytes(1_024)


def test_displays_behind_one_multiplexer_share_its_wire(table: SimulatedTable) -> None:
    table.panel("YAY").data([0])
    table.panel("WOW").data([0, 0])

    assert list(table.buses) == [1]
    assert table.buses[1].bytes_carried == 7


def test_changes_are_told_by_kind(table: SimulatedTable, loop: VirtualLoop) -> None:
    told: list[str] = []
    table.on_change = told.append
    table.deal(1)
    table.move_token(1)
    table.cover(2)
    table.press("YAY.ok")
    table.panel("YAY").command(0xAF)
    with DigitalOutputDevice(12, pin_factory=table.pins) as lamp:
        lamp.on()
    loop.run_for(0.1)

    assert told[:4] == ["cards", "token", "tiles", "buttons"]
    assert set(told[4:]) == {"lamps", "display YAY"}


def test_the_same_seed_shuffles_in_the_same_way(loop: VirtualLoop, plan: Plan) -> None:
    def shuffled(seed: int) -> list[str]:
        table = SimulatedTable(plan, loop=loop, seed=seed)
        table.shuffle()
        table.close()
        return [card.tag for card in table.truth.at("draw")]

    assert shuffled(4) == shuffled(4)
    assert shuffled(4) != shuffled(5)


def test_on_ptys_readers_are_paths(loop: VirtualLoop, plan: Plan) -> None:
    table = SimulatedTable(plan, loop=loop, seed=1, transport="pty")
    path = table.serial.path("pad:YAY")
    with serial.Serial(str(path), timeout=PATIENCE_S) as port:
        port.write(WAKE_UP + encode(Message(Sender.HOST, SAM_NORMAL)))
        loop.run_for(0.1)
        heard = port.read(15)
    table.close()

    assert heard.hex(" ") == "00 00 ff 00 ff 00 00 00 ff 02 fe d5 15 16 00"
    assert not Path(path).parent.exists()


def test_a_reader_in_memory_has_no_path(table: SimulatedTable) -> None:
    with pytest.raises(SimulationError, match="the reader of 'pad:YAY' is on a port in memory"):
        table.serial.path("pad:YAY")


def test_a_reader_on_a_pty_is_not_opened_in_memory(loop: VirtualLoop, plan: Plan) -> None:
    table = SimulatedTable(plan, loop=loop, seed=1, transport="pty")
    with pytest.raises(SimulationError, match="is on a pty; open its path instead"):
        table.serial.port("pad:YAY")

    table.close()


def test_an_unknown_pad_is_named_with_those_that_have_readers(table: SimulatedTable) -> None:
    with pytest.raises(UnknownNameError, match="no reader is under 'pad:ABC'; there is one under pad:YAY, pad:WOW"):
        table.serial.port("pad:ABC")


def test_an_unknown_display_is_named_with_those_that_exist(table: SimulatedTable) -> None:
    with pytest.raises(UnknownNameError, match="no display is called 'ABC'; there are YAY, WOW"):
        table.panel("ABC")
