"""Which games there are, by the names of their rulesets."""

from __future__ import annotations

from collections.abc import Mapping

from tacotable_engine.exploding.game import Exploding
from tacotable_engine.game import Game
from tacotable_engine.tacocat.game import Tacocat

_TACOCAT, _EXPLODING = Tacocat(), Exploding()
GAMES: Mapping[str, Game] = {
    "tc38": _TACOCAT,
    "tc36": _TACOCAT,
    "ek120": _EXPLODING,
    "min72": _EXPLODING,
    "zh56": _EXPLODING,
}
"""Name of a ruleset -> the game that knows it."""
