"""What a self-test tries of a table, step by step, and who does it: a person at the console, or a simulated one.

The steps are worked out from the table file, known to no device.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from tacotable.diagnostics.device_trials import name_picture
from tacotable.display.draw import draw
from tacotable.errors import TacotableError
from tacotable.table.parts import displays_of, hubs_of, lamps_of, sensor_name

if TYPE_CHECKING:
    from tacotable.table.file import TableFile
    from tacotable_sim.table import SimulatedTable


class Kind(StrEnum):
    """What is tried of a device; the columns of the matrix."""

    ANSWERS = "answers"
    LIT = "lit"
    SHOWS = "shows"
    PRESSED = "pressed"
    SENSED = "sensed"
    READ = "read"


@dataclass(frozen=True, slots=True)
class Tried:
    """One try of one device; what failed says what was seen, and the mend."""

    device: str
    kind: Kind
    told: str = ""
    mend: str = ""

    @property
    def outcome(self) -> str:
        """Return how it ended, as the matrix has it."""
        return "FAIL" if self.mend else "pass"


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

    def tried(self, told: str = "", mend: str = "") -> Tried:
        """Return how it came out: what was seen, and the mend, where it failed."""
        return Tried(self.device, self.kind, told, mend)


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
    yield from (Step(Kind.READ, zone, f"reader {zone}") for zone in table.pads)


class PersonLeftError(TacotableError):
    """Nobody answers any more."""


class ConsolePerson:
    """Somebody who reads the console and answers there; what hands do within `patience_s`, the devices see."""

    patience_s = 30.0

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say

    async def sees(self, step: Step) -> bool:
        """Ask; Enter is a yes. Raises PersonLeftError where input ends. No thread waits: Ctrl-C would not end it."""
        sys.stdout.write(f"{step.asked} [Y/n] ")
        sys.stdout.flush()
        loop, typed = asyncio.get_running_loop(), asyncio.Event()
        with suppress(OSError, ValueError):  # a file need not be waited for
            loop.add_reader(sys.stdin, typed.set)
            try:
                await typed.wait()
            finally:
                loop.remove_reader(sys.stdin)
                if not typed.is_set():
                    self._say("")  # ends the line of the question, as below
        answer = sys.stdin.readline()
        if not answer:
            self._say("")
            raise PersonLeftError("the input has ended, so nobody can say what is seen; run it in a terminal")
        return not answer.strip().lower().startswith("n")

    async def begin(self, step: Step) -> None:
        """Say what hands shall do."""
        self._say(step.asked)

    async def end(self, step: Step) -> None:
        """Leave it to the person, who was told already."""


class SimulatedPerson:
    """Somebody at a simulated table, who does what is asked and sees what is there."""

    patience_s = 3.0

    def __init__(self, table: SimulatedTable, language: str = "en") -> None:
        self._table = table
        self._language = language
        self._card = ""
        table.move_token(None)

    async def sees(self, step: Step) -> bool:
        """Look at lamps, lights or a picture."""
        seen = self._table.look()
        if step.kind is Kind.SHOWS:
            size = self._table.panels[step.device].controller.size
            return seen.pictures[step.device] in draw(name_picture(step.name), self._language, (), size).turns
        lit = [f"lamp {name}" for name, level in seen.lamps.items() if level > 0]
        lit += [f"light {index}" for index, light in enumerate(seen.lights, 1) if light.is_lit and light.brightness]
        return lit == [step.device]

    async def begin(self, step: Step) -> None:
        """Press, stand Tacocat somewhere, or lay the top card of the pile."""
        if step.kind is Kind.PRESSED:
            self._table.press(step.name)
            await asyncio.sleep(0.2)
        elif step.kind is Kind.SENSED:
            self._table.move_token(int(step.name))
        else:
            self._card = self._table.truth.at("draw")[0].tag
            self._table.place(self._card, step.name)

    async def end(self, step: Step) -> None:
        """Release the button, lift Tacocat off, or lift the card."""
        if step.kind is Kind.PRESSED:
            self._table.release(step.name)
        elif step.kind is Kind.SENSED:
            self._table.move_token(None)
        else:
            self._table.place(self._card, "discard")


Person: TypeAlias = ConsolePerson | SimulatedPerson
