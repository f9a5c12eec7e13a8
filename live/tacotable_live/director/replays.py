"""The games of the archive that are over, on the pages that each table has of its own: the list, and step by step."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from threading import Lock
from typing import TYPE_CHECKING

from tacotable.catalog import known_language
from tacotable.history.games import Played, table_of
from tacotable.history.projection import event_of
from tacotable.state.situation import family_of
from tacotable.web.played_games import MOST_LISTED, OVER, list_told, replay_told, table_told
from tacotable_live.director.watching import Watched

if TYPE_CHECKING:
    from tacotable.state.role import Content
    from tacotable_live.director.archive import Game
    from tacotable_live.director.hub import Director


class Replays:
    """What everybody may look at again: nothing that spectators have not seen yet."""

    def __init__(self, director: Director) -> None:
        self._director = director
        self._known: dict[Game, tuple[str, Played]] = {}
        self._work = Lock()

    async def listed(self, language: str) -> Content:
        """Return the finished games, the newest first, and who won how many of them."""
        return await asyncio.to_thread(self._listed, known_language(language))

    async def replay(self, name: str, language: str) -> Content | None:
        """Return a finished game step by step; None where there is none of that name."""
        return await asyncio.to_thread(self._replay, name, known_language(language))

    async def review(self, name: str, language: str) -> Content | None:
        """Return nothing: what hands held is in no archive."""
        return {"open": False, "remarks": []}

    def _listed(self, language: str) -> Content:
        with self._work:
            over = [game for game in map(self._played, self._games()) if game.how == OVER]
        return list_told(over[:MOST_LISTED], 0, language)

    def _replay(self, name: str, language: str) -> Content | None:
        with self._work:
            game = next((game for game in self._games() if name_of(game) == name), None)
            if game is None or (played := self._played(game)).how != OVER:
                return None
            table = table_of(played.ruleset, played.seats)
            watched, chain = Watched(game.table), self._director.archive.chain(game)
            events = [event_of(body, watched.names()) for body in chain if watched.take(body)]
        told = table and table_told(table, family_of(played.ruleset))
        return replay_told(played, events, told, language) if told else None

    def _games(self) -> list[Game]:
        """Return all games, the one that was told of last first."""
        archive = self._director.archive
        games = [game for table in archive.told() for game in archive.games(table)]
        return sorted(games, key=lambda game: archive.span(game)[2], reverse=True)

    def _played(self, game: Game) -> Played:
        """Return a game as its events tell it."""
        archive = self._director.archive
        tip, began_ms, ended_ms = archive.span(game)
        known = self._known.get(game, ("", None))
        if known[0] == tip and known[1] is not None:
            return known[1]
        watched = Watched(game.table)
        for body in archive.chain(game):
            watched.take(body)
        order = watched.order()
        is_over = order and watched.ruleset and ended_ms + self._director.delay_s * 1_000 <= self._director.now_ms()
        played = Played(
            name_of(game),
            f"{datetime.fromtimestamp(began_ms / 1_000, UTC):%Y-%m-%d %H:%M} · {game.table}",
            watched.ruleset,
            watched.seats(),
            watched.number,
            order[0] if order else "",
            OVER if is_over else "",
            people=watched.names(),
        )
        if is_over:
            self._known[game] = tip, played
        return played


def name_of(game: Game) -> str:
    """Return what a game is called in an address: its folder's epoch makes it the only one of that number."""
    return f"{game.epoch}-{game.name}"
