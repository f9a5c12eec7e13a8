"""What must be sent to turn one picture into another: rectangles of columns and pages, at the least cost in bytes.

Pure. A picture is width * height / 8 bytes in page order: page by page, one byte a column, the lowest bit on top.
Both controllers take a rectangle as a command transfer and a data transfer; a transfer costs its payload and two
bytes more (address and control byte).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

TRANSFER_BYTES = 2  # What a transfer costs beside its payload.


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of a picture: columns and pages, the last ones included."""

    first_column: int
    last_column: int
    first_page: int
    last_page: int

    @property
    def size(self) -> int:
        """How many picture bytes it holds."""
        return (self.last_column - self.first_column + 1) * (self.last_page - self.first_page + 1)

    def joined(self, other: Window) -> Window:
        """Return the smallest rectangle around both."""
        return Window(
            min(self.first_column, other.first_column),
            max(self.last_column, other.last_column),
            min(self.first_page, other.first_page),
            max(self.last_page, other.last_page),
        )

    def cut(self, picture: bytes, width: int) -> bytes:
        """Return this rectangle's bytes of a picture, page by page."""
        return b"".join(
            picture[page * width + self.first_column : page * width + self.last_column + 1]
            for page in range(self.first_page, self.last_page + 1)
        )


@dataclass(frozen=True, slots=True)
class Price:
    """What a controller asks for a rectangle.

    `command_bytes` sets the rectangle (SSD1306: 21 a b 22 c d, six; SH1106: B0+p 0l 1h, three). `is_tall` tells
    whether one rectangle may span several pages.
    """

    command_bytes: int
    is_tall: bool

    @property
    def of_any(self) -> int:
        """What a rectangle costs beside its picture bytes."""
        return self.command_bytes + 2 * TRANSFER_BYTES

    def of(self, windows: list[Window]) -> int:
        """Return what these rectangles cost on the wire, in bytes."""
        return sum(self.of_any + window.size for window in windows)


def whole(price: Price, width: int, pages: int) -> list[Window]:
    """Return the rectangles of a whole picture."""
    if price.is_tall:
        return [Window(0, width - 1, 0, pages - 1)]
    return [Window(0, width - 1, page, page) for page in range(pages)]


def difference(old: bytes, new: bytes, price: Price, width: int) -> list[Window]:
    """Return rectangles that cover every byte in which the pictures differ; never dearer than the whole picture."""
    pages = len(new) // width
    by_page = [list(_runs(old, new, range(page * width, (page + 1) * width), price.of_any)) for page in range(pages)]
    windows = _merged(by_page, price) if price.is_tall else [run for runs in by_page for run in runs]
    everything = whole(price, width, pages)
    return windows if price.of(windows) < price.of(everything) else everything


def _runs(old: bytes, new: bytes, row: range, gap: int) -> Iterator[Window]:
    """Yield a page's runs of changed columns; a gap that is cheaper to send than a rectangle of its own is sent."""
    start, end = row.start, row.stop
    if old[start:end] == new[start:end]:
        return
    page = start // len(row)
    changed = [at - start for at in row if old[at] != new[at]]
    first = last = changed[0]
    for column in changed[1:]:
        if column - last - 1 > gap:
            yield Window(first, last, page, page)
            first = column
        last = column
    yield Window(first, last, page, page)


def _merged(by_page: list[list[Window]], price: Price) -> list[Window]:
    """Join rectangles of neighbouring pages where one is not dearer than two; fewer transfers are better, too."""
    done: list[Window] = []
    above: list[Window] = []
    for runs in by_page:
        below: list[Window] = []
        for run in runs:
            partner = min(above, key=lambda window: window.joined(run).size - window.size, default=None)
            if partner and price.of([partner.joined(run)]) <= price.of([partner, run]):
                above.remove(partner)
                run = partner.joined(run)
            below.append(run)
        done += above
        above = below
    return done + above


_BACKWARDS = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def as_hung(picture: bytes, width: int, degrees: int) -> bytes:
    """Return a picture (pages of columns, lowest bit on top) for a square panel that hangs turned to the right."""
    if degrees in (180, 270):
        picture = picture[::-1].translate(_BACKWARDS)
    if degrees % 180 == 0:
        return picture
    turned = bytearray(len(picture))
    for x in range(width):
        row = width - 1 - x
        for y in range(width):
            turned[row // 8 * width + y] |= (picture[y // 8 * width + x] >> y % 8 & 1) << row % 8
    return bytes(turned)
