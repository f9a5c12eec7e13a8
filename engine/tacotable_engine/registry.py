"""Which game knows each ruleset."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tacotable_engine.exploding import ruleset as exploding
from tacotable_engine.exploding.game import Exploding
from tacotable_engine.tacocat import ruleset as tacocat
from tacotable_engine.tacocat.game import Tacocat

if TYPE_CHECKING:
    from tacotable_engine.game import Game

GAMES: Mapping[str, Game] = {
    **dict.fromkeys(tacocat.NAMES, Tacocat()),
    **dict.fromkeys(exploding.NAMES, Exploding()),
}
"""Name of a ruleset -> the game that knows it."""
