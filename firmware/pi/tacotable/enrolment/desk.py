"""The desk: enrolling a deck, counting one, or entering the board at the table itself, in place of the lobby.

It is opened by the menu of a seat and led by displays and sounds alone. All seats have the same buttons for it, and a
card may lie on any pad. What is to be kept is put into `Situation.to_keep`; the controller gives it to the shelf before
anything of it shows.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tacotable.files.safe_write import KeepingError
from tacotable.state.sessions import Desk, Kept, Work, deck
from tacotable.state.sessions.board import BoardEntry
from tacotable.state.sessions.deck import Census, Enrolment
from tacotable.table.enrolment_files import BoardPrint, Deck, SpacePrint, with_print

if TYPE_CHECKING:
    from tacotable.enrolment.card_store import Stored
    from tacotable.state.situation import Situation

ENROL, CENSUS, BOARD = "enrol", "census", "board"
ITEMS = (ENROL, CENSUS, BOARD)  # What the menu of the lobby opens a desk for.


def items(situation: Situation) -> tuple[str, ...]:
    """Return what the menu offers in the lobby: pads enrol and count, a board is entered by buttons alone."""
    has_pads, has_deck = bool(situation.devices.table.pads), situation.devices.decks.get(situation.ui.lobby_game)
    offered = {ENROL: has_pads, CENSUS: has_pads and has_deck, BOARD: situation.devices.table.board}
    return tuple(item for item, is_offered in offered.items() if is_offered)


def open_for(situation: Situation, item: str) -> None:
    """Open the desk for an item of the menu."""
    situation.ui.menus.clear()
    situation.ui.refusals.clear()
    game = situation.ui.lobby_game
    cards = situation.devices.decks.get(game, ())
    if item == CENSUS:
        work: Work = Census(game, cards)
    elif item == BOARD and situation.devices.table.board:
        spaces = situation.devices.table.board.spaces
        work = BoardEntry(tuple(space.number for space in spaces), tuple(space.arrow for space in spaces))
    else:
        work = deck.begin(game, cards if deck.lacking(game, cards) else ())
    situation.ui.desk = Desk(work)
    situation.sound("began")


def place(desk: Desk, shelf: Stored) -> Path | None:
    """Return where the work at a desk is to be kept; raises KeepingError, before a whole deck is laid for nothing.

    A census may be taken all the same: it keeps something only where a lost card is replaced.
    """
    if isinstance(desk.work, Enrolment):
        return shelf.deck_place(desk.work.game)
    return shelf.board_place() if isinstance(desk.work, BoardEntry) else None


def keep(situation: Situation, shelf: Stored | None) -> None:
    """Keep what the desk made on the shelf, if any, and at the table; a fault of the disk is shown, to be mended."""
    thing, situation.ui.to_keep = situation.ui.to_keep, None
    desk = situation.ui.desk
    if thing is None or desk is None:
        return
    try:
        if shelf:
            shelf.keep(thing)
    except KeepingError as error:
        situation.ui.desk = replace(desk, fault=str(error), question=None)
        situation.note("device", "log.not-kept", {"reason": str(error)})
        situation.sound("lost")
        return
    _take_up(situation, thing)
    situation.ui.desk = replace(desk, fault="", question=None, is_over=not isinstance(desk.work, Census))
    situation.sound("round-won")


def to_keep(situation: Situation, work: Work) -> Kept:
    """Return what is to be kept of a work; the controller keeps it before anything shows."""
    if isinstance(work, BoardEntry):
        spaces = zip(work.numbers, work.arrows, strict=True)
        return BoardPrint(spaces=[SpacePrint(number=number, arrow=arrow) for number, arrow in spaces])
    return Deck(name=f"{situation.devices.table.name} {work.game}", ruleset=work.game, cards=list(work.cards))


def _take_up(situation: Situation, thing: Kept) -> None:
    """Use what was kept at the table."""
    if isinstance(thing, Deck):
        devices, game, cards = situation.devices, thing.ruleset, tuple(thing.cards)
        gone = {card.tag for card in devices.decks.get(game, ())}
        kept = {tag: face for tag, face in devices.faces.items() if tag not in gone}
        devices.faces = kept | {card.tag: card.face for card in deck.playable(game, cards)}
        devices.decks = {**devices.decks, game: cards}
        situation.note("table", "log.enrolled", {"n": len(cards), "left": deck.lacking(game, cards)})
    elif situation.devices.table.board:
        board = with_print(situation.devices.table.board, thing)
        situation.use(msgspec.structs.replace(situation.devices.whole, board=board), situation.ui.lobby_game)
        situation.note("table", "log.board-entered")
