"""History: what a journal tells of a game that was played: who played, who won, how it was ruled, line by line.

Journals are only read. A game is played again by the rules of this program, at a table of its own seats, and told to a
viewer as the page tells it: what a seat may not know is not in it.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from tacotable.catalog import Catalog
from tacotable.core.restore import misfit
from tacotable.history.lines import log_line
from tacotable.state.facts import Acted, Began, Chose, Closed, Fact, Named, Restarted
from tacotable.state.role import Content, Role
from tacotable.state.situation import Situation
from tacotable.storage.journal import PROGRAM, JournalError, Recovered, games, read_game, when_kept
from tacotable.table.file import TableFile, read_table
from tacotable.table.kinds import table_for, unknown_game
from tacotable_engine.registry import printing_of

EVERYONE = Role("spectator")
ALL = Role("simulation")
DAMAGED, UNREADABLE = "damaged", "unreadable"
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
    how: str  # over, open, kept, thrown-away, put-away, damaged or unreadable; the last two perhaps from an entry.
    refused: int = 0  # How often the rules refused an act; what was refused before it was one is no fact.
    disputes: int = 0
    people: Mapping[str, str] = field(default_factory=dict)  # Who sat at the seats at the end of the game.
    hints: int = 0  # How many hints its players asked for.

    @property
    def is_whole(self) -> bool:
        """Return whether all of it was told; else who won is not known, and statistics leave it out."""
        return not self.how.startswith((DAMAGED, UNREADABLE))


@dataclass(frozen=True, slots=True)
class PlayedAgain:
    """A game as these rules play it, up to where it was put away."""

    situation: Situation | None = None  # What it came to; None where not even its beginning can be played.
    deeds: Mapping[int, Acted] = field(default_factory=dict)  # Acts, by the number of the line that tells each first.
    stops_at: int = 0  # The first of its facts that cannot be played, from 1; 0 where all can.
    why: str = ""


def played_in(folder: Path) -> Iterator[Played]:
    """Yield all games of a folder, the oldest first; files without a game are passed over. Raises JournalError."""
    for path in paths_in(folder):
        try:
            recovered = read_game(path, PROGRAM)
        except JournalError:
            yield Played(path.stem, "", "", (), 0, "", UNREADABLE)
            continue
        if any(isinstance(fact, Began) for fact in recovered.facts):
            yield told(recovered, path.stem)
        elif recovered.damage:
            yield Played(path.stem, "", "", (), len(recovered.facts), "", _damaged(recovered))


def paths_in(folder: Path) -> list[Path]:
    """Return the files of the games in a folder; raises JournalError, which says what to do."""
    try:
        return games(folder)
    except OSError as error:
        mend = "give the folder of the journals with --state"
        if error.errno == errno.EACCES:
            mend = "the games of the service are read as its user: sudo -u tacotable tacotable history"
        raise JournalError(f"{folder}: {error.strerror}; {mend}") from None


def told(recovered: Recovered, name: str) -> Played:
    """Return a game."""
    played = again(recovered.facts)
    situation = played.situation
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
        _how(recovered, played),
        sum(entry.kind == "refusal" for entry in log),
        sum(entry.kind == "dispute" for entry in log),
        situation.game.names if situation else {},
        sum(map(len, situation.game.hints.values())) if situation else 0,
    )


def again(facts: Sequence[Fact]) -> PlayedAgain:
    """Play a game again until it was put away or cannot be."""
    playing = PlayingAgain()
    for _ in playing.steps(facts):
        pass  # what it comes to at last is asked
    return playing.played


class PlayingAgain:
    """A game that is played again while it goes on: each fact once, however often told; `played`: so far."""

    def __init__(self) -> None:
        self.played = PlayedAgain()
        self._situation: Situation | None = None
        self._next = 0
        self._deeds: dict[int, Acted] = {}

    def steps(self, facts: Sequence[Fact]) -> Iterator[tuple[int, Situation]]:
        """Play the facts that are new, and yield the index of each that was played, and what it came to.

        `facts` begins with those that were told before.
        """
        situation, deeds = self._situation or self._begin(facts), self._deeds
        if situation is None or self.played.stops_at:
            return
        for number in range(self._next, _end(facts)):
            fact, lines_before = facts[number], len(situation.log)
            if isinstance(fact, Chose):
                continue
            if why := misfit(fact, situation):
                whole = situation if self.played.situation else None
                self.played = PlayedAgain(whole, deeds, number + 1, why)
                return
            if isinstance(fact, Acted) and len(situation.log) > lines_before:
                deeds[lines_before + 1] = fact
            self._next = number + 1
            self.played = PlayedAgain(situation, deeds)
            yield number, situation

    def _begin(self, facts: Sequence[Fact]) -> Situation | None:
        """Sit down where a game has begun; the names before it count."""
        found = next(((number, fact) for number, fact in enumerate(facts) if isinstance(fact, Began)), None)
        table = table_of(str(found[1].setup.get("game")), _seats(found[1])) if found else None
        if found is None or table is None:
            return None
        self._situation, self._next = Situation(table, {}), found[0]
        for named in (fact for fact in facts[: found[0]] if isinstance(fact, Named)):
            misfit(named, self._situation)
        return self._situation


def missing(recovered: Recovered, played: PlayedAgain) -> str:
    """Say why a game is not told to its end; empty where it is."""
    if played.stops_at:
        return f"entry {played.stops_at} cannot be played: {played.why}"
    return recovered.damage or ""


def winner(situation: Situation) -> str:
    """Return who won, as every display said it; empty where nobody did."""
    return situation.family.winner(situation) if situation.game.match else ""


def _end(facts: Sequence[Fact]) -> int:
    """Return how many facts came before a game was put away; what was chosen without that was asked about again."""
    end = next((number for number, fact in enumerate(facts) if isinstance(fact, Closed)), len(facts))
    last = facts[end - 1] if end else None
    return end - 1 if isinstance(last, Restarted) and last.choice != "resume" else end


def lines(
    situation: Situation, viewer: Role, language: str = "en", deeds: Mapping[int, Acted] = NO_DEEDS
) -> Iterator[Content]:
    """Yield a game's lines as a viewer may know them, for JSON; `did`: its own of `deeds`, or any for who knows all."""
    words = Catalog(language)
    for entry in situation.log:
        line = log_line(entry, viewer, words, situation.log)
        deed = deeds.get(entry.number)
        if deed is not None and viewer in (ALL, Role("seat", deed.seat)):
            line = {**line, "did": deed.act}
        yield line


