"""The shelf: where the enrolled decks and the owner's board lie, for whoever reads them, keeps them or tells of them.

The table file may name a file for each, and the state folder has a place for it. One rule holds everywhere: what lies
in the state folder counts. Something is kept there when it lies there already, when the table file names no file, or
when the named one's folder cannot be written, as `/etc/tacotable` by the service. So what the program kept last counts;
a named file that somebody puts there later does not, and that is told.

A ruleset has a file, so that a table of several games keeps a deck of each. What was enrolled at the table counts
before what the table file lists itself.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tacotable.files.safe_write import KeepingError
from tacotable.state.sessions.deck import playable
from tacotable.table.enrolment_files import BoardPrint, Deck, read_board, read_deck, with_print, write_board, write_deck
from tacotable.table.kinds import games_of

if TYPE_CHECKING:
    from tacotable.table.file import TableFile
    from tacotable.table.schema import Card


class HiddenError(KeepingError):
    """This user may not look where files are kept, so nobody can say here what is in them."""


@dataclass(frozen=True, slots=True)
class KeptFile:
    """The two places of a deck, or of the board; without a state folder there is at most the one that is named."""

    named: Path | None
    in_state: Path | None

    def to_read(self) -> Path | None:
        """Return the file that counts; None where nothing is kept yet. Raises HiddenError."""
        return next((place for place in (self.in_state, self.named) if place and is_there(place)), None)

    def to_write(self) -> Path | None:
        """Return where to keep it; None where it is forgotten. Raises KeepingError where it could not be kept."""
        place, state, named = self.named, self.in_state, self.named
        if state and (named is None or is_there(state) or not can_be_written(named)):
            place = state
        if place and not can_be_written(place):
            raise KeepingError(
                f"{place}: nothing can be kept here; let this user write into {place.parent}, or give another folder "
                "with --state (for the table of the service: sudo -u tacotable tacotable enroll ...)"
            )
        return place

    def told(self) -> str:
        """Return a sentence where the named file is passed over, else an empty one. Raises HiddenError."""
        if not (self.in_state and self.named and is_there(self.in_state) and is_there(self.named)):
            return ""
        return (
            f"{self.in_state} counts, and {self.named}, which the table file names, is passed over; "
            "move the first to the place of the second, or remove it, to use that one again"
        )


def is_there(path: Path) -> bool:
    """Return whether a file is there; raises HiddenError where this user may not know."""
    try:
        return path.exists()
    except PermissionError as error:
        raise HiddenError(
            f"{path}: {error.strerror}; the files of the service are read as its user: sudo -u tacotable tacotable ..."
        ) from None


def can_be_written(path: Path) -> bool:
    """Return whether this user can put a file at a path: into its folder, or into the nearest one that there is."""
    folder = next(folder for folder in path.absolute().parents if os.access(folder, os.F_OK))  # no error where hidden
    return os.access(folder, os.W_OK | os.X_OK)


class Stored:
    """The shelf of a table, and what it holds at the start. Without a state folder what has no file is forgotten."""

    def __init__(self, table: TableFile, state: Path | None) -> None:
        """Read what there is; raises KeepingError, which names the file and the mend."""
        self._state = state
        self._deck_file = Path(table.deck_file) if table.deck_file else None
        named = Path(table.board.file) if table.board and table.board.file else None
        self._board = KeptFile(named, state / "board.toml" if state else None)
        paths = [self._deck(game).to_read() for game in games_of(table)]
        kept = [read_deck(path) for path in paths if path]
        self._enrolled = {deck.ruleset: tuple(deck.cards) for deck in kept}
        listed = {table.game: tuple(table.deck)} if table.deck and table.deck_file is None else {}
        self.decks: Mapping[str, tuple[Card, ...]] = {**listed, **self._enrolled}
        path = self._board.to_read() if table.board else None
        board = with_print(table.board, read_board(path)) if table.board and path else table.board
        self.table = msgspec.structs.replace(table, deck=list(self.decks.get(table.game, ())), board=board)

    @property
    def faces(self) -> dict[str, str]:
        """Return the face of each enrolled tag; a card that its box has no room for is as unknown as a foreign one."""
        decks = (playable(game, cards) if game in self._enrolled else cards for game, cards in self.decks.items())
        return {card.tag: card.face for cards in decks for card in cards}

    @property
    def hints(self) -> tuple[str, ...]:
        """Return which files that the table file names are passed over, because newer ones are in the state folder."""
        files = [*map(self._deck, games_of(self.table)), *([self._board] if self.table.board else ())]
        return tuple(told for file in files if (told := file.told()))

    def keep(self, thing: Deck | BoardPrint) -> None:
        """Keep a deck, or the board; a deck that was there keeps its name. Raises KeepingError."""
        if isinstance(thing, BoardPrint):
            if path := self.board_place():
                write_board(path, thing)
        elif path := self.deck_place(thing.ruleset):
            before = self._deck(thing.ruleset).to_read()
            name = read_deck(before).name if before else thing.name
            write_deck(path, msgspec.structs.replace(thing, name=name))

    def deck_place(self, game: str) -> Path | None:
        """Return where a deck is to be kept; None where it is forgotten. Raises KeepingError where it cannot be."""
        return self._deck(game).to_write()

    def board_place(self) -> Path | None:
        """Return where the board is to be kept; None where it is forgotten. Raises KeepingError where it cannot be."""
        return self._board.to_write()

    def _deck(self, game: str) -> KeptFile:
        """Return the places of a deck; the file that the table file names is that of one game, whose deck it holds."""
        own = self._deck_file
        is_of_game = own and (not is_there(own) or read_deck(own).ruleset == game)
        return KeptFile(own if is_of_game else None, self._state / f"deck-{game}.toml" if self._state else None)
