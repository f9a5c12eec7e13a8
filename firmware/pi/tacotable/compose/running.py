"""Running a table: the program, its page, and on a simulated table the hands of the page's people."""

from __future__ import annotations

import asyncio
import errno
import socket
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import SystemRandom

import msgspec

from tacotable.compose.attending import EVERY_S
from tacotable.compose.hands_at import hands_at
from tacotable.compose.hub_programs import check_hub_programs
from tacotable.compose.plan import faces_of, plan_of
from tacotable.compose.program import Program, make_program, open_journal, page_links
from tacotable.compose.real import real_hardware
from tacotable.compose.simulated import simulated_hardware
from tacotable.journal import Journal
from tacotable.keys import Keys, bytes_needed, kept_bytes, make_keys
from tacotable.page import TablePage
from tacotable.restarting import RESUME
from tacotable.safe_page import safe_page
from tacotable.shelf import Stored
from tacotable.situation import Situation
from tacotable.starts import GOOD_S, MOST, Starts
from tacotable.table_file import TableFile
from tacotable.trace_file import Ring
from tacotable.trace_recorder import Recorder
from tacotable.web import address_for_people, allowed_hosts, listen, own_names, page_app, serving
from tacotable_sim.table import SimulatedTable


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What `run` was asked for; `state` is the folder of journals, None keeps none."""

    table: TableFile
    is_simulated: bool = True
    state: Path | None = None
    host: str = "127.0.0.1"
    port: int = 0
    names: tuple[str, ...] = ()
    sockets: tuple[socket.socket, ...] = ()
    """Listening sockets that the service manager passed; they are taken in place of `host` and `port`."""
    seed: int = 1
    is_paced: bool = False
    is_for_desk: bool = False
    """Whether a deck or board is entered and nothing else: no game is taken up, only enrolled cards are known."""
    resume: str | None = None
    """A kept game to take up, by its name or its number."""
    trace: Ring | None = None
    """Where everything that happens is recorded."""


LISTEN_HINTS = {
    errno.EADDRINUSE: "another program has that port: give another --port, or --port 0 for a free one",
    errno.EACCES: "ports below 1024 are the system's: give a higher --port",
    errno.EADDRNOTAVAIL: "this machine does not have that address: give one of its own with --host",
}
"""What to try, by why a socket cannot be opened."""


class ListenError(Exception):
    """The page cannot listen where it was asked to; the text names the place and the next thing to try."""


@asynccontextmanager
async def running(
    options: RunOptions, on_start: Callable[[Program], None] = lambda program: None
) -> AsyncIterator[tuple[str, ...]]:
    """Run a table with its page while the block runs; gives the lines to print. The table ends dark.

    `on_start` gets the program once it runs. Raises ListenError, JournalError, KeepingError, HubProgramError, or an
    error of the drivers when the table cannot start.
    """
    loop = asyncio.get_running_loop()
    starts = Starts(options.state)
    if starts.begin():
        async with safe_mode(options) as lines:
            yield lines
        return
    stored = Stored(options.table, options.state)
    options = replace(options, table=stored.table)
    seats = options.table.seat_names
    with ExitStack() as to_close:
        listeners = _listeners(options, to_close)
        names = options.names or own_names(listeners)
        address = address_for_people(listeners, names)
        cards = _made_up(options) if options.is_simulated else {}
        faces = stored.faces if options.is_for_desk else {**cards, **stored.faces}
        journal, restored = open_journal(options.state, options.table, faces, options.resume)
        if isinstance(journal, Journal):
            to_close.callback(journal.close)
        random_bytes = kept_bytes(options.state, bytes_needed(seats))
        keys = make_keys(seats, random_bytes, is_simulated=options.is_simulated)
        simulated = _make_simulated(options, cards, loop) if options.is_simulated else None
        if simulated is None:
            hardware = real_hardware(options.table, loop)
        else:
            to_close.callback(simulated.close)
            hardware = simulated_hardware(simulated, loop, "pty", has_threads=True)
        links = page_links(keys, address)
        tap = _recorder(options.trace, loop) if options.trace else None
        if tap:
            to_close.callback(tap.close)
        program = make_program(
            options.table, faces, hardware, loop, journal=journal, links=links, stored=stored, tap=tap
        )
        to_close.callback(program.close)
        page = _make_page(program, keys, simulated)
        to_close.callback(_refreshing(page, loop))
        if not options.is_for_desk:
            program.take_up(restored)
        if simulated is not None:
            _tell_gathered(program.controller.situation)
        program.start()
        on_start(program)
        app = page_app(page, hosts=allowed_hosts(listeners, names))
        backend = hardware.pins.backend() if simulated is None else "pins: simulated; none of this machine is touched"
        to_close.callback(loop.call_later(GOOD_S, starts.is_good).cancel)
        warnings = (*filter(None, (restored.recovered.damage,)), *stored.hints)
        async with serving(app, listeners):
            yield _greeting(options, keys, address, backend, warnings)
            starts.is_good()  # it ends because somebody wants it to


@asynccontextmanager
async def safe_mode(options: RunOptions) -> AsyncIterator[tuple[str, ...]]:
    """Serve a page that says why the table did not start, and gives the games; nothing of the table is touched."""
    with ExitStack() as to_close:
        listeners = _listeners(options, to_close)
        names = options.names or own_names(listeners)
        app = safe_page(options.state, hosts=allowed_hosts(listeners, names))
        async with serving(app, listeners):
            address = address_for_people(listeners, names)
            yield (
                f"Tacotable: SAFE MODE, because {MOST} starts in a row ended within {GOOD_S:.0f} s; no device is used.",
                f"Why, what to do, and the games so far:  http://{address}/",
                "Ask `tacotable doctor`, mend what it names, and start again: the next start is a usual one.",
            )


def _listeners(options: RunOptions, to_close: ExitStack) -> list[socket.socket]:
    """Give what the page listens on; raises ListenError."""
    given = options.sockets or (_listen(options.host, options.port),)
    return [to_close.enter_context(listener) for listener in given]


def _listen(host: str, port: int) -> socket.socket:
    try:
        return listen(host, port)
    except (socket.gaierror, UnicodeError):
        raise ListenError(
            f"--host {host}: no such host is known here; give an address of this machine, "
            "such as 127.0.0.1, or 0.0.0.0 for all"
        ) from None
    except OSError as error:
        hint = LISTEN_HINTS.get(error.errno or 0, "try another --host or --port")
        raise ListenError(f"the page cannot listen on {host}:{port}: {error.strerror}; {hint}") from None


def _made_up(options: RunOptions) -> Mapping[str, str]:
    """Give the cards of a simulated table: those that are enrolled, or when they are to be, those that may be."""
    table = msgspec.structs.replace(options.table, deck=[]) if options.is_for_desk else options.table
    return faces_of(table, table.game)


def _make_simulated(options: RunOptions, faces: Mapping[str, str], loop: asyncio.AbstractEventLoop) -> SimulatedTable:
    """Make the simulated table on ptys, as the real readers' cables would be."""
    check_hub_programs(options.table, is_real_time=True)
    plan = plan_of(options.table, faces)
    return SimulatedTable(plan, loop=loop, seed=options.seed, transport="pty", paced=options.is_paced)


