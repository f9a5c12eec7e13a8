"""The seams of the hardware: what devices tell (events) and what they take (looks, tones, bytes, levels).

Nothing here knows a library or a loop, so that the program, the drivers and the simulated table share these
names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import lru_cache
from typing import Literal, Protocol, TypeAlias

BUZZER, LIGHTS = "buzzer", "lights"  # What events call the two devices of which a table has one.


def space_name(space: int) -> str:
    """Return how a space of the board is written, -4..+4.

    >>> space_name(-3), space_name(0), space_name(2)
    ('-3', '0', '+2')
    """
    return f"{space:+d}" if space else "0"


def sensor_name(space: int) -> str:
    """Return what events call the sensor of a space, such as `sensor +2`."""
    return f"sensor {space_name(space)}"


class FaultKind(StrEnum):
    """Why a device does not work, as far as the way to mend it depends on that."""

    FAILED = "failed"  # It does not answer or cannot be had; each kind of device has its own usual mend.
    DEAF = "deaf"  # A reader answers and does not hear the sticker at its pad.
    NOISE = "noise"  # A reader sends bytes that make no sense.
    OTHER_KIND = "other-kind"  # A reader speaks like one of another kind than the table file names.
    HELD = "held"  # The bus of a display is held low, by any of the displays on it.
    STUCK = "stuck"  # A button stays down.
    BUSY = "busy"  # Another program has its port or its pin.
    NO_PINS = "no-pins"  # No pin of the Pi can be had at all.


class DriverError(Exception):
    """The base of every error of this package; `fault` is why, as far as the way to mend it depends on that."""

    def __init__(self, text: str, fault: FaultKind = FaultKind.FAILED) -> None:
        super().__init__(text)
        self.fault = fault


class PortError(DriverError, OSError):
    """A byte port could not be opened or was lost; the text says which, and what to look at."""


class PinError(DriverError):
    """A pin could not be had or driven; the text says which, and what to look at."""


class LightsError(DriverError):
    """The board's lights do not take their colours; the text says why, and what to look at."""


class PanelError(DriverError, OSError):
    """A display does not answer; the text says which, and what to look at."""


# What devices tell. Every `at_ms` is monotonic, in milliseconds.


@dataclass(frozen=True, slots=True)
class TagArrived:
    """One tag, and only this one, now rests on (or was shown to) a zone. Tags are upper-case hex."""

    zone: str
    tag: str
    at_ms: float


PHONE = "08000000"
"""The tag of each phone and bank card, which draws another number whenever the field returns: four bytes, the first of
them 08 (ISO 14443-3, 6.5.4)."""


def without_phones(tags: Sequence[str]) -> tuple[str, ...]:
    """Return the cards among tags that lie together; PHONE if nothing else is there.

    >>> without_phones(("0812AB34", "04A1B2C3D4E5F6")), without_phones(("0812AB34", "08FFFFFF"))
    (('04A1B2C3D4E5F6',), ('08000000',))
    """
    cards = tuple(tag for tag in tags if len(tag) != len(PHONE) or not tag.startswith("08"))
    return cards or ((PHONE,) if tags else ())


@dataclass(frozen=True, slots=True)
class TagLeft:
    """The tag is gone from the zone: completed scans did not find it."""

    zone: str
    tag: str
    at_ms: float


@dataclass(frozen=True, slots=True)
class TagsCrowded:
    """More than one tag is on a zone that takes one."""

    zone: str
    tags: tuple[str, ...]
    at_ms: float
    has_more: bool = False  # Whether there are more than the reader can list.


@dataclass(frozen=True, slots=True)
class ZoneUnknown:
    """The zone's reader fell silent: nobody knows what lies there. It is not empty."""

    zone: str
    at_ms: float


@dataclass(frozen=True, slots=True)
class ZoneEmpty:
    """The zone was unknown, and completed scans now find no tag."""

    zone: str
    at_ms: float


@dataclass(frozen=True, slots=True)
class DeviceLost:
    """A device stopped working; sent again when the reason changes. `reason` is a sentence with what to try next."""

    device: str
    reason: str
    at_ms: float
    fault: FaultKind = FaultKind.FAILED


@dataclass(frozen=True, slots=True)
class DeviceFound:
    """A lost device works again; told once."""

    device: str
    at_ms: float


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A debounced press; its time may be wrong by `error_ms` where another clock than the host's took it."""

    button: str
    at_ms: float
    error_ms: float = 0.0


@dataclass(frozen=True, slots=True)
class ButtonHeld:
    """The button has been down for the hold time; told once a press."""

    button: str
    at_ms: float


@dataclass(frozen=True, slots=True)
class ButtonReleased:
    """A debounced release. `held` tells whether ButtonHeld was told for this press."""

    button: str
    held: bool
    at_ms: float


@dataclass(frozen=True, slots=True)
class TokenSensed:
    """The sensor of a board space (-4..+4) closed or opened."""

    space: int
    present: bool
    at_ms: float


