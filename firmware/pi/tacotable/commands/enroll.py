"""`tacotable enroll`: enrols the deck of a table card by card, counts it, or enters its board, and reports."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tacotable.app.run import RunOptions, running
from tacotable.autoplay.enrolling_person import enrol
from tacotable.autoplay.rig import simulated_table
from tacotable.catalog import LANGUAGES, Catalog
from tacotable.enrolment.desk import BOARD, CENSUS, ENROL, items, open_for
from tacotable.enrolment.view import report
from tacotable.errors import SetupError, UnfinishedError
from tacotable.table.choose import parser_of, refuse_given
from tacotable.table.file import SHIPPED, TableFile, read_table, state_to_write
from tacotable.table.kinds import deck_of
from tacotable.web.addresses import PagePlace

if TYPE_CHECKING:
    from tacotable.app.program import Program
    from tacotable.state.scene import Sign
    from tacotable.state.sessions import Desk

LED = {  # What a person does first, by what the desk is opened for.
    ENROL: "The displays lead: lay each card on a pad; the other button skips a kind, OK ends.",
    CENSUS: "The displays lead: lay each card on a pad, in any order; OK ends.",
    BOARD: "The displays lead: the other button turns the value, OK takes it.",
}
LACKS = {CENSUS: "no deck of this game is enrolled", BOARD: "this table has no board", ENROL: "this table has no pad"}


def main(arguments: list[str]) -> int:
    """Enrol; the status is 0 when the deck is as it should be, 1 when it is not or nothing was kept, 2 for no start."""
    # An option that does not always apply has the default None, so that it is seen when given.
    parser = parser_of("enroll", __doc__, languages=LANGUAGES)
    chosen = parser.parse_args(arguments)
    _check(parser, chosen)
    words = Catalog(chosen.language)
    table = read_table(chosen.table, chosen.game)
    if chosen.auto:
        return _auto(table, chosen, words)
    is_simulated = chosen.simulate or chosen.table in SHIPPED
    options = RunOptions(
        table=table,
        is_simulated=is_simulated,
        state=None if is_simulated and chosen.state is None else Path(chosen.state or state_to_write()),
        place=PagePlace(chosen.host or "127.0.0.1", chosen.port or 0),
        is_for_desk=True,
    )
    return asyncio.run(_at_table(options, CENSUS if chosen.census else BOARD if chosen.board else ENROL, words))


def _check(parser: argparse.ArgumentParser, chosen: argparse.Namespace) -> None:
    """Refuse options that would do nothing together."""
    if chosen.census and chosen.board:
        parser.error("--census, --board: one thing at a time; leave one out")
    if not chosen.auto:
        refuse_given(parser, chosen, ("lost", "twice"), "this is about a simulated person; add --auto")
        return
    refuse_given(parser, chosen, ("host", "port", "state"), "there is no page, and nothing is kept with --auto")
    if chosen.census or chosen.board:
        parser.error("--auto: the simulated person enrols a deck, and does nothing else; leave the other option out")


def _auto(table: TableFile, chosen: argparse.Namespace, words: Catalog) -> int:
    """Enrol as a simulated person, through the bytes of the readers."""
    lost, twice = chosen.lost or [], chosen.twice or []
    faces = list(deck_of(table.game))
    for face in (*lost, *twice):
        if face not in faces:
            known = ", ".join(sorted(set(faces)))
            raise SetupError(f"{table.game} has no card {face!r} (any more); its cards are {known}")
        faces.remove(face)
    if not table.pads:
        raise SetupError(f"table {table.name!r} has no pad, so there is no deck to enrol")
    try:
        with simulated_table(table, is_enrolled=False) as rig:
            done = enrol(rig, lost=lost, twice=twice)
    except UnfinishedError as error:
        print(error, file=sys.stderr)
        return 1
    status = _tell(done.signs, words)
    print(f"{done.cards} cards, {done.seconds_a_card:.1f} s a card")
    return status


async def _at_table(options: RunOptions, item: str, words: Catalog) -> int:
    """Open the desk at the table in place of the lobby, and end with its report when it is closed.

    Raises SetupError where the table cannot do that, and KeepingError where nothing could be kept.
    """
    stop = asyncio.Event()
    over: list[Desk] = []
    places: list[Path | None] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)

    def on_start(program: Program) -> None:
        situation = program.controller.situation
        if item not in items(situation):
            raise SetupError(f"table {situation.devices.table.name!r}: {LACKS[item]}")
        open_for(situation, item)
        places.append(program.controller.place_of_desk())
        program.controller.start()

        def watch() -> None:
            desk = program.controller.situation.ui.desk
            if desk is None:
                stop.set()
            elif desk.is_over:
                over[:] = [desk]

        program.controller.after_each(watch)

    async with running(options, on_start) as lines:
        for line in lines:
            print(line, flush=True)
        print(LED[item], flush=True)
        await stop.wait()
    if not over:
        print("nothing was kept", file=sys.stderr)
        return 1
    status = _tell(report(over[0].work), words)
    for place in filter(None, places):
        print(f"kept in {place}")
    return status


def _tell(signs: Sequence[Sign], words: Catalog) -> int:
    """Print a report; the status is 1 where it names cards that are missing, or that are there too often."""
    for sign in signs:
        print(words.web(sign.code, sign.values))
    return int(any(sign.code.startswith(("enrol.missing", "enrol.too-many")) for sign in signs))
