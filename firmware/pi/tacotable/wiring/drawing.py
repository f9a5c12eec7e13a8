"""Draws plans as SVG by schemdraw: the board in the middle, parts at its sides, wires between, rails by their names."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal, TypeAlias

import schemdraw
from schemdraw import elements as elm
from schemdraw import flow

from tacotable.wiring.plans import GROUND, HIGH, LOW, Board, Box, Lead, Plan

schemdraw.use("svg")

ROW, TRACK = 0.5, 0.16  # From terminal to terminal, and from one upright wire to the next, in units of half an inch.
NUMBER = re.compile(r"-?\d+\.\d+(?:e[-+]\d+)?|-?\d+e-\d+|(?<=[ ,\"])-0(?=[ ,\"])")
"""What may have tiny parts, or a sign before nothing, that differ from one Python to the next."""
BOARD_WIDTH, BOX_WIDTH, STUB = 3.4, 4.6, 0.5
PIN_X = BOARD_WIDTH / 2 * 0.93
LETTER = 0.125  # The width of a letter of the smallest size, on average.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8a6d00", "#56779c", "#7a3e9d", "#a83232")
"""Colours that differ for most eyes (Okabe and Ito), in turn."""
RAILS = {GROUND: "#000000", LOW: "#b35900", HIGH: "#c00000"}  # Their colours; a hub's own are called `3.3 V of north`.
FONT, A_ROW = 8, 6  # The size of letters, and how many lights of a chain stand in a row.
Align: TypeAlias = Literal["left", "right", "center"]


@dataclass(slots=True)
class _Side:
    """What stands at one side of a board: its boxes, and the wires that go straight to pins of this side."""

    sign: int
    pins: tuple[str, ...]
    boxes: list[Box] = field(default_factory=list)

    def row(self, lead: Lead) -> int:
        """Return the row of the pin that a wire leads to; -1 where it leads elsewhere."""
        return self.pins.index(lead.at) if lead.at in self.pins else -1


def draw_plan(plan: Plan) -> str:
    """Return the picture of a plan as SVG."""
    drawing = schemdraw.Drawing(show=False, fontsize=FONT, inches_per_unit=0.5, lw=1, font="sans-serif")
    board = plan.board
    sides = [_Side(-1, tuple(at for at, _ in board.left)), _Side(1, tuple(at for at, _ in board.right))]
    for box in plan.boxes:
        _side_for(box, board, sides).boxes.append(box)
    tall = max(len(board.left), len(board.right))
    middle = (0, -(tall - 1) * ROW / 2)
    drawing.add(flow.Box(w=BOARD_WIDTH, h=(tall + 1) * ROW).at(middle).anchor("center").fill("#eef3ee"))
    drawing.add(elm.Label().at((0, ROW * 1.1)).theta(0).label(board.name, fontsize=FONT + 3))
    for row, (at, name) in enumerate(board.left):
        _text(drawing, -PIN_X, -row * ROW, f"{at}  {name}", RAILS.get(name, "#222222"), "left")
    for row, (at, name) in enumerate(board.right):
        _text(drawing, PIN_X, -row * ROW, f"{name}  {at}", RAILS.get(name, "#222222"), "right")
    other_ends: dict[str, list[str]] = {}
    for side in sides:
        _draw_side(drawing, board, side, tall, other_ends)
    for side in sides:
        for row, at in enumerate(side.pins):
            if at in other_ends:
                ends = " + ".join(other_ends[at])
                _stub(drawing, side.sign * BOARD_WIDTH / 2, -row * ROW, side.sign, ends, "#555555")
    return as_svg(drawing)


def _side_for(box: Box, board: Board, sides: list[_Side]) -> _Side:
    """Return the side that most wires of a part lead to, where there is none the one with less."""
    counts = [sum(lead.to == board.name and side.row(lead) >= 0 for lead in box.leads) for side in sides]
    if counts[0] == counts[1]:
        return min(sides, key=lambda side: sum(len(other.leads) + 1 for other in side.boxes))
    return sides[counts[1] > counts[0]]


def _draw_side(
    drawing: schemdraw.Drawing, board: Board, side: _Side, tall: int, other_ends: dict[str, list[str]]
) -> None:
    def pin_of(box: Box) -> float:
        rows = [side.row(lead) for lead in box.leads if lead.to == board.name and side.row(lead) >= 0]
        return sum(rows) / len(rows) if rows else 99

    side.boxes.sort(key=pin_of)
    top = max(0.0, (sum(len(box.leads) + 1.8 for box in side.boxes) - tall) / 2)
    links: list[tuple[float, int, str]] = []
    longest = max((len(_end(lead)) for box in side.boxes for lead in box.leads if side.row(lead) < 0), default=8)
    first = STUB + max(8, longest) * LETTER
    gap = first + TRACK * sum(lead.to == board.name for box in side.boxes for lead in box.leads) + 3.2
    edge = side.sign * (BOARD_WIDTH / 2 + gap)
    for box in side.boxes:
        centre = (edge + side.sign * BOX_WIDTH / 2, (top - (len(box.leads) - 0.6) / 2 - 0.2) * ROW)
        drawing.add(flow.Box(w=BOX_WIDTH, h=(len(box.leads) + 1.2) * ROW).at(centre).anchor("center").fill("#fbfbf6"))
        inner = edge + side.sign * 0.15
        far = edge + side.sign * (BOX_WIDTH - 0.15)
        _text(drawing, far, top * ROW, box.name, "#000000", "right" if side.sign > 0 else "left", FONT + 1)
        for number, lead in enumerate(box.leads, 1):
            y = (top - number) * ROW
            _text(drawing, inner, y, lead.terminal, "#222222", "left" if side.sign > 0 else "right")
            if lead.through:
                _text(drawing, far, y, lead.through, "#7a3e9d", "right" if side.sign > 0 else "left", FONT - 1)
            if lead.to == board.name and side.row(lead) >= 0:
                links.append((y, side.row(lead), lead.at))
                continue
            _stub(drawing, edge, y, -side.sign, _end(lead), RAILS.get(lead.to.partition(" of ")[0], "#555555"))
            if lead.to == board.name:
                other_ends.setdefault(lead.at, []).append(f"{box.name} {lead.terminal}")
        top -= len(box.leads) + 1.8
    _draw_links(drawing, side, edge, first, links)


def _end(lead: Lead) -> str:
    return f"{lead.to} {lead.at}".strip()


def _draw_links(
    drawing: schemdraw.Drawing, side: _Side, edge: float, first: float, links: list[tuple[float, int, str]]
) -> None:
    """Draw the wires from parts to pins, each with an upright track of its own, so that few cross."""
    downward = sorted((link for link in links if link[0] > -link[1] * ROW), key=lambda link: link[0])
    upward = sorted((link for link in links if link[0] <= -link[1] * ROW), key=lambda link: -link[0])
    for track, (y, row, at) in enumerate((*downward, *upward)):
        colour, x = COLOURS[row % len(COLOURS)], edge - side.sign * (first + TRACK * track)
        corners = ((edge, y), (x, y), (x, -row * ROW), (side.sign * BOARD_WIDTH / 2, -row * ROW))
        for start, end in pairwise(corners):
            if start != end:
                drawing.add(elm.Line().at(start).to(end).color(colour))
        align: Align = "right" if side.sign > 0 else "left"
        _text(drawing, edge - side.sign * 0.12, y + 0.13, at, colour, align, FONT - 1)


def _stub(drawing: schemdraw.Drawing, x: float, y: float, sign: int, word: str, colour: str) -> None:
    drawing.add(elm.Line().at((x, y)).to((x + sign * STUB, y)).color(colour))
    _text(drawing, x + sign * (STUB + 0.08), y, word, colour, "left" if sign > 0 else "right", FONT - 1)


def _text(
    drawing: schemdraw.Drawing, x: float, y: float, word: str, colour: str, align: Align, size: float = FONT
) -> None:
    x -= 0.12 * (align == "right")
    drawing.add(
        elm.Label().at((x, y)).theta(0).label(word, halign=align, valign="center", ofst=0, fontsize=size, color=colour)
    )


def draw_chain(lights: tuple[str, ...]) -> str:
    """Return the lights of a chain as SVG, in the order of the wire, row by row from the left."""
    drawing = schemdraw.Drawing(show=False, fontsize=FONT, inches_per_unit=0.5, lw=1, font="sans-serif")
    for number, name in enumerate(lights):
        x, y = number % A_ROW * 2.9, -(number // A_ROW) * 1.3
        drawing.add(flow.Box(w=2.4, h=0.8).at((x, y)).anchor("center").fill("#fbfbf6").label(f"{number}: {name}"))
        if number % A_ROW < A_ROW - 1 and number < len(lights) - 1:
            drawing.add(elm.Line(arrow="->").at((x + 1.2, y)).to((x + 1.7, y)))
    return as_svg(drawing)


def as_svg(drawing: schemdraw.Drawing) -> str:
    """Return a drawing as small SVG: a tenth of a point is enough, and usual styles need not be said."""
    text = drawing.get_imagedata("svg").decode()
    text = NUMBER.sub(lambda number: f"{round(float(number[0]), 1) + 0:g}", text)
    text = text.replace("stroke-dasharray:-;", "").replace("stroke-linecap:round;stroke-linejoin:round;", "")
    return text.replace("><", ">\n<") + "\n"
