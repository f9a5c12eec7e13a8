"""The bench that hangs the chips' models on an emulated Pico, without the emulator: bytes, selects, contacts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pico.emulated_board import EmulatedBench
from tacotable_sim.hub.mfrc522_world import SILENT, World


class Pin:
    """A pin as the emulator gives it to its devices."""

    def __init__(self) -> None:
        self.listeners: list[Callable[[int, int], None]] = []
        self.driven: bool | None = None

    def add_listener(self, listener: Callable[[int, int], None]) -> None:
        self.listeners.append(listener)

    def set_input_value(self, value: bool) -> None:
        self.driven = value

    def release_input(self) -> None:
        self.driven = None


class Bus:
    """An SPI block as the emulator gives it to its devices."""

    def __init__(self) -> None:
        self.on_transmit: Callable[[int], None] = lambda value: None
        self.received: list[int] = []

    def complete_transmit(self, value: int) -> None:
        self.received.append(value)


class Clock:
    nanos = 1e9


class Emulator:
    """The parts of the emulated chip that the bench touches."""

    def __init__(self) -> None:
        self.gpio = [Pin() for _ in range(30)]
        self.spi = [Bus(), Bus()]
        self.clock = Clock()

    def frame(self, pin: int, *sent: int) -> list[int]:
        """Select a reader, send bytes, let it go; give what came back."""
        self.spi[0].received.clear()
        for level in (0, 1):
            for listener in self.gpio[pin].listeners:
                listener(level, 1 - level)
            if level == 0:
                for byte in sent:
                    self.spi[0].on_transmit(byte)
        return list(self.spi[0].received)


@pytest.fixture
def world(tmp_path: Path) -> Path:
    path = tmp_path / "world"
    path.write_bytes(World().bytes)
    return path


@pytest.mark.parametrize("pin", [17, 20, 21])
def test_each_select_pin_reaches_its_own_reader(world: Path, pin: int) -> None:
    emulator = Emulator()
    bench = EmulatedBench(world)
    bench.attach(emulator)
    bench.chips[(17, 20, 21).index(pin)].is_silent = True

    answers = {select: emulator.frame(select, 0xEE, 0x00) for select in (17, 20, 21)}

    assert {select for select, answer in answers.items() if answer == [0x00, 0x92]} == {17, 20, 21} - {pin}
    assert answers[pin] == [0xFF, 0xFF]


def test_nobody_answers_while_nobody_is_selected(world: Path) -> None:
    emulator = Emulator()
    EmulatedBench(world).attach(emulator)

    emulator.spi[0].on_transmit(0xEE)

    assert emulator.spi[0].received == [0xFF]


def test_contacts_and_faults_follow_the_world(world: Path) -> None:
    emulator = Emulator()
    EmulatedBench(world).attach(emulator)
    told = World()
    told.close(1 << 16 | 1 << 9)
    told.break_reader(1, SILENT)
    told.count_up()
    world.write_bytes(told.bytes)

    for _ in range(40):
        emulator.frame(17, 0xEE, 0x00)

    assert [number for number, pin in enumerate(emulator.gpio) if pin.driven is False] == [9, 28]
    assert emulator.frame(20, 0xEE, 0x00) == [0xFF, 0xFF]
