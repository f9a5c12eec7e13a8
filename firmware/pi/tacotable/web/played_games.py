"""The games that were played, for pages: a list with who won how many, each as a replay, and each as one file to keep.

All of it comes from the public projection; what a game's players held is in it where all of them let everybody see it.
Games are read and played again in a thread, one after another and the newest first, so that the table goes on.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from tacotable.catalog import Catalog, known_language
from tacotable.history.games import Played, paths_in, told
from tacotable.history.projection import Projected, Projection, PublicEvent
from tacotable.history.review import Moment, Reviewed, moments, reviewed
from tacotable.storage.journal import PROGRAM, Journal, JournalError, Recovered, read_game
from tacotable_engine.companion.remarks import remark_told

if TYPE_CHECKING:
    from tacotable.core.controller import Controller
    from tacotable.state.facts import Fact
    from tacotable.state.role import Content
    from tacotable.state.situation import Family, Situation
    from tacotable.table.file import TableFile

OVER = "over"
AT_ONCE_S = 0.8  # So long a list may take; what was not read by then is read when the page asks again.
MOST_LISTED = 200  # So many games are listed, the newest ones.
MOST_KEPT = 20  # So many games are kept of a run that keeps no journals.
MOST_REVIEWED = 5  # So many reviews are kept: each took seconds.
MARKS = {  # What one may jump to in a replay, by the kind or the code of a line.
    "refusal": "refused",
    "dispute": "dispute",
    "event.round-won": "round",
    "event.round-tied": "round",
    "event.exploded": "exit",
    "event.exploded-empty": "exit",
    "event.game-won": "won",
}


class PlayedGames:
    """The finished games of a journal's folder, or without a journal those of this run."""

    def __init__(
        self,
        controller: Controller,
        journal: Journal | None = None,
        *,
        clock: Callable[[], float],
        wall: Callable[[], float],
    ) -> None:
        """`clock` and `wall` return seconds: `clock` ends the reading of a list, `wall` dates the games of this run."""
        self._controller, self._journal = controller, journal
        self._clock, self._wall = clock, wall
        self._known: dict[str, tuple[object, Played]] = {}
        self._kept: dict[str, Recovered] = {}
        self._over = 0  # So many games of this run were kept, those included that are dropped by now.
        self._began: tuple[Fact | None, int] = (None, 0)  # The first fact of the latest game, and the wall clock's ms.
        self._reviews: dict[tuple[str, object], tuple[list[Reviewed], list[Moment]]] = {}
        self._work = Lock()
        self._reviewing = asyncio.Lock()  # One review after another, each a thread's seconds; lists and replays go on.
        if journal is None:
            controller.after_each(self._keep)

    def _keep(self) -> None:
        """Keep a game of this run when it is over; taken back and over once more, it is the same game."""
        facts = self._controller.durable
        if not facts or self._controller.situation.game.lesson is not None:
            return
        if facts[0] is not self._began[0]:
            self._began = facts[0], int(self._wall() * 1_000)
        if self._controller.situation.game.stage.value != OVER:
            return
        last = next(reversed(self._kept.values()), None)
        if last is None or last.facts[0] is not facts[0]:
            self._over += 1
        elif len(last.facts) == len(facts):
            return
        self._kept[f"game-{self._over:06}"] = Recovered(facts, times_ms=(self._began[1],) * len(facts))
        if len(self._kept) > MOST_KEPT:
            del self._kept[next(iter(self._kept))]

    def newest(self) -> str:
        """Return the name of the game on the table, or of the one of this run that ended last."""
        return next(reversed(self._kept), "") if self._journal is None else self._journal.game

    async def listed(self, language: str) -> Content:
        """Return the finished games, the newest first, who won how many of them, and how many are not read yet."""
        return await asyncio.to_thread(self._listed, known_language(language))

    async def replay(self, name: str, language: str) -> Content | None:
        """Return a finished game step by step; None where there is none of that name."""
        return await asyncio.to_thread(self._replay, name, known_language(language))

    async def review(self, name: str, language: str) -> Content | None:
        """Return what each choice of a finished game cost, as far as everybody may know; None as with `replay`."""
        async with self._reviewing:
            return await asyncio.to_thread(self._review, name, known_language(language))

    def _listed(self, language: str) -> Content:
        played: list[Played] = []
        left = 0
        with self._work:
            until_s = self._clock() + AT_ONCE_S
            for name, stamp, game in self._files()[:MOST_LISTED]:
                known = self._known.get(name)
                if known is None or known[0] != stamp:
                    if self._clock() >= until_s:
                        left += 1
                        continue
                    known = self._known[name] = stamp, _told(name, game)[0]
                played.append(known[1])
        return list_told([game for game in played if game.how == OVER], left, language)

    def _files(self) -> Sequence[tuple[str, object, Recovered | Path]]:
        """Return all games, the newest first: a name, what changes with the file, and the game or its file."""
        if self._journal is None:
            kept = list(self._kept.items())  # a game may end meanwhile
            return [(name, len(game.facts), game) for name, game in reversed(kept)]
        try:
            return [(path.stem, _stamp(path), path) for path in reversed(paths_in(self._journal.folder))]
        except JournalError:
            return []

    def _replay(self, name: str, language: str) -> Content | None:
        found = self._found(name)
        if found is None or (situation := found[3].played.situation) is None:
            return None
        hands = found[3].hands if found[3].is_shown else ()
        table = table_told(situation.devices.table, situation.family)
        return replay_told(found[1], found[3].events, table, language, hands)

    def _found(self, name: str) -> tuple[object, Played, Recovered, Projected] | None:
        """Return a finished game: what changes with its file, who played, its facts, and what everybody may know."""
        with self._work:
            nothing = name, None, Recovered()
            _, stamp, file = next((each for each in self._files() if each[0] == name), nothing)
            game, recovered = _told(name, file)
            if game.how != OVER:
                return None
            return stamp, game, recovered, Projection().take(recovered.facts, recovered.times_ms)

    def _review(self, name: str, language: str) -> Content | None:
        if (found := self._found(name)) is None:
            return None
        stamp, game, recovered, projected = found
        situation = projected.played.situation
        is_blind = situation is not None and situation.game.setup.get("mode") == "blind"
        if not (projected.is_shown or is_blind):  # somebody told the table what not all show
            return {"open": False, "remarks": []}
        if (name, stamp) not in self._reviews:
            self._reviews[name, stamp] = reviewed(recovered.facts), moments(recovered.facts)
            for old in list(self._reviews)[:-MOST_REVIEWED]:
                del self._reviews[old]
        told, draws = self._reviews[name, stamp]
        words = Catalog(language, game.people)
        return {
            "open": True,
            "remarks": [_remark(each, bisect_right(projected.facts, each.fact), words) for each in told],
            "moments": [
                {
                    "n": bisect_right(projected.facts, each.fact),
                    "text": words.web("page.review-lethal", {"seat": each.seat, "n": each.percent}),
                }
                for each in draws
            ],
        }


