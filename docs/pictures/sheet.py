"""Sheets: displays side by side as one small picture, each below the name of who reads it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from docs.pictures.stage import EVERYONE, Shown
from PIL import Image, ImageDraw

from tacotable.display.fonts import HEIGHT, WIDTH, centred

SCALE = 2
GAP, FRAME = 6, 2
"""Pixels between two displays, and of the dark edge around each."""
CAPTION = 20
"""Pixels above a display, for the name of who reads it."""
CAPTION_SIZE = 14
READERS: Mapping[str, tuple[str, str, str]] = {
    "en": ("Everyone", "Space {}", "Seat {}"),
    "zh-TW": ("大家", "{} 格", "座位 {}"),
}
"""What the display that everyone reads is called, that of a space, and that of a seat."""


def reader_of(shown: Shown, language: str) -> str:
    """Name who reads a display, or what it stands beside."""
    everyone, space, seat = READERS[language]
    if shown.display.startswith("space "):
        return space.format(shown.display.removeprefix("space "))
    return everyone if shown.display == EVERYONE else seat.format(shown.display)


def sheet(displays: Sequence[Shown], language: str) -> Image.Image:
    """Draw displays side by side, light on dark as they are, on white."""
    width, height = WIDTH * SCALE + 2 * FRAME + GAP, HEIGHT * SCALE + 2 * FRAME + CAPTION
    image = Image.new("1", (width * len(displays) - GAP, height), 1)
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1"
    for index, shown in enumerate(displays):
        left = index * width
        centred(pen, (left, 0, left + width - GAP, CAPTION), reader_of(shown, language), CAPTION_SIZE, fill=0)
        image.paste(_framed(shown.pixels), (left, CAPTION))
    return image


def save(image: Image.Image, path: Path) -> None:
    """Write a picture as a file that is as small as it can be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path, optimize=True)


def is_drawn_in(image: Image.Image, path: Path) -> bool:
    """Tell whether a file holds this picture, whatever packed it."""
    if not path.exists():
        return False
    with Image.open(path) as kept:
        return kept.mode == image.mode and kept.size == image.size and kept.tobytes() == image.tobytes()


def _framed(pixels: bytes) -> Image.Image:
    """Give page-ordered pixels as an enlarged picture with a dark edge, as a display has."""
    image = Image.new("1", (WIDTH, HEIGHT))
    image.putdata([pixels[y // 8 * WIDTH + x] >> (y % 8) & 1 for y in range(HEIGHT) for x in range(WIDTH)])
    framed = Image.new("1", (WIDTH * SCALE + 2 * FRAME, HEIGHT * SCALE + 2 * FRAME))
    framed.paste(image.resize((WIDTH * SCALE, HEIGHT * SCALE)), (FRAME, FRAME))
    return framed
