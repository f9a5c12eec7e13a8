"""Draws why a ruling was made: whole sentences on as many pages as they need, the place in the rules at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import ImageDraw

from tacotable.catalog import Catalog
from tacotable.display.fonts import HEIGHT, LAYOUTS, WIDTH, font, title_bar, width_of

if TYPE_CHECKING:
    from tacotable.state.scene import People, Reason

SIZES = {"en": (13, 15), "zh-TW": (18, 22)}
"""The height of words, and from one line to the next; denser ones blur in one bit."""
MARGIN = 3


def draw_reason(pen: ImageDraw.ImageDraw, screen: Reason, language: str, people: People) -> str:
    """Draw one page; returns the same in words, with all of the text."""
    words = Catalog(language, dict(people))
    text = words.say(screen.sign.code, screen.sign.values)
    if screen.source:
        text = f"{text} {words.say('why.source', {'source': screen.source})}"
    texts = [text, *(words.say(sign.code, sign.values) for sign in screen.more)]
    pages = [page for each in texts for page in pages_of(each, language)]
    page = screen.page % len(pages)
    layout, (size, step) = LAYOUTS[language], SIZES[language]
    title = words.oled(screen.title, {"n": page + 1, "max": len(pages)})[0]
    title_bar(pen, title, layout, is_alert=False)
    for row, line in enumerate(pages[page]):
        pen.text((MARGIN, layout.bar + row * step), line, fill=1, font=font(size))
    return " / ".join((title, *texts))


def pages_of(text: str, language: str) -> list[list[str]]:
    """Return the lines of a text, as many on a page as there is room for."""
    layout, (size, step) = LAYOUTS[language], SIZES[language]
    rows = (HEIGHT - layout.bar) // step
    lines = wrapped(text, size)
    return [lines[start : start + rows] for start in range(0, len(lines), rows)]


def wrapped(text: str, size: int) -> list[str]:
    """Break a text into lines that fit: between words, and between any two signs of Chinese."""
    lines = [""]
    for piece in _pieces(text):
        longer = lines[-1] + piece
        if lines[-1] and width_of(longer.rstrip(), size) > WIDTH - 2 * MARGIN:
            lines.append(piece.lstrip())
        else:
            lines[-1] = longer
    return [line.rstrip() for line in lines]


def _pieces(text: str) -> list[str]:
    """Return what may not be broken: words with the space before them, single signs with the full stop behind them.

    The name of an option breaks behind its underscores.
    """
    pieces: list[str] = []
    for char in text:
        ends = char in "。，：；！？」）、"
        if pieces and (ends or (char.isascii() and char != " " and pieces[-1][-1].isascii() and pieces[-1][-1] != "_")):
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces
