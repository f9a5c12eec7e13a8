"""History: what a journal tells of a game that was played: who played, who won, how it was ruled, line by line.

Journals are only read. A game is played again by the rules of this program, at a table of its own seats, and told to a
viewer as the page tells it: what a seat may not know is not in it.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from tacotable.catalog import Catalog
from tacotable.facts import Acted, Began, Chose, Closed, Fact, Restarted
from tacotable.journal import PROGRAM, JournalError, Recovered, games, read_game
from tacotable.page_log import log_line
from tacotable.replay import Replay
from tacotable.situation import Situation
from tacotable.table_file import TableFile, read_table
from tacotable.table_kinds import GAMES, with_game
from tacotable.web.model import Content, Role

EVERYONE = Role("spectator")
ALL = Role("simulation")
NO_DEEDS: Mapping[int, Acted] = {}


@dataclass(frozen=True, slots=True)
class Played:
    """One game of the past, in what everyone may know; `began` is what the wall clock said, and may be wrong."""

    name: str
    began: str
    ruleset: str
    seats: tuple[str, ...]
    entries: int
    winner: str
    how: str
    """over, open, kept, thrown-away, put-away, damaged or unreadable."""
    refused: int = 0
    disputes: int = 0


def played_in(folder: Path) -> Iterator[Played]:
    """Tell all games of a folder, the oldest first; files without a game are passed over. Raises JournalError."""
    for path in paths_in(folder):
        try:
            recovered = read_game(path, PROGRAM)
        except JournalError:
            yield Played(path.stem, "", "", (), 0, "", "unreadable")
            continue
        if any(isinstance(fact, Began) for fact in recovered.facts):
            yield told(recovered, path.stem)


GIVE_FOLDER = "give the folder of the journals with --state"
BE_THE_SERVICE = "the games of the service are read as its user: sudo -u tacotable tacotable history"


def paths_in(folder: Path) -> list[Path]:
    """Give the files of the games in a folder; raises JournalError, which says what to do."""
    try:
        return games(folder)
    except OSError as error:
        mend = BE_THE_SERVICE if error.errno == errno.EACCES else GIVE_FOLDER
        raise JournalError(f"{folder}: {error.strerror}; {mend}") from None


def told(recovered: Recovered, name: str) -> Played:
    """Tell a game."""
    situation = again(recovered.facts)
    began = next(fact for fact in recovered.facts if isinstance(fact, Began))
    at_ms = recovered.times_ms[recovered.facts.index(began)]
    log = situation.log if situation else []
    return Played(
        name,
        datetime.fromtimestamp(at_ms / 1_000, UTC).strftime("%Y-%m-%d %H:%M") if at_ms else "",
        str(began.setup.get("game", "")),
        _seats(began),
        len(recovered.facts),
        winner(situation) if situation else "",
        _how(recovered, situation),
        sum(entry.kind == "refusal" for entry in log),
        sum(entry.kind == "dispute" for entry in log),
    )


def again(facts: tuple[Fact, ...]) -> Situation | None:
    """Give the situation at the end of a game, before it was put away; None where these rules cannot play it."""
    return next((situation for _, situation in reversed(tuple(_steps(facts)))), None)


def winner(situation: Situation) -> str:
    """Give who won, as every display said it; empty where nobody did."""
    return situation.family.winner(situation) if situation.match else ""


def deeds(facts: tuple[Fact, ...]) -> dict[int, Acted]:
    """Give the acts of a game whole, by the number of the line of the log that tells each first."""
    told: dict[int, Acted] = {}
    lines_before = 0
    for fact, situation in _steps(facts):
        if isinstance(fact, Acted) and len(situation.log) > lines_before:
            told[lines_before + 1] = fact
        lines_before = len(situation.log)
    return told


def _steps(facts: tuple[Fact, ...]) -> Iterator[tuple[Fact, Situation]]:
    """Play a game again fact by fact, up to where it was put away or these rules cannot play it."""
    began = next((fact for fact in facts if isinstance(fact, Began)), None)
    if began is None or began.setup.get("game") not in GAMES:
        return
    replay = Replay(_table_for(began), {})
    for fact in facts[facts.index(began) :]:
        if isinstance(fact, Closed | Restarted) and getattr(fact, "choice", "") != "resume":
            return
        if not isinstance(fact, Chose) and replay.misfit(fact):
            return
        yield fact, replay.situation


def lines(
    situation: Situation, viewer: Role, language: str = "en", deeds: Mapping[int, Acted] = NO_DEEDS
) -> Iterator[Content]:
    """Give a game line by line as a viewer may know it, in values for JSON.

    Of `deeds`, a viewer reads its own as `did`, with the cards that it laid in secret; who may know all reads each.
    """
    words = Catalog(language)
    for entry in situation.log:
        line = log_line(entry, viewer, words, situation.log)
        deed = deeds.get(entry.number)
        is_known = deed is not None and (viewer == ALL or viewer == Role("seat", deed.seat))
        yield {**line, "did": deed.act} if deed is not None and is_known else line


def record(situation: Situation) -> str:
    """Give the referee's whole record, with all that was hidden: for the arbiter alone."""
    return situation.match.record() if situation.match else ""


def _seats(began: Began) -> tuple[str, ...]:
    seats = began.setup.get("seats")
    return tuple(map(str, seats)) if isinstance(seats, list | tuple) else ()


def _table_for(began: Began) -> TableFile:
    """Give a shipped table that plays this game, with the seats of the game."""
    game = str(began.setup["game"])
    table = with_game(read_table("tacocat" if game.startswith("tc") else "kittens"), game)
    named = [msgspec.structs.replace(seat, name=name) for seat, name in zip(table.seats, _seats(began), strict=False)]
    return msgspec.structs.replace(table, seats=named)


def _how(recovered: Recovered, situation: Situation | None) -> str:
    """Tell how a game ended, or that it did not."""
    last = {type(fact): fact for fact in recovered.facts}
    chosen = last.get(Restarted)
    if situation is None:
        return "unreadable"
    if recovered.damage:
        return "damaged"
    if winner(situation):
        return "over"
    if isinstance(chosen, Restarted) and chosen.choice != "resume":
        return "kept" if chosen.choice == "save" else "thrown-away"
    return "put-away" if Closed in last else "open"
