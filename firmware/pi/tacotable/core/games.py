"""Which family of games plays which ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from tacotable.state.situation import Family, Situation
from tacotable_engine.registry import part_of, spec_of

if TYPE_CHECKING:
    from tacotable.table.file import TableFile


@cache
def family_of(game: str) -> Family:
    """Return the family that plays a ruleset; only then is it imported, so a table goes without what it cannot play."""
    family: Family = part_of(spec_of(game), "table")
    return family


def situation_of(table: TableFile, faces: Mapping[str, str]) -> Situation:
    """Make the situation of a table before anything happened; `faces` gives the face of each tag."""
    return Situation(table, faces, family_of)
