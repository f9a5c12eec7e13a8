"""The self-test: what is tried of a table, in order, and how it came out.

The steps are worked out from the table file, known to no device. The outcome is a matrix: a line for each device, what
was tried, and the mend of what failed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from tacotable.table.parts import displays_of, hubs_of, lamps_of, sensor_name

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


def steps_of(table: TableFile) -> Iterator[Step]:
    """Yield the steps of a table: what is seen first, then what hands do."""
    yield from (Step(Kind.ANSWERS, hub.name, f"hub {hub.name}") for hub in table.hubs)
    yield from (Step(Kind.ANSWERS, plan.name, f"expander {plan.name}") for plan in hubs_of(table) if plan.more)
    yield from (Step(Kind.LIT, lamp.button, f"lamp {lamp.button}") for lamp in lamps_of(table))
    yield from (Step(Kind.LIT, str(index), f"light {index + 1}") for index in range(table.row_count()))
    yield from (Step(Kind.SHOWS, name, f"display {name}") for name in displays_of(table))
    yield from (Step(Kind.PRESSED, name, f"button {name}") for name in table.buttons())
    if table.board and table.board.sensors:
        yield from (Step(Kind.SENSED, str(space), sensor_name(space)) for space in range(-4, 5))
    yield from (Step(Kind.READ, zone, f"reader {zone}") for zone in table.pads())


class Outcome(StrEnum):
    """How a try ended."""

    PASSED = "pass"
    FAILED = "FAIL"


@dataclass(frozen=True, slots=True)
class Tried:
    """One try of one device; what failed says what was seen, and the mend."""

    device: str
    kind: Kind
    outcome: Outcome
    told: str = ""
    mend: str = ""


def has_failed(tries: Sequence[Tried]) -> bool:
    """Return whether any try failed."""
    return any(tried.outcome is Outcome.FAILED for tried in tries)


def in_lines(tries: Sequence[Tried]) -> str:
    """Return the outcome as lines to read; the counts at the end are those of the cells."""
    lines = [f"{'':<18}" + " ".join(f"{kind.value:<8}" for kind in Kind).rstrip()]
    failed = [tried for tried in tries if tried.outcome is Outcome.FAILED]
    worst = {(tried.device, tried.kind): tried.outcome for tried in (*tries, *failed)}
    for device in dict.fromkeys(tried.device for tried in tries):
        cells = (worst.get((device, kind), ".") for kind in Kind)
        lines.append(f"{device:<18}" + " ".join(f"{cell:<8}" for cell in cells).rstrip())
    for tried in failed:
        lines += [f"{tried.device}: {tried.told}", f"  -> {tried.mend}"]
    count = sum(outcome is Outcome.FAILED for outcome in worst.values())
    return "\n".join([*lines, f"{len(worst) - count} passed, {count} failed"])


def as_plain(tries: Sequence[Tried]) -> list[dict[str, str]]:
    """Return the tries as they are written in JSON."""
    return [
        {"device": t.device, "try": t.kind.value, "outcome": t.outcome.value, "told": t.told, "mend": t.mend}
        for t in tries
    ]
