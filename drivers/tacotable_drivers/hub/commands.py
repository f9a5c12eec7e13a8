"""The host's commands at one hub: numbered, one under way at a time, sent again until it is answered.

Source: firmware/pico/PROTOCOL.md, "Host to hub".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tacotable_drivers.wire.hub import NUMBERS, Message, following

RESEND_MS = 300.0


@dataclass(slots=True)
class Command:
    """The command that is under way, first sent at `began_ms`."""

    message: Message
    began_ms: float
    again_ms: float

    @property
    def kind(self) -> str:
        """What it is, `t` of the protocol."""
        return str(self.message["t"])


class Commands:
    """What is wanted of a hub, each kind once, in order."""

    def __init__(self, chance: Random) -> None:
        self.under_way: Command | None = None
        self._wanted: list[str] = []
        self._number = chance.randrange(1, NUMBERS)

    def begin_with(self, *kinds: str) -> None:
        """Forget everything that was wanted or is under way, and want these."""
        self.under_way = None
        self._wanted = list(kinds)

    def want(self, *kinds: str) -> None:
        """Want commands of these kinds; one that waits already is not sent twice."""
        self._wanted += [kind for kind in kinds if kind not in self._wanted]

    def number(self) -> int:
        """Return the next number."""
        self._number = following(self._number)
        return self._number

    def due(self, now_ms: float, compose: Callable[[str], Message]) -> Message | None:
        """Return what is to be sent now, if anything; `compose` gives the fields of a kind when its turn has come."""
        if self.under_way is None and self._wanted:
            message = compose(self._wanted.pop(0)) | {"n": self.number()}
            self.under_way = Command(message, now_ms, now_ms)
        command = self.under_way
        if command is None or now_ms < command.again_ms:
            return None
        command.again_ms = now_ms + RESEND_MS
        return command.message

    def end(self, number: int | None) -> Command | None:
        """Return the command that this number answers, which is over now; None for any other."""
        command = self.under_way
        if command is None or command.message["n"] != number:
            return None
        self.under_way = None
        return command

    def again_ms(self) -> float:
        """Return when the one under way is to be sent again; 0 where none is."""
        return self.under_way.again_ms if self.under_way else 0.0
