"""What a table file may hold: one class a table of the file, with the range of each value.

Pins are BCM numbers.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

NAME = r"^[A-Za-z0-9][A-Za-z0-9 _-]{0,11}$"
TAG = r"^[0-9A-F]{8,20}$"

Pin: TypeAlias = Annotated[int, Meta(ge=0, le=27)]
Name: TypeAlias = Annotated[str, Meta(pattern=NAME)]


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

    @property
    def tells_leaving(self) -> bool:
        """Tell whether the reader tells that a card left; an ID-12LA tells a card once and nothing more."""
        return self.reader != "id12la"


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

    tag: Annotated[str, Meta(pattern=TAG)]
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
        """Give the names of the seats clockwise, in Tacocat the YAY side first."""
        return tuple(seat.name for seat in self.seats)

    def pads(self) -> dict[str, Pad]:
        """Give every pad with a reader by its zone: `YAY.pad`."""
        return {f"{seat.name}.pad": seat.pad for seat in self.seats if seat.pad}


def sensor_name(space: int) -> str:
    """Give the name of the sensor of a space, -4..+4."""
    return f"sensor {space:+d}" if space else "sensor 0"


def space_screen(space: int) -> str:
    """Give the name of the display beside a space, -3..+3."""
    return f"space {space:+d}" if space else "space 0"
