"""Who sits where: people find their names in the menu of their seat, or type them at a page; the table remembers them.

Names are for people alone. The referee, files and wires know seats.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING

from tacotable.state import facts
from tacotable.state.interaction import Menu
from tacotable.state.scene import Choice, Screen, Sign
from tacotable.state.situation import has_display
from tacotable.table.schema import PERSON

if TYPE_CHECKING:
    from tacotable.state.situation import Situation

ITEM = "name"
"""The item of the menu."""
NOBODY, TYPED, LEAVE = "menu.name-none", "menu.name-typed", "menu.leave"
"""What stands behind the names: sit here without one, type another, back."""
LONGEST = 12
"""Characters of a name."""
MOST = 24
"""So many names are remembered; those who have not sat down for the longest time are forgotten first."""


def cleaned(situation: Situation, seat: str, typed: str) -> str:
    """Return a typed name as the table keeps it, "" for none; raises ValueError with the id of what is wrong."""
    name = " ".join(unicodedata.normalize("NFC", typed).split())
    if len(name) > LONGEST:
        raise ValueError("name-long")
    if name and not re.match(PERSON, name):
        raise ValueError("name-signs")
    chairs = situation.devices.whole.seat_names
    others = {other: situation.game.names.get(other, other) for other in chairs if other != seat}
    if name.casefold() in (taken.casefold() for pair in others.items() for taken in pair):
        raise ValueError("name-taken")
    return name


def named(situation: Situation, seat: str, name: str) -> Iterator[facts.Fact]:
    """Yield that a person sits down at a seat, or nobody with a name; who sat elsewhere under it has moved."""
    if (shown := situation.ui.menus.get(seat)) is not None and shown.item == ITEM:
        situation.ui.menus[seat] = Menu(ITEM)
    others = {other: who for other, who in situation.game.names.items() if other != seat and who != name}
    names = others | ({seat: name} if name else {})
    if names != situation.game.names:
        known = [who for who in _known(situation) if who != name]
        yield facts.Named(names, [*([name] if name else []), *known][:MOST])


def screen(situation: Situation, seat: str, page: int) -> Screen:
    """Show one name of the list, or what stands behind them."""
    entries = _entries(situation, seat)
    place = page % len(entries)
    hint = situation.family.hint(situation, seat)
    is_word = entries[place].startswith("menu.")
    title = Sign("sign.name-page" if entries == (LEAVE,) else "menu.name-which")
    return Choice(title, entries[place], is_word, place, len(entries), (), hint)


def taken(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """Open the list, or take what it shows."""
    shown, entries = situation.ui.menus[seat], _entries(situation, seat)
    if shown.page is None:
        situation.ui.menus[seat] = Menu(ITEM, page=0)
        return
    chosen = entries[shown.page % len(entries)]
    if chosen == LEAVE or shown.is_joining:
        situation.ui.menus[seat] = Menu(ITEM)
    elif chosen == TYPED:
        situation.ui.menus[seat] = Menu(ITEM, is_joining=True, page=shown.page)
    else:
        yield from named(situation, seat, "" if chosen == NOBODY else chosen)


def turned(situation: Situation, seat: str, step: int) -> None:
    """Turn to another name of the open list."""
    shown = situation.ui.menus[seat]
    page = (shown.page or 0) + (0 if shown.is_joining else step)
    situation.ui.menus[seat] = Menu(ITEM, page=page)


def _entries(situation: Situation, seat: str) -> tuple[str, ...]:
    """Return the names that nobody else sits under, and what stands behind them."""
    taken_names = {name for other, name in situation.game.names.items() if other != seat}
    names = (name for name in _known(situation) if name not in taken_names)
    none = (NOBODY,) if seat in situation.game.names else ()
    typed = (TYPED,) if has_display(situation, seat) else ()
    return (*names, *none, *typed, LEAVE)


def _known(situation: Situation) -> list[str]:
    """Return the names that the table knows: those who sat here, then those of the table file."""
    return list(dict.fromkeys((*situation.game.known, *situation.devices.table.people)))
