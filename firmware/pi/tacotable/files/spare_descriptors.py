"""Spare file descriptors: held open, so that files can be opened at a moment in which the process has none left."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

NONE_FREE = (errno.EMFILE, errno.ENFILE)
HINT = "nothing is wrong with the disk: close pages and programs that nobody needs, then try again"
HELD, LEAST = 6, 3  # So many are held, so few are enough: a journal opens a file and its folder, and one may stay open.


class SpareDescriptors:
    """Holds descriptors on nothing, from `hold` to `close`."""

    def __init__(self) -> None:
        self._held: list[int] = []
        self._is_holding = False

    def hold(self) -> None:
        """Open as many as are wanted and can be had."""
        self._is_holding = True
        with suppress(OSError):
            while len(self._held) < HELD:
                self._held.append(os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC))

    def close(self) -> None:
        """Close all."""
        self._is_holding = False
        while self._held:
            os.close(self._held.pop())

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Run the block, which may open files in their place; raises OSError before it where there are too few."""
        if not self._is_holding:
            yield
            return
        self.hold()
        if len(self._held) < LEAST:
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))
        self.close()
        try:
            yield
        finally:
            self.hold()
