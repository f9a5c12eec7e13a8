"""The kinds of tables: which games are played on which, what such a table is made of, and the cards of each game.

Some boxes mark cards, so that small groups play with a part of them: paw prints, or the sign of Gru. A
kind of card without marks has none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from tacotable.errors import SetupError
from tacotable.files.toml_file import read_toml
from tacotable_engine import registry
from tacotable_engine.errors import RulesetError
from tacotable_engine.registry import GameSpec as GameSpec
from tacotable_engine.registry import games as games
from tacotable_engine.registry import printing_of, rulesets, spec_of

if TYPE_CHECKING:
    from pathlib import Path

    from tacotable.table.schema import Card, Mark, TableFile

MARKS: tuple[Mark, ...] = ("paw", "no-paw", "gru", "no-gru")


def add_printing(path: Path) -> None:
    """Add the printing of a file to its game; raises RulesetError, which names the file and the key."""
    values = read_toml(path, "give the file of a printing", RulesetError)
    try:
        registry.add_printing(values)
    except ValueError as error:  # a RequestError or RulesetError
        raise RulesetError(f"{path}: {error}") from None


def seats_of(kind: GameSpec) -> range:
    """Return how many seats a table of a kind may have."""
    seats = [printing_of(name).seats for name in kind.names()]
    return range(min(each.start for each in seats), max(each.stop for each in seats))


def kind_of(table: TableFile) -> GameSpec:
    """Return the kind of a table: that of its game, or of what it is made of where that will do for the game."""
    of_game = spec_of(table.game)
    if _has(table, of_game.needs) or not _has_what_it_takes(table, of_game):
        return of_game
    return next((kind for kind in games().specs.values() if _has(table, kind.needs)), of_game)


def is_family_table(table: TableFile) -> bool:
    """Whether a table is a ring with a board: two of its seats play Tacocat, all of them the Exploding games."""
    return table.board is not None and table.play is not None


def table_in(game: str, table: TableFile) -> TableFile:
    """Return a table as a game uses it: of a ring with a board, Tacocat uses the seats with NO, and not the middle.

    So every game finds the table that it knows, and nothing but this function and who shows the rest of such a table
    (`core.view.with_onlookers`) has to know of both.
    """
    if not is_family_table(table) or spec_of(game).needs != "board":
        return table
    return msgspec.structs.replace(table, seats=[seat for seat in table.seats if seat.no], play=None)


def games_of(table: TableFile) -> tuple[str, ...]:
    """Return every ruleset that a table can play, those of its own kind first."""
    own = kind_of(table)
    others = (kind for kind in games().specs.values() if kind.name != own.name and _has_what_it_takes(table, kind))
    return tuple(game for kind in (own, *others) for game in kind.names())


def _has_what_it_takes(table: TableFile, kind: GameSpec) -> bool:
    """Whether games of another kind can be played at a table: they need seats, pads, buttons and displays.

    Where no pad is in the middle, each seat lays its cards on its own; the games that move a token need its board.
    """
    if kind.needs == "board":
        return is_family_table(table)
    is_shared, seats = table.play is not None and kind.needs == "play", table.seats
    has_pads = is_shared or all(seat.pad for seat in seats)
    has_displays = is_shared or all(seat.display for seat in seats)
    has_buttons = all(seat.nope or seat.no for seat in seats)
    return len(seats) in seats_of(kind) and has_pads and has_displays and has_buttons


def _has(table: TableFile, part: str) -> bool:
    return {"board": table.board is not None, "play": table.play is not None}.get(part, False)


def has_rows(table: TableFile) -> bool:
    """Whether cards lie in front of seats in one of a table's games: in those around a pad."""
    return any(spec_of(game).needs == "play" for game in games_of(table))


def players_at(table: TableFile, game: str) -> range:
    """Return how many may play a game at a table; an empty range if the table cannot play it."""
    if game not in games_of(table):
        return range(0)
    possible = printing_of(game).seats
    return range(possible.start, min(possible.stop, len(table_in(game, table).seats) + 1))


def games_besides(own: Collection[str]) -> tuple[str, ...]:
    """Return the rulesets that are not among these."""
    return tuple(game for game in rulesets() if game not in own)


def is_away(game: str, table: TableFile) -> bool:
    """Whether a game is at home at another kind of tables, though this one may be able to play it."""
    needs = spec_of(game).needs
    return needs != "pads" and game not in kind_of(table).names() and not _has(table, needs)


def with_game(table: TableFile, game: str) -> TableFile:
    """Return a table as it is when another of its games is played first; raises SetupError."""
    names = games_of(table)
    if game not in names:
        raise SetupError(f"table {table.name!r} plays {', '.join(names)}, not {game}; give one of these")
    return msgspec.structs.replace(table, game=game)


def table_for(game: str) -> str:
    """Return the shipped table that is made for a game, or that can play it."""
    return "kittens" if spec_of(game).needs == "play" else "tacocat"


def unknown_game(game: str) -> str:
    """Return what is wrong with the name of a game; empty where it is one."""
    return "" if game in rulesets() else f"{game!r} is not known here; give one of {', '.join(sorted(rulesets()))}"


def deck_of(game: str) -> tuple[str, ...]:
    """Return every card of a game's box, face by face."""
    return printing_of(game).cards


@dataclass(frozen=True, slots=True)
class Printed:
    """A kind of card, as a person tells it from others."""

    face: str
    mark: Mark | None = None


Counts = Mapping[Printed, int]  # How many cards of each kind, in the order in which people lay them.


def printed_on(card: Card) -> Printed:
    """Return the kind of a card."""
    return Printed(card.face, card.mark)


def counts_of(game: str) -> Counts:
    """Count the kinds of a box: values ascending, or titles as the ruleset lists them, each with its marks."""
    sets = {part.name: part.counts for part in printing_of(game).sets}
    counts: dict[Printed, int] = {}
    for face, count in Counter(deck_of(game)).items():
        marked = {Printed(face, mark): sets[mark].get(face, 0) for mark in MARKS if mark in sets}
        unmarked = {Printed(face): count - sum(marked.values())}  # the lethal cards are in no marked set
        counts |= {kind: copies for kind, copies in (marked | unmarked).items() if copies}
    return counts


def tally(cards: Iterable[Card]) -> dict[Printed, int]:
    """Count cards by their kinds."""
    return dict(Counter(map(printed_on, cards)))


def faces_of(game: str) -> tuple[str, ...]:
    """Return the kinds of cards that a deck is counted by; lethal cards are none: spare ones stay in the box."""
    return tuple(face for face in dict.fromkeys(deck_of(game)) if face != printing_of(game).lethal)


def part_of(game: str, players: int) -> str:
    """Return which part of a box so many players use, as a name for what is missing from it."""
    return " ".join((game, *(part.name for part in printing_of(game).sets if players in part.players)))
