"""What to buy for a table: each kind of part with its quantity and its price class, counted from the plans."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacotable.table.boards import BOARDS
from tacotable.table.kinds import deck_of, games_of

if TYPE_CHECKING:
    from tacotable.table.schema import TableFile
    from tacotable.wiring.plans import Plan

CLASSES = {"€": (0.1, 3), "€€": (3, 12), "€€€": (12, 30), "€€€€": (30, 90)}  # Euros each: rules of thumb, not offers.
SPARE = 10  # So many tags and sleeves more than cards: a few are spoiled.
CLAMP = 5  # So many wires go into a lever clamp; in a chain each link between two clamps takes a place in both.
_CLASS_OF = (  # How names of parts begin, by class: the first that fits counts, all others are of the lowest.
    ("€€", ("Raspberry Pi Pico", "RDM6300", "MFRC522", "USB-serial", "I2C multiplexer", "microSD", "chain of")),
    ("€€€", ("PN532", "OLED ssd1309", "supply", "powered USB hub", "pack of", "APA102")),
    ("€€", ("OLED",)),
    ("€€€€", ("Raspberry Pi", "ID12LA")),
)


@dataclass(frozen=True, slots=True)
class Item:
    """So many of one part, and its price class."""

    count: int
    part: str
    price: str


def parts_list(table: TableFile, plans: tuple[Plan, ...]) -> tuple[Item, ...]:
    """Return all that has to be bought, dearest first."""
    counts = Counter(dict(_beside(table, plans)))
    for box in (box for plan in plans for box in plan.boxes):
        counts[box.what] += 1
        for lead in box.leads:  # what is between its ends: resistors and capacitors
            counts.update(re.split(" (?:up )?to ", word)[0] for word in re.split(",? and |, ", lead.through))
    items = []
    for part, count in counts.items():
        price = next((price for price, starts in _CLASS_OF if part.startswith(starts)), "€")
        items += [Item(count, part, price)] if part else []
    return tuple(sorted(items, key=lambda item: (-len(item.price), item.part)))


def total(items: tuple[Item, ...]) -> tuple[int, int]:
    """Return what all of it costs, at least and at most, in whole euros."""
    bounds = [(item.count * low, item.count * high) for item in items for low, high in [CLASSES[item.price]]]
    return round(sum(low for low, _ in bounds)), round(sum(high for _, high in bounds))


def _beside(table: TableFile, plans: tuple[Plan, ...]) -> Iterator[tuple[str, int]]:
    """Yield what no plan has: the Pi itself and its card, clamps, what the cards need, USB hubs."""
    board = BOARDS[table.power.board].title if table.power.board else "Pi 4"
    yield f"Raspberry {board}", 1
    yield "microSD card, endurance, 16 GB", 1
    yield from ((plan.board.what, 1) for plan in plans if plan.board.what.startswith("powered"))
    for rail, wires in Counter(rail for plan in plans for rail in plan.rail_ends()).items():
        clamps = max(1, -(-(wires - 2) // (CLAMP - 2)))
        yield f"lever clamp for {CLAMP} wires, in a chain, or a bar: {wires} wires meet at {rail}", clamps
    if table.pads:
        most = max(len(deck_of(game)) for game in games_of(table)) + SPARE
        family = {spec.family.frequency for spec in table.own_readers().values()} or {"13.56 MHz"}
        yield f"pack of {most} tags, {' or '.join(sorted(family))}, 25 mm stickers", 1
        yield f"pack of {most} opaque sleeves", 1
