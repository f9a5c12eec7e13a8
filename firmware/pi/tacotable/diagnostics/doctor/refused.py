"""Pins of which none can be had: one finding says why, with the mend, and of what is on a pin nobody knows anything."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacotable.diagnostics.doctor.finding import Finding, fail, unchecked
from tacotable_drivers.refused_pins import NO_PIN, RefusedPins

if TYPE_CHECKING:
    from tacotable_drivers.ports import Pins


def refused_pins(pins: Pins) -> Iterator[Finding]:
    """Yield that no pin can be had, where that is so."""
    if isinstance(pins, RefusedPins):
        what, _, mend = str(pins.error).rpartition("; ")
        yield fail("pins", what or str(pins.error), mend)


def unknown(device: str) -> Finding:
    """Return the finding that nothing is known of a device whose pin was refused."""
    return unchecked(device, f"unknown: {NO_PIN}", "mend the pins first")
