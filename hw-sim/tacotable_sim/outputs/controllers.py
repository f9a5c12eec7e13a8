"""Display controllers: the SSD1306 and the SH1106 as they take commands and picture bytes.

Sources: Solomon Systech SSD1306 rev 1.1, sections 9 and 10; Sino Wealth SH1106 V2.3, "Commands". `picture()` is
what a person sees; a board whose segments and rows are mirrored (A1, C8) shows the memory upright.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

_OPERANDS = {0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0xA3: 2} | dict.fromkeys(
    (0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD8, 0xD9, 0xDA, 0xDB, 0xAD), 1
)
_SWITCHES = {0xA0: "is_mirrored", 0xA4: "is_all_on", 0xA6: "is_inverted", 0xAE: "is_on"}  # By the lowest bit.
# These are no commands there, so that their operands are taken as commands of their own.
_NOT_ON_SH1106 = frozenset({0x20, 0x21, 0x22, 0x26, 0x27, 0x29, 0x2A, 0x8D, 0xA3})


class Controller:
    """The commands and the memory that both controllers share."""

    first_column: ClassVar[int]  # The memory column behind the left edge of the glass; on the right there are as many.

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.columns = width + 2 * self.first_column
        self.memory = bytearray(self.columns * 8)
        self.is_on = self.is_inverted = self.is_all_on = self.is_mirrored = self.is_scanned_up = False
        self.contrast = 0x7F
        self.start_line = self.offset = self.page = self.column = 0
        self.mode = 2
        self.window_columns = (0, self.columns - 1)
        self.window_pages = (0, 7)
        self._awaited: list[int] = []  # A command whose operands may come in a later transfer.
        self._picture: bytes | None = None  # What was seen last; None after a transfer. People look far more often.

    @property
    def size(self) -> tuple[int, int]:
        """Return the width and the height of its glass in pixels."""
        return self.width, self.height

    def command(self, sent: Iterable[int]) -> None:
        """Accept command bytes."""
        self._picture = None
        for byte in sent:
            self._awaited.append(byte)
            if len(self._awaited) > self._operand_count(self._awaited[0]):
                code, *operands = self._awaited
                self._awaited = []
                self._obey(code, operands)

    def data(self, sent: bytes) -> None:
        """Accept picture bytes: one column of eight pixels each, the lowest bit on top."""
        self._picture = None
        at = 0
        while at < len(sent):
            run = sent[at : at + max(1, self._run())]
            self._put(run)
            self.column += len(run) - 1
            self._advance()
            at += len(run)

    def picture(self) -> bytes:
        """Return what a person sees, in page order; all dark when the display is off."""
        if self._picture is None:
            pages = range(self.height // 8)
            if self.is_on and not self.is_all_on:
                shown = b"".join(map(self._seen, pages))
                self._picture = bytes(byte ^ 0xFF for byte in shown) if self.is_inverted else shown
            else:
                self._picture = (b"\xff" if self.is_on else b"\0") * (self.width * len(pages))
        return self._picture

    def _operand_count(self, code: int) -> int:
        return _OPERANDS.get(code, 0)

    def _obey(self, code: int, operands: list[int]) -> None:
        if code < 0x10:
            self.column = self.column & 0xF0 | code
        elif code < 0x20:
            # The two halves are set one after the other: between them the pointer may be anywhere in eight bits.
            self.column = (code & 0x0F) << 4 | self.column & 0x0F
        elif 0x40 <= code < 0x80:
            self.start_line = code & 0x3F
        elif 0xB0 <= code <= 0xB7:
            self.page = code & 0x07
        elif code & 0xFE in _SWITCHES:
            setattr(self, _SWITCHES[code & 0xFE], bool(code & 1))
        elif code & 0xF0 == 0xC0:
            self.is_scanned_up = bool(code & 0x08)
        elif code == 0x81:
            self.contrast = operands[0]
        elif code == 0xD3:
            self.offset = operands[0] & 0x3F
        else:
            self._obey_own(code, operands)

    def _obey_own(self, code: int, operands: list[int]) -> None:
        """Commands that only one controller knows; the rest sets voltages and clocks, which show nothing."""

    def _run(self) -> int:
        """Return for how many bytes the pointer goes on column by column, those beyond the memory left out."""
        return self.columns - self.column

    def _put(self, run: bytes) -> None:
        """Put bytes side by side into the memory; the remap of segments holds for those that come after it (10.1.8)."""
        if self.column >= self.columns:
            return
        start, end = self.page * self.columns, (self.page + 1) * self.columns
        if self.is_mirrored:
            self.memory[start + self.column : start + self.column + len(run)] = run
        else:
            self.memory[end - self.column - len(run) : end - self.column] = run[::-1]

    def _advance(self) -> None:
        """Go on within the page; at its end the pointer starts the page anew."""
        self.column = (self.column + 1) % self.columns

    def _seen(self, page: int) -> bytes:
        """Return a seen page: the start line and the offset move rows, the boards' mirrored wiring is undone."""
        seen = range(page * 8, page * 8 + 8)
        lines = seen if self.is_scanned_up else [self.height - 1 - row for row in seen]
        rows = [(line + self.start_line + self.offset) % 64 for line in lines]
        if rows == list(range(rows[0], rows[0] + 8)) and rows[0] % 8 == 0:
            return self._glass(rows[0] // 8)
        bands = [self._glass(row // 8) for row in rows]
        return bytes(
            sum((band[x] >> row % 8 & 1) << at for at, (band, row) in enumerate(zip(bands, rows, strict=True)))
            for x in range(self.width)
        )

    def _glass(self, page: int) -> bytes:
        """Return the part of a memory page that lies behind the glass."""
        start = page * self.columns + self.first_column
        return bytes(self.memory[start : start + self.width])


class Ssd1306(Controller):
    """Three ways of going on (20), windows (21, 22)."""

    first_column = 0

    def _obey_own(self, code: int, operands: list[int]) -> None:
        if code == 0x20:
            self.mode = operands[0] & 0x03
        elif code == 0x21:
            self.window_columns = (operands[0] % self.columns, operands[1] % self.columns)
            self.column = self.window_columns[0]
        elif code == 0x22:
            self.window_pages = (operands[0] & 0x07, operands[1] & 0x07)
            self.page = self.window_pages[0]

    def _run(self) -> int:
        if self.mode == 1:
            return 1
        last = self.window_columns[1]
        return last + 1 - self.column if self.mode == 0 and self.column <= last else super()._run()

    def _advance(self) -> None:
        if self.mode not in (0, 1):
            super()._advance()
            return
        (first_column, last_column), (first_page, last_page) = self.window_columns, self.window_pages
        is_last_column, is_last_page = self.column == last_column, self.page == last_page
        if self.mode == 0 or is_last_page:
            self.column = first_column if is_last_column else (self.column + 1) % self.columns
        if self.mode == 1 or is_last_column:
            self.page = first_page if is_last_page else (self.page + 1) % 8


class Sh1106(Controller):
    """Two columns more at each side than the glass shows (132 for 128); page by page only, no windows."""

    first_column = 2

    def _operand_count(self, code: int) -> int:
        return 0 if code in _NOT_ON_SH1106 else super()._operand_count(code)
