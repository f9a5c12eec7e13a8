"""What a table file may hold: one class a table of the file, with the range of each value. Pins are BCM numbers."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from tacotable_drivers.ports import InputWiring
from tacotable_drivers.registry import panels, readers

if TYPE_CHECKING:
    from tacotable_drivers.readers.spec import ReaderSpec
    from tacotable_drivers.screens.spec import PanelSpec

SPACES = 9  # The spaces of a board, goals included.
MUX_ROOT = 1  # The I2C bus that a multiplexer is wired to (docs/build.md, "Displays").
PLAY_ZONE = "play"  # The zone of the play pad.
FIRST_FOUND = "first found"  # In place of a hub's number, where there is one hub: whichever is found.
TAG = r"^[0-9A-F]{8,20}$"
PERSON = r"^[^\W\d_][\w .'’·-]{0,11}$"

# A pattern has a description: what follows `'...' cannot be used:` where a value does not match.
_NAME_IS = "a name is 1 to 12 Latin letters and digits, then spaces, - and _, too; shorten or change it"
_HUB_ID_IS = (
    "a hub's number is 16 of the digits 0-9 and capital letters A-F, or 'first found'; tacotable hub talk tells it"
)
_TAG_IS = "a tag is 8 to 20 of the digits 0-9 and capital letters A-F; copy it from what the reader tells"
_FILE_IS = "each part of a file's name is at most 60 signs; give the file a shorter one"
_PERSON_IS = "a person's name is 1 to 12 letters, and does not begin with a digit; shorten or change it"
Name: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9 _-]{0,11}$", description=_NAME_IS)]
HubId: TypeAlias = Annotated[str, Meta(pattern=r"^([0-9A-F]{16}|first found)$", description=_HUB_ID_IS)]
Tag: TypeAlias = Annotated[str, Meta(pattern=TAG, description=_TAG_IS)]
Person: TypeAlias = Annotated[str, Meta(pattern=PERSON, description=_PERSON_IS)]

FileName: TypeAlias = Annotated[str, Meta(pattern=r"^([^/]{0,60}/)*[^/]{1,60}$", description=_FILE_IS)]

Pin: TypeAlias = Annotated[int, Meta(ge=0, le=27)]
Active: TypeAlias = Literal["low", "high"]  # The level of an input pin while its switch is closed.
Pull: TypeAlias = Literal["up", "down", "none"]  # What pulls an input pin; none: a resistor outside does.
if TYPE_CHECKING:
    ReaderName: TypeAlias = str
    PanelName: TypeAlias = str
else:
    ReaderName = Literal[tuple(readers().specs)]
    PanelName = Literal[tuple(panels().specs)]
    """Readers and displays that there are; as the lists are read at run time, a type checker knows text."""
Metres: TypeAlias = Annotated[float, Meta(ge=0.2, le=5)]
Mode: TypeAlias = Literal["blind", "seen"]
Language: TypeAlias = Literal["en", "zh-TW"]
Arrow: TypeAlias = Literal["yay", "wow", "both"]
SpaceNumber: TypeAlias = Annotated[int, Meta(ge=2, le=9)]
Mark: TypeAlias = Literal["paw", "no-paw", "gru", "no-gru"]  # On some boxes' cards, for few or many players.
Order: TypeAlias = Literal["rgb", "rbg", "grb", "gbr", "brg", "bgr"]  # As a chain's chips take red, green and blue.
HubLight: TypeAlias = Annotated[int, Meta(ge=0, le=39)]  # A light on a hub's chain, counted from 0.


class _Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The base of all parts of a table file: values only, unknown keys refused."""


class Display(_Part, frozen=True, kw_only=True):
    """A display: its kind by its controller, its address, and its bus, or a channel of an I2C multiplexer."""

    controller: PanelName = "ssd1306"
    address: Annotated[int, Meta(ge=0x08, le=0x77)] = 0x3C
    bus: Annotated[int, Meta(ge=0, le=99)] | None = None
    mux: Annotated[int, Meta(ge=0x70, le=0x77)] | None = None
    channel: Annotated[int, Meta(ge=0, le=7)] | None = None
    rotate: Literal[0, 90, 180, 270] = 0  # How it hangs, in degrees to the right; a quarter turn is for square ones.
    contrast: Annotated[int, Meta(ge=0, le=255)] | None = None

    @property
    def panel(self) -> PanelSpec:
        """Return what kind of panel it is."""
        return panels().specs[self.controller]

    @property
    def size(self) -> tuple[int, int]:
        """Return its width and height in pixels."""
        return self.panel.width, self.panel.height


