"""The host's commands at one hub, and what it shall have by them: its configuration and its lights.

Source: firmware/pico/PROTOCOL.md, "Host to hub". All commands are absolute, so each may be sent again at any time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from tacotable_drivers.hub.plan import content_id
from tacotable_drivers.wire.hub import NUMBERS, Message, following, seal

if TYPE_CHECKING:
    from tacotable_drivers.hub.clock import ClockFit

RESEND_MS = 300.0
CYCLE_MS = 2_000  # All rhythms of lights begin together again after so long (PROTOCOL.md, `z`).


@dataclass(slots=True)
class Command:
    """The command that is under way, first sent at `began_ms`."""

    message: Message
    began_ms: float
    again_ms: float


class Commands:
    """What is wanted of a hub, each kind once, in order: numbered, one under way, sent again until it is answered."""

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


class Wanted:
    """What one hub shall have."""

    def __init__(self) -> None:
        self.config: Message | None = None
        """The `cfg` command; None before the hub was met."""
        self._text = ""
        self._lights: Message | None = None

    def show(self, text: str) -> bool:
        """Want these lights (`l` of the protocol) from now on; returns whether that is new."""
        is_new = text != self._text
        if is_new:
            self._text, self._lights = text, None
        return is_new

    def restart_rhythms(self) -> None:
        """Note that the hub's clock was reset, so that rhythms begin at another moment of it."""
        self._lights = None

    def lights_if_any(self) -> tuple[str, ...]:
        """Return the command for the lights, by its kind; none where there are no lights."""
        return ("lights",) if self._text else ()

    def lights(self, clock: ClockFit, now_ms: float) -> Message:
        """Return the command for the lights; rhythms begin when those of the host's clock do."""
        if self._lights is None:
            zero = clock.phase(CYCLE_MS, now_ms)
            self._lights = {"t": "lights", "id": content_id(f"{self._text}{zero}"), "l": self._text, "z": zero}
        return self._lights

    def farewell(self, number: int) -> bytes:
        """Return the line that darkens all lights, for the end; nothing where there are none."""
        dark = "000000o" * (len(self._text) // 7)
        return seal({"t": "lights", "n": number, "id": content_id(dark), "l": dark}) if dark else b""

    def missing(self, config: int, lights: int) -> tuple[str, ...]:
        """Return the commands, by their kinds, for what a hub with these contents does not have, or has no longer."""
        if self.config is not None and config != self.config["id"]:
            return ("cfg", *self.lights_if_any(), "snap")
        return self.lights_if_any() if self._lights is None or lights != self._lights["id"] else ()
