"""The parts of a table file by their names: displays, sensors and button pins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacotable.table.schema import PUBLIC_SCREEN, space_screen

if TYPE_CHECKING:
    from tacotable.table.file import Display, TableFile


def displays_of(table: TableFile) -> dict[str, Display]:
    """Return all displays of a table by the names of their screens: seats, then spaces, or the public one."""
    displays = {seat.name: seat.display for seat in table.seats if seat.display}
    if table.board:
        spaces = zip(range(-3, 4), table.board.spaces, strict=True)
        displays |= {space_screen(space): part.display for space, part in spaces if part.display}
    if table.play:
        displays[PUBLIC_SCREEN] = table.play.display
    return displays


def sensors_of(table: TableFile) -> dict[int, int]:
    """Return the pin of each space's sensor; empty where there are none on pins."""
    sensors = table.board.sensors if table.board else []
    return dict(zip(range(-4, 5), sensors, strict=True)) if isinstance(sensors, list) and sensors else {}


def button_pins(table: TableFile) -> dict[str, int]:
    """Return the pin of each button that is on one."""
    return {name: button.pin for name, button in table.buttons().items() if button.pin is not None}


@dataclass(frozen=True, slots=True)
class Lamp:
    """The lamp in a button: of which seat, and what the button is to it (`ok`)."""

    button: str
    seat: str
    role: str


def lamps_of(table: TableFile) -> tuple[Lamp, ...]:
    """Return the lamps of a table, seat by seat."""
    return tuple(
        Lamp(name, seat.name, role)
        for seat in table.seats
        for (role, button), name in zip(seat.buttons_by_role().items(), seat.buttons(), strict=True)
        if button.has_lamp
    )
