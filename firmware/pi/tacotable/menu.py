"""The menu of a seat: pause, resign, put the game away, language, volume, and the link to the seat's page.

NO (or LEFT and RIGHT) turns to another item, OK takes it; what ends the game asks for a second OK. Each seat has a
menu of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from tacotable import facts
from tacotable.catalog import LANGUAGES
from tacotable.situation import Menu, Situation, Stage

SETTINGS = ("language", "volume", "join", "leave")
ASKS_TWICE = frozenset(("resign", "put-away"))


def items(situation: Situation) -> tuple[str, ...]:
    """Give the items of the menu now; a game that is won can no longer be given up."""
    is_won = situation.public().get("winner") is not None
    if situation.stage not in (Stage.MOVE, Stage.DEAL, Stage.PLAY) or is_won:
        return SETTINGS
    return ("resume" if situation.is_paused else "pause", "resign", "put-away", *SETTINGS)


def item(situation: Situation, seat: str) -> str:
    """Give the item that a seat's menu shows; the first one where the item has gone."""
    offered = items(situation)
    shown = situation.menus[seat].item
    return shown if shown in offered else offered[0]


def toggle(situation: Situation, seat: str) -> None:
    """Open a seat's menu, or close it."""
    if situation.menus.pop(seat, None) is None:
        situation.menus[seat] = Menu()
    situation.sound("press")


def tapped(situation: Situation, seat: str, role: str) -> Iterator[facts.Fact]:
    """Give the facts that follow from a tap in a seat's open menu."""
    shown, chosen = situation.menus[seat], item(situation, seat)
    situation.sound("press")
    if role != "ok":
        _turn(situation, seat, -1 if role == "left" else +1)
    elif chosen in ASKS_TWICE and not (shown.is_confirming and shown.item == chosen):
        situation.menus[seat] = Menu(chosen, is_confirming=True)
    else:
        yield from _take(situation, seat, chosen)


def _turn(situation: Situation, seat: str, step: int) -> None:
    """Show another item, or go back from a question."""
    shown, offered = situation.menus[seat], items(situation)
    if shown.is_confirming or shown.is_joining:
        situation.menus[seat] = Menu(shown.item)
        return
    index = offered.index(item(situation, seat))
    situation.menus[seat] = Menu(offered[(index + step) % len(offered)])


def _take(situation: Situation, seat: str, chosen: str) -> Iterator[facts.Fact]:
    """Do what an item says. Settings leave the menu open, so that a second press goes on."""
    if chosen == "language":
        now = LANGUAGES.index(situation.languages[seat])
        yield facts.Chose(seat, language=LANGUAGES[(now + 1) % len(LANGUAGES)])
        return
    if chosen == "volume":
        yield facts.Chose(seat, volume=(situation.volume + 1) % 4)
        return
    if chosen == "join":
        shown = situation.menus[seat]
        situation.menus[seat] = replace(shown, item=chosen, is_joining=not shown.is_joining)
        return
    del situation.menus[seat]
    if chosen in ("pause", "resume"):
        yield facts.Paused(on=chosen == "pause")
    elif chosen == "resign":
        yield facts.Resigned(seat)
    elif chosen == "put-away":
        yield facts.Closed()
