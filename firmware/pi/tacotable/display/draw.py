"""Draws a screen as one-bit picture, 128 x 64, in the page order that the display controllers take.

A notice has an inverse title bar and two lines; a big sign stands at the right where a
card's value matters. The fonts come from packages: Noto Sans TC for words. What is drawn is also given as
text, which the page uses as the alternative of the picture.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import segno
from PIL import Image, ImageDraw

from tacotable.catalog import Catalog
from tacotable.display.draw_exploding import draw_picture, draw_status
from tacotable.display.fonts import HEIGHT, LAYOUTS, WIDTH, centred, fitting, font, title_bar, told, width_of
from tacotable.state.scene import Choice, Join, Notice, People, Picture, Reason, Screen, SpaceScreen, Status

BIG_WIDTH = 44
"""Pixels at the right that a big sign takes; the lines beside it have the rest."""


HINT = "note.unread"
"""A note that may mean nothing: it comes last, and what is asked stays."""
BIG_SIZE = 40
ITEM_SIZE = 28
"""What is chosen, and the number of a space."""
HINT_SIZE = 15
JOIN_SIZE = 62
"""Pixels of the picture code: 25 modules of 2 pixels and a quiet zone of 3 modules."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn screen: its pixels (1024 bytes, page order) and the same in words."""

    pixels: bytes
    text: str


@lru_cache(maxsize=256)
def draw(screen: Screen, language: str, people: People = ()) -> Drawn:
    """Draw a screen in a language, with the names of people at the seats; equal screens are drawn once."""
    image = Image.new("1", (WIDTH, HEIGHT))
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1"
    if isinstance(screen, SpaceScreen):
        text = _space(image, screen, Catalog(language))
    elif isinstance(screen, Join):
        text = _join(pen, screen, language)
    elif isinstance(screen, Choice):
        text = _choice(pen, screen, language, people)
    elif isinstance(screen, Status):
        text = draw_status(pen, screen, language, people)
    elif isinstance(screen, Picture):
        text = draw_picture(pen, screen, language, people)
    elif isinstance(screen, Reason):
        text = draw_reason(pen, screen, language, people)
    else:
        text = _notice(pen, screen, language, people)
    return Drawn(packed(image), text)


def can_write(text: str) -> bool:
    """Return whether the displays have a picture of every character."""
    nothing = bytes(font(LAYOUTS["en"].size).getmask("\U0010fffd", mode="1"))
    return all(char == " " or bytes(font(LAYOUTS["en"].size).getmask(char, mode="1")) != nothing for char in text)


def packed(image: Image.Image) -> bytes:
    """Return the pixels in page order: eight rows a page, one byte a column, the top row in bit 0.

    Turning the picture makes each column a row of bytes; the bits of each come out top-down, so that they are
    only mirrored (SSD1306 datasheet, graphic display data RAM).
    """
    columns = image.transpose(Image.Transpose.TRANSPOSE).tobytes().translate(_MIRRORED)
    pages = image.height // 8
    return b"".join(columns[page::pages] for page in range(pages))


_MIRRORED = bytes(int(f"{value:08b}"[::-1], 2) for value in range(256))


def _notice(pen: ImageDraw.ImageDraw, screen: Notice, language: str, people: People) -> str:
    note, room = screen.sign.note, WIDTH - 5 - (BIG_WIDTH if screen.big else 0)
    title, *lines = told(screen.sign, language, people, room, seat=screen.seat)
    if note is not None:
        first = told(note, language, people, room)[0]
        lines = [*lines[:1], first] if note.code == HINT else [first, *lines[len(lines) > 1 :]]
    layout = LAYOUTS[language]
    title_bar(pen, title, layout, is_alert=screen.sign.is_alert)
    for y, line in zip(layout.lines, lines, strict=False):
        pen.text((3, y), line, fill=1, font=font(layout.size))
    if screen.big:
        centred(pen, (WIDTH - BIG_WIDTH, 22, WIDTH - 2, HEIGHT), screen.big, BIG_SIZE)
    return " / ".join(part for part in (title, *lines, screen.big) if part)


