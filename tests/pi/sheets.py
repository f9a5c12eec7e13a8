"""Sheets to lay words out on, as displays have them, and larger ones that show what would be cut off."""

from __future__ import annotations

from PIL import Image, ImageDraw, ImageFont

from tacotable.display.draw import TURNS, paint
from tacotable.display.fonts import HEIGHT, WIDTH, Sheet, Size
from tacotable.state.scene import People, Screen

MARGIN = 40
"""Pixels beside and below a display, where nothing may be drawn."""


def sheet(language: str, people: People = (), size: Size = (WIDTH, HEIGHT)) -> Sheet:
    """Give a sheet that nobody sees."""
    return Sheet(ImageDraw.Draw(Image.new("1", size)), *size, language, people)


class MeasuringPen(ImageDraw.ImageDraw):
    """A pen that keeps how high capitals are in the lowest font that it wrote with."""

    least_px = 1000

    def text(  # type: ignore[override]  # Pillow names each of its arguments
        self, xy: object, text: object, *told: object, font: ImageFont.FreeTypeFont, **named: object
    ) -> None:
        """Write, and measure."""
        _, top, _, bottom = font.getmask("H", mode="1").getbbox() or (0, 0, 0, 0)
        self.least_px = min(self.least_px, int(bottom - top) if text else self.least_px)


def lowest_capital(screen: Screen, language: str, people: People = (), size: Size = (WIDTH, HEIGHT)) -> int:
    """Return how high the lowest capitals of a screen are in pixels, of whatever turn."""
    image = Image.new("1", size)
    pen = MeasuringPen(image)
    for turn in range(TURNS):
        paint(image, screen, Sheet(pen, *size, language, people, turn))
    return pen.least_px


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
