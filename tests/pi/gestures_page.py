"""The page of gestures, drawn from the decision tables: `python -m pi.gestures_page` in `tests` writes it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import Protocol, TypeVar

from pi import decisions, tacocat_decisions
from tacotable.catalog import Catalog
from tacotable.games.decisions import Row, Table
from tacotable.games.exploding import table as exploding
from tacotable.games.lamps import LOOKS
from tacotable.games.tacocat import table as tacocat
from tacotable.state.guards import Guard
from tacotable_drivers.ports import Pattern

Does = TypeVar("Does", bound=Enum)
PAGE = Path(__file__).parents[2] / "docs" / "gestures.md"
HEAD = """# Gestures at the table

What a press or a card does, row by row; the first row that fits decides. Drawn from the decision tables of the code
(`games/exploding/table.py`, `games/tacocat/table.py`) by `python -m pi.gestures_page` in `tests`; a test compares.
"""
LIMITS = """
## What no pad can tell

- Whose hand laid a card on the pad of all: in a turn it counts for the seat whose turn it is, unless another seat
  presses OK while it is there; then the table asks.
- Whose hand laid a card on a seat's own pad: it counts for that seat.
- A card that a reader which reports one card alone finds under another: it counts only if it is laid again.
"""
SAMPLE = {
    "space": ("T", "1"),
    "card": "exploding-kitten",
    "name": "skip",
    "seat": "1",
    "seats": ("1", "2"),
    "n": 1,
    "cards": ("skip",),
}


def document() -> str:
    """Return the text of the page."""
    parts = [HEAD, "\n## Buttons at an Exploding game\n\n", *_rows(exploding.PRESSES, decisions.presses())]
    parts += ["\n## Cards at an Exploding game\n\n", *_rows(exploding.CARDS, decisions.cards())]
    parts += ["\n## Buttons at Tacocat\n\n", *_rows(tacocat.PRESSES, tacocat_decisions.presses())]
    parts += ["\n## Cards at Tacocat\n\n", *_rows(tacocat.CARDS, tacocat_decisions.cards())]
    parts += ["\n## How long a press does not count\n\n| after | why |\n|---|---|\n"]
    parts += [f"| {guard.ms / 1_000:g} s | {guard.reason} |\n" for guard in Guard]
    return "".join([*parts, LIMITS])


class Gesture(Protocol):
    """A reading of either game."""

    @property
    def moment(self) -> Enum:
        """Return what is asked at the table."""


def _rows(table: Table[Does], readings: Iterable[Gesture]) -> Iterable[str]:
    yield "| when | what happens | on the display | lamp |\n|---|---|---|---|\n"
    moments: dict[str, list[str]] = {}
    for reading in readings:
        seen = moments.setdefault(table.decide(reading).name, [])
        moment = str(reading.moment.value)
        if moment not in seen:
            seen.append(moment)
    for row in table.rows:
        asked = moments[row.name]
        told = asked[0] if len(asked) == 1 else ", ".join(asked) if len(asked) <= 4 else "any moment"
        yield f"| {told}: **{row.name}** | {row.do.value} | {_message(row)} | {_lamp(row)} |\n"


def _message(row: Row[Does]) -> str:
    if not row.says:
        return ""
    return " / ".join(Catalog("en").oled(f"refusal.{row.says.split()[0]}", SAMPLE))


def _lamp(row: Row[Does]) -> str:
    if not row.lamp:
        return ""
    colour, pattern = LOOKS[row.lamp]
    name = "green" if colour[1] > colour[0] else "red"
    return f"{name} {'steady' if pattern is Pattern.SOLID else pattern.value}"


if __name__ == "__main__":
    PAGE.write_text(document(), encoding="utf-8")
