"""The picture of the page in the README is the page: `TACOTABLE_PICTURE=draw` draws it anew."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageStat

from browser.conftest import Opener
from browser.house_table import HouseTable
from browser.rounds import attacking, lay_lowest
from tacotable.autoplay.rig import Rig

pytestmark = [pytest.mark.browser, pytest.mark.long(keep=0)]

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs/pictures/page.png"
WIDTH, HEIGHT = 1280, 768
SMALL = (64, 50)
"""Compared as small as this, so that the fonts of another machine make no difference, and a moved board does."""
MOST_DIFFERENCE = 8.0
"""Of 255, on the average of all points."""


def test_the_picture_in_the_readme_is_the_page(open_page: Opener, table: HouseTable) -> None:
    table.play(_attacked)
    page = open_page(width=WIDTH)
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.evaluate("document.fonts.ready")
    shot = page.screenshot(animations="disabled")
    if os.environ.get("TACOTABLE_PICTURE") == "draw":
        image = Image.open(io.BytesIO(shot)).convert("RGB").quantize(256, kmeans=1)
        image.save(PICTURE, optimize=True)

    shown, kept = (
        picture.convert("L").resize(SMALL) for picture in (Image.open(io.BytesIO(shot)), Image.open(PICTURE))
    )
    [difference] = ImageStat.Stat(ImageChops.difference(shown, kept)).mean

    assert difference < MOST_DIFFERENCE
    assert "docs/pictures/page.png" in (ROOT / "README.md").read_text("utf-8")


def _attacked(rig: Rig) -> None:
    """Have WOW attack with its lowest card, which still lies on its pad."""
    attacking(rig)
    lay_lowest(rig, "WOW")
