"""What a start does so that play never waits: all is loaded that is needed for sure, and it looks what can be kept.

So no scene depends on a free file descriptor, and a full disk is told before the first game begins.
"""

from __future__ import annotations

import os
import pwd
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING

from tacotable.catalog import LANGUAGES, Catalog
from tacotable.display.fonts import LAYOUTS, font
from tacotable.files.write_fault import WriteFault, write_fault
from tacotable.storage.journal import JournalError
from tacotable.table.kinds import deck_of, kind_of
from tacotable.web.files import page_files
from tacotable_engine.registry import rules_of

if TYPE_CHECKING:
    from tacotable.table.file import TableFile

PROBE_BYTES = 8_192  # More than a file system packs into its own tables, where a full disk would take it.
FIXES = {
    WriteFault.READ_ONLY: "its disk is read-only; a worn SD card does that (see dmesg): use a new one, or mount it rw",
    WriteFault.FULL: "its disk is full; remove old games or other files",
    WriteFault.FAILED: "its disk fails (see dmesg); use a new one",
}


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


def why_not_writable(folder: Path) -> JournalError | None:
    """Write a file without a name into a state folder; return the fault of the disk, with its fix, or None."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=folder) as probe:
            probe.write(bytes(PROBE_BYTES))
            probe.flush()
            os.fsync(probe.fileno())
    except OSError as error:
        if (cause := write_fault(error)) is not None:
            return JournalError(f"{folder}: {_fix(cause, folder)}, then start the table again", cause)
    return None


def _fix(cause: WriteFault, folder: Path) -> str:
    if cause is not WriteFault.OWNER:
        return FIXES[cause]
    try:
        user = pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:  # it has no name
        user = str(os.geteuid())
    return f"user {user} may not write there; sudo chown -R {user} {folder}"
