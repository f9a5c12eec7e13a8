"""The menu of a seat: NO (or LEFT and RIGHT) turns to another item, OK takes it.

What ends the game asks for a second OK. Each seat has a menu of its own, in place of its display; the menus of seats
that share the public display lie over each other there, the last one in front.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tacotable.dialogs import lessons, questions
from tacotable.dialogs.menu_items import ARBITER_PAGE, Item, offered
from tacotable.state import facts, guards
from tacotable.state.game_state import Stage
from tacotable.state.interaction import Menu
from tacotable.state.scene import Choice, Join, Notice, Screen, Sign
from tacotable.state.situation import Situation, has_display, readers_with, seat_of

JOINING_MS = 120_000.0  # So long the code for a phone stays on show: it is good no longer.
LATELY_MS = 3_000.0  # Who has pressed in a menu so lately reads it: what others do does not close it.
PATIENCE_MS = 30_000.0  # So long a menu stays open in a game without a press: the longest page is read by then.
NEVER = float("inf")
LEAVE = Item("leave")  # The last entry of every list.


def screen(situation: Situation, seat: str, link: Callable[[str], str]) -> Screen:
    """Show a seat's open menu; one that is not on its own display says whose it is. `link` returns a seat's page."""
    shown, items = situation.ui.menus[seat], offered(situation, seat)
    item = items[shown.item]
    if shown.is_joining:
        is_arbiters = item.name == ARBITER_PAGE
        address = link(questions.ARBITER if is_arbiters else seat)
        sign = Sign("menu.join-arbiter" if is_arbiters else "menu.join-page", {"seat": seat})
        return Join(sign, address, address.rpartition("/")[2])
    if shown.is_confirming:
        return Notice(situation.family.sure(situation, seat, item.name))
    if shown.page is not None and item.pages and not item.entries:
        return item.pages(situation, seat, shown.page)
    title = Sign("menu.title") if has_display(situation, seat) else Sign("menu.title-of", {"seat": seat})
    rows, place = [*items.values()], [*items].index(item.name)
    if shown.page is not None:
        rows = [*(item.entries or ()), LEAVE]
        place = shown.page % len(rows)
        item, title = rows[place], Sign(item.title, rows[place].about)
    word, values = item.text or item.code or f"menu.{item.name}", tuple(map(str, item.values))
    return Choice(title, word, not item.text, place, len(rows), values, situation.family.hint(situation, seat))


def toggle(situation: Situation, seat: str) -> None:
    """Open a seat's menu, or close it; the prompt of a lesson makes room for it.

    A press of a seat that has read news so far is about them for a moment, though the menu covers them.
    """
    shown = situation.ui.menus.pop(seat, None)
    if shown is None or (shown.item == lessons.PROMPT and shown.page is not None):
        situation.ui.menus[seat] = Menu(next(iter(offered(situation, seat))))
        for reader in readers_with(situation, seat) if situation.ui.news else ():
            guards.be_quiet(situation, reader)
    situation.sound("press")


def is_covered(situation: Situation, seat: str) -> bool:
    """Return whether another seat's menu is in front on the display that a seat reads."""
    in_front = [other for other in situation.ui.menus if other in readers_with(situation, seat)][-1:]
    return in_front not in ([], [seat])


def not_about_news(situation: Situation, seat: str, acts: Iterable[facts.Fact]) -> Iterator[facts.Fact]:
    """Yield what a press means in the game; it is not about news that another seat's menu covers."""
    ui, covered = situation.ui, situation.ui.news if is_covered(situation, seat) else ()
    ui.news = () if covered else ui.news
    for fact in acts:
        ui.news, covered = (*covered, *ui.news), ()
        yield fact
    ui.news = (*covered, *ui.news)


def tapped(situation: Situation, seat: str, role: str) -> Iterator[facts.Fact]:
    """Return the facts that follow from a tap in a seat's open menu; in a covered one it comes to the front."""
    situation.sound("press")
    if is_covered(situation, seat):
        situation.ui.menus[seat] = situation.ui.menus.pop(seat)
    elif role == "ok":
        yield from take(situation, seat, situation.ui.menus[seat].item)
    else:
        _turn(situation, seat, -1 if role == "left" else +1)


