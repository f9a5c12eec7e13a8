"""The shelf: where the enrolled decks and the owner's board lie, beside the table file or in the state folder.

What the table file refers to by `deck_file` and `board.file` is kept there; all else in the state folder, one file a
ruleset, so that a table of several games keeps a deck of each. What was enrolled at the table counts before what the
table file lists itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from tacotable.board_file import BoardPrint, read_board, with_print, write_board
from tacotable.census import playable
from tacotable.deck_file import Deck, read_deck, write_deck
from tacotable.table_file import TableFile
from tacotable.table_kinds import kind_of
from tacotable.table_parts import Board, Card


class Stored:
    """The shelf of a table, and what it holds at the start. Without a state folder what has no file is forgotten."""

    def __init__(self, table: TableFile, state: Path | None) -> None:
        """Read what there is; raises KeepingError, which names the file and the mend."""
        self._state = state
        self._deck_file = Path(table.deck_file) if table.deck_file else None
        self._board_file = Path(table.board.file) if table.board and table.board.file else None
        self._enrolled = self._read_decks(table)
        self.decks: Mapping[str, tuple[Card, ...]] = {**_of_table(table), **self._enrolled}
        self.table = self._with_kept(table)

    @property
    def faces(self) -> dict[str, str]:
        """Give the face of each enrolled tag; a card that its box has no room for is as unknown as a foreign one."""
        decks = (playable(game, cards) if game in self._enrolled else cards for game, cards in self.decks.items())
        return {card.tag: card.face for cards in decks for card in cards}

    def keep_deck(self, deck: Deck) -> None:
        """Keep a deck; one that was there keeps its name. Raises KeepingError."""
        path = self.path_of(deck.ruleset)
        if path is None:
            return
        name = read_deck(path).name if path.exists() else deck.name
        write_deck(path, msgspec.structs.replace(deck, name=name))

    def keep_board(self, board: BoardPrint) -> None:
        """Keep a board. Raises KeepingError."""
        if path := self.board_path():
            write_board(path, board)

    def path_of(self, game: str) -> Path | None:
        """Give the file of a deck: the table file's own for the deck that it holds, else one of the state folder."""
        own = self._deck_file
        if own and (not own.exists() or read_deck(own).ruleset == game):
            return own
        return self._state / f"deck-{game}.toml" if self._state else None

    def board_path(self) -> Path | None:
        """Give the file of the board."""
        return self._board_file or (self._state / "board.toml" if self._state else None)

    def _read_decks(self, table: TableFile) -> dict[str, tuple[Card, ...]]:
        in_state = [self._state / f"deck-{game}.toml" for game in kind_of(table).games] if self._state else []
        paths = [*in_state, *([self._deck_file] if self._deck_file else ())]
        decks = [read_deck(path) for path in paths if path.exists()]
        return {deck.ruleset: tuple(deck.cards) for deck in decks}

    def _with_kept(self, table: TableFile) -> TableFile:
        """Give the table with the deck of its game and the board as they are kept."""
        deck = list(self.decks.get(table.game, ()))
        board = self._kept_board(table.board) if table.board else None
        return msgspec.structs.replace(table, deck=deck, board=board)

    def _kept_board(self, board: Board) -> Board:
        path = self.board_path()
        return with_print(board, read_board(path)) if path and path.exists() else board


def _of_table(table: TableFile) -> dict[str, tuple[Card, ...]]:
    """Give the deck that the table file lists itself."""
    return {table.game: tuple(table.deck)} if table.deck and table.deck_file is None else {}
