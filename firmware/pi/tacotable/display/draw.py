"""Draws a screen as one-bit picture of a display's size, in the page order that the display controllers take.

A notice has an inverse title bar and two lines; a big sign stands at the right where a card's value matters. A display
of less than 64 pixels in height has room for one line, where all stand in turn; one of at least 256 x 128 has all twice
as large. What is drawn is also given as text, which the page uses as the alternative of the picture.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import Image, ImageDraw

from tacotable.catalog import Catalog
from tacotable.display.draw_exploding import draw_picture, draw_status
from tacotable.display.fonts import (
    HEIGHT,
    WIDTH,
    Place,
    Sheet,
    Size,
    centred,
    fitting,
    font,
    ink_of,
    is_beside,
    place_of,
    width_of,
)
from tacotable.state.scene import Choice, Join, Notice, People, Picture, Reason, Screen, SpaceScreen, Status
from tacotable_drivers.screens.difference import as_hung

BIG_WIDTH = 44  # Pixels at the right that a big sign takes; the lines beside it have the rest.

CLEARING = "note.clear"  # Notes that come before anything else: a line below them would read as another way.
BIG_SIZE = 40
ITEM_SIZE, SHORT_ITEM_SIZE = 28, 18  # What is chosen, and the number of a space.
HINT_SIZE = 15
JOIN_SIZE = 62  # Pixels of the picture code: 25 modules of 2 pixels and a quiet zone of 3 modules.
MOST_PAGES = 24  # So many pages of whole sentences stand in turn at most.
TIPS = {"yay": ((0, 57, -10),), "wow": ((0, 46, 10),), "both": ((-10, 57, -10), (10, 46, 10))}
# Where the tips of a space's arrows are, and how far behind them they end: down to the reader for YAY, up for WOW.
SHORT_TIPS = {"yay": ((0, 21, -10),), "wow": ((0, 10, 10),), "both": ((0, 27, -10), (0, 4, 10))}
TURNS = 6  # So many parts may stand in turn where there is room for one: as many as any screen has, or a multiple.


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn screen: its pixels in page order, one picture for each of its `turns`, and the same in words."""

    turns: tuple[bytes, ...]
    text: str
    size: Size

    @property
    def pixels(self) -> bytes:
        """Return what is shown first."""
        return self.turns[0]

    def on_its_head(self) -> Drawn:
        """Return the same for who sits on the far side of the display."""
        return replace(self, turns=tuple(as_hung(pixels, self.size[0], 180) for pixels in self.turns))


