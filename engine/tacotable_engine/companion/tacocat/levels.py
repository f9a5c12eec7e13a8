"""The three levels of Tacocat's robots: how each replaces, duels, attacks and answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from tacotable_engine.companion.tacocat.search import Search

if TYPE_CHECKING:
    from tacotable_engine.companion.answers import Level


@dataclass(frozen=True, slots=True)
class Style:
    """How a level plays."""

    search: Search
    duel_worlds: int
    """Worlds that a duel looks at, at most."""
    is_by_rule: bool = False
    """Whether it attacks, answers and duels by rules of thumb, and searches only to say what they are worth."""
    keeps: tuple[int, int] | None = None
    """It keeps cards up to the first and from the second value on; None: the choice that is worth most."""
    duels: Literal["mixed", "best"] = "mixed"


KEEPS_ALL = (12, 13)
STYLES: Mapping[Level, Style] = {
    "easy": Style(Search(6, 0, False, 0.0), 2, is_by_rule=True, keeps=KEEPS_ALL),
    "fair": Style(Search(8, 0, False, 0.0), 4, keeps=(3, 8), duels="best"),
    "strong": Style(Search(40, 150, True, 0.5), 10),
}
"""The styles by their levels."""
