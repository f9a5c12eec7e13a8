"""What hangs on a hub or its expander that is not heard: nobody knows how it is, so nothing of it is called good."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from tacotable.diagnostics.doctor.finding import Finding, Verdict, unchecked
from tacotable.table.hub_plans import hubs_of
from tacotable.table.schema import sensor_name
from tacotable_drivers.lights.board import DEVICE as LIGHTS

if TYPE_CHECKING:
    from tacotable.table.file import TableFile
    from tacotable_drivers.hub.plan import HubPlan


def without_unheard(table: TableFile, findings: Sequence[Finding]) -> Iterator[Finding]:
    """Yield findings of devices, in which those behind a hub or an expander that failed are unknown."""
    failed = {finding.subject for finding in findings if finding.verdict is Verdict.FAIL}
    behind = {device: part for plan in hubs_of(table) for part, device in _pairs(plan) if part in failed}
    for finding in findings:
        part = behind.get(finding.subject)
        if part is None:
            yield finding
        else:
            mend = f"mend the {part.partition(' ')[0]} first"
            yield unchecked(finding.subject, f"unknown: {part} is not heard", mend)


def _pairs(plan: HubPlan) -> Iterable[tuple[str, str]]:
    """Yield each device with what it hangs on; of an expander's, the hub comes last, since it is mended first."""
    expander, hub = f"expander {plan.name}", f"hub {plan.name}"
    yield from ((expander, f"button {name}") for name in plan.more.values())
    yield from ((hub, device) for device in _devices_on(plan))


def _devices_on(plan: HubPlan) -> Iterable[str]:
    """Name the devices on a hub, as the health of a table does."""
    if plan.more:
        yield f"expander {plan.name}"
    yield from (f"reader {zone}" for zone in plan.readers.values())
    yield from (f"button {name}" for name in (*plan.buttons.values(), *plan.more.values()))
    yield from (sensor_name(space) for space in plan.sensors.values())
    if plan.light_count:
        yield LIGHTS
