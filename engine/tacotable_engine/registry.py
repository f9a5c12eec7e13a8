"""Which games there are, by the names of their rulesets."""

from __future__ import annotations

from collections.abc import Mapping

from tacotable_engine.game import Game
from tacotable_engine.tacocat.game import Tacocat

_TACOCAT = Tacocat()
GAMES: Mapping[str, Game] = {"tc38": _TACOCAT, "tc36": _TACOCAT}
"""Name of a ruleset -> the game that knows it."""