@lru_cache(maxsize=256)
def draw(screen: Screen, language: str, people: People = (), size: Size = (WIDTH, HEIGHT)) -> Drawn:
    """Draw a screen in a language, with the names of people at the seats; equal screens are drawn once."""
    times = max(1, min(size[0] // WIDTH, size[1] // HEIGHT))
    small = (size[0] // times, size[1] // times)
    seconds = screen.seconds if isinstance(screen, Notice | Choice | Status) else None
    clock = "" if seconds is None else f"{seconds // 60}:{seconds % 60:02}"
    turns: dict[bytes, None] = {}
    is_in_turn = isinstance(screen, Reason) and screen.page is None
    has_parts = small[1] < HEIGHT or (isinstance(screen, Notice | Status | Choice) and is_beside(screen.sign.note))
    has_parts |= isinstance(screen, Notice) and screen.odds is not None
    for turn in range(MOST_PAGES if is_in_turn else TURNS if has_parts else 1):
        image = Image.new("1", small)
        text = paint(image, screen, Sheet(ImageDraw.Draw(image), *small, language, people, turn, clock))
        pixels = packed(image if times == 1 else image.resize(size))
        if pixels in turns:
            break
        turns[pixels] = None
    return Drawn(tuple(turns), f"{text} / {clock}" if clock else text, size)


def paint(image: Image.Image, screen: Screen, sheet: Sheet) -> str:
    """Draw a screen on an image by the layout of a sheet; returns the same in words."""
    match screen:
        case SpaceScreen():
            return _space(image, screen, sheet)
        case Join():
            return _join(sheet, screen)
        case Choice():
            return _choice(sheet, screen)
        case Status():
            return draw_status(sheet, screen)
        case Picture():
            return draw_picture(sheet, screen)
        case Reason():
            return draw_reason(sheet, screen)
        case Notice():
            return _notice(sheet, screen)


def can_write(text: str) -> bool:
    """Return whether the displays have a picture of every character."""
    nothing = bytes(font(HINT_SIZE).getmask("\U0010fffd", mode="1"))
    return all(char == " " or bytes(font(HINT_SIZE).getmask(char, mode="1")) != nothing for char in text)


def packed(image: Image.Image) -> bytes:
    """Return the pixels in page order: eight rows a page, one byte a column, the top row in bit 0."""
    # Each column is a row of bytes, whose bits are mirrored (SSD1306 datasheet, graphic display data RAM).
    columns = image.transpose(Image.Transpose.TRANSPOSE).tobytes("raw", "1;R")
    pages = image.height // 8
    return b"".join(columns[page::pages] for page in range(pages))


def _notice(sheet: Sheet, screen: Notice) -> str:
    note, beside = screen.sign.note, BIG_WIDTH if screen.big else 0
    title, *lines = sheet.told(screen.sign, beside, seat=screen.seat)
    turns = [lines]
    if note is not None:
        first, *more = sheet.told(note, beside)
        rest = [] if screen.big and note.code.startswith(CLEARING) else lines[len(lines) > 1 :]
        hinted = [first, *more] if more else [*lines[:1], first]
        is_last = place_of(note) is Place.LAST
        turns = [lines, hinted] if is_beside(note) else [hinted if is_last else [first, *rest]]
    if screen.odds:
        turns.append([*sheet.told(screen.odds)[1:]])
    lines = list(dict.fromkeys(line for turn in turns for line in turn))
    sheet.title_bar(title, is_alert=screen.sign.is_alert)
    now = lines if sheet.is_short else turns[sheet.turn % len(turns)]
    is_odds_turn = screen.odds is not None and now is turns[-1]
    sheet.write(now)
    if screen.big and not is_odds_turn:
        left, top = sheet.width - BIG_WIDTH, sheet.layout.bar if sheet.is_short else 22
        centred(sheet.pen, (left, top, sheet.width - 2, sheet.height), screen.big, min(BIG_SIZE, sheet.height - top))
    return " / ".join(part for part in (title, *lines, screen.big) if part)


def _choice(sheet: Sheet, screen: Choice) -> str:
    words, pen, layout = sheet.words, sheet.pen, sheet.layout
    title, *lines = sheet.told(screen.sign, seat=screen.seat)
    note = sheet.told(screen.sign.note)[0] if screen.sign.note and is_beside(screen.sign.note) else ""
    sheet.title_bar(note if note and sheet.turn % 2 else title, is_alert=screen.sign.is_alert)
    item = words.oled(screen.item)[0] if screen.is_word else screen.item
    below = " ".join(screen.chosen) or (words.oled(screen.hint)[0] if screen.hint else "")
    if screen.sign.guide and lines and not below:
        below = lines[-1]
    there, right = sheet.now([item, below]), sheet.width - 1
    top, bottom = (layout.bar + 1, sheet.height - 2) if sheet.is_short else (22, 48)
    if item in there:
        largest = SHORT_ITEM_SIZE if sheet.is_short else ITEM_SIZE
        item_size = layout.size if screen.is_word else fitting(item, largest, sheet.width - 32)
        centred(pen, (16, top, right - 15, bottom), item, item_size)
        middle = (top + bottom) // 2
        pen.polygon([(2, middle), (10, middle - 7), (10, middle + 7)], fill=1)
        pen.polygon([(right - 2, middle), (right - 10, middle - 7), (right - 10, middle + 7)], fill=1)
    if below in there and below:
        below_top = top if sheet.is_short else 49
        centred(pen, (0, below_top, sheet.width, sheet.height), below, fitting(below, HINT_SIZE, sheet.width))
    elif not below or sheet.is_short:
        _dots(sheet, screen)
    return " / ".join(part for part in (title, note, f"< {item} >", below) if part)


def _dots(sheet: Sheet, screen: Choice) -> None:
    """Draw which of all things is offered: a dot for each, along the lower edge."""
    y, radii, draw = sheet.height - 8, (3, 1), sheet.pen.ellipse
    if sheet.is_short:
        y, radii, draw = sheet.height - 1, (1, 0), sheet.pen.rectangle
    step = min(10, (sheet.width - 8) // max(screen.count, 1))
    left = (sheet.width - step * screen.count) // 2
    for index in range(screen.count):
        x, radius = left + step * index + step // 2, radii[index != screen.position]
        draw((x - radius, y - radius, x + radius, min(y + radius, sheet.height - 1)), fill=1)


def _join(sheet: Sheet, screen: Join) -> str:
    """Draw the code of a seat's page in letters, its address as a picture code or where that has no room in letters."""
    pen = sheet.pen
    title, *_ = Catalog(sheet.language).oled(screen.sign.code, screen.sign.values)
    groups = [screen.code[start : start + 3] for start in range(0, len(screen.code), 3)]
    if sheet.is_short:
        sheet.title_bar(title)
        host, slash, path = screen.address.partition("//")[2].partition("/")
        sheet.write([" ".join(groups), host + slash, path])
        return " / ".join([title, " ".join(groups), screen.address])
    from segno import make  # as in `web.stage`

    code = make(screen.address, error="l", micro=False)
    pen.rectangle((0, 0, JOIN_SIZE + 1, HEIGHT - 1), fill=1)  # cameras expect dark on light
    count = len(code.matrix)
    scale = max(1, (JOIN_SIZE - 8) // count)
    offset = (HEIGHT - scale * count) // 2
    for y, row in enumerate(code.matrix_iter(scale=scale, border=0), offset):
        for x, is_dark in enumerate(row, offset):
            if is_dark:
                pen.point((x, y), fill=0)
    centred(pen, (JOIN_SIZE + 4, 0, sheet.width, 16), title, fitting(title, HINT_SIZE, sheet.width - JOIN_SIZE - 4))
    for index, group in enumerate(groups[:3]):
        centred(pen, (JOIN_SIZE + 4, 16 + index * 20, sheet.width, 36 + index * 20), group, 19)
    return " / ".join([title, " ".join(groups), screen.address])


def _space(image: Image.Image, screen: SpaceScreen, sheet: Sheet) -> str:
    """Draw a space once for each side of the table: the left half upright for YAY, the right half for WOW."""
    mirrored = {"yay": "wow", "wow": "yay", "both": "both"}[screen.arrow]
    image.paste(_half_space(sheet, screen), (0, 0))
    far = _half_space(sheet, replace(screen, arrow=mirrored)).transpose(Image.Transpose.ROTATE_180)
    image.paste(far, (sheet.width // 2, 0))
    sheet.pen.line((sheet.width // 2, 0, sheet.width // 2, sheet.height - 1), fill=1)
    if screen.is_fault:
        return "!"
    states = (("here", screen.is_here), ("next", screen.is_next), ("covered", screen.is_covered))
    codes = (f"arrow-{screen.arrow}", *(state for state, is_so in states if is_so))
    return " / ".join([screen.number, *(sheet.words.say(f"alt.{code}") for code in codes)])


def _half_space(sheet: Sheet, screen: SpaceScreen) -> Image.Image:
    """Draw one half as its side reads it: number, arrow below (on a short one beside), and frame, hatching or sign."""
    width, height = sheet.width // 2, sheet.height
    half = Image.new("1", (width, height))
    pen = ImageDraw.Draw(half)
    right, bottom = width - 3, height - 1
    if screen.is_fault:
        centred(pen, (0, 0, right, bottom), "!", min(BIG_SIZE, height - 4))
        return half
    if screen.is_covered:
        for x in range(-height, right, 10):
            pen.line((x, bottom, x + height, 0), fill=1)
        return half
    edge, foot = (width // 2 + 4, bottom) if sheet.is_short else (right, 39)
    if screen.is_here:
        pen.rectangle((8, 0, edge - 8, foot), fill=1)
    ink = 0 if screen.is_here else 1
    if screen.is_next:
        pen.rectangle((0, 0, right, bottom), outline=1, width=4)
    centred(pen, (4, 2, edge - 4, foot - 3), screen.number, ITEM_SIZE - 4 * sheet.is_short, fill=ink)
    if screen.number in ("6", "9"):
        line = 25 if sheet.is_short else 36  # above the frame of the next space
        pen.rectangle((edge // 2 - 10, line, edge // 2 + 11, line + 1), fill=ink)  # turned round, a 6 is a 9
    x = edge + (right - edge) // 2 if sheet.is_short else right // 2
    for aside, y, back in (SHORT_TIPS if sheet.is_short else TIPS)[screen.arrow]:
        tip = x + aside
        pen.polygon([(tip, y), (tip - 9, y + back), (tip + 9, y + back)], fill=1)
    return half


SIZES = {"en": (15, 15), "zh-TW": (18, 22)}  # The height of words, and from one line to the next; denser ones blur.
MARGIN = 3
LIFT = 4  # So many pixels lines begin higher than the title bar ends: the font leaves as many above its letters.


def draw_reason(sheet: Sheet, screen: Reason) -> str:
    """Draw one page; returns the same in words, with all of the text."""
    words = sheet.words
    text = words.say(screen.sign.code, screen.sign.values)
    if screen.rule:
        text = words.together((text, words.say("why.source", {"source": screen.rule})))
    texts = [text, *(words.say(sign.code, sign.values) for sign in screen.more)]
    pages = [page for each in texts for page in pages_of(sheet, each)]
    page = (sheet.turn if screen.page is None else screen.page) % len(pages)
    title = words.oled(screen.title, {"n": page + 1, "max": len(pages)})[0]
    sheet.title_bar(title)
    size, step = SIZES[sheet.language]
    if sheet.is_short:
        sheet.write(pages[page], MARGIN)
    else:
        for row, line in enumerate(pages[page]):
            at = (MARGIN - ink_of(line, size)[0], sheet.layout.bar - LIFT + row * step)
            sheet.pen.text(at, line, fill=1, font=font(size))
    return " / ".join((title, *texts))


def pages_of(sheet: Sheet, text: str) -> list[list[str]]:
    """Return the lines of a text, as many on a page as there is room for."""
    layout, (size, step) = sheet.layout, SIZES[sheet.language]
    rows = 1 if sheet.is_short else (sheet.height - layout.bar) // step
    lines = wrapped(text, layout.size if sheet.is_short else size, sheet.width - 2 * MARGIN)
    return [lines[start : start + rows] for start in range(0, len(lines), rows)]


def wrapped(text: str, size: int, room: int) -> list[str]:
    """Break a text into lines of so many pixels: between words, and between any two signs of Chinese."""
    lines = [""]
    for piece in _pieces(text):
        longer = lines[-1] + piece
        if lines[-1] and width_of(longer.rstrip(), size) > room:
            lines.append(piece.lstrip())
        else:
            lines[-1] = longer
    return [line.rstrip() for line in lines]


def _pieces(text: str) -> list[str]:
    """Return the unbroken pieces: words (codes end at `_` or `-`) with the space before, signs with the stop after."""
    pieces: list[str] = []
    for char in text:
        ends = char in "。，：；！？」）、"
        if pieces and (
            ends or (char.isascii() and char != " " and pieces[-1][-1].isascii() and pieces[-1][-1] not in "_-")
        ):
            pieces[-1] += char
        else:
            pieces.append(char)
    return pieces
