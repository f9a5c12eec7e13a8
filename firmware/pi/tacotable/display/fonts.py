"""Ink: words, lines and title bars on a one-bit picture, in fonts that come from packages.

Noto Sans TC writes both languages. Each height of it that is open holds nearly a megabyte, so there are few, and big
numbers and signs are written in the small font that comes with Pillow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, cast

from PIL import ImageDraw, ImageFont
from pylopdf_fonts_zh_tw import sans_path

from tacotable.catalog import Catalog

if TYPE_CHECKING:
    from tacotable.state.scene import People, Sign

WIDTH, HEIGHT = 128, 64  # The size of most displays, and the one whose width every message fits.
IN_TURN = (  # Notes that are shown in turn with the last line: nothing else says what that does.
    *("box", "unread", "drawn-by", "tie-arrow", "tie-duel-winner", "unsaved-seat", "unsaved-organiser"),
    *("away-nope", "away-no", "away-left"),
)


class Place(Enum):
    """The place of a note among the lines of its sign."""

    FIRST = "before the lines"
    LAST = "after the first line: what is asked stays"
    IN_TURN = "in turn with the lines"


PLACES: Mapping[str, Place] = {
    **{f"note.{name}": Place.IN_TURN for name in IN_TURN},
    **dict.fromkeys(("note.lifted", "note.clear-first"), Place.LAST),
}
"""The places of notes; of all others it is the first."""
Size = tuple[int, int]  # Width and height of a display in pixels.
SMALLEST = 9  # The height below which nobody reads anything.
SIZES = (SMALLEST, 11, 13, 15, 18, 28, 40)  # The heights that screens are written in: titles, words, and what is big.
MOST_OPEN = 4  # So many heights of Noto are open at once: those of a table's words in two languages.
PLAIN = ImageFont.Layout.BASIC  # Letters side by side: the other engine needs a system library; pictures would differ.
SAME_CAPITALS = 1.06  # So many times higher Pillow's font has to be for capitals as high as Noto's.
CLOCK_WIDTH, CLOCK_SIZE = 30, 13  # Pixels at the right of a title that a clock takes in its last minute.
LENGTHS = (12, 8, 6, 5, 4, 3, 2, 0)  # To so many characters names are cut; 0: the chair is named in their place.
Box = tuple[int, int, int, int]  # Left, top, right, bottom.


@dataclass(frozen=True, slots=True)
class Layout:
    """Where words stand in a language: the height of words, title bar and title, and where each line begins."""

    size: int
    bar: int
    title: int
    lines: tuple[int, ...]
    smaller: int  # The height of a title that does not fit; names in it are cut before it gets lower.


# Noto's dense characters blur below 18 pixels in one bit, Latin reads well at 15. It begins on pages: few change then.
LAYOUTS = {"en": Layout(15, 16, 15, (19, 42), 15), "zh-TW": Layout(18, 20, 18, (18, 40), 15)}
SHORT_LAYOUTS = dict.fromkeys(LAYOUTS, Layout(15, 14, 13, (10,), 13))  # Below 64 pixels in height, lines stand in turn.


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a screen is drawn on: a picture of a size, for readers of a language who know some people by name."""

    pen: ImageDraw.ImageDraw
    width: int
    height: int
    language: str
    people: People = ()
    turn: int = 0  # Which of several lines stands there now, where there is room for one.
    clock: str = ""  # Beside the title.

    @property
    def is_short(self) -> bool:
        """Return whether there is room for one line only."""
        return self.height < HEIGHT

    @property
    def layout(self) -> Layout:
        """Return where words stand on it."""
        return (SHORT_LAYOUTS if self.is_short else LAYOUTS)[self.language]

    @property
    def words(self) -> Catalog:
        """Return the words of its language, with the names of people."""
        return Catalog(self.language, dict(self.people))

    def now(self, parts: Sequence[str]) -> Sequence[str]:
        """Return the parts that stand there now: all, or where there is room for one, that whose turn it is."""
        if not self.is_short:
            return parts
        there = [part for part in parts if part]
        return there[self.turn % len(there) :][:1] if there else there

    def write(self, lines: Sequence[str], left: int = 3) -> None:
        """Write lines below the title, or the one whose turn it is."""
        for y, line in zip(self.layout.lines, self.now(lines), strict=False):
            size = fitting(line, self.layout.size, self.width - left - 2)
            self.pen.text((left, y), line, fill=1, font=font(size))

    def told(self, sign: Sign, beside: int = 0, *, seat: str = "") -> tuple[str, ...]:
        """Return a sign's lines, names cut until all fit with `beside` pixels less; `seat` stands before the title."""
        layout = self.layout
        lines: tuple[str, ...] = ()
        for longest in LENGTHS if self.people else (0,):
            cut = {seat: name[:longest].rstrip() for seat, name in self.people}
            names = list(cut.values())  # of those who would be called alike, nobody is named
            own = {seat: name for seat, name in cut.items() if name and names.count(name) == 1}
            words = Catalog(self.language, own)
            title, *below = words.oled(sign.code, sign.values)
            if sign.guide:
                guide = words.oled(sign.guide, sign.values)
                title, *below = (title, *guide) if len(guide) > 1 else (*guide, *below)
            if seat:
                titles = [f"{words.people.get(seat, seat)}: {each}" for each in (title, title.capitalize())]
                title = next((each for each in titles if width_of(each, layout.smaller) <= self.width - 2), titles[-1])
            lines = (title, *below)
            title_fits = width_of(title, layout.smaller) <= self.width - 2
            if title_fits and all(width_of(line, layout.size) <= self.width - 5 - beside for line in below):
                break
        return lines

    def title_bar(self, title: str, *, is_alert: bool = False) -> None:
        """Draw the title bar; an alert has a frame below it, so that it differs without reading it."""
        layout, right = self.layout, self.width - 1
        self.pen.rectangle((0, 0, right, layout.bar - 1), fill=1)
        room = self.width - CLOCK_WIDTH if self.clock else self.width
        centred(self.pen, (0, 0, room, layout.bar), title, fitting(title, layout.title, room - 2), fill=0)
        if self.clock:
            self.pen.rectangle((room, 1, right - 1, layout.bar - 2), fill=0)
            centred(self.pen, (room, 0, right, layout.bar), self.clock, CLOCK_SIZE)
        if is_alert:
            self.pen.rectangle((0, layout.bar, right, self.height - 1), outline=1)


