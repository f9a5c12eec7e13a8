"""What hangs on a hub that is not heard: nobody knows how it is, so nothing of it is called good or bad."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tacotable.doctor.finding import Finding, Verdict, unchecked
from tacotable.hub_plans import hubs_of
from tacotable.table_file import TableFile
from tacotable.table_parts import sensor_name
from tacotable_drivers.hub.plan import HubPlan
from tacotable_drivers.lights.board import DEVICE as LIGHTS


def without_unheard(table: TableFile, findings: Sequence[Finding]) -> Iterator[Finding]:
    """Give findings of devices, in which those behind a hub that failed are unknown."""
    failed = {finding.subject for finding in findings if finding.verdict is Verdict.FAIL}
    silent = [plan for plan in hubs_of(table) if f"hub {plan.name}" in failed]
    hub_of = {device: plan.name for plan in silent for device in _devices_on(plan)}
    for finding in findings:
        hub = hub_of.get(finding.subject)
        yield finding if hub is None else _unknown(finding.subject, hub)


def _unknown(device: str, hub: str) -> Finding:
    return unchecked(device, f"unknown: hub {hub} is not heard", "mend the hub first")


def _devices_on(plan: HubPlan) -> Iterable[str]:
    """Name the devices on a hub, as the health of a table does."""
    yield from (f"reader {zone}" for zone in plan.readers.values())
    yield from (f"button {name}" for name in (*plan.buttons.values(), *plan.more.values()))
    yield from (sensor_name(space) for space in plan.sensors.values())
    if plan.light_count:
        yield LIGHTS
