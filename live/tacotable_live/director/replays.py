"""The games of the archive that are over, on the pages that each table has of its own: the list, and step by step."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING

import msgspec

from tacotable.catalog import known_language
from tacotable.history.games import Played, table_of
from tacotable.history.projection import PublicBody
from tacotable.state.situation import family_of
from tacotable.web.played_games import MOST_LISTED, OVER, list_told, replay_told, table_told
from tacotable_live.director.game_state import GameState, GameStateError, replayed
from tacotable_live.stream.messages import decoded

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
        """Return the finished games, the newest first, who won how many of them, and which cannot be shown."""
        told = await asyncio.to_thread(self._listed, known_language(language))
        left_out = [f"{table}: {game}" for table, code, game in self._director.faults.now if code == "left-out"]
        return {**told, "left_out": left_out}

    async def replay(self, name: str, language: str) -> Content | None:
        """Return a finished game step by step; None where there is none of that name."""
        return await asyncio.to_thread(self._replay, name, known_language(language))

    async def review(self, name: str, language: str) -> Content | None:
        """Return nothing: what hands held is in no archive."""
        return {"open": False, "remarks": []}

    def _listed(self, language: str) -> Content:
        with self._work:
            games = map(self._played, self._director.archive.all_games())
            over = list(islice((game for game in games if game.how == OVER), MOST_LISTED))
        return list_told(over, 0, language)

    def _replay(self, name: str, language: str) -> Content | None:
        with self._work:
            games = self._director.archive.all_games()
            game = next((game for game in games if name_of(game) == name), None)
            if game is None or (played := self._played(game)).how != OVER:
                return None
            state, events = GameState(game), []
            for body in self._director.archive.chain(game):
                state = state.after(body)
                events.append(msgspec.convert(decoded(body), PublicBody).event(state.public.names))
        table = table_of(played.ruleset, played.seats)
        told = table and table_told(table, family_of(played.ruleset))
        return replay_told(played, events, told, language) if told else None

    def _played(self, game: Game) -> Played:
        """Return a game as its events tell it."""
        archive = self._director.archive
        tip, began_ms, ended_ms = archive.span(game)
        known = self._known.get(game)
        if known and known[0] == tip:
            return known[1]
        try:
            state = replayed(game, archive.chain(game))
        except GameStateError as error:
            self._director.leave_out(game, error)
            state = GameState(game)
        order = state.order()
        is_seen = ended_ms + self._director.delay_s * 1_000 <= self._director.now_ms()
        played = Played(
            name_of(game),
            f"{datetime.fromtimestamp(began_ms / 1_000, UTC):%Y-%m-%d %H:%M} · {game.table}",
            state.ruleset,
            state.seats(),
            state.number,
            order[0] if order else "",
            OVER if order and state.ruleset and is_seen else "",
            people=state.public.names,
        )
        if is_seen:
            self._known[game] = tip, played
        return played


def name_of(game: Game) -> str:
    """Return what a game is called in an address: its folder's epoch makes it the only one of that number."""
    return f"{game.epoch}-{game.name}"
