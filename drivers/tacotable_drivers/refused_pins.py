"""The pins of a chip that may not be opened: each one is refused with the reason, and what is on no pin works."""

from __future__ import annotations

from typing import NoReturn

from tacotable_drivers.ports import FaultKind, PinError

NO_PIN = "no pin can be had"  # What each refusal begins with; the reason of the chip, and the mend, follow.


class RefusedPins:
    """Pins of which none can be had, for the reason in `error`."""

    def __init__(self, error: PinError) -> None:
        self.error = error

    def contact(self, *_pin: object, **_named: object) -> NoReturn:
        """Raise PinError."""
        raise PinError(f"{NO_PIN}: {self.error}", FaultKind.NO_PINS) from self.error

    output = sounder = contact

    def backend(self) -> str:
        """Return that nothing drives the pins, and why."""
        return f"WARNING: {NO_PIN}: {self.error}"

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


class UnusedPins(RefusedPins):
    """The pins of a table that has nothing on one: the chip is not opened, and that is no fault."""

    def __init__(self) -> None:
        super().__init__(PinError("the table file has nothing on a pin"))

    def backend(self) -> str:
        """Return that nothing drives the pins, which nobody needs."""
        return f"pins: {self.error}"
