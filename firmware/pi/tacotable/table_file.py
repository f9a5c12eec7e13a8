"""The table file (`table.toml`): which readers, pins, lights and displays a table has, checked as it is read.

An unknown key, a wrong type and a value out of range are errors that name the file and the key, for the maker
to mend. Pins are BCM numbers. A file describes one physical table; the shipped ones lie in `tables/`.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

Pin: TypeAlias = Annotated[int, Meta(ge=0, le=27)]
Name: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9 _-]{0,11}$")]

SHIPPED = ("tacocat", "buttons")


class TableFileError(Exception):
    """The table file cannot be used; the text names the file, the key and what is expected."""


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The base of all parts of a table file: values only, unknown keys refused."""


class Display(_Part, frozen=True, kw_only=True):
    """A 128 x 64 display: its controller, its address, and its bus, or a channel of an I2C multiplexer."""

    controller: Literal["ssd1306", "sh1106"] = "ssd1306"
    address: Annotated[int, Meta(ge=0x08, le=0x77)] = 0x3C
    bus: Annotated[int, Meta(ge=0, le=99)] | None = None
    mux: Annotated[int, Meta(ge=0x70, le=0x77)] | None = None
    channel: Annotated[int, Meta(ge=0, le=7)] | None = None


class Pad(_Part, frozen=True, kw_only=True):
    """The reader under a seat's pad, and the serial port it hangs on."""

    reader: Literal["pn532", "rdm6300", "id12la"]
    port: Annotated[str, Meta(min_length=1)]


class Button(_Part, frozen=True, kw_only=True):
    """A push button between its pin and ground; `lamp` is the pin of the light in it, if it has one."""

    pin: Pin
    lamp: Pin | None = None


class Seat(_Part, frozen=True, kw_only=True):
    """One seat: a pad with OK and NO, or no reader and LEFT, RIGHT and OK."""

    name: Name
    ok: Button
    no: Button | None = None
    left: Button | None = None
    right: Button | None = None
    pad: Pad | None = None
    display: Display | None = None
    language: Literal["en", "zh-TW"] | None = None

    def buttons(self) -> dict[str, Button]:
        """Give the seat's buttons by their names on the table, such as `YAY.ok`."""
        by_role = {"ok": self.ok, "no": self.no, "left": self.left, "right": self.right}
        return {f"{self.name}.{role}": button for role, button in by_role.items() if button}


class Lights(_Part, frozen=True, kw_only=True):
    """The nine lights of the spaces: an APA102 strip on SPI, or nine plain LEDs on pins."""

    kind: Literal["apa102", "leds"]
    brightness: Annotated[int, Meta(ge=1, le=31)] = 8
    spi_port: Annotated[int, Meta(ge=0, le=1)] = 0
    spi_device: Annotated[int, Meta(ge=0, le=1)] = 0
    pins: list[Pin] = []


class Space(_Part, frozen=True, kw_only=True):
    """What the owner's board has printed on one space, and the display beside it."""

    number: Annotated[int, Meta(ge=2, le=9)]
    arrow: Literal["yay", "wow", "both"]
    display: Display | None = None


class Board(_Part, frozen=True, kw_only=True):
    """The board: seven spaces from the YAY side (-3) to the WOW side (+3), sensors and lights of all nine."""

    spaces: Annotated[list[Space], Meta(min_length=7, max_length=7)]
    placeholder: bool = False
    sensors: list[Pin] = []
    lights: Lights | None = None


class Buzzer(_Part, frozen=True, kw_only=True):
    """A passive buzzer on a pin that can do PWM."""

    pin: Pin


class Power(_Part, frozen=True, kw_only=True):
    """What the maker's supply gives, for the budget that `pinout` adds up."""

    supply_ma: Annotated[int, Meta(ge=500, le=10000)] = 3000


class Card(_Part, frozen=True, kw_only=True):
    """One tagged card."""

    tag: Annotated[str, Meta(pattern="^[0-9A-F]{8,20}$")]
    face: Annotated[str, Meta(min_length=1)]


