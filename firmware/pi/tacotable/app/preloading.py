"""Reading at the start what is read only once, so that no scene of a game depends on a free file descriptor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable.catalog import LANGUAGES, Catalog
from tacotable.display.fonts import SIZES, font
from tacotable.table.kinds import deck_of, kind_of

if TYPE_CHECKING:
    from tacotable.table.file import TableFile


def preload(table: TableFile) -> None:
    """Read the fonts, the words and the rules of every game that this table can play."""
    for size in SIZES:
        font(size)
    for language in LANGUAGES:
        Catalog(language)
    for game in kind_of(table).games:
        deck_of(game)
