"""A Pico in the emulator rp2040py, with three readers, contacts and lights on the hub's pins.

The readers are the same models as everywhere; what lies on and touches the board comes from the file that
TACOHUB_WORLD names. What comes of it goes to files beside it: the lights' decoded waveform to `.lights`, and the
emulated time in microseconds to `.seen` (when this bench saw the newest world) and `.clock` (when it looked last);
`.stuck` comes with the first byte that a stuck reader never lets end. The emulator loads `BOARD` from here
(`--board-spec`).
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from tacotable_sim.hub.mfrc522_chip import Mfrc522Chip, spoiling
from tacotable_sim.hub.mfrc522_world import STUCK, World

SELECTS = (17, 20, 21)
CONTACTS = (*range(16), 28)
LIGHTS = 22
LOOK_EVERY = 64
"""Bytes on the bus between two looks at the world: the bus is the only thing here that ticks."""


class EmulatedBench:
    """The chips and contacts, as an external device of the emulator."""

    def __init__(self, world: Path) -> None:
        self._path = world
        self._world = World()
        self._chosen: Mfrc522Chip | None = None
        self._closed = 0
        self._bytes = 0
        self._seen = -1
        self._dips = [0, 0, 0]
        self._spoils = spoiling(Random(1))
        self._rp2040: Any = None
        self.chips: list[Mfrc522Chip] = []

    def attach(self, rp2040: Any) -> None:
        """Wire the bench to an emulated chip."""
        self._rp2040 = rp2040
        self.chips = [Mfrc522Chip(self._now_us, self._antenna(index)) for index in range(3)]
        for pin, chip in zip(SELECTS, self.chips, strict=True):
            rp2040.gpio[pin].add_listener(self._selector(chip))
        rp2040.spi[0].on_transmit = self._transmitted

    def _now_us(self) -> int:
        return int(self._rp2040.clock.nanos) // 1000

    def _antenna(self, index: int) -> Callable[[], tuple[bytes, ...]]:
        return lambda: self._world.tags(index)

    def _selector(self, chip: Mfrc522Chip) -> Callable[[int, int], None]:
        def level_changed(level: int, before: int) -> None:
            chip.select(int(level == 1))
            if level == 0:
                self._chosen = chip
            elif self._chosen is chip:
                self._chosen = None

        return level_changed

    def _transmitted(self, byte: int) -> None:
        self._bytes += 1
        if self._bytes % LOOK_EVERY == 0 or self._is_stuck():
            self._look()
        if self._is_stuck():
            self._path.with_name("world.stuck").touch()
            return
        self._rp2040.spi[0].complete_transmit(0xFF if self._chosen is None else self._chosen.exchange(byte))

    def _is_stuck(self) -> bool:
        return self._chosen is not None and self._world.fault(self.chips.index(self._chosen)) == STUCK

    def _look(self) -> None:
        world = World()
        world.bytes[:] = self._path.read_bytes()
        if not world.is_whole():
            return
        now = str(self._now_us())
        self._path.with_name("world.clock").write_text(now)
        if world.number() != self._seen:
            self._seen = world.number()
            self._path.with_name("world.seen").write_text(f"{self._seen} {now}")
        self._world = world
        for index, chip in enumerate(self.chips):
            world.afflict(index, chip, self._spoils)
            if world.dips(index) != self._dips[index]:
                self._dips[index] = world.dips(index)
                chip.power_up()
        self._touch(world.closed())

    def _touch(self, closed: int) -> None:
        for place, pin in enumerate(CONTACTS):
            if (closed ^ self._closed) >> place & 1:
                if closed >> place & 1:
                    self._rp2040.gpio[pin].set_input_value(False)
                else:
                    self._rp2040.gpio[pin].release_input()
        self._closed = closed


def __getattr__(name: str) -> Any:
    """Give `BOARD` when the emulator asks for it; the tests of the bench itself need no emulator."""
    if name != "BOARD":
        raise AttributeError(name)
    boards: Any = importlib.import_module("rp2040py.boards")
    ws2812: Any = importlib.import_module("rp2040py.external.ws2812")
    world = Path(os.environ["TACOHUB_WORLD"])

    def show(pixels: list[tuple[int, ...]]) -> None:
        world.with_name(world.name + ".lights").write_bytes(bytes(part for pixel in pixels for part in pixel))

    pico = boards.BOARDS["pico"]
    return boards.BoardSpec(
        mcu=pico.mcu,
        firmware=pico.firmware,
        extras=(lambda: EmulatedBench(world), lambda: ws2812.Ws2812(LIGHTS, on_pixels=show)),
    )
