"""All pictures and pages of a table's wiring, by the names of their files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable.wiring.drawing import draw_chain, draw_plan
from tacotable.wiring.hole_plan import draw_plate, plates_of
from tacotable.wiring.plans import light_wires, plans_of, strip_order
from tacotable.wiring.sheets import labels_page, wiring_page

if TYPE_CHECKING:
    from pathlib import Path

    from tacotable.table.schema import TableFile


def pictures_of(table: TableFile) -> dict[str, str]:
    """Return every picture as SVG, by its title."""
    plans = {plan.title: draw_plan(plan) for plan in plans_of(table)}
    chains = {f"Order of the lights, {name}": draw_chain(lights) for name, lights in strip_order(table)}
    plates: dict[str, str] = {}
    for plate in plates_of(table):
        title = f"Holes, {plate.name}"
        plates[title if title not in plates else f"{title} {len(plates) + 1}"] = draw_plate(plate)
    return plans | chains | plates


def file_name(title: str) -> str:
    """Return the name of a picture's file: `holes-seat.svg`."""
    words = "".join(char if char.isalnum() else " " for char in title.lower().removeprefix("the "))
    return "-".join(words.split()) + ".svg"


def write_folder(folder: Path, table: TableFile, address: str) -> list[str]:
    """Write all pictures, `index.html` and `labels.html`; returns the names of the files."""
    plans, pictures = plans_of(table), pictures_of(table)
    files = {file_name(title): picture for title, picture in pictures.items()}
    files["index.html"] = wiring_page(table, plans, pictures, light_wires(table))
    files["labels.html"] = labels_page(table, plans, light_wires(table), address)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return list(files)
