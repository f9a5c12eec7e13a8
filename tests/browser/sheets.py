"""Contact sheets: pictures of pages in their phases, drawn where somebody asks for them, to be looked at."""

from __future__ import annotations

import io
import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER = os.environ.get("TACOTABLE_SHEETS", "")
"""Where the pictures go; none are drawn without it."""
WIDEST_PX = 3900
"""So wide a contact sheet is at most: ten phones beside each other, or two laptops."""
MOST_ROWS = 6


def draw_sheet(page: Page, name: str) -> None:
    """Keep a picture of what a page shows now, where pictures are wanted."""
    if FOLDER:
        page.screenshot(path=str(Path(FOLDER) / f"{name}.png"))


@dataclass(slots=True)
class Sheets:
    """The moments of a game as one page after another shows them, put together on sheets of the same name."""

    _pictures: dict[str, list[Image.Image]] = field(default_factory=dict)

    def keep(self, page: Page, name: str) -> None:
        """Keep a picture of what a page shows now, where pictures are wanted."""
        if FOLDER:
            self._pictures.setdefault(name, []).append(Image.open(io.BytesIO(page.screenshot())).convert("RGB"))

    def draw(self) -> None:
        """Draw the sheets."""
        for name, pictures in self._pictures.items():
            columns = WIDEST_PX // pictures[0].width
            for first in range(0, len(pictures), columns * MOST_ROWS):
                sheet = _beside_each_other(pictures[first : first + columns * MOST_ROWS], columns)
                sheet.save(Path(FOLDER) / f"{name}-{first}.png")


def _beside_each_other(pictures: list[Image.Image], columns: int) -> Image.Image:
    width, height = pictures[0].size
    sheet = Image.new("RGB", (width * min(columns, len(pictures)), height * -(-len(pictures) // columns)))
    for place, picture in enumerate(pictures):
        sheet.paste(picture, (place % columns * width, place // columns * height))
    return sheet
