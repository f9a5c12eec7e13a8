"""Pins of which none can be had: one finding says why, with the mend, and of what is on a pin nobody knows anything."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tacotable.diagnostics.doctor.finding import Finding, fail, unchecked
from tacotable_drivers.ports import PinError, Pins
from tacotable_drivers.refused_pins import NO_PIN, RefusedPins


def without_refused(pins: Pins, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield findings of devices, in which those that were refused their pin are unknown, and the pins fail."""
    if isinstance(pins, RefusedPins):
        yield _failed(pins.error)
    for finding in findings:
        yield _unknown(finding.subject) if NO_PIN in finding.told else finding


def _failed(error: PinError) -> Finding:
    what, _, mend = str(error).rpartition("; ")
    return fail("pins", what or str(error), mend)


def _unknown(device: str) -> Finding:
    return unchecked(device, f"unknown: {NO_PIN}", "mend the pins first")
