"""Contact sheets: pictures of pages in their phases, drawn where somebody asks for them, to be looked at."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOLDER = os.environ.get("TACOTABLE_SHEETS", "")
"""Where the pictures go; none are drawn without it."""


def draw_sheet(page: Page, name: str) -> None:
    """Keep a picture of what a page shows now, where pictures are wanted."""
    if FOLDER:
        page.screenshot(path=str(Path(FOLDER) / f"{name}.png"))
