"""One open port with whatever is at its other end: it carries out what the dialogue wants, until the port is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import InitVar, dataclass
from random import Random
from typing import TYPE_CHECKING

from tacotable_drivers.hub.dialogue import Dialogue, HubOutcome
from tacotable_drivers.loop_timer import LoopTimer
from tacotable_drivers.ports import BytePort, PortError, PortOpener
from tacotable_drivers.readers.session import Failed, Send

if TYPE_CHECKING:
    from tacotable_drivers.hub.hub import Hub

MOST_BYTES_A_SECOND = 131_072
"""A hub says some 20 kB a second at most; what says more is none, and must not keep the program busy."""
ASK_PAUSE_MS = 50.0


@dataclass(eq=False)
class Line:
    """One port, `where` for people. `tell` gets what the dialogue gives, `end` the reason when it is over.

    `hub` is the hub of the table that was found at the other end, once it was.
    """

    where: str
    loop: InitVar[asyncio.AbstractEventLoop]
    chance: InitVar[Random]
    tell: Callable[[Line, HubOutcome], None]
    end: Callable[[Line, str], None]

    def __post_init__(self, loop: asyncio.AbstractEventLoop, chance: Random) -> None:
        self.dialogue = Dialogue(chance)
        self.hub: Hub | None = None
        self.silent_since_ms: float | None = None
        """Since when the hub has been lost here; None while it talks."""
        self._port: BytePort | None = None
        self._timer = LoopTimer(loop)
        self._asked_ms = self._second_began_ms = 0.0
        self._bytes_in_second = 0

    def open(self, opener: PortOpener) -> None:
        """Open the port and ask who is there; raises PortError."""
        self._port = opener(self._received, self.fail)
        self.do(self.dialogue.start(self._timer.now_ms()))

    def close(self) -> None:
        """Close the port; nothing is told afterwards."""
        self._timer.cancel()
        port, self._port = self._port, None
        if port is not None:
            port.close()

    def say_farewell(self) -> None:
        """Darken the hub's lights, and close the port; nothing is told afterwards."""
        line = self.dialogue.farewell()
        if line and self._port is not None:
            with suppress(PortError):  # a hub that hears nobody soon lets its lights be dark by itself
                self._port.write(line)
        self.close()

    def do(self, outcomes: list[HubOutcome]) -> None:
        """Carry out what the dialogue wants, until the port is lost or closed."""
        for outcome in outcomes:
            if self._port is None:
                return
            match outcome:
                case Send(wire):
                    try:
                        self._port.write(wire)
                    except PortError as error:
                        self.fail(str(error))
                case Failed(reason):
                    self.fail(reason)
                case _:
                    self.tell(self, outcome)
        if self._port is not None:
            self._timer.set_first((self.dialogue.wake_at_ms(), self._held_ms()), self._tick)

    def fail(self, reason: str) -> None:
        """Close on the first error, and tell the end once."""
        if self._port is not None:
            self.close()
            self.end(self, reason)

    def _received(self, data: bytes) -> None:
        if self._port is None:
            return
        now_ms = self._timer.now_ms()
        if now_ms >= self._second_began_ms + 1_000:
            self._second_began_ms, self._bytes_in_second = now_ms, 0
        self._bytes_in_second += len(data)
        if self._bytes_in_second > MOST_BYTES_A_SECOND:
            self.fail("it sends without end; is it a hub?")
        else:
            self.do(self.dialogue.received(data, now_ms))

    # Time.

    def _tick(self, due_ms: float) -> None:
        now_ms = self._timer.now_ms(due_ms)
        asked: list[HubOutcome] = []
        if (held_ms := self._held_ms()) is not None and now_ms >= held_ms:
            self._asked_ms = now_ms
            asked = self.dialogue.ask(now_ms, "ping")
        self.do([*asked, *self.dialogue.timer(now_ms)])

    def _held_ms(self) -> float | None:
        """Return when the hub should be asked whether a button is still down; not too often."""
        due_ms = self.hub.next_ms() if self.hub and self.hub.is_known else None
        return None if due_ms is None else max(due_ms, self._asked_ms + ASK_PAUSE_MS)
