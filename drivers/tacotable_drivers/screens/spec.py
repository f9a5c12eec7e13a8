"""What a kind of panel is: one value, from which its driver, its pictures, its emulator and its current follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tacotable_drivers.screens.difference import Price, Window, whole
from tacotable_drivers.spec import check_parts, is_count, is_name, is_place

LEAST_WIDTH, LEAST_HEIGHT = 128, 32
"""Pixels that the words of a table need."""


@dataclass(frozen=True, slots=True)
class Addressing:
    """How a panel is told which rectangle the next data fill, and what that costs."""

    price: Price
    command: Callable[[Window], tuple[int, ...]]


BY_WINDOW = Addressing(
    Price(command_bytes=6, is_tall=True),
    lambda window: (0x21, window.first_column, window.last_column, 0x22, window.first_page, window.last_page),
)
"""Columns and pages of a rectangle (SSD1306 rev 1.1 §10.1.4, §10.1.5)."""


def by_page(first_column: int) -> Addressing:
    """Return the addressing page by page (SH1106 V2.3, "Commands"), with the memory column at the left of the glass."""

    def command(window: Window) -> tuple[int, ...]:
        column = window.first_column + first_column
        return (0xB0 | window.first_page, column & 0x0F, 0x10 | column >> 4)

    return Addressing(Price(command_bytes=3, is_tall=False), command)


@dataclass(frozen=True, slots=True, kw_only=True)
class PanelSpec:
    """A kind of one-bit panel on I2C; raises SpecError where a part is not what it has to be.

    `name` is what table files call it. `device` names luma's class as `module:name`, which says how it is set up.
    `width` and `height` are pixels, `width_mm` and `height_mm` the part of the glass that lights up. `ma` is the
    current at 3.3 V with all pixels lit, `hz` the fastest clock of a bus that it takes. `emulator` names what it is on
    the simulated table, as `module:name`, called with width and height; a real table never imports it.
    """

    name: str
    device: str
    width_mm: float
    height_mm: float
    ma: int
    width: int = 128
    height: int = 64
    hz: int = 400_000
    addressing: Addressing = BY_WINDOW
    emulator: str = "tacotable_sim.outputs.controllers:Ssd1306"

    def __post_init__(self) -> None:
        """Check all parts: what installed packages bring is not checked by anybody else."""
        at_least = f"{LEAST_WIDTH} x {LEAST_HEIGHT}"
        sizes: tuple[object, ...] = (self.width_mm, self.height_mm)
        is_mm = all(isinstance(size, int | float) and size > 0 for size in sizes)
        is_large = is_count(self.width) and is_count(self.height) and self.width >= LEAST_WIDTH
        parts = {
            "name has to be small letters, digits and -": is_name(self.name),
            "device has to name luma's class, as module:name": is_place(self.device),
            f"width and height have to be pixels, at least {at_least}": is_large and self.height >= LEAST_HEIGHT,
            "height has to be a number of whole pages of 8 pixels": is_large and self.height % 8 == 0,
            "width_mm and height_mm have to be millimetres of the lit glass": is_mm,
            "ma has to be the current with all pixels lit, in whole mA": is_count(self.ma),
            "hz has to be the fastest clock that it takes": is_count(self.hz),
            "addressing has to be an Addressing": isinstance(self.addressing, Addressing),
            "emulator has to name what simulates it, as module:name": is_place(self.emulator),
        }
        check_parts(f"display {self.name!r}", parts)

    @property
    def frame_bytes(self) -> int:
        """Return what a whole picture takes on the wire, addresses and control bytes included."""
        return self.addressing.price.of(whole(self.addressing.price, self.width, self.height // 8))