def _stamp(path: Path) -> object:
    """Return what is other once a file has changed."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns


def _told(name: str, file: Recovered | Path) -> tuple[Played, Recovered]:
    """Return a game, and its facts; of a file that holds none, that it is not over."""
    try:
        recovered = read_game(file, PROGRAM) if isinstance(file, Path) else file
        return told(recovered, name), recovered
    except (JournalError, StopIteration):
        return Played(name, "", "", (), 0, "", ""), Recovered()


def list_told(over: Sequence[Played], left: int, language: str) -> Content:
    """Return the list of games that are over, and who won how many; `left`: so many are not read yet."""
    words = Catalog(language)
    named = [(game, words.with_people(game.people)) for game in over]
    return {
        "games": [
            {
                "name": game.name,
                "began": game.began,
                "title": own.say(f"item.{game.ruleset}"),
                "people": [own.seat(seat) for seat in game.seats],
                "winner": own.seat(game.winner),
            }
            for game, own in named
        ],
        "people": _people(over, words),
        "left": left,
        "language": language,
        "texts": words.page_texts(),
    }


def _people(games: Sequence[Played], words: Catalog) -> list[Content]:
    """Return who played and won how many of each game; who had no name is no person."""
    played, won = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for game in games:
        for seat, person in game.people.items():
            if seat in game.seats:
                played[game.ruleset, person] += 1
                won[game.ruleset, person] += seat == game.winner
    return [
        {"title": words.say(f"item.{row[0]}"), "person": row[1], "played": played[row], "won": won[row]}
        for row in sorted(played, key=lambda row: (row[0], -won[row], row[1]))
    ]


def table_told(table: TableFile, family: Family[Situation]) -> Content:
    """Return the seats and the middle of a table."""
    return {"seats": [{"name": seat} for seat in table.seat_names], **family.page_table(table)}


def replay_told(
    game: Played,
    public_events: Sequence[PublicEvent],
    table: Content,
    language: str,
    hands: Sequence[Mapping[str, Sequence[str] | None]] = (),
) -> Content:
    """Return a replay in JSON values. `table`: its seats and middle; `hands`: where all who played show them."""
    words = Catalog(language, game.people)
    leader: object = None
    events: list[Content] = []
    for event, shown in zip_longest(public_events, hands):
        before, leader = leader, _leader(event) or leader
        lead = {"mark": "lead"} if before is not None and leader != before else {}
        events.append({**_event(event, words), **lead, **({"hands": shown} if hands else {})})
    return {
        "game": game.name,
        "began": game.began,
        "title": words.say(f"item.{game.ruleset}"),
        "language": words.language,
        "texts": words.page_texts(),
        "shown": bool(hands),
        "table": table,
        "events": events,
    }


def _remark(told: Reviewed, event: int, words: Catalog) -> Content:
    """Return a line of a review, at the number of the event in which its act was seen."""
    text = words.together(words.web(*sentence) for sentence in remark_told(told.remark))
    return {"n": event, "text": text, "loss": told.remark.loss, "known": told.remark.known_loss}


def _leader(event: PublicEvent) -> object:
    """Return who leads from an event on, where that changes."""
    changed = event.changed.get("set")
    match = changed.get("match") if isinstance(changed, Mapping) else None
    return match.get("leader") if isinstance(match, Mapping) else None


def _event(event: PublicEvent, words: Catalog) -> Content:
    marks = [MARKS.get(line.kind) or MARKS.get(line.code) for line in event.lines]
    return {
        "n": event.number,
        "at_ms": event.at_ms,
        "hash": event.hash(),
        "text": words.together(words.with_people(line.people).foreign(line.code, line.values) for line in event.lines),
        "mark": next(filter(None, reversed(marks)), None),
        **event.changed,
    }
