"""A table as its director sees it: the newest game, what it asks people, and whether its line is there."""

from __future__ import annotations

from dataclasses import dataclass, field

from tacotable_live.director.decisions import Asked
from tacotable_live.director.game_state import GameState

GONE_S = 60.0
"""A table without its line is silent, and after so long gone. Its game is not judged by that."""


@dataclass(slots=True)
class Watched:
    """A table and its newest game."""

    name: str
    lines: int = 0
    """So many connections it has now; one, or none."""
    heard_s: float = 0.0
    asked: Asked = field(default_factory=Asked)
    """What its own page says it asks people now."""
    state: GameState = field(default_factory=GameState)

    def presence(self, now_s: float) -> str:
        """Return "here", "silent" or "gone"."""
        if self.lines:
            return "here"
        return "silent" if self.heard_s and now_s - self.heard_s < GONE_S else "gone"

    @property
    def needs_help(self) -> bool:
        """Return whether the table waits for people to answer or to let the game go on."""
        return self.asked.needs_people or self.state.public.paused
