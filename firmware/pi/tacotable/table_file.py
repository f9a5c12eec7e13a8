"""The table file (`table.toml`): which readers, pins, lights and displays a table has, checked as it is read.

An unknown key, a wrong type and a value out of range are errors that name the file and the key, for the maker
to mend. A file describes one physical table; the shipped ones lie in `tables/`.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

import msgspec

from tacotable.table_faults import faults_of
from tacotable.table_parts import Display, Pad, Seat, TableFile
from tacotable.table_words import in_words

__all__ = ["SHIPPED", "Display", "Pad", "Seat", "TableFile", "TableFileError", "parse_table", "read_table"]

SHIPPED = ("tacocat", "buttons", "kittens")


class TableFileError(Exception):
    """The table file cannot be used; the text names the file, the key and what is expected."""


def read_table(path: str | Path) -> TableFile:
    """Read a table file by its path, or a shipped one by its name.

    Raises TableFileError, which names the file, the key (the line, where the parser knows it) and the mend.
    """
    if str(path) in SHIPPED:
        name, text = f"{path}.toml", files(__package__).joinpath("tables", f"{path}.toml").read_text("utf-8")
    else:
        name, text = str(path), _text_of(Path(path))
    return parse_table(text, name)


def parse_table(text: str, name: str) -> TableFile:
    """Read a table from TOML text; `name` is what errors call the file."""
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TableFileError(f"{name}: this is not TOML: {error}") from None
    try:
        table = msgspec.convert(told, TableFile)
    except msgspec.ValidationError as error:
        raise TableFileError(f"{name}: {in_words(str(error), told)}") from None
    if faults := faults_of(table):
        raise TableFileError("\n".join(f"{name}: {fault}" for fault in faults))
    return table


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")  # Windows editors put a mark before the text
    except UnicodeDecodeError as error:
        raise TableFileError(f"{path}: not UTF-8 text at byte {error.start}; save it as UTF-8") from None
    except OSError as error:
        shipped = ", ".join(SHIPPED)
        raise TableFileError(f"{path}: {error.strerror}; give a table file, or a shipped table: {shipped}") from None
