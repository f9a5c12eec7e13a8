"""Robots of a table: each takes the first act that the rules allow, one second after it is asked; hands do the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable.dialogs import robots
from tacotable.state.events import RobotChose

if TYPE_CHECKING:
    from tacotable.state.situation import Situation

THINKING_MS = 1_000.0


def asked(situation: Situation) -> tuple[str, ...]:
    """Return the robots that are asked and have not chosen."""
    return robots.undecided(situation) if situation.game.robots else ()


def choice(situation: Situation, seat: str, at_ms: float) -> RobotChose | None:
    """Return what a robot chooses at a moment; None if hands can do nothing of it."""
    match = situation.game.match
    acts = match.legal(seat) if match is not None else []
    for act in [{"do": "replace", "cards": []} if one["do"] == "replace" else one for one in acts]:
        if situation.family.can_move(situation, act):
            taken: list[str] = []
            for tags in robots.cards_for(situation, seat, act):
                taken += [tag for tag in tags if tag not in taken][:1]
            return RobotChose(seat, dict(act), tuple(taken), at_ms)
    return None


def next_card(situation: Situation) -> tuple[str, str]:
    """Return the seat of a robot and the tag of its row that hands lay next; empty for none."""
    found = ((seat, robots.wanted(situation, seat)) for seat in situation.game.robots)
    return next(((seat, tag) for seat, tag in found if tag), ("", ""))