def _turn(situation: Situation, seat: str, step: int) -> None:
    """Show another item or entry, or go back from what an item has opened."""
    shown, items = situation.ui.menus[seat], offered(situation, seat)
    item, names = items[shown.item], [*items]
    if shown.page is None and not (shown.is_confirming or shown.is_joining):
        situation.ui.menus[seat] = Menu(names[(names.index(item.name) + step) % len(names)])
    elif item.is_of_game:
        del situation.ui.menus[seat]
    elif shown.page is None or item.entries is None:
        situation.ui.menus[seat] = Menu(item.name)
    else:
        situation.ui.menus[seat] = Menu(item.name, page=shown.page + (0 if shown.is_joining else step))


def take(situation: Situation, seat: str, name: str) -> Iterator[facts.Fact]:
    """Do what OK does with an item of a seat's menu, which is shown unless the menu is closed."""
    menus, items = situation.ui.menus, offered(situation, seat)
    shown, item = menus.pop(seat, Menu(name)), items[name]
    if shown.is_joining:
        menus[seat] = Menu(name)
    elif item.asks_twice and not shown.is_confirming:
        menus[seat] = Menu(name, is_confirming=True)
    elif item.shows_code:
        menus[seat] = Menu(name, is_joining=True)
    elif item.entries is not None and shown.page is not None:
        entry = [*item.entries, LEAVE][shown.page % (len(item.entries) + 1)]
        menus[seat] = Menu(name, is_joining=True, page=shown.page) if entry.shows_code else Menu(name)
        yield from entry.does(situation, seat, entry.name) or ()
    else:
        page = 0 if shown.page is None else shown.page + 1
        if item.entries is not None or (item.pages and (item.has_next or page == 0)):
            menus[seat] = Menu(name, page=page)
        elif item.pages and not item.is_of_game:
            menus[seat] = Menu(name)
        yield from item.does(situation, seat, name) or ()
        if item.is_setting:  # by now it may have another name, at the same place
            menus[seat] = Menu([*offered(situation, seat)][[*items].index(name)])


def settle(situation: Situation) -> None:
    """Close each menu whose item is offered no more; a press that was meant for it does not count."""
    for seat, shown in tuple(situation.ui.menus.items()):
        if shown.item not in offered(situation, seat):
            del situation.ui.menus[seat]
            guards.be_quiet(situation, seat)


def pass_by(situation: Situation, at_ms: float) -> None:
    """Close the menus in which no one presses: they hide the game."""
    for seat in [seat for seat in situation.ui.menus if at_ms >= _until_ms(situation, seat)]:
        del situation.ui.menus[seat]


def make_room(situation: Situation) -> None:
    """Close the menus of seats without a display that are not read: they hide from all the next question."""
    read_ms = situation.devices.now_ms + PATIENCE_MS - LATELY_MS
    menus = [seat for seat in situation.ui.menus if not has_display(situation, seat)]
    for seat in [seat for seat in menus if read_ms > _until_ms(situation, seat)]:
        del situation.ui.menus[seat]


def wake_at_ms(situation: Situation) -> float | None:
    """Return when the next menu closes by itself."""
    return min((at_ms for seat in situation.ui.menus if (at_ms := _until_ms(situation, seat)) < NEVER), default=None)


def _until_ms(situation: Situation, seat: str) -> float:
    """Return until when a seat's menu stays open without a press; the code for a phone stays as long as it is good."""
    is_joining = situation.ui.menus[seat].is_joining
    if situation.game.stage is Stage.LOBBY and not is_joining:
        return NEVER
    pressed = [at_ms for button, at_ms in situation.ui.pressed_ms.items() if seat_of(button) == seat]
    return max(pressed, default=0.0) + (JOINING_MS if is_joining else PATIENCE_MS)
