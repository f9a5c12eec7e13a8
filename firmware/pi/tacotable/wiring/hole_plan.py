"""The holes of a table's plates, in millimetres from the lower left corner, and their drawing at full size.

The sizes are proposals: a printed board, other buttons and other cases differ. Nothing was sawn after them yet.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import schemdraw
from schemdraw import elements as elm
from schemdraw import flow

from tacotable.table.parts import sensor_name, space_name
from tacotable.wiring.drawing import as_svg

if TYPE_CHECKING:
    from tacotable.table.schema import Board, Display, Play, Seat, TableFile

CARD = (66.0, 91.0)  # A sleeved card.
BUTTON_MM, LED_MM, SWITCH_MM = 24.0, 5.0, 4.0  # A small arcade button, an LED, the pocket of a hall switch (TO-92).
GLASS_MM = 1.0  # So much wider than the lit glass is a window on each side.
MARGIN, PITCH, SPACE_PITCH = 15.0, 40.0, 60.0  # From the rim, from button to button, from space to space, in mm.


@dataclass(frozen=True, slots=True)
class Hole:
    """One hole, by its middle; `tall` is 0 where it is round. A `spot` is no hole: a card lies there."""

    name: str
    x: float
    y: float
    wide: float
    tall: float = 0.0
    spot: bool = False


@dataclass(frozen=True, slots=True)
class Plate:
    """One plate, how many of it there are, and its holes."""

    name: str
    count: int
    wide: float
    tall: float
    holes: tuple[Hole, ...]


def plates_of(table: TableFile) -> tuple[Plate, ...]:
    """Return the plates of a table: one for seats of each kind, and what is in the middle."""
    seats = Counter(_seat_plate(seat) for seat in table.seats)
    plates = [replace(plate, count=count) for plate, count in seats.items()]
    middle = {"board": _spaces(table.board) if table.board else (), "middle": _middle(table.play) if table.play else ()}
    return (*plates, *(_around(name, tuple(holes)) for name, holes in middle.items() if holes))


def _window(name: str, display: Display, x: float, y: float) -> Hole:
    panel = display.panel
    wide, tall = panel.width_mm + 2 * GLASS_MM, panel.height_mm + 2 * GLASS_MM
    return Hole(name, round(x, 1), round(y, 1), round(wide, 1), round(tall, 1))


def _seat_plate(seat: Seat) -> Plate:
    """Return the plate of a seat: the card's spot over the coil, beside it the buttons, and the display above these."""
    left = MARGIN + (CARD[0] + MARGIN if seat.pad else 0)
    holes = [Hole("pad, coil below", MARGIN + CARD[0] / 2, MARGIN + CARD[1] / 2, *CARD, spot=True)] if seat.pad else []
    roles = seat.buttons_by_role()
    first, y = left + BUTTON_MM / 2, MARGIN + BUTTON_MM / 2
    ordered = sorted(roles, key=("left", "nope", "no", "ok", "right").index)
    holes += [Hole(role.upper(), first + n * PITCH, y, BUTTON_MM) for n, role in enumerate(ordered)]
    if seat.display:
        x = left + max(((len(roles) - 1) * PITCH + BUTTON_MM) / 2, seat.display.panel.width_mm / 2 + GLASS_MM)
        holes.append(_window("display", seat.display, x, MARGIN + BUTTON_MM + 20 + seat.display.panel.height_mm / 2))
    return _around("seat", tuple(holes))


def _around(name: str, holes: tuple[Hole, ...]) -> Plate:
    """Return a plate that has its rim at the margin of its holes."""
    wide = max(hole.x + hole.wide / 2 for hole in holes) + MARGIN
    tall = max(hole.y + (hole.tall or hole.wide) / 2 for hole in holes) + MARGIN
    return Plate(name, 1, round(wide, 1), round(tall, 1), holes)


def _spaces(board: Board) -> list[Hole]:
    """Return the nine spaces: a pocket for each sensor, a light beside it, a window above seven of them."""
    holes = []
    middles = [(space, MARGIN + SPACE_PITCH * (space + 4.5)) for space in range(-4, 5)]
    for space, x in middles:
        if board.sensors:
            holes.append(Hole(sensor_name(space), x, 60, SWITCH_MM))
        if board.lights:
            holes.append(Hole(f"light {space_name(space)}", x, 25, LED_MM))
    for (space, x), part in zip(middles[1:-1], board.spaces, strict=True):
        if part.display:
            holes.append(_window(f"display {space_name(space)}", part.display, x, 105))
    return holes


def _middle(play: Play) -> list[Hole]:
    """Return the middle of a ring: the pad between the two piles, the displays above it, the countdown below."""
    y, step = MARGIN + 30 + CARD[1] / 2, CARD[0] + 30
    names = ("draw pile", "pad, coil below", "discard pile")
    spots = [Hole(name, MARGIN + CARD[0] / 2 + n * step, y, *CARD, spot=True) for n, name in enumerate(names)]
    top = y + CARD[1] / 2 + 20
    windows = [
        _window(f"display {n + 1}", display, MARGIN + 40 + n * 75, top + display.panel.height_mm / 2)
        for n, display in enumerate(play.displays)
    ]
    lights = [Hole("countdown", spots[1].x, MARGIN + 6, 200, 12)] if play.lights else []
    return [*spots, *windows, *lights]


def draw_plate(plate: Plate) -> str:
    """Return a plate as SVG, at full size when it is printed with 100 %."""
    drawing = schemdraw.Drawing(show=False, fontsize=8, inches_per_unit=1 / 25.4, margin=4, lw=0.6, font="sans-serif")

    def rectangle(x: float, y: float, wide: float, tall: float, style: Literal["-", "--"] = "-") -> None:
        drawing.add(flow.Box(w=wide, h=tall).at((x, y)).anchor("center").linestyle(style))

    def text(x: float, y: float, word: str) -> None:
        drawing.add(elm.Label().at((x, y)).theta(0).label(word, halign="center", valign="center", ofst=0, fontsize=6))

    rectangle(plate.wide / 2, plate.tall / 2, plate.wide, plate.tall)
    text(plate.wide / 2, plate.tall + 5, f"{plate.name}, {plate.count} x: {plate.wide:g} x {plate.tall:g} mm")
    for hole in plate.holes:
        if hole.tall:
            rectangle(hole.x, hole.y, hole.wide, hole.tall, "--" if hole.spot else "-")
        else:
            drawing.add(flow.Circle(r=hole.wide / 2).at((hole.x, hole.y)).anchor("center"))
        drawing.add(elm.Line().at((hole.x - 2, hole.y)).to((hole.x + 2, hole.y)))
        drawing.add(elm.Line().at((hole.x, hole.y - 2)).to((hole.x, hole.y + 2)))
        size = f"{hole.wide:g} x {hole.tall:g}" if hole.tall else f"⌀ {hole.wide:g}"
        below = hole.y - (hole.tall or hole.wide) / 2
        text(hole.x, below - 3, hole.name)
        text(hole.x, below - 6.5, f"{size} at {hole.x:g}, {hole.y:g}")
    drawing.add(elm.Line().at((0, -8)).to((100, -8)))
    text(50, -11, "100 mm: measure this line before you drill")
    return as_svg(drawing)
