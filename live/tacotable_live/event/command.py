"""`event`: a simulated event whose real director and broker are killed at random, and the count of what arrived."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tacotable.errors import SetupError
from tacotable.table.choose import add_arguments

VICTIMS = ("broker", "director")


def main(arguments: Sequence[str]) -> int:
    """Hold the event; return the exit status: 0 if every act arrived once and in time, else 1. Raises SetupError."""
    parser = argparse.ArgumentParser(
        prog="tacotable event",
        description="Hold a simulated event at a real director and a real Mosquitto: some tables are whole programs on "
        "simulated hardware with lines of their own, the others the referee alone. Broker and director are killed at "
        "random while tables play; in the end the director's archive is compared with what each table has.",
    )
    add_arguments(parser, "event", "tacotable_live")
    asked = parser.parse_args(arguments)
    victims = tuple(name for name in asked.kill.split(",") if name)
    if unknown := set(victims) - set(VICTIMS):
        parser.error(f"--kill takes {' and '.join(VICTIMS)} with a comma between, not {', '.join(sorted(unknown))}")
    if not (1 <= asked.tables <= 500 and 0 <= asked.real <= min(asked.tables, 8) and asked.acts > 0):
        parser.error("--tables is 1 to 500, --real at most that and 8, --acts more than 0")
    try:
        from tacotable_live.event.simulated_event import SimulatedEvent
    except ModuleNotFoundError as error:
        raise SetupError(f"an event needs {error.name}: install tacotable[live,mqtt]") from None
    with TemporaryDirectory(prefix="tacotable-event-") as folder:
        event = SimulatedEvent(Path(folder), asked.tables, asked.real, asked.acts, asked.seed)
        report = asyncio.run(event.hold(asked.rounds, victims, asked.kills if victims else 0))
    for line in report.lines(asked.within):
        print(line)
    return 0 if report.is_good(asked.within) else 1
