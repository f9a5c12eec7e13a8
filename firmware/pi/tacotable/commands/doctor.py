"""`tacotable doctor`: looks a table and its Pi over; each line says what is wrong, and the mend."""

from __future__ import annotations

import json

import msgspec

from tacotable.diagnostics.doctor.examine import look_over
from tacotable.diagnostics.doctor.finding import Verdict, in_lines
from tacotable.diagnostics.doctor.simulated import FAULTS
from tacotable.table.choose import parser_of, table_name


def main(arguments: list[str]) -> int:
    """Print the findings; the status is 0 when nothing keeps the table from working, 1 when something does."""
    parser = parser_of("doctor", __doc__, faults=", ".join(FAULTS))
    chosen = parser.parse_args(arguments)
    if chosen.fault and not chosen.simulated:
        parser.error("--fault: faults are switched on at a simulated table; add --simulated")
    findings = look_over(table_name(chosen), chosen.state, chosen.fault or (), is_simulated=chosen.simulated)
    print(json.dumps(msgspec.to_builtins(findings)) if chosen.json else in_lines(findings))
    return int(any(finding.verdict is Verdict.FAIL for finding in findings))
