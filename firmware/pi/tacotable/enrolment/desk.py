"""The desk: enrolling a deck, counting one, or entering the board at the table itself, in place of the lobby.

It is opened by the menu of a seat and led by displays and sounds alone. All seats have the same buttons for it, and a
card may lie on any pad. What is to be kept is put into `Situation.to_keep`; the controller gives it to the shelf before
anything of it shows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import msgspec

from tacotable.files.safe_write import KeepingError
from tacotable.state.sessions import census
from tacotable.state.sessions import deck as enrolment
from tacotable.state.sessions.board import BoardEntry
from tacotable.state.sessions.census import Census
from tacotable.state.sessions.deck import Enrolment
from tacotable.state.sessions.desk import Desk, Kept, Work
from tacotable.table.board import BoardPrint, SpacePrint, with_print
from tacotable.table.deck import Deck

if TYPE_CHECKING:
    from tacotable.state.situation import Situation
    from tacotable.table.schema import Card

ENROL, CENSUS, BOARD = "enrol", "census", "board"
ITEMS = (ENROL, CENSUS, BOARD)
"""What the menu of the lobby opens a desk for."""


class Shelf(Protocol):
    """Where decks and boards are kept; all raise KeepingError when they cannot be."""

    def keep_deck(self, deck: Deck) -> None:
        """Keep a deck; it is durable when this returns."""

    def keep_board(self, board: BoardPrint) -> None:
        """Keep a board; it is durable when this returns."""

    def deck_place(self, game: str) -> Path | None:
        """Return where a deck is to be kept, for telling it."""

    def board_place(self) -> Path | None:
        """Return where the board is to be kept, for telling it."""


class NoShelf:
    """The shelf of a table that forgets all at its end: simulations and tests."""

    def __init__(self) -> None:
        self.decks: dict[str, Deck] = {}
        self.board: BoardPrint | None = None

    def keep_deck(self, deck: Deck) -> None:
        """Keep a deck as long as the program runs."""
        self.decks[deck.ruleset] = deck

    def keep_board(self, board: BoardPrint) -> None:
        """Keep a board as long as the program runs."""
        self.board = board

    def deck_place(self, game: str) -> None:
        """Have no place on a disk."""

    def board_place(self) -> None:
        """Have no place on a disk."""


def items(situation: Situation) -> tuple[str, ...]:
    """Return what the menu offers in the lobby: pads enrol and count, a board is entered by buttons alone."""
    deck = (
        (ENROL, *((CENSUS,) if situation.devices.decks.get(situation.ui.lobby_game) else ()))
        if situation.devices.table.pads()
        else ()
    )
    return (*deck, BOARD) if situation.devices.table.board else deck


def open_for(situation: Situation, item: str) -> None:
    """Open the desk for an item of the menu."""
    situation.ui.menus.clear()
    situation.ui.refusals.clear()
    situation.ui.desk = Desk(_work_for(situation, item))
    situation.sound("began")


def close(situation: Situation) -> None:
    """Close the desk; the table is in the lobby again."""
    situation.ui.desk = None
    situation.sound("press")


def place(desk: Desk, shelf: Shelf) -> Path | None:
    """Return where the work at a desk is to be kept; raises KeepingError, before a whole deck is laid for nothing.

    A census may be taken all the same: it keeps something only where a lost card is replaced.
    """
    if isinstance(desk.work, Enrolment):
        return shelf.deck_place(desk.work.game)
    return shelf.board_place() if isinstance(desk.work, BoardEntry) else None


def keep(situation: Situation, shelf: Shelf) -> None:
    """Keep what the desk made, on the shelf and at the table; a fault of the disk is shown, and can be mended."""
    thing, situation.ui.to_keep = situation.ui.to_keep, None
    desk = situation.ui.desk
    if thing is None or desk is None:
        return
    try:
        if isinstance(thing, Deck):
            shelf.keep_deck(thing)
        else:
            shelf.keep_board(thing)
    except KeepingError as error:
        situation.ui.desk = replace(desk, fault=str(error), question=None)
        situation.note("device", "log.not-kept", {"reason": str(error)})
        situation.sound("lost")
        return
    _take_up(situation, thing)
    situation.ui.desk = replace(desk, fault="", question=None, is_over=not isinstance(desk.work, Census))
    situation.sound("round-won")


def deck_of(situation: Situation, cards: tuple[Card, ...], game: str) -> Deck:
    """Return the deck to keep."""
    return Deck(name=f"{situation.devices.table.name} {game}", ruleset=game, cards=list(cards))


def board_of(entry: BoardEntry) -> BoardPrint:
    """Return the board to keep."""
    spaces = zip(entry.numbers, entry.arrows, strict=True)
    return BoardPrint(spaces=[SpacePrint(number=number, arrow=arrow) for number, arrow in spaces])


def _work_for(situation: Situation, item: str) -> Work:
    game = situation.ui.lobby_game
    cards = situation.devices.decks.get(game, ())
    if item == CENSUS:
        return Census(game, cards)
    if item == BOARD and situation.devices.table.board:
        spaces = situation.devices.table.board.spaces
        return BoardEntry(tuple(space.number for space in spaces), tuple(space.arrow for space in spaces))
    return enrolment.begin(game, cards if enrolment.lacking(game, cards) else ())


def _take_up(situation: Situation, thing: Kept) -> None:
    """Use what was kept at the table."""
    if isinstance(thing, Deck):
        playable = census.playable(thing.ruleset, tuple(thing.cards))
        situation.devices.faces = faces_with(
            situation.devices.faces, situation.devices.decks.get(thing.ruleset, ()), playable
        )
        situation.devices.decks = {**situation.devices.decks, thing.ruleset: tuple(thing.cards)}
        values = {"n": len(thing.cards), "left": enrolment.lacking(thing.ruleset, tuple(thing.cards))}
        situation.note("table", "log.enrolled", values)
    elif situation.devices.table.board:
        board = with_print(situation.devices.table.board, thing)
        situation.use(msgspec.structs.replace(situation.devices.whole, board=board), situation.ui.lobby_game)
        situation.note("table", "log.board-entered")


def faces_with(faces: Mapping[str, str], before: tuple[Card, ...], now: tuple[Card, ...]) -> dict[str, str]:
    """Return the face of each tag when a deck takes the place of the one before."""
    gone = {card.tag for card in before}
    kept = {tag: face for tag, face in faces.items() if tag not in gone}
    return kept | {card.tag: card.face for card in now}


def is_refused(work: Work) -> bool:
    """Return whether the last card was refused, so that lamps tell it."""
    if isinstance(work, Enrolment):
        return work.answer.said.is_refusal
    return isinstance(work, Census) and work.answer is census.Seen.FOREIGN
