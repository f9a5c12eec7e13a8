"""A second witness of the display controllers: their memory, written from the data sheets for these tests only.

SSD1306 rev 1.1 §10.1.3-5 (horizontal mode, windows); SH1106 V2.3 commands 1, 2 and 11 (page and column start).
Anything that the drivers have no business to send is an error here.
"""

from __future__ import annotations

from collections.abc import Sequence

PAGES = 8


class PanelMemory:
    """A panel as an interface. It starts with noise in its memory, as real ones do, and can be unplugged."""

    columns = 128
    left = 0

    def __init__(self) -> None:
        self.memory = [[0xA5] * self.columns for _ in range(PAGES)]
        self.is_on = False
        self.is_gone = False
        self.wire_bytes = 0
        self.transfers: list[bytes] = []
        self.cleanups = 0

    @property
    def picture(self) -> bytes:
        """What lies behind the glass."""
        return b"".join(bytes(page[self.left : self.left + 128]) for page in self.memory)

    def command(self, *command: int) -> None:
        self._transfer(bytes(command))
        if command == (0xAF,):
            self.is_on = True
        elif command[0] == 0xAE:
            self.is_on = False
        else:
            self.address(command)

    def data(self, data: Sequence[int]) -> None:
        self._transfer(bytes(data))
        for byte in data:
            self.write(byte)

    def cleanup(self) -> None:
        self.cleanups += 1

    def address(self, command: tuple[int, ...]) -> None:
        raise NotImplementedError

    def write(self, byte: int) -> None:
        raise NotImplementedError

    def _transfer(self, payload: bytes) -> None:
        if self.is_gone:
            raise OSError(121, "Remote I/O error")
        self.transfers.append(payload)
        self.wire_bytes += 2 + len(payload)


class Ssd1306Memory(PanelMemory):
    """Windows of columns and pages, filled row of columns by row of columns."""

    def __init__(self) -> None:
        super().__init__()
        self.window = (0, 127, 0, 7)
        self.at = (0, 0)

    def address(self, command: tuple[int, ...]) -> None:
        if command[0] == 0x81:
            return
        set_columns, first_column, last_column, set_pages, first_page, last_page = command
        assert (set_columns, set_pages) == (0x21, 0x22)
        assert 0 <= first_column <= last_column <= 127
        assert 0 <= first_page <= last_page <= 7
        self.window = (first_column, last_column, first_page, last_page)
        self.at = (first_column, first_page)

    def write(self, byte: int) -> None:
        first_column, last_column, first_page, last_page = self.window
        column, page = self.at
        self.memory[page][column] = byte
        if column < last_column:
            self.at = (column + 1, page)
        else:
            self.at = (first_column, page + 1 if page < last_page else first_page)


class Sh1106Memory(PanelMemory):
    """132 columns, no windows; the column goes on within the page and must not run out of it."""

    columns = 132
    left = 2

    def __init__(self) -> None:
        super().__init__()
        self.page = self.column = 0

    def address(self, command: tuple[int, ...]) -> None:
        if command[0] == 0x81:
            return
        page, low, high = command
        assert page >> 4 == 0xB
        assert low >> 4 == 0x0
        assert high >> 4 == 0x1
        self.page, self.column = page & 0x0F, (high & 0x0F) << 4 | low

    def write(self, byte: int) -> None:
        self.memory[self.page][self.column] = byte
        self.column += 1
