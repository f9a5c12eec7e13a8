"""The kinds of tables: which games are played on which, what such a table is made of, and the cards of each game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import msgspec

from tacotable.errors import SetupError
from tacotable_engine.printings import FAMILIES, printing_of

if TYPE_CHECKING:
    from tacotable.table.schema import TableFile


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of tables: its games, how many seats it may have, and which part of the file it needs."""

    name: str
    games: tuple[str, ...]
    seats: range
    needs: Literal["board", "play"]

    @property
    def seats_told(self) -> str:
        """Return the numbers of seats in words: `2`, or `2 to 10`."""
        least, most = self.seats[0], self.seats[-1]
        return f"{least}" if least == most else f"{least} to {most}"


def _kind(name: str, family: str, needs: Literal["board", "play"]) -> Kind:
    """Make the kind of tables for all printings that are played by the same rules."""
    printings = [printing_of(game) for game in FAMILIES[family]]
    fewest, most = min(p.seats.start for p in printings), max(p.seats.stop for p in printings)
    return Kind(name, tuple(printing.id for printing in printings), range(fewest, most), needs)


TACOCAT = _kind("Tacocat", "tacocat", "board")
EXPLODING = _kind("Exploding", "exploding", "play")
KINDS = (TACOCAT, EXPLODING)
GAMES = tuple(game for kind in KINDS for game in kind.games)


def kind_of(table: TableFile) -> Kind:
    """Return the kind of a table: that of its game, or of what it is made of where that will do for the game."""
    of_game = next(kind for kind in KINDS if table.game in kind.games)
    if of_game is EXPLODING and table.play is None and table.board is not None and _has_what_it_takes(table, of_game):
        return TACOCAT
    return of_game


def games_of(table: TableFile) -> tuple[str, ...]:
    """Return every ruleset that a table can play, those of its own kind first."""
    own = kind_of(table)
    others = (kind for kind in KINDS if kind is not own and _has_what_it_takes(table, kind))
    return tuple(game for kind in (own, *others) for game in kind.games)


def _has_what_it_takes(table: TableFile, kind: Kind) -> bool:
    """Whether games of another kind can be played at a table: they need seats, pads, buttons and displays.

    Where no pad is in the middle, each seat lays its cards on its own; the games that move a token need its board.
    """
    if kind.needs == "board":
        return False
    seats = table.seats
    has_pads = table.play is not None or all(seat.pad for seat in seats)
    has_displays = table.play is not None or all(seat.display for seat in seats)
    has_buttons = all(seat.nope or seat.no for seat in seats)
    return len(seats) in kind.seats and has_pads and has_displays and has_buttons


def with_game(table: TableFile, game: str) -> TableFile:
    """Return a table as it is when another of its games is played first; raises SetupError."""
    games = games_of(table)
    if game not in games:
        raise SetupError(f"table {table.name!r} plays {', '.join(games)}, not {game}; give one of these")
    return msgspec.structs.replace(table, game=game)


def deck_of(game: str) -> tuple[str, ...]:
    """Return every card of a game's box, face by face."""
    return printing_of(game).cards