class WordFont(ImageFont.FreeTypeFont):
    """A font that remembers the words that it wrote last: displays say the same ones again and again."""

    def getmask2(self, text: str | bytes, *how: Any, **named: Any) -> Any:
        """Return the ink of a text, and where it begins."""
        return _ink_of(int(self.size), text, how, tuple(named.items()))


@lru_cache(maxsize=512)
def _ink_of(size: int, text: str | bytes, how: tuple[Any, ...], named: tuple[tuple[str, Any], ...]) -> Any:
    return ImageFont.FreeTypeFont.getmask2(font(size), text, *how, **dict(named))


_opened: dict[int, WordFont] = {}  # The fonts that are open, the one that was used last at the end.


def font(size: int) -> WordFont:
    """Return the font of words at a height in pixels; while none can be opened, the next smaller one that is open."""
    words = _opened.pop(size, None)
    if words is None:
        try:
            words = WordFont(str(sans_path()), size, layout_engine=PLAIN)
        except OSError:  # no file descriptor is free: smaller letters are better than no scene
            if not _opened:
                raise
            return _opened[max((height for height in _opened if height < size), default=min(_opened))]
        if len(_opened) == MOST_OPEN:
            del _opened[next(iter(_opened))]
    _opened[size] = words
    return words


@cache
def _small_font(size: int) -> ImageFont.FreeTypeFont:
    """Return the font that comes with Pillow, whose capitals are as high as those of words at this height."""
    own = cast("ImageFont.FreeTypeFont", ImageFont.load_default(size * SAME_CAPITALS))
    return own.font_variant(layout_engine=PLAIN)


def _font_for(text: str, size: int) -> ImageFont.FreeTypeFont:
    return _small_font(size) if text.isascii() and size > max(each.size for each in LAYOUTS.values()) else font(size)


@lru_cache(maxsize=2048)
def ink_of(text: str, size: int) -> tuple[int, int]:
    """Return where the ink of a text begins, a full-width bracket's in the middle of its room, and where it ends."""
    left, _, right, _ = _font_for(text, size).getmask(text, mode="1").getbbox() or (0, 0, 0, 0)
    return int(left), int(right)


def width_of(text: str, size: int) -> int:
    """Return how many pixels wide the ink of a text is."""
    left, right = ink_of(text, size)
    return right - left


def fitting(title: str, size: int, room: int) -> int:
    """Return the height at which words fit into so many pixels: a name of twelve letters makes them smaller."""
    heights = (height for height in reversed(SIZES) if height <= size)
    return next((height for height in heights if width_of(title, height) <= room), SMALLEST)


def place_of(note: Sign) -> Place:
    """Return the place of a note."""
    return PLACES.get(note.code, Place.FIRST)


def is_beside(note: Sign | None) -> bool:
    """Return whether a note is shown in turn with what is asked."""
    return note is not None and place_of(note) is Place.IN_TURN


def centred(pen: ImageDraw.ImageDraw, box: Box, text: str, size: int, fill: int = 1) -> None:
    """Draw a text with its ink centred in a box."""
    words = _font_for(text, size)
    mask_left, mask_top, mask_right, mask_bottom = words.getbbox(text, mode="1")
    left, top, right, bottom = box
    x = left + (right - left - (mask_right - mask_left)) / 2 - mask_left
    y = top + (bottom - top - (mask_bottom - mask_top)) / 2 - mask_top
    pen.text((int(x), int(y)), text, fill=fill, font=words)