def _seats(began: Began) -> tuple[str, ...]:
    seats = began.setup.get("seats")
    return tuple(map(str, seats)) if isinstance(seats, list | tuple) else ()


def table_of(ruleset: str, seats: Sequence[str]) -> TableFile | None:
    """Return a shipped table that plays a game, with these seats; None where none does."""
    if unknown_game(ruleset) or len(seats) not in printing_of(ruleset).seats:
        return None
    table = read_table(table_for(ruleset), ruleset)
    named = [msgspec.structs.replace(seat, name=name) for seat, name in zip(table.seats, seats, strict=False)]
    return msgspec.structs.replace(table, seats=named)


def _how(recovered: Recovered, played: PlayedAgain) -> str:
    """Return how a game ended, or that it did not."""
    if played.situation is None:
        rulesets = (fact.setup.get("game") for fact in recovered.facts if isinstance(fact, Began))
        is_unknown = any(unknown_game(str(ruleset)) for ruleset in rulesets)
        return f"{UNREADABLE} here, where no game is called so; add --printing FILE" if is_unknown else UNREADABLE
    if recovered.damage:
        return _damaged(recovered)
    if played.stops_at:
        return f"{UNREADABLE} from entry {played.stops_at}"
    if winner(played.situation):
        return "over"
    if when_kept(recovered.facts):
        return "kept"
    if not any(isinstance(fact, Closed) for fact in recovered.facts):
        return "open"
    choices = (fact.choice for fact in reversed(recovered.facts) if isinstance(fact, Restarted))
    return "thrown-away" if next(choices, "") == "discard" else "put-away"


def _damaged(recovered: Recovered) -> str:
    """Return from which entry on a file is damaged; where that is its header, nothing stands before."""
    return f"{DAMAGED} from entry {len(recovered.facts) + 1}" if recovered.facts else DAMAGED
