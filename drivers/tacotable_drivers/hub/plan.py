"""What hangs on a hub: its readers, sensors, buttons and lights, by their places on the board.

Places are those of firmware/pico/README.md, "Pins".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from zlib import crc32

from tacotable_drivers.wire.hub_messages import TICKS, Hello

if TYPE_CHECKING:
    from tacotable_drivers.wire.hub import Message

MEND = "put this release's program on it: tacotable hub update"
SURE, GONE = 2, 3
"""Scans that must have seen a tag before it counts, and scans without it after which it is gone: as on PN532 pads."""
HOLD_MS = 5_000
"""So long without a word from the host, and the hub's lights go dark."""


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


def content_id(content: str) -> int:
    """Return the number by which a hub knows a content again: 1..2^30 - 1, the same in every run of the program."""
    return crc32(content.encode()) % (TICKS - 1) + 1


def _mask(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


def missing_capability(plan: HubPlan, hello: Hello) -> str | None:
    """Return what a hub cannot do that the table needs, and the mend; None where it can do all."""
    who = f"hub {hello.identity} (program {hello.program}, protocol {hello.version})"
    for kind, one, most, used in _needs(plan, hello):
        if used >= most:
            return f"{who} has {most or 'no'} {kind}, but the table uses {one} {used} of them: {MEND}"
    return None


def _needs(plan: HubPlan, hello: Hello) -> Iterator[tuple[str, str, int, int]]:
    """Yield for each kind how many the hub has, and the last place that the table uses (-1: none)."""
    can = hello.capabilities
    yield "readers", "reader", can.readers, max(plan.readers, default=-1)
    yield "board sensors", "sensor", can.sensors, max(plan.sensors, default=-1)
    yield "buttons", "button", can.buttons, max(plan.buttons, default=-1)
    yield "'more' inputs", "input", can.more, max(plan.more, default=-1)
    yield "lights", "light", can.lights, plan.light_count - 1


def speaks_other(identity: str, program: str, version: int, ours: int) -> str:
    """Return that a hub speaks another protocol, with both versions and the way to update."""
    return (
        f"hub {identity} speaks protocol {version} (its program is {program}), this program speaks protocol {ours}: "
        f"{MEND}"
    )
