"""What hangs on a hub: its readers, sensors, buttons and lights, by their places on the board.

Places are those of firmware/pico/README.md, "Pins"; how lights are told is in firmware/pico/PROTOCOL.md, `lights`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from zlib import crc32

from tacotable_drivers.ports import DARK, Look, Pattern, in_order
from tacotable_drivers.wire.hub import Message
from tacotable_drivers.wire.hub_messages import MEND, TICKS, Hello

SURE, GONE = 2, 3
"""Scans that must have seen a tag before it counts, and scans without it after which it is gone: as on PN532 pads."""
HOLD_MS = 5_000  # So long without a word from the host, and the hub's lights go dark.
BRIGHTEST = 31
USUAL_ORDER = "grb"
"""How a hub puts colours on the wire (WS2812B data sheet, "Composition of 24 bit data")."""
LETTERS = {Pattern.OFF: "o", Pattern.SOLID: "s", Pattern.SLOW: "w", Pattern.FAST: "f", Pattern.DOUBLE: "d"}


@dataclass(frozen=True, slots=True)
class HubPlan:
    """One hub of a table. `identity` is the chip's own number (16 capital hex digits); None: the first one found.

    `row` are the lights behind the lamps: of the nine spaces, or of the countdown. `brightness` is 1..31, `order` that
    of the colours in each light, `ma` what all lights may draw.
    """

    name: str
    identity: str | None = None
    readers: Mapping[int, str] = field(default_factory=dict)
    sensors: Mapping[int, int] = field(default_factory=dict)
    buttons: Mapping[int, str] = field(default_factory=dict)
    more: Mapping[int, str] = field(default_factory=dict)
    lamps: Mapping[str, int] = field(default_factory=dict)
    row: tuple[int, ...] = ()
    brightness: int = 8
    order: str = "grb"
    ma: int = 300
    turn: int = 1
    gain: int = 4

    @property
    def light_count(self) -> int:
        """How many lights the chain has, up to the last one that is used."""
        return max((*self.lamps.values(), *self.row), default=-1) + 1

    def config(self) -> Message:
        """Return the command that tells the hub what it has; equal ones have equal numbers."""
        fields: Message = {
            "rd": _mask(self.readers),
            "se": _mask(self.sensors),
            "bt": _mask(self.buttons),
            "xp": _mask(self.more),
            "led": self.light_count,
            "turn": self.turn,
            "gain": self.gain,
            "sure": SURE,
            "gone": GONE,
            "ma": self.ma,
            "hold": HOLD_MS,
        }
        return {"t": "cfg", "id": content_id(repr(fields)), **fields}

    def picture(self, lamps: Mapping[str, Look], row: Sequence[Look]) -> str:
        """Return the text that shows these looks on the chain; a light that nobody speaks of is dark."""
        looks = [DARK] * self.light_count
        for name, place in self.lamps.items():
            looks[place] = lamps.get(name, DARK)
        for place, look in zip(self.row, row, strict=False):
            looks[place] = look
        return "".join(self._text(look) for look in looks)

    def _text(self, look: Look) -> str:
        """Return the colour and the rhythm of one light; the hub keeps the rhythm."""
        colours = in_order(look.rgb, USUAL_ORDER, self.order)
        return "".join(f"{part * self.brightness // BRIGHTEST:02x}" for part in colours) + LETTERS[look.pattern]

    def lack_of(self, hello: Hello) -> str | None:
        """Return what a hub cannot do that the table needs, and the mend; None where it can do all."""
        who = f"hub {hello.identity} (program {hello.program}, protocol {hello.version})"
        can = hello.capabilities
        needs = (
            ("readers", "reader", can.readers, max(self.readers, default=-1)),
            ("board sensors", "sensor", can.sensors, max(self.sensors, default=-1)),
            ("buttons", "button", can.buttons, max(self.buttons, default=-1)),
            ("'more' inputs", "input", can.more, max(self.more, default=-1)),
            ("lights", "light", can.lights, self.light_count - 1),
        )
        for kind, one, most, last in needs:
            if last >= most:
                return f"{who} has {most or 'no'} {kind}, but the table uses {one} {last} of them: {MEND}"
        return None


def content_id(content: str) -> int:
    """Return the number by which a hub knows a content again: 1..2^30 - 1, the same in every run of the program."""
    return crc32(content.encode()) % (TICKS - 1) + 1


def _mask(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)
