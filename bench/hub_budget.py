"""The hub's time budget on a real Pico, worked out: from a card on a pad to the event at the host, with three readers.

Counted here: what the driver sends over SPI and over the air, by running it on the register model of the chip. Assumed:
what MicroPython takes for it, from an emulated RP2040 at 125 MHz (the whole program tells about twice as much there;
never measured on a board). What a popular driver's loop asks for is counted on the same model, in
tests/pico/test_mfrc522_witness.py.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path += [str(ROOT / "tests"), str(ROOT / "firmware" / "pico")]

# Assumed, in microseconds.
REGISTER_US = 82
"""One register read or written: Python around 4 us of SPI. (A popular driver: 121, for it makes lists of bytes.)"""
POPULAR_REGISTER_US = 116
"""Makes 2001 reads 231.8 ms, as was seen in the emulator."""
BYTE_US = 10
"""One more byte in a burst from or into the FIFO: copied in Python."""
ROUND_US = 500
"""One round of the hub's main loop without a reader's step; between two looks at an exchange there is one."""
EVENT_US = 1_500
"""Sealing an event: the text, its CRC, the queue."""
SEND_US = 300
"""80 bytes to the USB port, at once."""
HOST_US = 1_200
"""One USB frame, and the host's read."""
GUARD_US = 5_100
PERIOD_US = 30_000
READERS = 3
POPULAR_READS = 2_001
"""How often a popular driver's loop asks for the interrupts of one empty field."""


@dataclass(frozen=True)
class Cost:
    """What one scan takes."""

    registers: int
    bytes: int
    looks: int
    air_us: int

    @property
    def us(self) -> int:
        """The whole time, where waiting goes on in rounds of the main loop."""
        return self.registers * REGISTER_US + self.bytes * BYTE_US + self.looks * ROUND_US


def scan_cost(tags: tuple[str, ...]) -> Cost:
    """Run the driver on the model, one look at an exchange every round; count."""
    antenna: Any = importlib.import_module("pico.test_scan").Antenna(*tags)
    under_way = importlib.import_module("tacohub.scan").UNDER_WAY
    desk, chip = antenna.desk, antenna.desk.chips[0]
    counts = {"selects": 0, "looks": 0}
    select: Callable[[int], None] = chip.select

    def counted(level: int) -> None:
        counts["selects"] += 1 - level
        desk.us += (1 - level) * REGISTER_US
        select(level)

    chip.select = counted
    chip.transfers = 0
    began = desk.us
    while next(antenna._scan.steps) == under_way:
        counts["looks"] += 1
        desk.us += ROUND_US
    extra = chip.transfers - 2 * counts["selects"]
    return Cost(counts["selects"], extra, counts["looks"], desk.us - began - counts["selects"] * REGISTER_US)


def row(name: str, us: float) -> None:
    """Print one line of the table."""
    print(f"  {name:<58}{us / 1000:8.1f} ms")


def main() -> None:
    """Print the budget."""
    empty, four, seven = scan_cost(()), scan_cost(("DEADBEEF",)), scan_cost(("04A1B2C3D4E5F6",))
    print("One scan (counted on the model; times assumed as the top of this file says):")
    for name, cost in (("empty field", empty), ("4-byte tag", four), ("7-byte tag", seven)):
        counted = f"{name}: {cost.registers} registers, {cost.bytes} more bytes, {cost.looks} looks"
        row(counted, cost.us)
    wake = 4 * REGISTER_US + GUARD_US
    others_empty = (READERS - 1) * (wake + empty.us)
    others_full = (READERS - 1) * (wake + seven.us)
    round_us = max(PERIOD_US, READERS * (wake + empty.us))
    tail = EVENT_US + SEND_US + HOST_US
    print("From a card down (7 bytes) to the event at the host, antennas in turn:")
    row("typical: half a round, guard, two scans, telling", round_us / 2 + wake + 2 * seven.us + tail)
    row("worst, other pads empty", PERIOD_US + others_empty + wake + 2 * seven.us + tail)
    row("worst, cards on the other pads too", PERIOD_US + others_full + wake + 2 * seven.us + tail)
    print("A round of three readers:")
    row("all empty (readers rest until 30 ms have passed)", READERS * (wake + empty.us))
    row("7-byte tags on all", READERS * (wake + seven.us))
    row("popular driver, all empty", READERS * POPULAR_READS * POPULAR_REGISTER_US)


if __name__ == "__main__":
    main()
