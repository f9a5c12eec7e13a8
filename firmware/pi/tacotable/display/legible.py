"""Whether what displays say can be read from a chair: how high its lowest capitals are, as an angle."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import atan, degrees

from tacotable.display.fonts import HEIGHT, LAYOUTS, SHORT_LAYOUTS, WIDTH, font
from tacotable.table.checks import displays_by_key
from tacotable.table.schema import TableFile
from tacotable_drivers.registry import PanelSpec, panels

LEAST_ARC_MINUTES = 16  # Asked of text that has to be read in ISO 9241-303 (20 to 22 are comfortable).


def arc_minutes(pixels: int, panel: PanelSpec, distance_m: float) -> float:
    """Return the angle under which so many pixels of a panel's height are seen."""
    return 60 * degrees(atan(pixels * panel.height_mm / panel.height / 1000 / distance_m))


def least_size(panel: PanelSpec) -> int:
    """Return the lowest height of words that its screens are written in; Chinese ones are never lower."""
    layouts = SHORT_LAYOUTS if panel.height < HEIGHT else LAYOUTS
    return min(size for each in layouts.values() for size in (each.size, each.title, each.smaller))


@cache
def capital_px(size: int) -> int:
    """Return how many pixels high the font draws a capital."""
    _, top, _, bottom = font(size).getmask("H", mode="1").getbbox() or (0, 0, 0, 0)
    return int(bottom - top)


def seen_at(panel: PanelSpec, distance_m: float) -> float:
    """Return the arc minutes of the lowest capitals of a panel; larger pictures have everything larger."""
    times = max(1, min(panel.width // WIDTH, panel.height // HEIGHT))
    return arc_minutes(times * capital_px(least_size(panel)), panel, distance_m)


def faults_of_reading(table: TableFile) -> Iterator[str]:
    """Yield which display cannot be read from where people sit, and which kinds would do."""
    for key, display in displays_by_key(table).items():
        distance_key = {"seats": "seats_m", "board": "spaces_m"}.get(key[:5], "ring_m")
        metres: float = getattr(table.distances, distance_key)
        seen = seen_at(display.panel, metres)
        if seen < LEAST_ARC_MINUTES:
            able = [each for each in panels().specs.values() if seen_at(each, metres) >= LEAST_ARC_MINUTES]
            told = " or ".join(f"{each.name} ({each.width_mm:.0f} mm wide)" for each in able)
            nearer = int(metres * 100 * seen / LEAST_ARC_MINUTES) / 100
            yield (
                f"{key}: capitals of this {display.controller} are {seen:.1f} arc minutes high from {metres:g} m, and "
                f"people read {LEAST_ARC_MINUTES}; take {told + ', or ' if told else ''}have it within {nearer} m "
                f"({distance_key} in [distances])"
            )
