"""The page of gestures, drawn from the decision tables: `python -m pi.gestures_page` in `tests` writes it."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import TypeVar

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

To find out why a gesture had its result, go down from the top and stop at the first row that fits: the moment is right,
and all that stands under "gesture" is so. If nothing stands there, any press or card fits. The name of a message in
brackets is that of logs and recordings. The lamp is what a press would do now: it looks so as long as the row would
decide a press of it; without a word it is dark. At Tacocat NO stands for LEFT and RIGHT, too; if an Exploding game is
played at Tacocat's pads, NO is NOPE. "In time" is decided by the guards below.
"""
LIMITS = """
## What has no row

- A card that leaves a pad: the pad is free, the message about that card goes, and displays go on with what is asked.
- Several cards on one pad: those of one play are all shown, in a turn; otherwise all are to be taken off. OK flashes
  twice in green until the pad is clear.
- A reader or a display that falls silent or comes back, a phone that joins, a name that is typed: displays say so.
- NOPE or NO, held: the menu of the seat opens, or closes.
- A press while the table asks something beside the game (a vote, a pause, a restart, a full disk): `state/question.py`.
- A press at a seat that shows a menu, and one that ends a message of the table itself: `dialogs/menu.py`.
- Time: a window runs out, a claim ends, a message goes after three seconds.

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


SAYS = {  # How the value of a field is said; of a field that is true or false, its two words.
    "actor": "the seat {}",
    "timing": "in time: {}",
    "shown": "shown: {}",
    "lying": "on its pads: {}",
    "claim": "its NOPE: {}",
    "owner": "whose: {}",
    "kind": "the card: {}",
    "message": "on show: {}",
}
IS_SO = {
    "is_seen": ("cards do not pass pads", "cards pass pads"),
    "has_news": ("no news on show", "news on show"),
    "has_message": ("no message on show", "a message on show"),
    "is_asked": ("the seat is not asked", "the seat is asked"),
    "is_gathered": ("one card is asked for", "several cards are gathered"),
}


def document() -> str:
    """Return the text of the page."""
    parts = [HEAD, "\n## Buttons at an Exploding game\n\n", *_rows(exploding.PRESSES)]
    parts += ["\n## Cards at an Exploding game\n\n", *_rows(exploding.CARDS)]
    parts += ["\n## Buttons at Tacocat\n\n", *_rows(tacocat.PRESSES)]
    parts += ["\n## Cards at Tacocat\n\n", *_rows(tacocat.CARDS)]
    parts += ["\n## How long a press or a card does not count\n\n| guard | after | why |\n|---|---|---|\n"]
    parts += [f"| {guard.name} | {guard.ms / 1_000:g} s | {guard.reason} |\n" for guard in Guard]
    return "".join([*parts, LIMITS])


def _rows(table: Table[Does]) -> Iterable[str]:
    yield "| | row | when | gesture | what happens | on the display | lamp |\n|---|---|---|---|---|---|---|\n"
    for number, row in enumerate(table.rows, 1):
        named = [str(moment.value) for moment in row.when.get("moment", ()) if isinstance(moment, Enum)]
        cells = "; ".join(named) or "any moment", _conditions(row), str(row.do.value), _message(row), _lamp(row)
        yield f"| {number} | **{row.name}** | {' | '.join(cells)} |\n"


def _conditions(row: Row[Does]) -> str:
    """Return what a row asks of a gesture beside its moment, in words; a field with any value is left out."""
    parts: list[str] = []
    for field, values in row.when.items():
        if field in IS_SO:
            parts += [IS_SO[field][bool(value)] for value in values if len(values) == 1]
            continue
        first = values[0]
        every: list[object] = list(type(first)) if isinstance(first, Enum) else []
        if field == "moment" or len(values) == len(every):
            continue
        others = [value for value in every if value not in values]
        few, is_not = (others, "not ") if len(others) == 1 and len(values) > 2 else (list(values), "")
        said = SAYS.get(field, "{}").format(" or ".join(str(value.value) for value in few if isinstance(value, Enum)))
        parts.append(is_not + said)
    return "; ".join(parts)


def _message(row: Row[Does]) -> str:
    if not row.says:
        return ""
    code = f"refusal.{row.says.split()[0]}"
    return f"{' / '.join(Catalog('en').oled(code, SAMPLE))} (`{code}`)"


def _lamp(row: Row[Does]) -> str:
    if not row.lamp:
        return ""
    colour, pattern = LOOKS[row.lamp]
    name = "green" if colour[1] > colour[0] else "red"
    return f"{name} {'steady' if pattern is Pattern.SOLID else pattern.value} (`lamp.{row.lamp}`)"


if __name__ == "__main__":
    PAGE.write_text(document(), encoding="utf-8")
