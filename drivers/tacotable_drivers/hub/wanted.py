"""What a hub shall have: its configuration and its lights, as the commands that tell it so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable_drivers.hub.plan import content_id

if TYPE_CHECKING:
    from tacotable_drivers.hub.clock import ClockFit
    from tacotable_drivers.wire.hub import Message

CYCLE_MS = 2_000
"""All rhythms of lights begin together again after so long (PROTOCOL.md, `z`)."""


class Wanted:
    """What one hub shall have. All commands are absolute, so each may be sent again at any time."""

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

    def darkness(self, number: int) -> Message | None:
        """Return the command that darkens all lights, for the end; None where there are none."""
        if not self._text:
            return None
        dark = "000000o" * (len(self._text) // 7)
        return {"t": "lights", "n": number, "id": content_id(dark), "l": dark}

    def missing(self, config: int, lights: int) -> tuple[str, ...]:
        """Return the commands, by their kinds, for what a hub with these contents does not have, or has no longer."""
        if self.config is not None and config != self.config["id"]:
            return ("cfg", *self.lights_if_any(), "snap")
        return self.lights_if_any() if self._lights is None or lights != self._lights["id"] else ()
