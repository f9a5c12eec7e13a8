"""Choices: the names that three of a kind may ask for, turned over on the displays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tacotable.games.exploding.plays import cards_of, names, play_act, why_not
from tacotable.games.exploding.state import pending, ui_of

if TYPE_CHECKING:
    from tacotable.state.situation import Situation

BACK = "item.back-kittens"


def items(situation: Situation, seat: str) -> tuple[str, ...]:
    """Return the cards that may be named, and the way back."""
    cards, target = cards_of(situation, seat), ui_of(situation).target
    allowed = [name for name in names(situation) if why_not(situation, seat, play_act(cards, target, name)) is None]
    return (*(f"card.{name}" for name in allowed), BACK)


def shown(situation: Situation, seat: str) -> str:
    """Return the item that the displays show."""
    offered = items(situation, seat)
    return offered[situation.ui.cursors.get(seat, 0) % len(offered)]


def turn(situation: Situation, seat: str) -> None:
    """Show the next item."""
    situation.ui.cursors[seat] = (situation.ui.cursors.get(seat, 0) + 1) % len(items(situation, seat))
    situation.sound("press")


def is_named(situation: Situation) -> bool:
    """Return whether the last play asked for a card by its name."""
    return bool(named(situation))


def named(situation: Situation) -> str:
    """Return the card that the last play asked for; empty where it asked for none."""
    return pending(situation).name or ""
