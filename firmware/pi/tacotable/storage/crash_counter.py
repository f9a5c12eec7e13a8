"""CrashCounter: counts those that did not come to anything, so that a program that fails again and again stops trying.

Nothing here asks what time it is, because a Pi does not know before the network tells it: a start is counted at its
beginning, and no more when the program has run for a minute or has ended on purpose. The count is that of the program
that has the folder: a second one is refused it, and counts for nothing.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from zlib import crc32

from tacotable.files.safe_write import replace_whole
from tacotable.storage.journal import is_claimed

GOOD_S = 60.0  # A start that lasts so long was a good one.
MOST = 5  # After so many short ones in a row the next is a safe one.
FILE = "starts"


class CrashCounter:
    """The count of short starts in a row, kept in the state folder; without one nothing is counted.

    On a disk that takes nothing it is kept in `spare`, a folder in memory that outlasts the program.
    """

    def __init__(self, folder: Path | None, spare: Path | None = None) -> None:
        self._paths = [folder / FILE] if folder else []
        if folder and spare:
            self._paths.append(spare / f"{FILE}-{crc32(bytes(folder.absolute())):08x}")
        self._before = 0

    def begin(self) -> bool:
        """Count this start; returns whether it has to be a safe one. Then the next may try again."""
        if not self._paths or is_claimed(self._paths[0].parent):
            return False
        for path in self._paths:  # the spare one is newer: it goes when the other is written
            with contextlib.suppress(OSError, ValueError):
                self._before = int(path.read_text(encoding="ascii")[:3])
        is_safe = self._before >= MOST
        self._write(0 if is_safe else self._before + 1)
        return is_safe

    def counts_for_nothing(self) -> None:
        """Forget this start: what was asked of it cannot be, and the table itself is well."""
        self._write(self._before)

    def is_good(self) -> None:
        """Note that this start came to something."""
        self._write(0)

    def _write(self, count: int) -> None:
        """Write the count; the displays report a disk that does not take it."""
        for number, path in enumerate(self._paths):
            with contextlib.suppress(OSError):
                path.parent.mkdir(parents=True, exist_ok=True)
                replace_whole(path, f"{count}\n".encode())
                for spare in self._paths[number + 1 :]:
                    spare.unlink(missing_ok=True)
                return
