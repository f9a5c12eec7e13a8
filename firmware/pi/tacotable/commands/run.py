"""`tacotable run`: starts the table, the simulated one or a real one, with its page.

What runs a table is imported once the arguments and the table file are read: on a small board that takes seconds, and a
mistake is told before.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import secrets
import signal
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from tacotable.app.watchdog import Attendance, attended
from tacotable.commands.play_arguments import ONLY_AUTO, add_play_arguments, table_name
from tacotable.service.notify import notifier_of, watchdog_s
from tacotable.service.status_file import place_of, runtime_folder
from tacotable.storage.crash_counter import CrashCounter
from tacotable.table.choose import add_arguments, refuse_given
from tacotable.table.file import SHIPPED, TableFileError, read_table, state_to_write
from tacotable.table.kinds import players_at
from tacotable.trace.file import Ring
from tacotable.web.addresses import DEFAULT_HOST, DEFAULT_PORT, PagePlace, inherited_sockets
from tacotable.web.limits import LONGEST_DELAY_S
from tacotable.web.other_games import OtherGames

if TYPE_CHECKING:
    from tacotable.app.program import Program
    from tacotable.app.run import RunOptions

DEFAULT_TRACE_MB = 64
OF_THE_PAGE = ("host", "port", "name", "certificate", "stage_delay")
OF_A_TABLE = ("state", "pace", "profile", "trace", "trace_mb", "resume")  # With --auto both do nothing.


def main(arguments: list[str], *, name: str = "tacotable run", about: str | None = __doc__) -> int:
    """Run until a signal, as a command of this `name` that is `about` this; the status is 2 when it cannot start."""
    parser = make_parser(name, about)
    chosen = parser.parse_args(arguments)
    _check(parser, chosen)
    if chosen.auto:
        # Found by its name, as every command is: it brings all of the simulator, which a real table goes without.
        return int(import_module("tacotable.commands.play").play(chosen))
    asyncio.run(_run(chosen))
    return 0


def make_parser(name: str = "tacotable run", about: str | None = __doc__) -> argparse.ArgumentParser:
    """Make the parser; an option that does not always apply has the default None, so that it is seen when given."""
    parser = argparse.ArgumentParser(prog=name, description=about)
    add_arguments(
        parser,
        "run",
        host=DEFAULT_HOST,
        port=DEFAULT_PORT,
        longest=LONGEST_DELAY_S,
        trace_mb=DEFAULT_TRACE_MB,
        delay_s=delay_s,
    )
    parser.add_argument("table", nargs="?", default=argparse.SUPPRESS, help="the same, without `--table`")
    add_play_arguments(parser, "with --auto: ")
    return parser


def _check(parser: argparse.ArgumentParser, chosen: argparse.Namespace) -> None:
    """Refuse options that would do nothing together."""
    if chosen.auto:
        reason = "there is no page, no journal and no real time with --auto; leave it out"
        refuse_given(parser, chosen, (*OF_THE_PAGE, *OF_A_TABLE), reason)
        return
    reason = "this is about simulated players; add --auto"
    refuse_given(parser, chosen, ONLY_AUTO, reason)
    if not _is_simulated(chosen):
        reason = "this is about the simulated table; add --simulate to simulate the table of a file"
        refuse_given(parser, chosen, ("seed", "pace", "profile", "players"), reason)
    elif chosen.state is None:
        reason = (
            "a simulated table keeps no games of its own accord; add --state, the folder in which the game was kept"
        )
        refuse_given(parser, chosen, ("resume",), reason)


def delay_s(given: str) -> float:
    """Read a delay in seconds; raises ArgumentTypeError."""
    try:
        seconds = float(given)
    except ValueError:
        seconds = -1
    if not 0 <= seconds <= LONGEST_DELAY_S:
        raise argparse.ArgumentTypeError(f"{given!r} is not a number of seconds from 0 to {LONGEST_DELAY_S}")
    return seconds


def _is_simulated(chosen: argparse.Namespace) -> bool:
    return bool(chosen.simulate) or chosen.table is None or chosen.table in SHIPPED


def options_of(chosen: argparse.Namespace, others: OtherGames | None = None) -> RunOptions:
    """Read what was asked for; raises TableFileError, or SetupError where the table does not play the game."""
    is_simulated, table = _is_simulated(chosen), read_table(table_name(chosen), chosen.game)
    if chosen.players is not None:
        import_module("tacotable.autoplay.players").check_count(chosen.players, players_at(table, table.game))
    from tacotable.app.run import RunOptions

    pads, robots = "tacotable.table.pad_profile", "tacotable.autoplay.robots"
    trace_bytes = (chosen.trace_mb or DEFAULT_TRACE_MB) * 1_000_000
    return RunOptions(
        table=table,
        is_simulated=is_simulated,
        state=None if is_simulated and chosen.state is None else Path(chosen.state or state_to_write()),
        place=_place_of_page(chosen),
        seed=secrets.randbits(64) if chosen.seed is None else chosen.seed,
        is_paced=bool(chosen.pace),
        profile=import_module(pads).read_profile(chosen.profile, table.own_readers()) if chosen.profile else {},
        resume=chosen.resume,
        stage_delay_s=chosen.stage_delay or 0,
        trace=Ring(Path(chosen.trace), trace_bytes) if chosen.trace else None,
        others=others,
        robots=import_module(robots).RobotSeats if is_simulated else None,
        players=chosen.players,
    )


def _place_of_page(chosen: argparse.Namespace) -> PagePlace:
    return PagePlace(
        host=chosen.host or DEFAULT_HOST,
        port=DEFAULT_PORT if chosen.port is None else chosen.port,
        names=tuple(chosen.name or ()),
        certificate=(chosen.certificate, chosen.certificate_key) if chosen.certificate else None,
        sockets=tuple(inherited_sockets()),
    )


def _start(
    chosen: argparse.Namespace, on_start: Callable[[Program], None], others: OtherGames | None
) -> AbstractAsyncContextManager[tuple[str, ...]]:
    """Return the table that was asked for; when its file cannot be used start after start, the safe mode.

    Raises TableFileError the first times, and always where no --state was given: the service gives it, and has a page
    to tell the reason; a person at a terminal is told it at once.
    """
    try:
        options = options_of(chosen, others)
        from tacotable.app.run import running

        return running(options, on_start)
    except TableFileError as error:
        if chosen.state is None or not CrashCounter(Path(chosen.state), runtime_folder()).begin():
            raise
        from tacotable.web.safe_page import safe_mode  # rare, and a usual start goes without its page

        return safe_mode(_place_of_page(chosen), Path(chosen.state), str(error))


async def _run(chosen: argparse.Namespace) -> None:
    """Run until the process is asked to stop, then leave the table dark."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, stop.set)
    others = OtherGames(stop.set, table_name(chosen)) if _has_other_games(chosen) else None
    wanted: argparse.Namespace | None = chosen
    while wanted is not None:
        started: list[Program] = []
        async with _start(wanted, started.append, others) as lines:
            for line in lines:
                print(line, flush=True)
            attendance = Attendance(notifier_of(), watchdog_s(), place_of(), is_simulated=_is_simulated(chosen))
            with attended(started[0] if started else None, attendance):
                await stop.wait()
        wanted = _next(chosen, others)
        stop.clear()
    print("The table is dark. Good night.", flush=True)


def _has_other_games(chosen: argparse.Namespace) -> bool:
    """Whether a page may choose a game of another table: nothing here is real, and nothing of this run is kept."""
    return (chosen.table is None or chosen.table in SHIPPED) and not (chosen.state or chosen.trace or chosen.resume)


def _next(chosen: argparse.Namespace, others: OtherGames | None) -> argparse.Namespace | None:
    """Return what to run next, at the same address: the table of a game that was chosen; None ends the run."""
    if others is None or (game := others.take()) is None:
        return None
    print(f"Another table is set up, for {game}.", flush=True)
    changed = {"table": others.table_of(game), "game": game, "port": others.port, "players": None}
    return argparse.Namespace(**{**vars(chosen), **changed})