class Hub(_Part, frozen=True, kw_only=True):
    """A reader hub (a Pico): found by the number of its chip, whatever its port; `ma` is what its lights may draw."""

    name: Name
    id: HubId = FIRST_FOUND
    brightness: Annotated[int, Meta(ge=1, le=31)] = 8
    order: Order = "grb"
    ma: Annotated[int, Meta(ge=20, le=2000)] = 300
    fields: Literal["in turn", "all on"] = "in turn"  # Whether its readers' antennas work in turn, or all at once.
    supply: Literal["usb", "own"] = "usb"  # What feeds the lights: the hub's USB cable, or a supply of their own.
    gain: Annotated[int, Meta(ge=0, le=7)] = 4


class Pad(_Part, frozen=True, kw_only=True):
    """The reader under a pad: one on a serial port, or by its place (0 to 2) one of a hub."""

    reader: ReaderName | Annotated[int, Meta(ge=0, le=2)]
    port: Annotated[str, Meta(min_length=1)] | None = None
    hub: Name | None = None
    sticker: Tag | None = None  # A tag at the pad's rim; a reader that hears it beside a card must always hear it.

    @property
    def tells_leaving(self) -> bool:
        """Return whether the reader tells that a card left; an ID-12LA tells a card once and nothing more."""
        return self.spec is None or self.spec.manner.tells_leaving

    @property
    def spec(self) -> ReaderSpec | None:
        """Return what its own reader is; None where a hub reads it."""
        return None if isinstance(self.reader, int) else readers().specs[self.reader]

    @property
    def baud(self) -> int:
        """Return the speed of its own reader's wire; 0 where a hub reads it."""
        return self.spec.baud if self.spec else 0


class Button(_Part, frozen=True, kw_only=True):
    """A push button, on a pin, on a hub by its place, or on the expander of a hub (`more`): to ground, if not `active`.

    `lamp` is its light on a pin or the next one on the strip; `light` is its light on the hub's chain.
    """

    pin: Pin | None = None
    active: Active = "low"
    pull: Pull | None = None
    lamp: Pin | Literal["strip"] | None = None
    hub: Name | None = None
    button: Annotated[int, Meta(ge=0, le=7)] | None = None
    more: Annotated[int, Meta(ge=0, le=15)] | None = None
    light: HubLight | None = None

    @property
    def lamp_pin(self) -> int | None:
        """Return the pin of the lamp; None where it has none."""
        return self.lamp if isinstance(self.lamp, int) else None

    @property
    def has_lamp(self) -> bool:
        """Return whether it has a light, wherever that is."""
        return self.lamp is not None or self.light is not None


class Seat(_Part, frozen=True, kw_only=True):
    """One seat. Tacocat: a pad with OK and NO, or no reader and LEFT, RIGHT, OK. Exploding: OK, NOPE, perhaps a pad."""

    name: Name
    ok: Button
    nope: Button | None = None
    no: Button | None = None
    left: Button | None = None
    right: Button | None = None
    pad: Pad | None = None
    display: Display | None = None
    language: Language | None = None

    def buttons_by_role(self) -> dict[str, Button]:
        """Return the buttons that the seat has, by what they are to it."""
        by_role = {"ok": self.ok, "nope": self.nope, "no": self.no, "left": self.left, "right": self.right}
        return {role: button for role, button in by_role.items() if button}

    def buttons(self) -> dict[str, Button]:
        """Return the seat's buttons by their names on the table, such as `YAY.ok`."""
        return {f"{self.name}.{role}": button for role, button in self.buttons_by_role().items()}


class _Row(_Part, frozen=True, kw_only=True):
    """A row of lights: on a strip, or on a hub's chain from its light `first` on."""

    brightness: Annotated[int, Meta(ge=1, le=31)] = 8
    spi_port: Annotated[int, Meta(ge=0, le=1)] = 0
    spi_device: Annotated[int, Meta(ge=0, le=1)] = 0
    order: Order | None = None
    hub: Name | None = None
    first: HubLight = 0


class Lights(_Row, frozen=True, kw_only=True):
    """The nine lights of the spaces: an APA102 strip on SPI, nine plain LEDs on pins, or nine on a hub's chain."""

    kind: Literal["apa102", "leds", "hub"]
    pins: list[Pin] = []


class HubSensors(_Part, frozen=True, kw_only=True):
    """The nine sensors of the board on a hub, in the order of its pins."""

    hub: Name


class Space(_Part, frozen=True, kw_only=True):
    """What the owner's board has printed on one space, and the display beside it."""

    number: SpaceNumber
    arrow: Arrow
    display: Display | None = None


