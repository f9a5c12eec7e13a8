"""Games of another table: a page of a simulated table may ask for one, and the table is set up anew for it."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from tacotable.table.file import read_table
from tacotable.table.kinds import is_away, table_for
from tacotable.web.keys import BYTES


class OtherGames:
    """Which games are played on another table, and the wish for one of them; `on_wish` ends the run of this table.

    `own` is the shipped table with which the run began: it comes back for the games that it is made for.
    """

    def __init__(self, on_wish: Callable[[], None], own: str = "tacocat") -> None:
        self._on_wish = on_wish
        self._own = read_table(own)
        self._game: str | None = None
        self._host_bytes = secrets.token_bytes(2 * BYTES)
        self.port = 0  # Where the page is, so that it is found there again.

    def wish(self, game: str) -> None:
        """Note a wish, and end the run."""
        self._game = game
        self._on_wish()

    def table_of(self, game: str) -> str:
        """Return the shipped table that is set up for a game."""
        return table_for(game) if is_away(game, self._own) else self._own.name

    def take(self) -> str | None:
        """Return the game that was wished for, once."""
        game, self._game = self._game, None
        return game

    def end_links(self) -> None:
        """Have the next table begin with another key of the arbiter: the one of now has ended."""
        self._host_bytes = secrets.token_bytes(BYTES) + self._host_bytes[BYTES:]

    def with_host(self, random_bytes: bytes) -> bytes:
        """Return the random bytes of keys with those of the arbiter and the host, which stay the same."""
        return random_bytes[: -len(self._host_bytes)] + self._host_bytes
