"""The table file (`table.toml`): which readers, pins, lights and displays a table has, checked as it is read.

What is wrong is told by file and key, for the maker to mend. A file describes one physical table; the shipped ones lie
in `tables/`. Commands mean the installed one and its folder where none is given.
"""

from __future__ import annotations

import os
from functools import cache
from importlib.resources import files
from pathlib import Path

import msgspec

from tacotable.errors import TacotableError
from tacotable.files.toml_file import read_text, toml_values
from tacotable.table.checks import faults_of
from tacotable.table.enrolment_files import BoardFileError, DeckFileError, read_board, read_deck, with_print
from tacotable.table.kinds import add_printing, games, games_of, unknown_game, with_game
from tacotable.table.messages import all_in_words
from tacotable.table.schema import Display, Pad, Seat, TableFile
from tacotable_drivers.registry import refused

__all__ = ["SHIPPED", "Display", "Pad", "Seat", "TableFile", "TableFileError", "parse_table", "read_table"]

SHIPPED = ("tacocat", "buttons", "kittens", "family", "tacocat-hub", "kittens-hub", "family-hub")
REAL_TABLE, SIMULATED_TABLE = "/etc/tacotable/table.toml", "tacocat"
"""The table that is meant where none is given: the installed one, or the shipped one that `run` simulates."""

SERVICE_STATE, OWN_STATE = Path("/var/lib/tacotable"), Path("state")  # Kept by the service; by hand.


class TableFileError(TacotableError):
    """The table file cannot be used, or a package: the text says why; `table` is there where its values can be read."""

    def __init__(self, text: str, table: TableFile | None = None) -> None:
        super().__init__(text)
        self.table = table


def read_table(path: str | Path, game: str | None = None) -> TableFile:
    """Read a table file by its path, or a shipped one by its name; with `game` as it is when that is played first.

    Raises TableFileError, which names the file, the key (the line, where the parser knows it) and the mend, and
    SetupError where the table does not play the game.
    """
    folder, name = Path(path).parent, str(path)
    if name in SHIPPED:
        table, name = _shipped(name), f"{name}.toml"
    else:
        mend = f"give a table file, or a shipped table: {', '.join(SHIPPED)}"
        text = read_text(Path(path), mend, TableFileError)
        table = parse_table(text, name, folder)
    try:
        table = _with_board(_with_deck(table, folder), folder)
    except (DeckFileError, BoardFileError) as error:
        key = "deck_file" if isinstance(error, DeckFileError) else "board.file"
        raise TableFileError("\n".join(f"{name}: {key}: {line}" for line in str(error).splitlines()), table) from None
    return with_game(table, game) if game else table


@cache
def _shipped(name: str) -> TableFile:
    return parse_table(files("tacotable").joinpath("tables", f"{name}.toml").read_text("utf-8"), f"{name}.toml")


def parse_table(text: str, name: str, folder: Path = Path()) -> TableFile:
    """Read a table from TOML; `name` is for errors, `folder` has its printings, which the program knows from now on."""
    if lacking := (*refused(), *games().refused):
        raise TableFileError("\n".join(lacking))
    told = toml_values(text, name, TableFileError)
    try:
        table = msgspec.convert(told, TableFile)
    except msgspec.ValidationError:
        wrong = all_in_words(told)
        game, printings = told.get("game"), told.get("printings")
        if isinstance(game, str) and not printings and (fault := unknown_game(game)):
            wrong.append(f"game: {fault}")
        raise TableFileError("\n".join(f"{name}: {fault}" for fault in wrong)) from None
    for index, printing in enumerate(table.printings):
        try:
            add_printing(beside(folder, printing))
        except ValueError as error:  # a RulesetError
            raise TableFileError(f"{name}: printings[{index}]: {error}") from None
    if fault := unknown_game(table.game):
        raise TableFileError(f"{name}: game: {fault}")
    if faults := faults_of(table):
        raise TableFileError("\n".join(f"{name}: {fault}" for fault in faults), table)
    return table


def beside(folder: Path, name: str) -> Path:
    """Return the path of a file that a file in the folder names: on the disk names are UTF-8, whatever the locale."""
    return folder / os.fsdecode(name.encode())


def _with_deck(table: TableFile, folder: Path) -> TableFile:
    if table.deck_file is None:
        return table
    path = beside(folder, table.deck_file)
    table = msgspec.structs.replace(table, deck_file=str(path))
    if not path.exists():
        return table
    deck, games = read_deck(path), games_of(table)
    if deck.ruleset not in games:
        raise DeckFileError(f"{path}: ruleset: this is a deck of {deck.ruleset}; the table plays {', '.join(games)}")
    return msgspec.structs.replace(table, deck=deck.cards)


def _with_board(table: TableFile, folder: Path) -> TableFile:
    if table.board is None or table.board.file is None:
        return table
    path = beside(folder, table.board.file)
    board = with_print(table.board, read_board(path)) if path.exists() else table.board
    return msgspec.structs.replace(table, board=msgspec.structs.replace(board, file=str(path)))


def state_to_write(service: Path = SERVICE_STATE, own: Path = OWN_STATE, user: int | None = None) -> Path:
    """Return the folder that is meant where none is given: the service's for its own user, else `state` here.

    What root wrote among the service's files the service could not read.
    """
    is_own = service.exists() and service.stat().st_uid == (os.geteuid() if user is None else user)
    return service if is_own else own


def state_to_read(service: Path = SERVICE_STATE, own: Path = OWN_STATE, user: int | None = None) -> Path:
    """Return the folder that is meant where none is given: what this user would write, or else the service's."""
    written = state_to_write(service, own, user)
    return written if written.exists() else service