class TableFile(_Part, frozen=True, kw_only=True):
    """A whole table."""

    name: Name
    game: Literal["tc38", "tc36"] = "tc38"
    mode: Literal["blind"] = "blind"
    language: Literal["en", "zh-TW"] = "en"
    volume: Annotated[int, Meta(ge=0, le=3)] = 2
    pins: Literal["lgpio", "rpigpio"] = "lgpio"
    seats: Annotated[list[Seat], Meta(min_length=2, max_length=2)]
    board: Board
    buzzer: Buzzer | None = None
    power: Power = Power()
    deck: list[Card] = []

    @property
    def seat_names(self) -> tuple[str, ...]:
        """Give the names of the seats, the YAY side first."""
        return tuple(seat.name for seat in self.seats)


def read_table(path: str | Path) -> TableFile:
    """Read a table file by its path, or a shipped one by its name.

    Raises TableFileError, which names the file, the key (the line, where the parser knows it) and the mend.
    """
    if str(path) in SHIPPED:
        name, text = f"{path}.toml", files(__package__).joinpath("tables", f"{path}.toml").read_text("utf-8")
    else:
        name, text = str(path), _text_of(Path(path))
    return parse_table(text, name)


def parse_table(text: str, name: str) -> TableFile:
    """Read a table from TOML text; `name` is what errors call the file."""
    try:
        table = msgspec.convert(tomllib.loads(text), TableFile)
    except tomllib.TOMLDecodeError as error:
        raise TableFileError(f"{name}: this is not TOML: {error}") from None
    except msgspec.ValidationError as error:
        raise TableFileError(f"{name}: {_with_key(str(error))}") from None
    if faults := list(_faults(table)):
        raise TableFileError("\n".join(f"{name}: {fault}" for fault in faults))
    return table


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise TableFileError(f"{path}: not UTF-8 text at byte {error.start}; save it as UTF-8") from None
    except OSError as error:
        shipped = ", ".join(SHIPPED)
        raise TableFileError(f"{path}: {error.strerror}; give a table file, or a shipped table: {shipped}") from None


def _with_key(message: str) -> str:
    """Turn the checker's `... - at $.seats[0].ok` into `seats[0].ok: ...`."""
    what, _, key = message.partition(" - at `$")
    key = key.strip("`").lstrip(".")
    return f"{key}: {what}" if key else what


def _faults(table: TableFile) -> list[str]:
    """Check what no single value shows: names, complete seats, complete sensors and lights, the deck."""
    faults = []
    if len(set(table.seat_names)) < len(table.seats):
        faults.append("seats: two seats have the same name; give each its own")
    if {"table", "arbiter"} & set(table.seat_names):
        faults.append("seats: a seat cannot be called 'table' or 'arbiter'; these words mean viewers")
    for index, seat in enumerate(table.seats):
        faults.extend(f"seats[{index}]: {fault}" for fault in _seat_faults(seat))
    faults.extend(f"board: {fault}" for fault in _board_faults(table.board))
    tags = [card.tag for card in table.deck]
    faults.extend(f"deck: tag {tag} is there twice; each card has its own" for tag in _twice(tags))
    return faults


def _seat_faults(seat: Seat) -> list[str]:
    faults = []
    if seat.pad and not seat.no:
        faults.append("a seat with a pad needs the button `no` (SACRIFICE / NO) beside `ok`")
    if not seat.pad and not (seat.left and seat.right and seat.display):
        faults.append("a seat without a pad enters cards by `left`, `right` and `ok` on its `display`")
    if seat.display and (seat.display.bus is None) == (seat.display.mux is None):
        faults.append("display: give either `bus`, or `mux` with `channel`")
    return faults


def _board_faults(board: Board) -> list[str]:
    faults = []
    if board.sensors and len(board.sensors) != 9:
        faults.append(f"sensors: nine spaces need nine pins, from YAY to WOW; there are {len(board.sensors)}")
    if board.lights and board.lights.kind == "leds" and len(board.lights.pins) != 9:
        faults.append(f"lights.pins: nine spaces need nine pins; there are {len(board.lights.pins)}")
    if [space.arrow == "both" for space in board.spaces] != [False] * 3 + [True] + [False] * 3:
        faults.append("spaces: the centre, and only the centre, has the double arrow (`both`)")
    return faults


def _twice(values: list[str]) -> list[str]:
    return sorted({value for value in values if values.count(value) > 1})
