"""Looks as the hub's lights take them: colour and rhythm of each, and the hub keeps the rhythm.

Source: firmware/pico/PROTOCOL.md, `lights`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tacotable_drivers.ports import DARK, Look, Pattern
from tacotable_drivers.wiring import in_order

if TYPE_CHECKING:
    from tacotable_drivers.hub.plan import HubPlan

BRIGHTEST = 31
USUAL_ORDER = "grb"
"""How a hub puts colours on the wire (WS2812B data sheet, "Composition of 24 bit data")."""
LETTERS = {Pattern.OFF: "o", Pattern.SOLID: "s", Pattern.SLOW: "w", Pattern.FAST: "f", Pattern.DOUBLE: "d"}


def picture(plan: HubPlan, lamps: Mapping[str, Look], row: Sequence[Look]) -> str:
    """Return the text that shows these looks on a hub's chain; a light that nobody speaks of is dark."""
    looks = [DARK] * plan.light_count
    for name, place in plan.lamps.items():
        looks[place] = lamps.get(name, DARK)
    for place, look in zip(plan.row, row, strict=False):
        looks[place] = look
    return "".join(_text(look, plan) for look in looks)


def _text(look: Look, plan: HubPlan) -> str:
    colours = in_order(look.rgb, USUAL_ORDER, plan.order)
    colour = "".join(f"{part * plan.brightness // BRIGHTEST:02x}" for part in colours)
    return colour + LETTERS[look.pattern]
