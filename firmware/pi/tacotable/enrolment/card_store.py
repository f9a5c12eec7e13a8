"""The shelf: where the enrolled decks and the owner's board lie, beside the table file or in the state folder.

Where each lies is decided in `kept_files`; a ruleset has a file, so that a table of several games keeps a deck of each.
What was enrolled at the table counts before what the table file lists itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tacotable.enrolment.file_store import KeptFile, board_in, deck_in, is_there
from tacotable.state.sessions.census import playable
from tacotable.table.board import BoardPrint, read_board, with_print, write_board
from tacotable.table.deck import Deck, read_deck, write_deck
from tacotable.table.kinds import games_of

if TYPE_CHECKING:
    from tacotable.table.file import TableFile
    from tacotable.table.schema import Card


class Stored:
    """The shelf of a table, and what it holds at the start. Without a state folder what has no file is forgotten."""

    def __init__(self, table: TableFile, state: Path | None) -> None:
        """Read what there is; raises KeepingError, which names the file and the mend."""
        self._state = state
        self._deck_file = Path(table.deck_file) if table.deck_file else None
        self._board_file = Path(table.board.file) if table.board and table.board.file else None
        self._enrolled = self._read_decks(table)
        listed = {table.game: tuple(table.deck)} if table.deck and table.deck_file is None else {}
        self.decks: Mapping[str, tuple[Card, ...]] = {**listed, **self._enrolled}
        self.table = self._with_kept(table)

    @property
    def faces(self) -> dict[str, str]:
        """Return the face of each enrolled tag; a card that its box has no room for is as unknown as a foreign one."""
        decks = (playable(game, cards) if game in self._enrolled else cards for game, cards in self.decks.items())
        return {card.tag: card.face for cards in decks for card in cards}

    @property
    def hints(self) -> tuple[str, ...]:
        """Return which files that the table file names are passed over, because newer ones are in the state folder."""
        files = [*map(self._deck, games_of(self.table)), *([self._board()] if self.table.board else ())]
        return tuple(told for file in files if (told := file.told()))

    def keep_deck(self, deck: Deck) -> None:
        """Keep a deck; one that was there keeps its name. Raises KeepingError."""
        path = self.deck_place(deck.ruleset)
        if path is None:
            return
        before = self._deck(deck.ruleset).to_read()
        name = read_deck(before).name if before else deck.name
        write_deck(path, msgspec.structs.replace(deck, name=name))

    def keep_board(self, board: BoardPrint) -> None:
        """Keep a board. Raises KeepingError."""
        if path := self.board_place():
            write_board(path, board)

    def deck_place(self, game: str) -> Path | None:
        """Return where a deck is to be kept; None where it is forgotten. Raises KeepingError where it cannot be."""
        return self._deck(game).to_write()

    def board_place(self) -> Path | None:
        """Return where the board is to be kept; None where it is forgotten. Raises KeepingError where it cannot be."""
        return self._board().to_write()

    def _deck(self, game: str) -> KeptFile:
        """Return the places of a deck; the file that the table file names is that of one game, whose deck it holds."""
        own = self._deck_file
        is_of_game = own and (not is_there(own) or read_deck(own).ruleset == game)
        return KeptFile(own if is_of_game else None, deck_in(self._state, game))

    def _board(self) -> KeptFile:
        return KeptFile(self._board_file, board_in(self._state))

    def _read_decks(self, table: TableFile) -> dict[str, tuple[Card, ...]]:
        paths = [self._deck(game).to_read() for game in games_of(table)]
        decks = [read_deck(path) for path in paths if path]
        return {deck.ruleset: tuple(deck.cards) for deck in decks}

    def _with_kept(self, table: TableFile) -> TableFile:
        """Return the table with the deck of its game and the board as they are kept."""
        deck = list(self.decks.get(table.game, ()))
        path = self._board().to_read() if table.board else None
        board = with_print(table.board, read_board(path)) if table.board and path else table.board
        return msgspec.structs.replace(table, deck=deck, board=board)