ZoneEvent: TypeAlias = TagArrived | TagLeft | TagsCrowded | ZoneUnknown | ZoneEmpty
ButtonEvent: TypeAlias = ButtonPressed | ButtonHeld | ButtonReleased
DeviceEvent: TypeAlias = ZoneEvent | DeviceLost | DeviceFound | ButtonEvent | TokenSensed
Sink: TypeAlias = Callable[[DeviceEvent], None]


def tell_all(sink: Sink, events: Iterable[DeviceEvent]) -> None:
    """Hand events on, in order."""
    for event in events:
        sink(event)


# What devices take.


class Pattern(Enum):
    """The rhythm of a light; no pattern flashes faster than 2.5 Hz (photosensitivity: below 3 Hz)."""

    OFF = "off"
    SOLID = "solid"
    SLOW = "slow"
    FAST = "fast"
    DOUBLE = "double"


RGB: TypeAlias = tuple[int, int, int]
BLACK: RGB = (0, 0, 0)


@dataclass(frozen=True, slots=True)
class Look:
    """How one light looks: a colour (0..255 each) and a rhythm."""

    rgb: RGB
    pattern: Pattern


DARK = Look(BLACK, Pattern.OFF)


@lru_cache(1_024)  # a strip shows a few colours again and again
def in_order(rgb: RGB, usual: str, order: str) -> RGB:
    """Return the colour to send so that a light shows `rgb` whose chip takes its colours in this order.

    What sends it puts the colours on the wire in the `usual` one:

    >>> in_order((1, 2, 3), "grb", "rgb")
    (2, 1, 3)
    """
    sent = {letter: rgb["rgb".index(shown)] for letter, shown in zip(usual, order, strict=True)}
    return sent["r"], sent["g"], sent["b"]


@dataclass(frozen=True, slots=True)
class Tone:
    """One tone of a signal: its pitch and how long it sounds; 0 Hz is a pause."""

    hz: int
    ms: int


class BytePort(Protocol):
    """An open byte connection to one device."""

    def write(self, data: bytes) -> None:
        """Send bytes; raises PortError when the port is gone."""

    def close(self) -> None:
        """Close the port; closing twice is harmless, and nothing is told afterwards."""


class PortOpener(Protocol):
    """Open a device's port; raises PortError with the reason. Bytes and the loss are told by callback."""

    def __call__(self, on_bytes: Callable[[bytes], None], on_lost: Callable[[str], None]) -> BytePort:
        """Open the port and start listening."""


FindPorts: TypeAlias = Callable[[], Mapping[str, PortOpener]]
"""Give the ports that are there now, by the names that people know; any of them may be a hub's, or something else's."""


# Pins, as the rest of the drivers see them.


OnEdge: TypeAlias = Callable[[float], object]  # Is told of an edge, with how many seconds ago it was.


@dataclass(frozen=True, slots=True)
class InputWiring:
    """How a switch is wired to its pin: whether it is high when it is closed, and what pulls the pin otherwise.

    `pull` is the pin's own resistor, `up` or `down`; None where there is one outside.
    """

    is_high: bool = False
    pull: Literal["up", "down"] | None = "up"


class Contact(Protocol):
    """A switch on an input pin, to ground with a pull-up where its `InputWiring` says nothing else."""

    @property
    def is_closed(self) -> bool:
        """Return whether it is closed now; raises PinError."""

    def close(self) -> None:
        """Release the pin; no edge is told afterwards."""


class Output(Protocol):
    """A pin that drives something on or off."""

    def set(self, is_on: bool) -> None:
        """Switch it; raises PinError."""

    def close(self) -> None:
        """Switch it off and release the pin."""


class Sounder(Protocol):
    """A pin that drives a passive buzzer."""

    def sound(self, hz: int, volume: float) -> None:
        """Sound until told otherwise; 0 Hz is silence, `volume` 0..1. Raises PinError."""

    def close(self) -> None:
        """Fall silent and release the pin."""


class Pins(Protocol):
    """The pins of a Pi by their GPIO numbers. Each of these raises PinError when the pin cannot be had."""

    def contact(self, number: int, on_edge: OnEdge) -> Contact:
        """Watch a switch; `on_edge` is called in any thread at every edge, perhaps late, and is told how late."""

    def output(self, number: int) -> Output:
        """Drive something that is off at first."""

    def sounder(self, number: int) -> Sounder:
        """Drive a buzzer that is silent at first."""

    def backend(self) -> str:
        """Return in one sentence what drives the pins."""

    def close(self) -> None:
        """Release everything."""


class Interface(Protocol):
    """A wire that takes commands and data, as luma's interfaces do; each call is one transfer."""

    def command(self, *command: int) -> None:
        """Send command bytes."""

    def data(self, data: Sequence[int]) -> None:
        """Send bytes of a picture."""

    def cleanup(self) -> None:
        """Release the wire."""
