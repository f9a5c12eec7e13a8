"""Kept files: where an enrolled deck or the owner's board lies, for whoever reads it, keeps it or tells of it.

The table file may name a file for it, and the state folder has a place for it. One rule holds everywhere: what lies in
the state folder counts. Something is kept there when it lies there already, when the table file names no file, or when
the named one's folder cannot be written, as `/etc/tacotable` by the service. So what the program kept last counts; a
named file that somebody puts there later does not, and that is told.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from tacotable.files.safe_write import KeepingError


class HiddenError(KeepingError):
    """This user may not look where files are kept, so nobody can say here what is in them."""


@dataclass(frozen=True, slots=True)
class KeptFile:
    """The two places of a deck, or of the board; without a state folder there is at most the one that is named."""

    named: Path | None
    in_state: Path | None

    def to_read(self) -> Path | None:
        """Return the file that counts; None where nothing is kept yet. Raises HiddenError."""
        return next((place for place in (self.in_state, self.named) if place and is_there(place)), None)

    def to_write(self) -> Path | None:
        """Return where to keep it; None where it is forgotten. Raises KeepingError where it could not be kept."""
        place = self.in_state if self._goes_to_state() else self.named
        if place and not can_be_written(place):
            raise KeepingError(
                f"{place}: nothing can be kept here; let this user write into {place.parent}, or give another folder "
                "with --state (for the table of the service: sudo -u tacotable tacotable enroll ...)"
            )
        return place

    def told(self) -> str:
        """Return a sentence where the named file is passed over, else an empty one. Raises HiddenError."""
        if not (self.in_state and self.named and is_there(self.in_state) and is_there(self.named)):
            return ""
        return (
            f"{self.in_state} counts, and {self.named}, which the table file names, is passed over; "
            "move the first to the place of the second, or remove it, to use that one again"
        )

    def _goes_to_state(self) -> bool:
        if self.in_state is None:
            return False
        return self.named is None or is_there(self.in_state) or not can_be_written(self.named)


def deck_in(state: Path | None, game: str) -> Path | None:
    """Return the place of a game's deck in the state folder."""
    return state / f"deck-{game}.toml" if state else None


def board_in(state: Path | None) -> Path | None:
    """Return the place of the board in the state folder."""
    return state / "board.toml" if state else None


def is_there(path: Path) -> bool:
    """Return whether a file is there; raises HiddenError where this user may not know."""
    try:
        return path.exists()
    except PermissionError as error:
        raise HiddenError(
            f"{path}: {error.strerror}; the files of the service are read as its user: sudo -u tacotable tacotable ..."
        ) from None


def can_be_written(path: Path) -> bool:
    """Return whether this user can put a file at a path: into its folder, or into the nearest one that there is."""
    folder = next(folder for folder in path.absolute().parents if os.access(folder, os.F_OK))  # no error where hidden
    return os.access(folder, os.W_OK | os.X_OK)
