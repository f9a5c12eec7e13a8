"""A card is missing: people find its kind in the menu of their seat, and others agree that the deck goes without it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacotable.dialogs import questions as asking
from tacotable.state.interaction import Menu
from tacotable.state.scene import Choice, Screen, Sign

if TYPE_CHECKING:
    from tacotable.state import facts
    from tacotable.state.situation import Situation

ITEM = asking.LOST
"""The item of the menu."""
FOUND = "cards-found"
"""The item of the lobby that ends what was missing."""
LEAVE = "menu.leave"


def entries(situation: Situation) -> tuple[str, ...]:
    """Return the kinds of cards that may be missing, and what stands behind them."""
    return (*(change["card"] for change in asking.missing(situation).values()), LEAVE)


def found(situation: Situation) -> tuple[str, ...]:
    """Return the item of the lobby by which decks are whole again, where cards are missing."""
    return (FOUND,) if situation.game.match is None and situation.game.arranged.lost else ()


def screen(situation: Situation, seat: str, page: int) -> Screen:
    """Show one kind of card, or what stands behind them."""
    offered = entries(situation)
    place = page % len(offered)
    is_word = offered[place] != LEAVE and not offered[place].isdecimal()
    item = f"card.{offered[place]}" if is_word else offered[place]
    hint = situation.family.hint(situation, seat)
    return Choice(Sign("menu.card-lost-which"), item, "." in item, place, len(offered), (), hint)


def taken(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """Open the list, or ask the others about the card that it shows."""
    shown, offered = situation.ui.menus[seat], entries(situation)
    chosen = LEAVE if shown.page is None else offered[shown.page % len(offered)]
    if shown.page is None or chosen == LEAVE:
        situation.ui.menus[seat] = Menu(ITEM, page=0 if shown.page is None else None)
    else:
        yield from asking.ask(situation, seat, asking.LOST, chosen)


def turned(situation: Situation, seat: str, step: int) -> None:
    """Turn to another kind of the open list."""
    situation.ui.menus[seat] = Menu(ITEM, page=(situation.ui.menus[seat].page or 0) + step)
