"""The menu of a seat: pause, resign, put the game away, language, volume, and the link to the seat's page.

NO (or LEFT and RIGHT) turns to another item, OK takes it; what ends the game asks for a second OK.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tacotable import facts
from tacotable.catalog import LANGUAGES
from tacotable.situation import Menu, Situation, Stage

IN_GAME = ("pause", "resign", "put-away", "language", "volume", "join", "leave")
OUTSIDE = ("language", "volume", "join", "leave")
ASKS_TWICE = frozenset(("resign", "put-away"))


def items(situation: Situation) -> tuple[str, ...]:
    """Give the items of the menu now."""
    return IN_GAME if situation.stage in (Stage.MOVE, Stage.DEAL, Stage.PLAY) else OUTSIDE


def item(situation: Situation) -> str:
    """Give the item that the open menu shows."""
    shown = situation.menu.index if situation.menu else 0
    return items(situation)[shown % len(items(situation))]


def toggle(situation: Situation, seat: str) -> None:
    """Open the menu of a seat, or close the one that is open; one seat has it at a time."""
    is_own = situation.menu is not None and situation.menu.seat == seat
    situation.menu = None if is_own else Menu(seat)
    situation.sound("press")


def tapped(situation: Situation, role: str) -> Iterator[facts.Fact]:
    """Give the facts that follow from a tap in the open menu."""
    shown = situation.menu
    if shown is None:
        return
    situation.sound("press")
    if role != "ok":
        _turn(situation, shown, -1 if role == "left" else +1)
        return
    chosen = item(situation)
    if chosen in ASKS_TWICE and shown.confirming != chosen:
        situation.menu = replace(shown, confirming=chosen)
        return
    yield from _take(situation, shown, chosen)


def _turn(situation: Situation, shown: Menu, step: int) -> None:
    """Show another item, or go back from a question."""
    if shown.confirming or shown.is_joining:
        situation.menu = replace(shown, confirming=None, is_joining=False)
    else:
        situation.menu = replace(shown, index=(shown.index + step) % len(items(situation)))


def _take(situation: Situation, shown: Menu, chosen: str) -> Iterator[facts.Fact]:
    """Do what an item says. Settings leave the menu open, so that a second press goes on."""
    if chosen == "language":
        now = LANGUAGES.index(situation.languages[shown.seat])
        yield facts.Chose(shown.seat, language=LANGUAGES[(now + 1) % len(LANGUAGES)])
        return
    if chosen == "volume":
        yield facts.Chose(shown.seat, volume=(situation.volume + 1) % 4)
        return
    if chosen == "join":
        situation.menu = replace(shown, is_joining=not shown.is_joining)
        return
    situation.menu = None
    if chosen == "pause":
        yield facts.Paused(on=True)
    elif chosen == "resign":
        yield facts.Resigned(shown.seat)
    elif chosen == "put-away":
        yield facts.Closed()
