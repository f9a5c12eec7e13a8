"""Kept games in the lobby's menu; the one that is taken is asked about as a start asks about one that it finds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Protocol

from tacotable.state.interaction import KeptGame, Menu
from tacotable.state.scene import Choice, Notice, Screen, Sign

if TYPE_CHECKING:
    from tacotable.dialogs.restart import Found
    from tacotable.state import facts
    from tacotable.state.situation import Situation

ITEM = "kept-games"
"""The item of the menu."""
ALL = "*"
"""The wish for the list of all kept games."""


class Archive(Protocol):
    """Where kept games lie."""

    def kept(self) -> tuple[KeptGame, ...] | None:
        """Return the kept games of this table, the newest first; None where nothing is kept. Raises JournalError."""

    def take_up(self, name: str) -> Found:
        """Continue the journal after a kept game, and return that. Raises JournalError, which changes nothing."""


class NoArchive:
    """The archive of a table that keeps nothing."""

    def kept(self) -> None:
        """Return None: nothing is kept."""

    def take_up(self, name: str) -> Found:
        """Refuse: nothing is offered."""
        raise AssertionError(f"{name} cannot be kept here")


def items(situation: Situation) -> tuple[str, ...]:
    """Return what the menu offers in the lobby."""
    return () if situation.ui.kept is None else (ITEM,)


def list_games(situation: Situation, archive: Archive) -> None:
    """Note whether games are kept here; which ones is looked up when somebody asks."""
    situation.ui.kept = None if isinstance(archive, NoArchive) else ()


def ask_for(situation: Situation, archive: Archive) -> Found | None:
    """Fulfil what was asked of the archive; returns the game that is taken up. Raises JournalError."""
    wish, situation.ui.archive_wish = situation.ui.archive_wish, ""
    if not wish:
        return None
    if wish != ALL:
        return archive.take_up(wish)
    situation.ui.kept = archive.kept()
    return None


def screen(situation: Situation, seat: str, page: int) -> Screen:
    """Show one kept game of the list, or behind the last one the way out."""
    kept = situation.ui.kept or ()
    if not kept:
        return Notice(Sign("menu.no-kept-games"))
    hint = situation.family.hint(situation, seat)
    place = page % (len(kept) + 1)
    if place == len(kept):
        return Choice(Sign("menu.kept-which"), "menu.leave", True, place, len(kept) + 1, (), hint)
    game = kept[place]
    sign = Sign("menu.kept-which", {"number": game.number, "game": game.ruleset, "n": game.entries})
    return Choice(sign, game.number, False, place, len(kept) + 1, (game.ruleset,), hint)


def taken(situation: Situation, seat: str) -> Iterator[facts.Fact]:
    """Open the list, take what it shows, or leave it; no fact follows before the archive has answered."""
    yield from ()
    page = situation.ui.menus[seat].page
    kept = situation.ui.kept or ()
    if page is None:
        situation.ui.menus[seat] = Menu(ITEM, page=0)
        situation.ui.archive_wish = ALL
    elif not kept or page % (len(kept) + 1) == len(kept):
        situation.ui.menus[seat] = Menu(ITEM)
    else:
        situation.ui.menus.clear()
        situation.ui.archive_wish = kept[page % (len(kept) + 1)].name


def turned(situation: Situation, seat: str, step: int) -> None:
    """Turn to another game of the open list."""
    page = situation.ui.menus[seat].page or 0
    situation.ui.menus[seat] = Menu(ITEM, page=page + step) if situation.ui.kept else Menu(ITEM)
