"""Which family of games plays which ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tacotable.games.exploding.game import EXPLODING
from tacotable.games.tacocat.game import TACOCAT
from tacotable.state.situation import Family, Situation

if TYPE_CHECKING:
    from tacotable.table.file import TableFile

FAMILIES: tuple[Family, ...] = (TACOCAT, EXPLODING)
_BY_GAME: Mapping[str, Family] = {game: family for family in FAMILIES for game in family.games}


def family_of(game: str) -> Family:
    """Return the family that plays a ruleset."""
    return _BY_GAME[game]


def situation_of(table: TableFile, faces: Mapping[str, str]) -> Situation:
    """Make the situation of a table before anything happened; `faces` gives the face of each tag."""
    return Situation(table, faces, family_of(table.game))
