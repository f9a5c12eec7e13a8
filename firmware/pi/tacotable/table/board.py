"""The board file (`board.toml`): the numbers and arrows that are printed on the owner's board of Tacocat.

It is written when they are entered at the table, and checked as it is read; every fault names the file and the key.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tacotable.files.safe_write import KeepingError, keep, unreadable
from tacotable.table.messages import all_in_words
from tacotable.table.schema import Arrow, Board, SpaceNumber

VERSION = 1


class BoardFileError(KeepingError):
    """A board file cannot be used; the text names the file, the key and what is expected."""


class SpacePrint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is printed on one space: its number, and the side its arrow points at."""

    number: SpaceNumber
    arrow: Arrow


class BoardPrint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is printed on a board: its seven spaces, from the YAY side (-3) to the WOW side (+3)."""

    version: Literal[1] = 1
    spaces: Annotated[list[SpacePrint], Meta(min_length=7, max_length=7)]


def read_board(path: Path) -> BoardPrint:
    """Read a board file; raises BoardFileError, which names file, key and mend."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8-sig"))  # Windows editors put a mark before the text
        board = msgspec.convert(told, BoardPrint)
    except UnicodeDecodeError as error:
        raise BoardFileError(f"{path}: not UTF-8 text at byte {error.start}; save it as UTF-8") from None
    except OSError as error:
        raise BoardFileError(unreadable(path, error, "enter the board anew, or give another file")) from None
    except tomllib.TOMLDecodeError as error:
        raise BoardFileError(f"{path}: this is not TOML: {error}") from None
    except msgspec.ValidationError:
        raise BoardFileError("\n".join(f"{path}: {fault}" for fault in all_in_words(told, BoardPrint))) from None
    if [space.arrow == "both" for space in board.spaces] != [False] * 3 + [True] + [False] * 3:
        raise BoardFileError(f"{path}: spaces: the centre, and only the centre, has the double arrow")
    return board


def write_board(path: Path, board: BoardPrint) -> None:
    """Keep a board in a file, the old one beside it; raises KeepingError when the disk does not take it."""
    lines = "\n".join(f'  {{ number = {space.number}, arrow = "{space.arrow}" }},' for space in board.spaces)
    head = "# The numbers and arrows printed on the board, as entered at the table; from the YAY side to the WOW side."
    keep(path, f"{head}\nversion = {VERSION}\nspaces = [\n{lines}\n]\n")


def with_print(board: Board, told: BoardPrint) -> Board:
    """Return a table's board with the numbers and arrows of the printed one: it is a placeholder no longer."""
    spaces = [
        msgspec.structs.replace(space, number=there.number, arrow=there.arrow)
        for space, there in zip(board.spaces, told.spaces, strict=True)
    ]
    return msgspec.structs.replace(board, spaces=spaces, placeholder=False)