def _recorder(ring: Ring, loop: asyncio.AbstractEventLoop) -> Recorder:
    """Make a recorder; that it can record no more is logged, and the table goes on."""
    return Recorder(ring, loop, on_failed=lambda why: loop.call_exception_handler({"message": why}))


def _make_page(program: Program, keys: Keys, simulated: SimulatedTable | None) -> TablePage:
    def now_ms() -> float:
        return asyncio.get_running_loop().time() * 1_000

    if simulated is None:
        return TablePage(program.controller, keys, now_ms=now_ms, health=program.health.report)
    hands = hands_at(simulated, program.controller.situation, SystemRandom())  # handles that nobody can foresee
    page = TablePage(program.controller, keys, hands, now_ms=now_ms, health=program.health.report)
    simulated.on_change = lambda what: page.changed()
    return page


def _tell_gathered(situation: Situation) -> None:
    """Say, where going on is offered, that the simulation begins with all cards on the draw pile."""
    if situation.restart and RESUME in situation.restart.choices:
        situation.note("table", "log.restart-simulated")


def _refreshing(page: TablePage, loop: asyncio.AbstractEventLoop) -> Callable[[], None]:
    """Let pages show how the devices are while nothing happens, too; gives what ends it."""
    timers: list[asyncio.TimerHandle] = []

    def refresh() -> None:
        page.changed()
        timers[:] = [loop.call_later(EVERY_S, refresh)]

    timers.append(loop.call_later(EVERY_S, refresh))
    return lambda: timers[-1].cancel()


def _greeting(options: RunOptions, keys: Keys, address: str, backend: str, warnings: Sequence[str]) -> tuple[str, ...]:
    """Tell where the page is, who may open what, and what drives the pins."""
    lines = [f"Tacotable: table '{options.table.name}', {'SIMULATED' if keys.simulation else 'real'}", backend]
    if keys.simulation and options.table.hubs:
        lines.append(f"hubs: {len(options.table.hubs)}, each with its own program in MicroPython")
    lines.extend(f"WARNING: {warning}" for warning in warnings)
    if options.table.board and options.table.board.placeholder:
        lines.append(
            "The board's numbers and arrows are placeholders: enter those of your board (tacotable enroll --board)."
        )
    if keys.simulation:
        lines.append(f"Open this page to play:   http://{address}/#key={keys.simulation}")
    else:
        lines.append(way_to_pages(options.table))
    lines.append(f"Spectators may open:      http://{address}/")
    lines.append(f"The arbiter may open:     http://{address}/#key={keys.arbiter}  (keep it from the players)")
    if keys.simulation:
        lines.extend(f"The seat {seat} may open:  http://{address}/#key={key}" for seat, key in keys.seats.items())
    lines.append("Stop with Ctrl-C.")
    return tuple(lines)


def way_to_pages(table: TableFile) -> str:
    """Tell how the people at a real table come to the pages of their seats."""
    if not any(seat.display for seat in table.seats):
        return "No seat has a display that could show the link to its page: everybody opens the spectators' one."
    button = "NOPE" if table.play else "NO"
    return f"Each seat's display shows the link to its page: hold {button}, then choose 'My page'."
