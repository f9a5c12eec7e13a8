"""`tacotable hub`: puts the hub's program on a board with MicroPython, brings hubs up to date, or talks to one."""

from __future__ import annotations

import sys

from tacotable.diagnostics.hub_program import HubCommandError, install, ports_of_hubs, program_on, talk
from tacotable.table.choose import parser_of
from tacotable_drivers.wire.hub_messages import PROGRAM


def main(arguments: list[str]) -> int:
    """Do what was asked for; the status is 0 when it is done."""
    chosen = parser_of("hub", __doc__).parse_args(arguments)
    try:
        ports = ports_of_hubs(chosen.port, one=chosen.action != "update")
        if chosen.action == "talk":
            return talk(ports[0], chosen.word).returncode
        for port in ports:
            before = program_on(port)
            if chosen.action == "update" and before in ("", PROGRAM):  # only a hub that has another one is mended
                why = f"it has program {PROGRAM} already" if before else "no hub's program answers; let alone"
                print(f"{port}: {why}")
                continue
            install(port)
            print(f"{port}: program {PROGRAM} is on it" + (f", in place of {before}" if before else ""))
    except HubCommandError as error:
        print(error, file=sys.stderr)
        return 1
    return 0
