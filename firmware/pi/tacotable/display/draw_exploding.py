"""Draws what only the Exploding games show: the public display with its countdown, pictures of joy and sorrow."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from PIL import ImageDraw

from tacotable.display.fonts import Sheet, centred, font, is_beside

if TYPE_CHECKING:
    from tacotable.state.scene import Picture, Status

LINE_TOP = 16  # Where the line of a public display begins: its ink has to end above the countdown.
BAR_TOP, BAR_HEIGHT = 41, 5
SHORT_LINE_TOP, SHORT_LINE_SIZE, SHORT_BAR_HEIGHT = 9, 13, 2  # On a display with one line, small above the countdown.
FOOT_HEIGHT = 15
FOOT_SIZE = 15
PICTURE_WIDTH = 50  # Pixels at the left that a picture takes; its lines have the rest.


def draw_status(sheet: Sheet, screen: Status) -> str:
    """Draw the public display: a title, one line, the countdown, and what the pile holds."""
    title, *lines = sheet.told(screen.sign)
    line = lines[-1 if screen.sign.guide else 0] if lines else ""
    lines = [line] if (note := screen.sign.note) is None or is_beside(note) else []
    lines += [] if note is None else sheet.told(note)
    sheet.title_bar(title)
    foot = f"{screen.pile} {screen.kittens}"
    there = sheet.now(lines if sheet.is_short and screen.bar else [*lines, foot])
    line = there[0] if sheet.is_short else lines[sheet.turn % len(lines)]
    if line in lines:
        usual = (sheet.layout.lines[0] if sheet.is_short else LINE_TOP, sheet.layout.size)
        top, size = (SHORT_LINE_TOP, SHORT_LINE_SIZE) if sheet.is_short and screen.bar else usual
        sheet.pen.text((3, top), line, fill=1, font=font(size))
    if screen.bar is not None:
        _bar(sheet, *screen.bar, is_standing=screen.is_standing)
    if foot in there:
        _foot(sheet, screen)
    words, bar = sheet.words, ""
    if screen.bar is not None:
        lit, steps = screen.bar
        bar = f"{'||' if screen.is_standing else '>'} {words.say('alt.bar', {'lit': lit, 'steps': steps})}"
    told_foot = (words.say("alt.pile", {"n": screen.pile}), words.say("alt.lethal", {"n": screen.kittens}))
    parts = (title, *lines, bar, *told_foot, f"×{screen.turns}" if screen.turns > 1 else "")
    return " / ".join(part for part in parts if part)


def draw_picture(sheet: Sheet, screen: Picture) -> str:
    """Draw a picture at the left, its title above it and its lines beside it; a short display has the words only."""
    beside = 0 if sheet.is_short else PICTURE_WIDTH - 1
    title, *lines = sheet.told(screen.sign, beside)
    sheet.title_bar(title)
    sheet.write(lines, beside + 3)
    if beside:
        draw = _boom if screen.kind == "boom" else _crowned
        draw(sheet.pen, PICTURE_WIDTH // 2, (sheet.layout.bar + sheet.height) // 2)
    return " / ".join((title, *lines, sheet.words.say(f"alt.{screen.kind}")))


def _bar(sheet: Sheet, lit: int, steps: int, *, is_standing: bool) -> None:
    """Draw the countdown, a block a light; while it stands, the blocks are hollow."""
    left, right = 2, sheet.width - 3
    bottom = sheet.height - 1 if sheet.is_short else BAR_TOP + BAR_HEIGHT
    top = bottom - SHORT_BAR_HEIGHT if sheet.is_short else BAR_TOP
    width = (right - left) / steps
    for step in range(lit):
        box = (int(left + step * width), top, int(left + (step + 1) * width) - 2, bottom)
        sheet.pen.rectangle(box, outline=1, fill=0 if is_standing else 1)


def _foot(sheet: Sheet, screen: Status) -> None:
    """Draw the pile with its number of cards, the lethal card with the number of those, and the turns to go."""
    pen, top, bottom = sheet.pen, sheet.height - FOOT_HEIGHT, sheet.height
    for offset in (4, 2, 0):
        pen.rectangle((2 + offset, top + 4 - offset, 11 + offset, bottom - 1 - offset), outline=1, fill=0)
    centred(pen, (18, top, 46, bottom), str(screen.pile), FOOT_SIZE)
    x, y = 60, top + 9
    pen.ellipse((x - 6, y - 6 + 1, x + 6, y + 6 - 1), outline=1, fill=0)
    for side in (-1, 1):
        pen.polygon([(x + side * 6, y - 6 - 2), (x + side * 2, y - 6 + 2), (x + side * 6, y)], fill=1)
        pen.point([(x + side * 2, y)], fill=1)
    centred(pen, (68, top, 92, bottom), str(screen.kittens), FOOT_SIZE)
    if screen.turns > 1:
        centred(pen, (98, top, 127, bottom), f"×{screen.turns}", FOOT_SIZE)


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
    crown = ((-9, -8), (-11, -20), (-4, -14), (0, -22), (4, -14), (11, -20), (9, -8))
    pen.polygon([(x + right, y + down) for right, down in crown], fill=1)
