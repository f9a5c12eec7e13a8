"""Entering what is printed on the owner's board of Tacocat: seven numbers, and an arrow beside each but the centre's.

A session is a value. It begins with what the table knows, placeholder or not, and every entry is asked for once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from tacotable.table.schema import Arrow

CENTRE = 3  # The index of the space in the middle, which has the double arrow (Tacocat rules, the board).
LEAST, MOST = 2, 9  # The numbers of a board: a duel needs two cards, and the draw pile must last.
ARROWS: tuple[Arrow, ...] = ("yay", "wow")


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to enter: the number or the arrow of a space, by the index of the space."""

    space: int
    what: Literal["number", "arrow"]


# All entries, from the YAY side to the WOW side.
ENTRIES = tuple(
    Entry(space, what) for space in range(7) for what in ("number", "arrow") if (space, what) != (CENTRE, "arrow")
)


@dataclass(frozen=True, slots=True)
class BoardEntry:
    """A session: the numbers and arrows as entered so far, and which entry is asked for."""

    numbers: tuple[int, ...]
    arrows: tuple[Arrow, ...]
    position: int = 0

    @property
    def asked(self) -> Entry:
        """Return the entry that is asked for; the last one when all are done."""
        return ENTRIES[min(self.position, len(ENTRIES) - 1)]

    @property
    def is_done(self) -> bool:
        """Return whether all was entered."""
        return self.position >= len(ENTRIES)


def turn(entry: BoardEntry, step: int = 1) -> BoardEntry:
    """Show the next value of what is asked for, or the one before."""
    space = entry.asked.space
    if entry.asked.what == "arrow":
        other = ARROWS[1 - ARROWS.index(entry.arrows[space])]
        return replace(entry, arrows=(*entry.arrows[:space], other, *entry.arrows[space + 1 :]))
    number = (entry.numbers[space] - LEAST + step) % (MOST - LEAST + 1) + LEAST
    return replace(entry, numbers=(*entry.numbers[:space], number, *entry.numbers[space + 1 :]))


def go_on(entry: BoardEntry, step: int = 1) -> BoardEntry:
    """Accept the shown value and ask for the next one, or for the one before."""
    return replace(entry, position=min(max(entry.position + step, 0), len(ENTRIES)))
