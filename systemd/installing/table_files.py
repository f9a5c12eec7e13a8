"""The table file that is given, with the deck and the board that it names: read before anything is changed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from installing.hands import InstallError
from installing.places import STATE, TABLE

SHIPPED = Path(__file__).resolve().parents[2] / "firmware/pi/tacotable/tables/tacocat.toml"


@dataclass(frozen=True, slots=True)
class TableFiles:
    """A table file and the files that it names, each by its name beside the table file."""

    source: Path
    table: bytes
    beside: Mapping[Path, bytes]

    def put_at(self, table: Path) -> dict[Path, bytes]:
        """Return what is to be written for a table file to be there, with what it names beside it."""
        return {table: self.table, **{table.parent / name: text for name, text in self.beside.items()}}

    def installed(self) -> dict[Path, bytes]:
        """Return what is to be written in /etc; a file that is another there stays as FILE.old."""
        wanted = self.put_at(TABLE)
        old = {path: path.read_bytes() for path in wanted if path.exists()}
        kept = {path.with_name(f"{path.name}.old"): text for path, text in old.items() if text != wanted[path]}
        return {**kept, **wanted}


def read_given(table: Path | None) -> TableFiles | None:
    """Return the files that are to be installed; None where the owner's table file is there and none is given.

    Without either it is a shipped one. Raises InstallError, which names the file and the mend.
    """
    if table is None and TABLE.exists():
        return None
    source = table or SHIPPED
    return TableFiles(source, _read(source), dict(_beside(source, told_in(source))))


def told_in(table: Path) -> dict[str, Any]:
    """Return what a table file tells; what is wrong with its keys is found in the trial. Raises InstallError."""
    try:
        return tomllib.loads(_read(table).decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise InstallError(f"{table}: {error}; mend it, or give another table file with --table") from None


def _read(source: Path) -> bytes:
    try:
        return source.read_bytes()
    except OSError as error:
        raise InstallError(f"{source}: {error.strerror}; give a table file with --table") from None


def _beside(source: Path, told: Mapping[str, Any]) -> Iterator[tuple[Path, bytes]]:
    """Yield the deck, the board, which are enrolled later where they are not there yet, and further printings."""
    board = told.get("board")
    named = {"deck_file": told.get("deck_file"), "board.file": board.get("file") if isinstance(board, dict) else None}
    printings = told.get("printings")
    named |= {f"printings[{n}]": name for n, name in enumerate(printings if isinstance(printings, list) else ())}
    for key, name in named.items():
        if not isinstance(name, str) or _is_installed(Path(name)):
            continue
        if Path(name).is_absolute() or ".." in Path(name).parts or Path(name) == Path(TABLE.name):
            raise InstallError(
                f"{source}: {key}: the service cannot read {name!r}; put the file beside the table file, under a name "
                f"of its own, and name it without a folder: it is copied to {TABLE.parent}"
            )
        if (source.parent / name).exists():
            yield Path(name), _read(source.parent / name)


def _is_installed(path: Path) -> bool:
    """Return whether a path is one of those that the service reads in any case."""
    return path.is_relative_to(TABLE.parent) or path.is_relative_to(STATE)
