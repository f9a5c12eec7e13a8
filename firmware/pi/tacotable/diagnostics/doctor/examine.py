"""Everything that the doctor looks at, on a real table or a simulated one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path

from tacotable.devices.real_hardware import real_hardware
from tacotable.diagnostics.device_examination import examine
from tacotable.diagnostics.doctor.bus_checks import PIN_CAUSES, PINS, causes_of
from tacotable.diagnostics.doctor.finding import Finding, Verdict, unchecked, warn
from tacotable.diagnostics.doctor.machine import Machine
from tacotable.diagnostics.doctor.machine_checks import machine_findings, page_finding
from tacotable.diagnostics.doctor.simulated import SimulatedMachine
from tacotable.diagnostics.doctor.table_checks import as_found, file_findings, font_findings, surveyed, table_findings
from tacotable.diagnostics.faulty_table import examine_simulated, faults_of_machine, faults_of_table
from tacotable.errors import SetupError
from tacotable.service.running_time import running_time
from tacotable.service.status_file import SAFE_MODE, StatusFileError, found, hanging, read_status
from tacotable.table.file import TableFile, TableFileError, read_table

IN_USE = (
    "tacotable status tells how they are; or stop it: sudo systemctl stop tacotable.socket tacotable.service, or Ctrl-C"
)
AFTER_SAFE_MODE = "mend what fails here, then start it anew: sudo systemctl restart tacotable"


def look_over(
    name: str, state: Path, faults: Sequence[str] = (), *, is_simulated: bool, status: Path | None = None
) -> list[Finding]:
    """Return all findings; raises SetupError for a fault that this table does not have.

    `status`: the file in which a running table tells its stage; one that plays has the devices, and the page's port.
    """
    findings = list(font_findings())
    on_machine = faults_of_machine(faults)
    try:
        table = read_table(name)
    except TableFileError as error:
        if faults and len(on_machine) < len(faults):
            raise SetupError(f"--fault: no device is known, because the table cannot be read\n{error}") from None
        return [*file_findings(name, error), *findings, unchecked("devices", "without a table file nobody knows them")]
    on_table = faults_of_table(table, faults)
    machine = SimulatedMachine(table, on_machine) if is_simulated else Machine()
    if not is_simulated:
        table, kept = as_found(table, state)
        findings += kept
    findings += (*table_findings(table), *surveyed(name, table))
    on_pi = list(machine_findings(machine, table, state))
    findings += on_pi
    stage = None if is_simulated else running_stage(status or found(), running_time().now_s())
    if stage is None:
        findings.append(page_finding(machine))
    elif stage == SAFE_MODE:
        findings.append(warn("table", "it is in safe mode: no device is used", AFTER_SAFE_MODE))
    else:
        return [*findings, unchecked("devices", "the table runs and uses them", IN_USE)]
    if is_simulated:
        examined = examine_simulated(table, on_table, on_machine)
    else:
        with asyncio.Runner() as runner:
            examined = runner.run(examine(table, real_hardware(table, runner.get_loop())))
    return [*findings, *_without_consequences(table, on_pi, examined)]


def _without_consequences(table: TableFile, on_pi: Sequence[Finding], examined: Sequence[Finding]) -> Iterator[Finding]:
    """Yield what was found of devices; of those that something else keeps from working, that it is to be seen first."""
    failed = {finding.subject for finding in (*on_pi, *examined) if finding.verdict is Verdict.FAIL}
    causes = causes_of(table)
    for finding in examined:
        cause = next((each for each in causes.get(finding.subject, ()) if each in failed), None)
        if cause is not None:
            yield unchecked(finding.subject, f"unknown: see {cause}")
        elif finding.subject != PINS or not failed.intersection(PIN_CAUSES) - {PINS}:
            yield finding


def running_stage(path: Path, now_s: float) -> str | None:
    """Return the stage of the table that runs and keeps this status file; None where none does, or a simulated one."""
    try:
        status = read_status(path)
    except StatusFileError:
        return None
    return None if status.get("simulated") or hanging(status, now_s) else str(status.get("stage"))
