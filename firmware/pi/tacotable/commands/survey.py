"""`tacotable survey`: measures how surely each pad reads cards, and keeps it beside the table file."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from tacotable.devices.real_hardware import real_hardware
from tacotable.diagnostics.faulty_table import faults_of_table, sick_table
from tacotable.diagnostics.survey import RIM, is_asked, survey
from tacotable.files.safe_write import keep
from tacotable.table.choose import parser_of
from tacotable.table.file import SHIPPED, TableFile, read_table
from tacotable.table.pad_profile import PadProfile, profile_path, profile_text, read_profile

WHY_NOT = {True: "its reader does not answer; see tacotable doctor", False: "its scans are not counted here"}


def main(arguments: list[str]) -> int:
    """Survey a table; the status is 0 when all pads are good, 1 when one is weak, 2 for no survey."""
    parser = parser_of("survey", __doc__)
    chosen = parser.parse_args(arguments)
    if not chosen.simulated and (chosen.fault or chosen.profile or chosen.table in SHIPPED):
        parser.error(f"{chosen.table}: nothing of this is real; add --simulated")
    table = read_table(chosen.table)
    played = read_profile(chosen.profile, table.own_readers()) if chosen.profile else {}
    told: dict[str, PadProfile] = {}
    try:
        if chosen.simulated:
            survey_simulated(table, chosen.fault or (), played, told)
        else:
            with asyncio.Runner() as runner:
                runner.run(survey(table, real_hardware(table, runner.get_loop()), ask, told))
    except KeyboardInterrupt:
        print("\n".join(("", *in_lines(told), "Broken off, so nothing is kept")))
        raise
    path = chosen.out or profile_path(chosen.table)
    if told:
        keep(path, profile_text(told))
    print("\n".join(in_lines(told, {zone: is_asked(table, zone) for zone in table.pads if zone not in told})))
    if not told:
        print("No pad was measured, so nothing is kept")
        return 2
    print(f"Kept in {path}; play with it: tacotable run --simulate --table {chosen.table} --profile {path}")
    return int(any(pad.faults for pad in told.values()))


def in_lines(told: Mapping[str, PadProfile], left_out: Mapping[str, bool] | None = None) -> list[str]:
    """Return a profile as lines to read, and of pads that were left out why; True: they were asked for cards."""
    lines = [
        f"{zone}: {pad.rate:.0%} of {pad.scans} scans, at the rim {pad.rim_rate:.0%}; "
        f"a card is read within {pad.dwell_ms} ms"
        for zone, pad in told.items()
    ]
    lines += [f"{zone}: not measured: {WHY_NOT[was_asked]}" for zone, was_asked in (left_out or {}).items()]
    return lines + [f"{zone}: {fault}" for zone, pad in told.items() for fault in pad.faults]


def survey_simulated(
    table: TableFile,
    faults: Sequence[str] = (),
    played: Mapping[str, PadProfile] | None = None,
    so_far: dict[str, PadProfile] | None = None,
) -> dict[str, PadProfile]:
    """Survey a simulated table whose readers read as a profile says, pad by pad into `so_far`; raises SetupError."""
    told = {} if so_far is None else so_far
    with sick_table(table, faults_of_table(table, faults)) as (simulated, hardware, loop):
        for zone, pad in (played or {}).items():
            simulated.fade(zone, pad.rate, pad.rim_rate)
        card = simulated.truth.at("draw")[0].tag

        def lay(zone: str, where: str) -> None:
            simulated.place(card, zone if where else "discard", at_rim=where == RIM)

        loop.run_until_complete(survey(table, hardware, lay, told))
    return told


def ask(zone: str, where: str) -> None:
    """Say what hands are to do."""
    print(f"Lay one card {where} of the pad {zone}, and let it lie." if where else f"Thank you: lift it off {zone}.")
