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
from tacotable.table.schema import PERSON

if TYPE_CHECKING:
    from tacotable.state.situation import Situation

ITEM = "name"  # The item of the menu.
LONGEST = 12  # Characters of a name.
MOST = 24  # So many names are remembered; those who have not sat down for the longest time are forgotten first.


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
    elsewhere = {other: who for other, who in situation.game.names.items() if other != seat and who != name}
    names = elsewhere | ({seat: name} if name else {})
    if names != situation.game.names:
        others = [who for who in known(situation) if who != name]
        yield facts.Named(names, [*([name] if name else []), *others][:MOST])


def known(situation: Situation) -> list[str]:
    """Return the names that the table knows: those who sat here, then those of the table file."""
    return list(dict.fromkeys((*situation.game.known, *situation.devices.table.people)))
