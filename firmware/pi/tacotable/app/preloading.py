"""Loading at the start what play needs for sure, so that no scene waits for it or depends on a free file descriptor."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable.catalog import LANGUAGES, Catalog
from tacotable.display.fonts import LAYOUTS, font
from tacotable.table.kinds import deck_of, kind_of
from tacotable.web.files import page_files
from tacotable_engine.registry import GAMES

if TYPE_CHECKING:
    from tacotable.table.file import TableFile


def preload(table: TableFile) -> None:
    """Load the page, the usual fonts, the words, and the rules of every game that this table can play."""
    page_files()  # first: it needs a megabyte for a moment, which the words then take
    layout = LAYOUTS[table.language]
    for size in (layout.size, layout.smaller):
        font(size)
    for language in LANGUAGES:
        Catalog(language)
    for game in kind_of(table).games:
        deck_of(game)
        GAMES.get(game)  # imports its rules
