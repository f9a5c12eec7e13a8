"""Sheets to lay words out on, as displays have them, and larger ones that show what would be cut off."""

from __future__ import annotations

from PIL import Image, ImageDraw

from tacotable.display.draw import TURNS, paint
from tacotable.display.fonts import HEIGHT, WIDTH, Sheet, Size
from tacotable.state.scene import People, Screen

MARGIN = 40
"""Pixels beside and below a display, where nothing may be drawn."""


def sheet(language: str, people: People = (), size: Size = (WIDTH, HEIGHT)) -> Sheet:
    """Give a sheet that nobody sees."""
    return Sheet(ImageDraw.Draw(Image.new("1", size)), *size, language, people)


def is_cut(screen: Screen, language: str, people: People, size: Size) -> bool:
    """Whether anything of a screen is drawn outside of a display of a size."""
    seen = set()
    for turn in range(TURNS if size[1] < HEIGHT else 1):
        image = Image.new("1", (size[0] + MARGIN, size[1] + MARGIN))
        pen = ImageDraw.Draw(image)
        pen.fontmode = "1"
        paint(image, screen, Sheet(pen, *size, language, people, turn))
        _, _, right, bottom = image.getbbox() or (0, 0, 0, 0)
        if right > size[0] or bottom > size[1]:
            return True
        if image.tobytes() in seen:
            break
        seen.add(image.tobytes())
    return False
