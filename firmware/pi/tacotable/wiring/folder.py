"""All pictures and pages of a table's wiring, by the names of their files.

Each page is complete in itself: the wiring to tick off, and labels to print and cut out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from importlib.resources import files
from pathlib import Path

import segno

from tacotable.table.pinout import budget, wiring_of
from tacotable.table.schema import TableFile
from tacotable.wiring.drawing import draw_chain, draw_plan
from tacotable.wiring.hole_plan import draw_plate, plates_of
from tacotable.wiring.parts_list import CLASSES, parts_list, total
from tacotable.wiring.plans import Plan, light_wires, plans_of, strip_order

STYLE, LABELS = (
    files("tacotable.wiring").joinpath(name).read_text(encoding="utf-8") for name in ("index.css", "labels.css")
)
TICK = "☐"
TRAYS = (
    ("draw pile", "Cards that nobody knows. Keep it away from the pads."),
    ("discard pile", "Used cards, face up, in their order."),
    ("spare stickers", "Not enrolled yet: keep them out of reach of the pads."),
)


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
    files["index.html"] = _wiring_page(table, plans, pictures)
    files["labels.html"] = labels_page(table, plans, light_wires(table), address)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    return list(files)


def _wiring_page(table: TableFile, plans: tuple[Plan, ...], pictures: Mapping[str, str]) -> str:
    wiring, items = wiring_of(table), parts_list(table, plans)
    least, most = total(items)
    classes = ", ".join(f"{price} {low:g} to {high:g} euros" for price, (low, high) in CLASSES.items())
    told = [f'<p class="fault">{escape(fault)}</p>' for fault in wiring.faults]
    told += [f"<p>{escape(hint)}</p>" for hint in wiring.hints]
    body = [
        f"<h1>The wiring of {escape(table.name)}</h1>",
        "<p>Drawn from the table file; never tried on a real board. Switch the supply off while you wire. "
        "What ends in GND, 3.3 V or 5 V goes to that rail, a bar or clamps; all grounds meet at one. The rails of a "
        "hub are its own: never join its 3.3 V or 5 V with those of the Pi.</p>",
        "<p>A number alone is a place: behind Pi that of its header (1 to 40, no GPIO), behind a hub the pin of its "
        "Pico, behind an expander the leg of the MCP23017, behind USB a socket that you mark.</p>",
        f"<p>{escape(budget(table))}</p>",
        *told,
        *(f"<h2>{escape(title)}</h2>{picture}" for title, picture in pictures.items()),
        f"<h2>Parts</h2><p>{least} to {most} euros in all, by rule of thumb. One piece costs: {classes}. "
        "Cable, wood and screws are not counted.</p>",
        _grid(("", "part", "price"), ((str(item.count), item.part, item.price) for item in items)),
        "<h2>Wires</h2>",
        _grid(
            ("", "part", "terminal", "other end", "terminal", "between"),
            ((TICK, *wire) for wire in (*_wires(plans), *light_wires(table))),
        ),
    ]
    return _page(f"{table.name}: wiring", STYLE, body)


def labels_page(table: TableFile, plans: tuple[Plan, ...], wires: Iterable[tuple[str, ...]], address: str) -> str:
    """Return the sheet of labels: each part with its wires, for both ends of its cable; pads, trays, and codes."""
    plugs = [_plug(box.name, plan.links()) for plan in plans for box in plan.boxes]
    chains = [*wires]
    names = dict.fromkeys(end for light, _, to, *_ in chains for end in (light, to))
    lights = [_plug(name, chains) for name in names]
    pads = (f'<div class="pad">{escape(zone)}<br>one card at a time</div>' for zone in table.pads)
    told = TRAYS if table.pads else TRAYS[-1:]
    trays = (f'<div class="tray"><b>{name}</b>{what}</div>' for name, what in told)
    codes = (
        f'<div class="code">{segno.make(where, micro=False).svg_inline(scale=4, border=2)}<br>{name}<br>{where}</div>'
        for name, where in (("the page", address), ("the stage", f"{address.rstrip('/')}/stage"))
    )
    cut = "Lights, for a strip or chain that is cut between them"
    groups = (("Plugs", plugs * 2), (cut, lights * 2), ("Pads", pads), ("Trays", trays), ("Codes", codes))
    body = [f"<h3>{title}</h3><section>{''.join(labels)}</section>" for title, labels in groups]
    return _page(f"{table.name}: labels", LABELS, body)


def _page(title: str, style: str, body: Iterable[str]) -> str:
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{style}</style>'
    return "\n".join(('<!doctype html><html lang="en">', f"<head>{head}</head><body>", *body, "</body></html>", ""))


def _grid(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    top = "".join(f"<th>{escape(head)}</th>" for head in heads)
    cells = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows)
    return f"<table><tr>{top}</tr>" + "".join(f"<tr>{row}</tr>" for row in cells) + "</table>"


def _wires(plans: tuple[Plan, ...]) -> Iterator[tuple[str, ...]]:
    told: set[tuple[str, ...]] = set()
    for link in (link for plan in plans for link in plan.links()):
        part, terminal, to, at, _ = link
        if (to, at, part, terminal) not in told:  # a wire between two parts, told from its other end
            yield link
        told.add((part, terminal, to, at))


def _plug(part: str, links: Iterable[tuple[str, ...]]) -> str:
    """Return the label of a part: its wires with what is between, those too that are told from their other end."""
    ends: dict[str, None] = {}
    for name, own, to, at, through in links:
        between = f" ({through})" if through else ""
        if name == part:
            ends[f"{own} ↔ {to} {at}".rstrip() + between] = None
        elif to == part:
            ends[f"{at} ↔ {name} {own}{between}"] = None
    return f'<div class="plug"><b>{escape(part)}</b>{"<br>".join(map(escape, ends))}</div>'
