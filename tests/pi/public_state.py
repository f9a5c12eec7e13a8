"""What the referee protocol tells everyone of the game at a table."""

from __future__ import annotations

from typing import Any

from tacotable.state.situation import Situation


def public_state(situation: Situation) -> dict[str, Any]:
    """Return the state of the viewer "table"; empty without a game."""
    return situation.game.match.view("table") if situation.game.match else {}
