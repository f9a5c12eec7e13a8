"""What the self-test tries, in order: worked out from the table file, known to no device."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from tacotable.table.hub_plans import hubs_of
from tacotable.table.parts import displays_of
from tacotable.table.schema import SPACES, Strip, sensor_name

if TYPE_CHECKING:
    from tacotable.table.file import TableFile


class Kind(StrEnum):
    """What is tried of a device; the columns of the matrix."""

    ANSWERS = "answers"
    LIT = "lit"
    SHOWS = "shows"
    PRESSED = "pressed"
    SENSED = "sensed"
    READ = "read"


@dataclass(frozen=True, slots=True)
class Step:
    """One try. `name` is the device's own name, `device` the one that people are told."""

    kind: Kind
    name: str
    device: str

    @property
    def asked(self) -> str:
        """Return what a person is asked to do, or to look at."""
        return ASKED[self.kind].format(name=self.name, device=self.device)


ASKED = {
    Kind.ANSWERS: "Wait for the {device}.",
    Kind.LIT: "Is {device} lit, and no other?",
    Kind.SHOWS: "Does the {device} show the word '{name}'?",
    Kind.PRESSED: "Press the {device} and let it go.",
    Kind.SENSED: "Stand Tacocat on the space of {device}, wait for the tone, and take it off.",
    Kind.READ: "Lay one card on the pad '{name}', wait for the tone, and lift it.",
}


def light_count(table: TableFile) -> int:
    """Return how many lights the board or the countdown has."""
    strip = table.strip()
    if strip is not None:
        return strip.countdown if isinstance(strip, Strip) else SPACES
    lights = table.board.lights if table.board else None
    return len(table.hub_row()) or (SPACES if lights is not None else 0)


def lamps_of(table: TableFile) -> list[str]:
    """Name the buttons that have a lamp, on whatever wire."""
    return [name for name, button in table.buttons().items() if button.lamp is not None or button.light is not None]


def steps_of(table: TableFile) -> Iterator[Step]:
    """Yield the steps of a table: what is seen first, then what hands do."""
    yield from (Step(Kind.ANSWERS, hub.name, f"hub {hub.name}") for hub in table.hubs)
    yield from (Step(Kind.ANSWERS, plan.name, f"expander {plan.name}") for plan in hubs_of(table) if plan.more)
    yield from (Step(Kind.LIT, name, f"lamp {name}") for name in lamps_of(table))
    yield from (Step(Kind.LIT, str(index), f"light {index + 1}") for index in range(light_count(table)))
    yield from (Step(Kind.SHOWS, name, f"display {name}") for name in displays_of(table))
    yield from (Step(Kind.PRESSED, name, f"button {name}") for name in table.buttons())
    if table.board and table.board.sensors:
        yield from (Step(Kind.SENSED, str(space), sensor_name(space)) for space in range(-4, 5))
    yield from (Step(Kind.READ, zone, f"reader {zone}") for zone in table.pads())
