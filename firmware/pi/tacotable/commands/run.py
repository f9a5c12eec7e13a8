"""`tacotable run`: starts the table, the simulated one or a real one, with its page."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys
from pathlib import Path

from tacotable.commands.play import add_play_arguments, play
from tacotable.compose.running import RunOptions, running
from tacotable.journal import JournalError
from tacotable.table_file import SHIPPED, TableFileError, read_table

DEFAULT_PORT = 8480


def main(arguments: list[str]) -> int:
    """Run until a signal; gives the exit status (2 when the table cannot start, with the reason)."""
    chosen = _parser().parse_args(arguments)
    if chosen.auto:
        return play(chosen)
    is_simulated = chosen.table in SHIPPED
    try:
        options = RunOptions(
            table=read_table(chosen.table),
            is_simulated=is_simulated,
            state=None if is_simulated and chosen.state is None else Path(chosen.state or "state"),
            host=chosen.host,
            port=chosen.port,
            names=tuple(chosen.name),
            seed=chosen.seed,
            is_paced=chosen.pace,
        )
        asyncio.run(_run(options))
    except (TableFileError, JournalError) as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        print(
            f"the page cannot listen on {chosen.host}:{chosen.port}: {error.strerror}; try --port 0",
            file=sys.stderr,
        )
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tacotable run", description=__doc__)
    parser.add_argument(
        "--table",
        default="tacocat",
        help="a shipped table (tacocat, buttons: simulated), or the file of a real one",
    )
    parser.add_argument("--host", default="127.0.0.1", help="where the page listens; only this machine by default")
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="the page's port; 0 takes a free one")
    parser.add_argument("--name", action="append", default=[], help="another host name that the page answers to")
    parser.add_argument("--state", help="the folder of journals (a simulated table keeps none unless it is given)")
    parser.add_argument("--seed", type=int, default=1, help="chance of the simulated table: shuffles, bounces, faults")
    parser.add_argument("--pace", action="store_true", help="let the readers' bytes take their real time")
    parser.add_argument("--auto", action="store_true", help="no page: random players, in accelerated time; see play")
    add_play_arguments(parser)
    return parser


async def _run(options: RunOptions) -> None:
    """Run until the process is asked to stop, then leave the table dark."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            loop.add_signal_handler(number, stop.set)
    async with running(options) as lines:
        for line in lines:
            print(line, flush=True)
        await stop.wait()
    print("The table is dark. Good night.", flush=True)