class Board(_Part, frozen=True, kw_only=True):
    """The board: seven spaces from the YAY side (-3) to the WOW side (+3), sensors and lights of all nine."""

    spaces: Annotated[list[Space], Meta(min_length=7, max_length=7)]
    placeholder: bool = False
    file: FileName | None = None  # What is printed on the board, beside the table file; where it exists, it counts.
    sensors: list[Pin] | HubSensors = []
    sensors_active: Active = "low"
    sensors_pull: Pull | None = None
    lights: Lights | None = None


class Strip(_Row, frozen=True, kw_only=True):
    """An APA102 strip on SPI: the lamps that are on it, seat by seat, then the countdown; or a countdown on a hub."""

    kind: Literal["apa102", "hub"] = "apa102"
    countdown: Annotated[int, Meta(ge=0, le=60)] = 0
    frees_spi_pins: bool = False  # Whether the kernel leaves SPI0's unused pins (7, 8, 9) to buttons.


class Play(_Part, frozen=True, kw_only=True):
    """The middle of a table for the Exploding games: the play pad, the displays that everyone reads, the strip.

    All displays show the same, each turned its own way; a single one turns to whoever is asked.
    """

    pad: Pad
    displays: Annotated[list[Display], Meta(min_length=1, max_length=4)]
    lights: Strip | None = None


class Buzzer(_Part, frozen=True, kw_only=True):
    """A passive buzzer on a pin that can do PWM."""

    pin: Pin


class Power(_Part, frozen=True, kw_only=True):
    """What the maker's supply gives and the board takes, for the budget that `pinout` adds up."""

    supply_ma: Annotated[int, Meta(ge=500, le=10000)] = 3000
    board: Literal["zero2w", "pi3", "pi4", "pi5"] | None = None
    usb: Literal["board", "own"] = "board"  # What feeds readers and hubs on USB: its ports, or a powered USB hub.


class Distances(_Part, frozen=True, kw_only=True):
    """How far from their readers' eyes displays are, in metres: in the middle of a ring, of seats, beside spaces."""

    ring_m: Metres = 1.0
    seats_m: Metres = 0.5
    spaces_m: Metres = 0.5


class Card(_Part, frozen=True, kw_only=True):
    """One tagged card: what is printed on it, a mark where its box has marks."""

    tag: Tag
    face: Annotated[str, Meta(min_length=1)]
    mark: Mark | None = None


class Options(_Part, frozen=True, kw_only=True):
    """House rules: the options of the referee, each as it is by default where nothing is said (`docs/protocol.md`)."""

    strict_groups: bool | None = None
    special_combos: bool | None = None
    window_s: Annotated[float, Meta(ge=0.5, le=60)] | None = None
    nope_own: bool | None = None
    clone_as_nope: bool | None = None
    attack_stacking: Literal["remaining", "fixed"] | None = None
    violation: Literal["warn", "lose_round"] | None = None
    jumbo: bool | None = None
    practice: bool | None = None
    noped_out: bool | None = None

    @property
    def given(self) -> dict[str, object]:
        """Return the options that the file gives, as the referee takes them."""
        told = {name: getattr(self, name) for name in self.__struct_fields__}
        return {name: value for name, value in told.items() if value is not None}


class Clock(_Part, frozen=True, kw_only=True):
    """The time that each seat has to think in a game, and what each act has besides."""

    bank_min: Annotated[float, Meta(ge=0.5, le=180)]
    delay_s: Annotated[float, Meta(ge=0, le=120)] = 0.0


