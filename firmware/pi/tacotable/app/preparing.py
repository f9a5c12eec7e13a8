"""What a start does so that play never waits: all is loaded that is needed for sure, and it looks what can be kept.

So no scene depends on a free file descriptor, and a full disk is told before the first game begins.
"""

from __future__ import annotations

import os
import pwd
from pathlib import Path
from typing import TYPE_CHECKING

from tacotable.catalog import LANGUAGES, Catalog
from tacotable.display.fonts import LAYOUTS, font
from tacotable.enrolment.card_store import can_be_written
from tacotable.table.kinds import deck_of, kind_of
from tacotable.web.files import page_files
from tacotable_engine.registry import rules_of

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
    for game in kind_of(table).names():
        deck_of(game)
        rules_of(game)  # imports them


def why_not_writable(folder: Path) -> str:
    """Say why nothing can be kept in a folder that is there, with the mend; empty where it can be."""
    if can_be_written(folder / "any"):
        return ""
    if os.statvfs(folder).f_flag & os.ST_RDONLY:
        return f"{folder}: its disk is mounted read-only; let it be written, then start the table anew"
    try:
        user = pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:  # it has no name
        user = str(os.geteuid())
    return f"{folder}: user {user} may not write there; sudo chown -R {user} {folder}, then start the table anew"