def _choice(pen: ImageDraw.ImageDraw, screen: Choice, language: str, people: People) -> str:
    words = Catalog(language, dict(people))
    title, *lines = told(screen.sign, language, people)
    layout = LAYOUTS[language]
    title_bar(pen, title, layout, is_alert=screen.sign.is_alert)
    item = words.oled(screen.item)[0] if screen.is_word else screen.item
    item_size = layout.size if screen.is_word else fitting(item, ITEM_SIZE, WIDTH - 32)
    centred(pen, (16, 22, WIDTH - 16, 48), item, item_size)
    middle = 35
    pen.polygon([(2, middle), (10, middle - 7), (10, middle + 7)], fill=1)
    pen.polygon([(125, middle), (117, middle - 7), (117, middle + 7)], fill=1)
    chosen = " ".join(screen.chosen)
    below = chosen or (words.oled(screen.hint)[0] if screen.hint else "")
    if screen.sign.guide and lines and not below:
        below = lines[-1]
    if below:
        centred(pen, (0, 49, WIDTH, HEIGHT), below, fitting(below, HINT_SIZE, WIDTH))
    else:
        step = min(10, (WIDTH - 8) // max(screen.count, 1))
        left = (WIDTH - step * screen.count) // 2
        for index in range(screen.count):
            x = left + step * index + step // 2
            radius = 3 if index == screen.position else 1
            pen.ellipse((x - radius, 56 - radius, x + radius, 56 + radius), fill=1)
    return " / ".join(part for part in (title, f"< {item} >", below) if part)


def _join(pen: ImageDraw.ImageDraw, screen: Join, language: str) -> str:
    """Draw a picture code of the address, dark on light as cameras expect it, and the code in letters."""
    code = segno.make(screen.address, error="l", micro=False)
    pen.rectangle((0, 0, JOIN_SIZE + 1, HEIGHT - 1), fill=1)
    modules = tuple(code.matrix)
    scale = max(1, (JOIN_SIZE - 8) // len(modules))
    offset = (HEIGHT - scale * len(modules)) // 2
    for y, row in enumerate(modules):
        for x, is_dark in enumerate(row):
            if is_dark:
                left, top = offset + x * scale, offset + y * scale
                pen.rectangle((left, top, left + scale - 1, top + scale - 1), fill=0)
    title, *_ = Catalog(language).oled(screen.sign.code, screen.sign.values)
    groups = [screen.code[start : start + 3] for start in range(0, len(screen.code), 3)]
    centred(pen, (JOIN_SIZE + 4, 0, WIDTH, 16), title, fitting(title, HINT_SIZE, WIDTH - JOIN_SIZE - 4))
    for index, group in enumerate(groups[:3]):
        centred(pen, (JOIN_SIZE + 4, 16 + index * 20, WIDTH, 36 + index * 20), group, 19)
    return " / ".join([title, " ".join(groups), screen.address])


def _space(image: Image.Image, screen: SpaceScreen, words: Catalog) -> str:
    """Draw a space once for each side of the table: the left half upright for YAY, the right half for WOW."""
    mirrored = {"yay": "wow", "wow": "yay", "both": "both"}[screen.arrow]
    near = _half_space(screen)
    far = _half_space(replace(screen, arrow=mirrored)).transpose(Image.Transpose.ROTATE_180)
    image.paste(near, (0, 0))
    image.paste(far, (WIDTH // 2, 0))
    ImageDraw.Draw(image).line((WIDTH // 2, 0, WIDTH // 2, HEIGHT), fill=1)
    return _space_words(screen, words)


def _half_space(screen: SpaceScreen) -> Image.Image:
    """Draw one half as its own side reads it: number, arrow, and the state as frame, hatching or sign."""
    half = Image.new("1", (WIDTH // 2, HEIGHT))
    pen = ImageDraw.Draw(half)
    pen.fontmode = "1"
    right, bottom = WIDTH // 2 - 3, HEIGHT - 1
    if screen.is_fault:
        centred(pen, (0, 0, right, bottom), "!", BIG_SIZE)
        return half
    if screen.is_covered:
        for x in range(-HEIGHT, right, 10):
            pen.line((x, bottom, x + HEIGHT, 0), fill=1)
        return half
    if screen.is_here:
        pen.rectangle((8, 0, right - 8, 39), fill=1)
    ink = 0 if screen.is_here else 1
    if screen.is_next:
        pen.rectangle((0, 0, right, bottom), outline=1, width=4)
    centred(pen, (4, 2, right - 4, 36), screen.number, ITEM_SIZE, fill=ink)
    if screen.number in ("6", "9"):
        pen.rectangle((20, 36, right - 20, 37), fill=ink)  # turned round, a 6 is a 9
    _arrow(pen, screen.arrow)
    return half


def _arrow(pen: ImageDraw.ImageDraw, arrow: str) -> None:
    """Draw the arrow: down to the reader for YAY, up and away for WOW, both for the centre."""
    tips = {"yay": ((30, 57, -10),), "wow": ((30, 46, 10),), "both": ((20, 57, -10), (40, 46, 10))}[arrow]
    for x, y, back in tips:
        pen.polygon([(x, y), (x - 9, y + back), (x + 9, y + back)], fill=1)


def _space_words(screen: SpaceScreen, words: Catalog) -> str:
    """Return a space in a few words: number, arrow and state."""
    if screen.is_fault:
        return "!"
    states = (("here", screen.is_here), ("next", screen.is_next), ("covered", screen.is_covered))
    codes = (f"arrow-{screen.arrow}", *(state for state, is_so in states if is_so))
    return " / ".join([screen.number, *(words.say(f"alt.{code}") for code in codes)])


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
