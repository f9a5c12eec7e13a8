"""`uplink`: tell a director what happens at this table."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence
from contextlib import suppress

from tacotable.catalog import LANGUAGES
from tacotable.table.choose import add_arguments
from tacotable_live.stream.broker_arguments import add_broker_arguments, broker_of
from tacotable_live.stream.chains import JournalChains
from tacotable_live.stream.desk_line import PAGE, DeskLine
from tacotable_live.stream.identity import identity
from tacotable_live.stream.uplink import Uplink
from tacotable_live.tournament.errors import EventError
from tacotable_live.tournament.names import LONGEST_NAME, require_name


def main(arguments: Sequence[str]) -> int:
    """Run until Ctrl-C; return the exit status. Raises SetupError."""
    parser = argparse.ArgumentParser(
        prog="tacotable uplink",
        description="Tell a director what everybody may know of the games of this table. Runs beside the table, reads "
        "its journals, and never makes it wait; what was played without a network is told later.",
    )
    add_arguments(parser, "uplink", "tacotable_live", page=PAGE, languages=LANGUAGES, table_name=table_name)
    add_broker_arguments(parser, "the table's key")
    asked = parser.parse_args(arguments)
    with suppress(KeyboardInterrupt):
        asyncio.run(_line(asked))
    return 0


def table_name(given: str) -> str:
    """Read the name of a table; raises ArgumentTypeError."""
    try:
        return require_name(given)
    except EventError:
        expected = f"a table's name at the event has 1 to {LONGEST_NAME} signs, no / or |, and is not . or .. alone"
        raise argparse.ArgumentTypeError(f"{expected}; this is {given!r}") from None


async def _line(asked: argparse.Namespace) -> None:
    """Tell by the line that the address is of. Raises SetupError."""
    if not asked.address.startswith("mqtt"):
        await Uplink(asked.state, asked.address, asked.table, asked.key, page=asked.page).run()
        return
    broker = broker_of(asked, asked.address, asked.table, asked.key)
    from tacotable_live.mqtt.broker import require_name
    from tacotable_live.mqtt.table_line import BrokerUplink

    name = require_name(asked.table)
    if broker.user != name and not asked.home_assistant:
        print(f"{broker}: is {name!r} right? The broker's shipped list lets {broker.user!r} write for no other table")
    games, epoch = JournalChains(asked.state), identity(asked.state).epoch
    desk = DeskLine(asked.state, asked.page, asked.key)
    await BrokerUplink(games, epoch, broker, name, asked.key, asked.language, asked.home_assistant, desk).run()
