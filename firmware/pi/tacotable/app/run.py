"""Running a table: the program, its page, and where nothing is real the simulated table behind them."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from tacotable.app.collector import collected_at_rest
from tacotable.app.preparing import preload, why_not_writable
from tacotable.app.program import Program, make_program, open_journal
from tacotable.catalog.completeness import missing_words
from tacotable.devices.real_hardware import real_hardware
from tacotable.enrolment.card_store import Stored
from tacotable.service.periodic import EVERY_S, Repeating
from tacotable.service.running_time import running_time
from tacotable.service.status_file import runtime_folder
from tacotable.state.role import Role
from tacotable.storage.crash_counter import GOOD_S, CrashCounter
from tacotable.storage.journal import Journal, JournalError, NoRoomError
from tacotable.web.addresses import Listening, PagePlace, listening
from tacotable.web.keys import Keys, bytes_needed, kept_bytes, make_keys
from tacotable.web.model import PageError
from tacotable.web.page import Robots, TablePage
from tacotable.web.phones import Phones
from tacotable.web.played_games import PlayedGames
from tacotable.web.private_lines import without_keys
from tacotable.web.stage import StageModel

if TYPE_CHECKING:
    from tacotable.app.simulated import SimulatedRun
    from tacotable.core.controller import FactLog
    from tacotable.core.restore import Restored
    from tacotable.table.file import TableFile
    from tacotable.table.pad_profile import PadProfile
    from tacotable.trace.file import Ring
    from tacotable.web.other_games import OtherGames
    from tacotable_drivers.ports import Pins

SIMULATED_PINS = "pins: simulated; none of this machine is touched"
UNUSED_PINS = "pins: the table file has nothing on a pin"
HUBS = "hubs: {count}, each with its own program (in MicroPython where that is installed)"
PLACEHOLDERS = "The board's numbers and arrows are placeholders: enter those of your board (tacotable enroll --board)."
THIS_MACHINE = "Phones do not reach this address yet: --host 0.0.0.0 lets those of your network in."
PLAIN_HTTP = (
    "Links and pages go by plain HTTP: whoever can listen in on this network can read what a seat sees.",
    "Use a network of your own, or a certificate: --certificate, or a proxy; see docs/https.md.",
)
RobotsAt: TypeAlias = "Callable[[SimulatedRun, Program, asyncio.AbstractEventLoop], Robots]"


@dataclass(frozen=True, slots=True)
class RunOptions:
    """What `run` was asked for; `state` is the folder of journals, None keeps none."""

    table: TableFile
    is_simulated: bool = True
    state: Path | None = None
    place: PagePlace = field(default_factory=PagePlace)
    seed: int = 1
    is_paced: bool = False
    profile: Mapping[str, PadProfile] = field(default_factory=dict)  # How often simulated readers find a card.
    is_for_desk: bool = False  # Whether only a deck or board is entered: no game, and only enrolled cards are known.
    resume: str | None = None  # A kept game to take up, by its name or its number.
    stage_delay_s: float = 0  # So much later than the table a stage shows it.
    trace: Ring | None = None  # Where everything that happens is recorded.
    others: OtherGames | None = None  # What notes the wish for a game of another table, where pages may have one.
    robots: RobotsAt | None = None  # Makes the robots of a simulated table.
    players: int | None = None  # For so many a simulated table is dealt at its start.


@asynccontextmanager
async def running(
    options: RunOptions, on_start: Callable[[Program], None] = lambda program: None
) -> AsyncIterator[tuple[str, ...]]:
    """Run a table with its page while the block runs; returns the lines to print. The table ends dark.

    `on_start` gets the program once it runs. Raises SetupError, JournalError, KeepingError, HubProgramError, or an
    error of the drivers when the table cannot start.
    """
    loop = asyncio.get_running_loop()
    counted = None if options.is_for_desk else options.state  # a person waits, and is told why it ended
    starts = CrashCounter(counted, runtime_folder())
    if starts.begin():
        from tacotable.web.safe_page import safe_mode  # rare, and a usual start goes without its page

        async with safe_mode(options.place, options.state) as lines:
            yield lines
        return
    preload(options.table)
    options, unsaved = _look_at_state(options)
    stored = Stored(options.table, options.state)
    options = replace(options, table=stored.table)
    seats = options.table.seat_names
    with ExitStack() as to_close:
        served = listening(options.place, to_close)
        simulated = _simulation(options, loop, to_close) if options.is_simulated else None
        faces = {**(simulated.cards if simulated and not options.is_for_desk else {}), **stored.faces}
        journal, restored, unsaved = _open_journal(options, faces, starts, unsaved)
        if isinstance(journal, Journal):
            to_close.callback(journal.close)
        evening = running_time()
        random_bytes, until_s = kept_bytes(options.state, bytes_needed(seats), evening)
        if options.others:
            random_bytes = options.others.with_host(random_bytes)
            options.others.port = served.sockets[0].getsockname()[1]
        keys = make_keys(seats, random_bytes, is_simulated=options.is_simulated)
        keys.until_s, keys.now_s, keys.folder = until_s, evening.now_s, options.state
        if not options.is_simulated:
            keys.seats.clear()  # a phone of a real table joins by the code on a seat's display
        hardware = simulated.hardware if simulated else real_hardware(options.table, loop)
        phones = Phones(seats, options.state, time=evening)
        phones.page = f"{served.scheme}://{served.scanned}"
        tap = None
        if options.trace:
            from tacotable.trace.recorder import Recorder  # a run without --trace goes without it

            # That it can record no more is logged, and the table goes on.
            tap = Recorder(options.trace, loop, on_failed=lambda why: loop.call_exception_handler({"message": why}))
            to_close.callback(tap.close)
        program = make_program(
            options.table, faces, hardware, loop, journal=journal, link=phones.link, stored=stored, tap=tap
        )
        to_close.callback(program.close)
        kept = journal if isinstance(journal, Journal) else None
        games = PlayedGames(program.controller, kept, clock=loop.time, wall=time.time)
        page = _make_page(options, program, games, keys, simulated, phones, to_close)
        if not options.is_for_desk:
            program.take_up(restored)
            if unsaved:
                program.controller.fail_storage(unsaved)
        if simulated and options.state:
            simulated.lay_out(options.state, page, program.controller.situation)
        program.quiet.also(gc.collect)
        program.minds.begin_aside(to_close)
        program.counsel.begin_aside(to_close, page.hand_of if simulated else None)
        program.start()
        if options.players:
            with suppress(PageError):  # a game of an earlier run comes first: the table asks what shall become of it
                page.do(Role("simulation"), {"do": "begin", "players": options.players})
        await asyncio.to_thread(import_module, "tacotable.web.app")  # the table has lit up, and plays meanwhile
        await asyncio.to_thread(import_module, "tacotable.web.serve")
        from tacotable.web.app import page_app
        from tacotable.web.serve import serving

        to_close.enter_context(collected_at_rest())
        on_start(program)
        stage = StageModel(page, address=served.scanned, scheme=served.scheme, delay_s=options.stage_delay_s)
        desk = page.desk_arbiter(may_decide=options.table.desk_arbiter)
        app = page_app(page, hosts=served.hosts, stage=stage, games=games, desk=desk)
        to_close.callback(loop.call_later(GOOD_S, starts.is_good).cancel)
        warnings = (
            *restored.warnings,
            *([f"NOT SAVED: {unsaved}"] if unsaved else []),
            *stored.hints,
            *missing_words(),
        )
        async with serving(app, served.sockets, tls=served.tls):
            phones.tell()
            yield without_keys(_greeting(options, keys, served, hardware.pins, warnings), options.state)
            starts.is_good()  # it ends because somebody wants it to


def _look_at_state(options: RunOptions) -> tuple[RunOptions, JournalError | None]:
    """Return why the state folder cannot be written, if so, and the options, without a folder that cannot be read."""
    if options.state is None or options.is_for_desk:
        return options, None
    unsaved = why_not_writable(options.state)
    is_readable = unsaved is None or os.access(options.state, os.R_OK | os.X_OK)
    return options if is_readable else replace(options, state=None), unsaved


def _simulation(options: RunOptions, loop: asyncio.AbstractEventLoop, to_close: ExitStack) -> SimulatedRun:
    """Make the simulated table; only here is the simulator imported, so a real table goes without."""
    from tacotable.app.simulated import SimulatedRun

    simulated = SimulatedRun(
        options.table, loop, is_for_desk=options.is_for_desk, seed=options.seed, is_paced=options.is_paced
    )
    to_close.callback(simulated.table.close)
    for zone, pad in options.profile.items():
        simulated.table.fade(zone, pad.rate, pad.rim_rate)
    return simulated


def _open_journal(
    options: RunOptions, faces: Mapping[str, str], starts: CrashCounter, unsaved: JournalError | None
) -> tuple[FactLog, Restored, JournalError | None]:
    """Open the journal, or one in memory if the disk does not give it; the last value is why nothing can be saved.

    A kept game that was named and cannot be taken up is no failure of the table.
    """
    try:
        journal, restored = open_journal(options.state, options.table, faces, options.resume)
        if isinstance(journal, Journal) and not restored.is_waiting and not options.is_for_desk:
            journal.require_room()
    except NoRoomError as error:
        if options.resume is None:
            return journal, restored, unsaved or error
        starts.counts_for_nothing()
        raise
    except JournalError as error:
        if options.resume is not None:
            starts.counts_for_nothing()
        elif error.cause and not options.is_for_desk:
            return *open_journal(None, options.table, faces), unsaved or error
        raise
    return journal, restored, unsaved


def _make_page(
    options: RunOptions,
    program: Program,
    games: PlayedGames,
    keys: Keys,
    simulated: SimulatedRun | None,
    phones: Phones,
    to_close: ExitStack,
) -> TablePage:
    """Make the page, and what goes with it until `to_close` is closed: robots, how the devices are, and a voice."""
    controller, loop = program.controller, asyncio.get_running_loop()
    robots = options.robots(simulated, program, loop) if simulated and options.robots else None
    opening = simulated.opening(controller) if simulated else None
    for hands in (robots, opening):
        if hands is not None:
            to_close.callback(hands.close)
    page = TablePage(
        controller,
        keys,
        simulated.hands(controller.situation, robots.levels if robots else ()) if simulated else None,
        now_ms=lambda: loop.time() * 1_000,
        health=program.health.report,
        phones=phones,
        others=options.others,
        robots=robots,
        begin=opening.begin if opening else None,
        replay=games.newest,
    )
    if simulated is not None:
        simulated.show_on(page)
    again = Repeating(loop, EVERY_S, page.changed, "telling the pages how the devices are")
    again.start()
    to_close.callback(again.stop)
    if options.table.speech != "off":
        from tacotable.app.speech import Speech  # few tables speak

        speech = Speech(page, lambda: controller.situation.public_language)
        controller.after_each(speech.hear)
        to_close.callback(speech.close)
    return page


def _greeting(
    options: RunOptions, keys: Keys, served: Listening, pins: Pins, warnings: Sequence[str]
) -> tuple[str, ...]:
    """Return where the page is, who may open what, and what drives the pins."""
    page, host_key, table = f"{served.scheme}://{served.address}", keys.simulation, options.table
    in_network = PLAIN_HTTP if served.scheme == "http" else ()
    is_seen = sys.stdout.isatty()  # no camera reads a log
    return (
        f"Tacotable: table '{table.name}', {'SIMULATED' if host_key else 'real'}",
        SIMULATED_PINS if host_key else pins.backend() if table.uses_pins() else UNUSED_PINS,
        *([HUBS.format(count=len(table.hubs))] if host_key and table.hubs else []),
        *(f"WARNING: {warning}" for warning in warnings),
        *([PLACEHOLDERS] if table.board and table.board.placeholder else []),
        f"Open this page to play:   {page}/#key={host_key}" if host_key else way_to_pages(table),
        f"Anybody may watch:        {page}/",
        f"On a television, stream:  {page}/stage",
        *(picture_code(f"{served.scheme}://{served.scanned}/", sys.stdout.encoding) if is_seen else ()),
        *((THIS_MACHINE,) if options.place.is_for_this_machine else in_network),
        f"The arbiter may open:     {page}/#key={keys.arbiter}  (keep it from the players)",
        *(
            f"{f'The seat {seat} may open:':<25} {page}/#key={key}  (keep it from the other seats)"
            for seat, key in (keys.seats.items() if host_key else ())
        ),
        "The links of seats and arbiter last 16 hours, until the machine is off, or until 'End all links' in a menu.",
        "Stop with Ctrl-C.",
    )


def picture_code(address: str, encoding: str) -> tuple[str, ...]:
    """Return a code of an address for cameras, as lines for a terminal; of spaces where the encoding has no blocks."""
    from segno import make  # as in `web.stage`

    lines, has_blocks = StringIO(), bool("\N{UPPER HALF BLOCK}".encode(encoding, "ignore"))
    make(address, error="l", micro=False).terminal(lines, border=2, compact=has_blocks)
    return tuple(lines.getvalue().splitlines())


def way_to_pages(table: TableFile) -> str:
    """Return how the people at a real table come to the pages of their seats."""
    if not (table.play or any(seat.display for seat in table.seats)):
        return "No seat has a display that could show the code of its page: everybody opens the spectators' one."
    button = "NO or NOPE" if table.play and table.board else "NOPE" if table.play else "NO"
    return f"A phone joins a seat by the code on its display: hold {button}, then choose 'My page'."
