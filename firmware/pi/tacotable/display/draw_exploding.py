"""Draws what only the Exploding games show: the public display with its countdown, pictures of joy and sorrow."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from PIL import ImageDraw

from tacotable.catalog import Catalog
from tacotable.display.fonts import HEIGHT, LAYOUTS, WIDTH, centred, font, title_bar, told

if TYPE_CHECKING:
    from tacotable.state.scene import People, Picture, Status

LINE_TOPS = {"en": 16, "zh-TW": 16}
"""Where the line of a public display begins: its ink has to end above the countdown."""
BAR = (2, 41, 125, 46)
"""The countdown: left, top, right, bottom of its frame."""
FOOT = 49
FOOT_SIZE = 15
PICTURE_WIDTH = 50
"""Pixels at the left that a picture takes; its lines have the rest."""


def draw_status(pen: ImageDraw.ImageDraw, screen: Status, language: str, people: People) -> str:
    """Draw the public display: a title, one line, the countdown, and what the pile holds."""
    note = screen.sign.note
    title, *lines = told(screen.sign, language, people)
    line = lines[-1 if screen.sign.guide else 0] if lines else ""
    line = told(note, language, people)[0] if note is not None else line
    layout = LAYOUTS[language]
    title_bar(pen, title, layout, is_alert=False)
    pen.text((3, LINE_TOPS[language]), line, fill=1, font=font(layout.size))
    if screen.bar is not None:
        _bar(pen, *screen.bar, is_standing=screen.is_standing)
    _foot(pen, screen)
    words = Catalog(language)
    foot = (words.say("alt.pile", {"n": screen.pile}), words.say("alt.lethal", {"n": screen.kittens}))
    parts = (title, line, _bar_words(screen, words), *foot, f"×{screen.turns}" if screen.turns > 1 else "")
    return " / ".join(part for part in parts if part)


def draw_picture(pen: ImageDraw.ImageDraw, screen: Picture, language: str, people: People) -> str:
    """Draw a picture at the left, its title above it and its lines beside it."""
    title, *lines = told(screen.sign, language, people, width_beside_picture())
    layout = LAYOUTS[language]
    title_bar(pen, title, layout, is_alert=False)
    for y, line in zip(layout.lines, lines, strict=False):
        pen.text((PICTURE_WIDTH + 2, y), line, fill=1, font=font(layout.size))
    middle = (PICTURE_WIDTH // 2, (layout.bar + HEIGHT) // 2)
    if screen.kind == "boom":
        _boom(pen, *middle)
    else:
        _crowned(pen, *middle)
    return " / ".join((title, *lines, Catalog(language).say(f"alt.{screen.kind}")))


def _bar(pen: ImageDraw.ImageDraw, lit: int, steps: int, *, is_standing: bool) -> None:
    """Draw the countdown, a block a light; while it stands, the blocks are hollow."""
    left, top, right, bottom = BAR
    width = (right - left) / steps
    for step in range(lit):
        box = (int(left + step * width), top, int(left + (step + 1) * width) - 2, bottom)
        pen.rectangle(box, outline=1, fill=0 if is_standing else 1)


def _bar_words(screen: Status, words: Catalog) -> str:
    if screen.bar is None:
        return ""
    lit, steps = screen.bar
    return f"{'||' if screen.is_standing else '>'} {words.say('alt.bar', {'lit': lit, 'steps': steps})}"


def _foot(pen: ImageDraw.ImageDraw, screen: Status) -> None:
    """Draw the pile with its number of cards, the lethal card with the number of those, and the turns to go."""
    for offset in (4, 2, 0):
        pen.rectangle((2 + offset, FOOT + 4 - offset, 11 + offset, HEIGHT - 1 - offset), outline=1, fill=0)
    centred(pen, (18, FOOT, 46, HEIGHT), str(screen.pile), FOOT_SIZE)
    pen.ellipse((60 - 6, 58 - 6 + 1, 60 + 6, 58 + 6 - 1), outline=1, fill=0)
    for side in (-1, 1):
        ear = [(60 + side * 6, 58 - 6 - 2), (60 + side * 2, 58 - 6 + 2), (60 + side * 6, 58)]
        pen.polygon(ear, fill=1)
        pen.point([(60 + side * 2, 58)], fill=1)
    centred(pen, (68, FOOT, 92, HEIGHT), str(screen.kittens), FOOT_SIZE)
    if screen.turns > 1:
        centred(pen, (98, FOOT, 127, HEIGHT), f"×{screen.turns}", FOOT_SIZE)


def _boom(pen: ImageDraw.ImageDraw, x: int, y: int) -> None:
    """Draw an explosion with a startled cat in it."""
    rays = 11
    star = [
        (x + radius * sin(pi * step / rays), y - radius * 0.86 * cos(pi * step / rays))
        for step, radius in ((step, 25 if step % 2 == 0 else 15) for step in range(2 * rays))
    ]
    pen.polygon(star, fill=1)
    pen.ellipse((x - 11, y - 9, x + 11, y + 10), fill=0)
    for side in (-1, 1):
        pen.polygon([(x + side * 11, y - 14), (x + side * 3, y - 8), (x + side * 10, y - 3)], fill=0)
        pen.ellipse((x + side * 5 - 3, y - 4, x + side * 5 + 3, y + 2), fill=1)
        pen.ellipse((x + side * 5 - 1, y - 2, x + side * 5 + 1, y), fill=0)
    pen.ellipse((x - 2, y + 4, x + 2, y + 8), fill=1)


def _crowned(pen: ImageDraw.ImageDraw, x: int, y: int) -> None:
    """Draw a contented cat that wears a crown."""
    pen.ellipse((x - 18, y - 8, x + 18, y + 21), outline=1, width=2)
    for side in (-1, 1):
        pen.polygon([(x + side * 18, y - 12), (x + side * 8, y - 6), (x + side * 16, y + 3)], fill=1)
        pen.arc((x + side * 8 - 4, y + 1, x + side * 8 + 4, y + 9), 180, 360, fill=1, width=2)
        for rise in (0, 4):
            pen.line((x + side * 9, y + 11 + rise, x + side * 22, y + 9 + 2 * rise), fill=1)
    pen.arc((x - 6, y + 7, x, y + 15), 0, 180, fill=1, width=2)
    pen.arc((x, y + 7, x + 6, y + 15), 0, 180, fill=1, width=2)
    pen.polygon(
        [
            (x - 9, y - 8),
            (x - 11, y - 20),
            (x - 4, y - 14),
            (x, y - 22),
            (x + 4, y - 14),
            (x + 11, y - 20),
            (x + 9, y - 8),
        ],
        fill=1,
    )


def width_beside_picture() -> int:
    """Return the pixels that a line beside a picture may take."""
    return WIDTH - PICTURE_WIDTH - 4
