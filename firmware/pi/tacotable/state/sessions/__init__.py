"""Sessions at the desk, as values: a deck that is enrolled or counted, a board that is entered; the open desk."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from tacotable.state.sessions.board import BoardEntry
    from tacotable.state.sessions.deck import Census, Enrolment
    from tacotable.table.enrolment_files import BoardPrint, Deck

Work: TypeAlias = "Enrolment | Census | BoardEntry"
Kept: TypeAlias = "Deck | BoardPrint"


class Question(Enum):
    """What the next OK answers."""

    STOP = "stop"  # Whether all that was laid or entered is to be kept.
    LEAVE = "leave"  # Whether the desk is closed and nothing is kept.
    REPLACE = "replace"  # Which missing card the unknown one is.


@dataclass(frozen=True, slots=True)
class Desk:
    """The open desk: the work, the open question, and behind the end the page of the report that is on show."""

    work: Work
    question: Question | None = None
    is_over: bool = False
    page: int = 0
    fault: str = ""  # Why nothing could be kept; OK tries again.
