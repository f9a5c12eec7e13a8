"""Lists that items of a seat's menu open: kept games, names, lessons, and cards that may be missing.

Buttons turn in them, OK takes what is shown; the last entry leads back to the menu.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tacotable.dialogs import lessons, people
from tacotable.dialogs import questions as asking
from tacotable.dialogs.restart import ALL_KEPT
from tacotable.state.interaction import Menu
from tacotable.state.scene import Choice, Notice, Screen, Sign
from tacotable.state.situation import Situation, has_display

if TYPE_CHECKING:
    from tacotable.state import facts

KEPT, NAME, LESSONS = "kept-games", people.ITEM, "lessons"  # Items of the menu, as `asking.LOST` is; each opens a list.
TITLES: Mapping[str, str] = {  # What stands over each list.
    KEPT: "menu.kept-which",
    NAME: "menu.name-which",
    LESSONS: "menu.lesson-which",
    asking.LOST: "menu.card-lost-which",
}
NOBODY, TYPED, LEAVE = "menu.name-none", "menu.name-typed", "menu.leave"  # Behind names; behind every list.


def entries(situation: Situation, seat: str, item: str) -> tuple[str, ...]:
    """Return what a list offers: names of kept games, ids of lessons, kinds of cards, or names that are free."""
    if item == KEPT:
        offered = [game.name for game in situation.ui.kept or ()]
    elif item == LESSONS:
        offered = list(lessons.offered(situation))
    elif item == asking.LOST:
        offered = [change["card"] for change in asking.missing(situation).values()]
    else:
        taken_names = {name for other, name in situation.game.names.items() if other != seat}
        offered = [name for name in people.known(situation) if name not in taken_names]
        offered += [NOBODY] if seat in situation.game.names else []
        offered += [TYPED] if has_display(situation, seat) else []
    return (*offered, LEAVE)


def screen(situation: Situation, seat: str, page: int) -> Screen:
    """Show one entry of the open list of a seat."""
    item = situation.ui.menus[seat].item
    offered = entries(situation, seat, item)
    place = page % len(offered)
    chosen, sign = offered[place], Sign(TITLES[item])
    shown, is_word, marks = chosen, chosen.startswith("menu."), tuple[str, ...]()
    if item == KEPT and offered == (LEAVE,):
        return Notice(Sign("menu.no-kept-games"))
    if item == NAME and offered == (LEAVE,):
        sign = Sign("sign.name-page")
    elif item == KEPT and situation.ui.kept and chosen != LEAVE:
        game = situation.ui.kept[place]
        sign = Sign(sign.code, {"number": game.number, "game": game.ruleset, "n": game.entries})
        shown, marks = game.number, (game.ruleset,)
    elif item == LESSONS and chosen != LEAVE:
        shown, is_word = f"lesson.{chosen}", True
        marks = ("★",) if lessons.has_star(situation, seat, chosen) else ()
    elif item == asking.LOST and chosen != LEAVE and not chosen.isdecimal():
        shown, is_word = f"card.{chosen}", True
    return Choice(sign, shown, is_word, place, len(offered), marks, situation.family.hint(situation, seat))


def taken(situation: Situation, seat: str, item: str) -> Iterator[facts.Fact]:
    """Open a list, take what it shows, or leave it."""
    shown, offered = situation.ui.menus[seat], entries(situation, seat, item)
    chosen = LEAVE if shown.page is None or shown.is_joining else offered[shown.page % len(offered)]
    if shown.page is None:
        situation.ui.menus[seat] = Menu(item, page=0)
        if item == KEPT:
            situation.ui.archive_wish = ALL_KEPT
    elif chosen == LEAVE:
        situation.ui.menus[seat] = Menu(item)
    elif item == KEPT:
        situation.ui.menus.clear()
        situation.ui.archive_wish = chosen  # no fact follows before the archive has answered
    elif item == LESSONS:
        yield from lessons.begin(situation, seat, chosen)
    elif item == asking.LOST:
        yield from asking.ask(situation, seat, asking.LOST, chosen)
    elif chosen == TYPED:
        situation.ui.menus[seat] = Menu(item, is_joining=True, page=shown.page)
    else:
        yield from people.named(situation, seat, "" if chosen == NOBODY else chosen)


def turned(situation: Situation, seat: str, step: int) -> None:
    """Turn to another entry of the open list; from the code for a phone, and where nothing is offered, back."""
    shown = situation.ui.menus[seat]
    is_empty = shown.item == KEPT and not situation.ui.kept
    page = (shown.page or 0) + (0 if shown.is_joining else step)
    situation.ui.menus[seat] = Menu(shown.item, page=None if is_empty else page)