class TableFile(_Part, frozen=True, kw_only=True, dict=True):  # `dict`: for what is found once
    """A whole table."""

    name: Name
    game: str = "tc38"
    printings: list[FileName] = []  # Files of further printings, beside the table file, played as the shipped ones are.
    mode: Mode = "blind"  # Whether hands stay unread, or hidden cards pass a pad so that the referee knows them.
    language: Language = "en"
    volume: Annotated[int, Meta(ge=0, le=3)] = 2
    speech: Literal["off", "espeak-ng"] = "off"  # What reads rulings and prompts aloud to everybody.
    dim_after_min: Annotated[int, Meta(ge=0, le=1440)] = 10  # Minutes without a touch, to spare displays; 0: never.
    pins: Literal["lgpio", "rpigpio", "mock"] = "lgpio"
    seats: list[Seat]
    hubs: list[Hub] = []
    board: Board | None = None
    play: Play | None = None
    window: Annotated[float, Meta(ge=0.5, le=60)] | None = msgspec.field(default=None, name="window_s")
    nope_s: Annotated[float, Meta(ge=1, le=30)] = 5.0  # How long a pressed NOPE waits for its card.
    clock: Clock | None = None  # The seats' clocks; without it nobody's thinking is measured.
    desk_arbiter: bool = False  # Whether the desk of an event's director may decide as arbiter, by the table's line.
    hints: bool | None = None  # Whether seats may ask for hints; None: people choose in the lobby, at first they may.
    options: Options = Options()
    buzzer: Buzzer | None = None
    power: Power = Power()
    distances: Distances = Distances()
    people: list[Person] = []  # Names of the household, offered in each seat's menu; others are typed at a page.
    deck: list[Card] = []
    deck_file: FileName | None = None  # The enrolled deck, beside the table file; missing until it is enrolled.

    @property
    def window_s(self) -> float:
        """Return how long a card can be noped, where the game knows that."""
        given = self.options.window_s or self.window
        return 3.0 if given is None else given

    @property
    def seat_names(self) -> tuple[str, ...]:
        """Return the names of the seats clockwise, in Tacocat the YAY side first."""
        return tuple(seat.name for seat in self.seats)

    @cached_property
    def pads(self) -> dict[str, Pad]:
        """Return every pad with a reader by its zone: `YAY.pad`, or `play` in the middle."""
        seats = {f"{seat.name}.pad": seat.pad for seat in self.seats if seat.pad}
        return seats | ({PLAY_ZONE: self.play.pad} if self.play else {})

    def pads_by_key(self) -> dict[str, Pad]:
        """Return every pad by its key in the file."""
        seats = {f"seats[{index}].pad": seat.pad for index, seat in enumerate(self.seats) if seat.pad}
        return seats | ({"play.pad": self.play.pad} if self.play else {})

    def own_readers(self) -> dict[str, ReaderSpec]:
        """Return what the readers are that hang on no hub, by the zones of their pads."""
        return {zone: spec for zone, pad in self.pads.items() if (spec := pad.spec)}

    def buttons(self) -> dict[str, Button]:
        """Return every button by its name, seat by seat."""
        return {name: button for seat in self.seats for name, button in seat.buttons().items()}

    def buttons_by_key(self) -> dict[str, Button]:
        """Return every button by its key in the file."""
        seats = {f"seats[{index}]": seat.buttons_by_role() for index, seat in enumerate(self.seats)}
        return {f"{key}.{role}": button for key, roles in seats.items() for role, button in roles.items()}

    def inputs(self) -> dict[int, InputWiring]:
        """Return how the switches of buttons and sensors are wired to their pins."""
        wirings = {b.pin: _input(b.active, b.pull) for b in self.buttons().values() if b.pin is not None}
        if self.board and isinstance(self.board.sensors, list):
            wirings |= dict.fromkeys(self.board.sensors, _input(self.board.sensors_active, self.board.sensors_pull))
        return wirings

    def uses_pins(self) -> bool:
        """Return whether anything hangs on pins that a program drives, and not only on the kernel's buses."""
        lights, has_lamps = self.lights(), any(button.lamp_pin is not None for button in self.buttons().values())
        return bool(self.inputs() or has_lamps or self.buzzer or (lights and lights.kind == "leds"))

    def lights(self) -> Lights | Strip | None:
        """Return the lights of the board, or those in the middle, if the table has any."""
        return self.board.lights if self.board else self.play.lights if self.play else None

    def strip(self) -> Lights | Strip | None:
        """Return the strip of lights on SPI, if the table has one."""
        lights = self.lights()
        return lights if lights and lights.kind == "apa102" else None

    def strip_lamps(self) -> tuple[str, ...]:
        """Return the buttons whose lamps are on the strip, in the order of the wire: before all other lights."""
        return tuple(name for name, button in self.buttons().items() if button.lamp == "strip")

    def strip_count(self) -> int:
        """Count the lights of the strip: lamps, and behind them the countdown or the nine spaces."""
        return len(self.strip_lamps()) + (self.row_count() if self.strip() else 0)

    def row_count(self) -> int:
        """Count the lights of the spaces, or of the countdown."""
        lights = self.lights()
        return lights.countdown if isinstance(lights, Strip) else SPACES if lights else 0

    def hub_row(self) -> tuple[int, ...]:
        """Return the lights of a hub's chain for the nine spaces or the countdown; none where they are elsewhere."""
        lights = self.lights()
        if lights is None or lights.kind != "hub":
            return ()
        return tuple(range(lights.first, lights.first + self.row_count()))


def _input(active: Active, pull: Pull | None) -> InputWiring:
    """Return how a switch is wired; where nothing is said of the pull, the pin pulls the other way."""
    given = pull or ("down" if active == "high" else "up")
    return InputWiring(active == "high", None if given == "none" else given)
