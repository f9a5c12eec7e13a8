"""What follows from what: of a device that something else keeps from working, the cause is told once, and first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tacotable.diagnostics.doctor.bus_checks import display_needs
from tacotable.diagnostics.doctor.finding import Finding, Verdict, unchecked
from tacotable.table.parts import devices_on, displays_of, hubs_of, on_pins

if TYPE_CHECKING:
    from tacotable.table.file import TableFile

PINS = "pins"
PIN_CAUSES = ("pin library", "gpio", "group gpio", PINS)


def without_consequences(table: TableFile, on_pi: Sequence[Finding], examined: Sequence[Finding]) -> Iterator[Finding]:
    """Yield what was found of devices; of those that something else keeps from working, that it is to be seen first."""
    failed = {finding.subject for finding in (*on_pi, *examined) if finding.verdict is Verdict.FAIL}
    causes = causes_of(table)
    for finding in examined:
        cause = next((each for each in causes.get(finding.subject, ()) if each in failed), None)
        if cause is not None:
            yield unchecked(finding.subject, f"unknown: see {cause}")
        elif finding.subject != PINS or not failed.intersection(PIN_CAUSES) - {PINS}:
            yield finding


def causes_of(table: TableFile) -> dict[str, tuple[str, ...]]:
    """Return for each device the subjects of findings that explain why it does not work, the first cause first."""
    causes: dict[str, tuple[str, ...]] = dict.fromkeys(on_pins(table), PIN_CAUSES)
    for name, display in displays_of(table).items():
        causes[f"display {name}"] = display_needs(display)
    causes["lights"] = ("group spi", "spi")
    causes |= {f"reader {zone}": ("group dialout", f"port of {zone}") for zone in table.own_readers()}
    for plan in hubs_of(table):
        hub, expander = f"hub {plan.name}", f"expander {plan.name}"
        causes[hub] = ("group dialout",)
        causes |= dict.fromkeys(devices_on(plan), ("group dialout", hub))
        causes |= {f"button {name}": ("group dialout", hub, expander) for name in plan.more.values()}
    return causes
