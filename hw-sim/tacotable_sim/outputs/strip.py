"""A strip of APA102 lights: what its shift registers make of the bytes on the SPI bus.

Source: APA102 data sheet, "Data format": 32 zero bits, then for each light 111, five bits of brightness, blue,
green, red (copies of the chip: in another order). Each light passes the rest on half a clock late, so the last ones
need extra clocks at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

START = bytes(4)
_FRAME = 4


@dataclass(frozen=True, slots=True)
class Light:
    """What one light shows: red, green, blue 0..255, and the brightness 0..31 of all three."""

    rgb: tuple[int, int, int] = (0, 0, 0)
    brightness: int = 0

    @property
    def is_lit(self) -> bool:
        """Return whether any light comes out."""
        return self.brightness > 0 and any(self.rgb)


class Strip:
    """The strip as an interface of luma: `data`, `command`, `cleanup`. It counts bytes, each 8 clocks."""

    def __init__(self, count: int, on_change: Callable[[], None] = lambda: None, order: str = "bgr") -> None:
        self._order = order
        self.lights: tuple[Light, ...] = (Light(),) * count
        self.bytes_carried = self.transfers = 0
        self._on_change = on_change

    def data(self, data: Sequence[int]) -> None:
        """Shift bytes through the strip; without a start frame nothing changes."""
        sent = bytes(data)
        self.bytes_carried += len(sent)
        self.transfers += 1
        if not sent.startswith(START):
            return
        before = self.lights
        self.lights = tuple(self._after(sent, number) for number in range(len(before)))
        if self.lights != before:
            self._on_change()

    def command(self, *command: int) -> None:
        """Shift bytes through, too: there is no data/command pin on this chip."""
        self.data(command)

    def cleanup(self) -> None:
        """Do nothing: there is no bus to release."""

    def _after(self, sent: bytes, number: int) -> Light:
        """Return what a light shows after these bytes: its own frame if that got through to it."""
        start = len(START) + number * _FRAME
        frame = sent[start : start + _FRAME]
        clocks_needed = 8 * (start + _FRAME) + ceil(number / 2)
        if len(frame) < _FRAME or frame[0] & 0xE0 != 0xE0 or 8 * len(sent) < clocks_needed:
            return self.lights[number]
        return _shown(frame, self._order)


@lru_cache(1_024)
def _shown(frame: bytes, order: str) -> Light:
    """Return what a light makes of its frame."""
    shown = dict(zip(order, frame[1:], strict=True))
    return Light((shown["r"], shown["g"], shown["b"]), frame[0] & 0x1F)
