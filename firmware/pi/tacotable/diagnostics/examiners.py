"""Who tries a table: a person at the console, or a simulated one at the simulated table."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

from tacotable.diagnostics.device_trials import name_picture
from tacotable.diagnostics.selftest import Kind, Step
from tacotable.display.draw import draw
from tacotable.errors import TacotableError
from tacotable_sim.truth import DISCARD, DRAW

if TYPE_CHECKING:
    from tacotable_sim.table import SimulatedTable


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
            self._card = self._table.truth.at(DRAW)[0].tag
            self._table.place(self._card, step.name)

    async def end(self, step: Step) -> None:
        """Release the button, lift Tacocat off, or lift the card."""
        if step.kind is Kind.PRESSED:
            self._table.release(step.name)
        elif step.kind is Kind.SENSED:
            self._table.move_token(None)
        else:
            self._table.place(self._card, DISCARD)


Person: TypeAlias = ConsolePerson | SimulatedPerson
