"""A driver by others, pi-rc522, on the model of the chip: our own driver and our own model could share a misreading."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import Any

import pytest

from tacotable_sim.hub.mfrc522_chip import Mfrc522Chip

if importlib.util.find_spec("pirc522") is None:
    pytest.skip("needs pi-rc522: pip install --no-deps pi-rc522", allow_module_level=True)

SEVEN, FOUR = "04A1B2C3D4E5F6", "DEADBEEF"
BYTE_US = 8
"""At 1 MHz, as that driver runs the bus."""


class Bench:
    """One chip, and an SPI port that the other driver takes for a Raspberry Pi's."""

    def __init__(self) -> None:
        self.us = 0
        self.tags: tuple[str, ...] = ()
        self.sent: list[str] = []
        self.chip = Mfrc522Chip(lambda: self.us, lambda: tuple(bytes.fromhex(tag) for tag in self.tags))
        self.us += 1_000

    def open(self, bus: int, device: int) -> None:
        self.max_speed_hz = 0

    def xfer2(self, data: list[int]) -> list[int]:
        self.chip.select(0)
        self.us += BYTE_US * len(data)
        received = [self.chip.exchange(byte) for byte in data]
        self.chip.select(1)
        self.sent.append(bytes(data).hex())
        return received

    def frames(self) -> list[str]:
        """Give the frames that were sent over the air: what went into the FIFO before each StartSend."""
        frames, fifo = [], ""
        for pair in self.sent:
            if pair[:2] == "12":
                fifo += pair[2:]
            elif pair[:2] == "1a" and int(pair[2:], 16) & 0x80:
                frames.append(fifo)
                fifo = ""
            elif pair[:2] == "14":
                fifo = ""
        return frames


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    bench = Bench()
    pins: Any = ModuleType("RPi.GPIO")
    pins.BOARD = pins.OUT = pins.IN = pins.PUD_UP = pins.FALLING = 0
    pins.setmode = pins.setup = pins.output = pins.add_event_detect = lambda *_, **__: None
    buses: Any = ModuleType("spidev")
    buses.SpiDev = lambda: bench
    for name, module in (("RPi", ModuleType("RPi")), ("RPi.GPIO", pins), ("spidev", buses)):
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(sys.modules["RPi"], "GPIO", pins, raising=False)
    for name in ("pirc522", "pirc522.rfid", "pirc522.util"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return bench


def witness(bench: Bench) -> Any:
    """Make the other driver, on the stubbed buses, and give tags the time to wake in its field."""
    driver = importlib.import_module("pirc522.rfid").RFID(pin_rst=0, pin_irq=None)
    bench.us += 5_000
    return driver


@pytest.mark.parametrize("tag", [SEVEN, FOUR])
def test_the_other_driver_reads_the_same_number(bench: Bench, tag: str) -> None:
    driver = witness(bench)
    bench.tags = (tag,)

    assert bytes(driver.read_id()).hex().upper() == tag


def test_the_other_driver_sends_the_frames_of_two_cascade_levels(bench: Bench) -> None:
    driver = witness(bench)
    bench.tags = (SEVEN,)
    driver.read_id()

    assert [frame[:14] for frame in bench.frames()] == ["26", "9320", "93708804a1b29f", "9520"]


def test_the_other_driver_puts_a_tag_to_rest_and_only_wupa_wakes_it(bench: Bench) -> None:
    driver = witness(bench)
    bench.tags = (FOUR,)
    driver.request()
    error, number = driver.anticoll()
    assert not error
    driver.select_tag(number)
    halt = driver.calculate_crc([0x50, 0x00])
    driver.card_write(driver.mode_transrec, [0x50, 0x00, *halt[:2]])

    assert halt[:2] == [0x57, 0xCD]
    assert [driver.request(0x26)[0], driver.request(0x52)[0]] == [True, False]


def test_the_other_driver_asks_2000_times_before_it_believes_that_a_field_is_empty(bench: Bench) -> None:
    """What its loop costs, which ours must not: it never looks at the timer's bit (firmware/pico/README.md)."""
    driver = witness(bench)
    bench.sent.clear()

    error, _ = driver.request()

    assert error
    assert bench.sent.count("8800") == 1 + 2_000  # once to clear its bits
