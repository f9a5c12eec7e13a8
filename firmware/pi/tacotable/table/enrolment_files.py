"""The files that enrolment writes: which tag is which card (`deck.toml`), and what the board shows (`board.toml`).

A deck file has the tag of each card of one box, its face, and its mark where it has one. It names no table, so that a
deck goes from table to table. A board file has the numbers and arrows of the owner's board of Tacocat. Both are checked
as they are read, like a table file: every fault names the file and the key.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tacotable.files.safe_write import KeepingError, keep
from tacotable.files.toml_file import read_text, read_toml, toml_values
from tacotable.table.kinds import Printed, counts_of, unknown_game
from tacotable.table.messages import all_in_words
from tacotable.table.schema import Arrow, Board, Card, SpaceNumber

VERSION = 1


class DeckFileError(KeepingError):
    """A deck file cannot be used; the text names the file, the key and what is expected."""


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A deck: its name, the ruleset whose box it is, and its cards, in the order in which they were laid."""

    version: Literal[1] = 1
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    ruleset: str
    cards: list[Card] = []


class BoardFileError(KeepingError):
    """A board file cannot be used; the text names the file, the key and what is expected."""


class SpacePrint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is printed on one space: its number, and the side its arrow points at."""

    number: SpaceNumber
    arrow: Arrow


class BoardPrint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is printed on a board: its seven spaces, from the YAY side (-3) to the WOW side (+3)."""

    version: Literal[1] = 1
    spaces: Annotated[list[SpacePrint], Meta(min_length=7, max_length=7)]


def read_deck(path: Path) -> Deck:
    """Read a deck file; raises DeckFileError, which names file, key and mend."""
    text = read_text(path, "enrol the deck again, or give another file", DeckFileError)
    return parse_deck(text, str(path))


def parse_deck(text: str, name: str) -> Deck:
    """Read a deck from TOML text; `name` is what errors call the file."""
    told = toml_values(text, name, DeckFileError)
    if told.get("version", VERSION) != VERSION:
        raise DeckFileError(f"{name}: version: this is {told['version']!r}, and this program reads {VERSION}")
    try:
        deck = msgspec.convert(told, Deck)
        faults = list(_faults_of(deck))
    except msgspec.ValidationError:
        faults = all_in_words(told, Deck)
    if faults:
        raise DeckFileError("\n".join(f"{name}: {fault}" for fault in faults))
    return deck


def read_board(path: Path) -> BoardPrint:
    """Read a board file; raises BoardFileError, which names file, key and mend."""
    told = read_toml(path, "enter the board again, or give another file", BoardFileError)
    try:
        board = msgspec.convert(told, BoardPrint)
    except msgspec.ValidationError:
        raise BoardFileError("\n".join(f"{path}: {fault}" for fault in all_in_words(told, BoardPrint))) from None
    if [space.arrow == "both" for space in board.spaces] != [False] * 3 + [True] + [False] * 3:
        raise BoardFileError(f"{path}: spaces: the centre, and only the centre, has the double arrow")
    return board


def write_board(path: Path, board: BoardPrint) -> None:
    """Keep a board in a file, the old one beside it; raises KeepingError when the disk does not take it."""
    lines = "\n".join(f'  {{ number = {space.number}, arrow = "{space.arrow}" }},' for space in board.spaces)
    head = "# The numbers and arrows printed on the board, as entered at the table; from the YAY side to the WOW side."
    keep(path, f"{head}\nversion = {VERSION}\nspaces = [\n{lines}\n]\n")


def with_print(board: Board, told: BoardPrint) -> Board:
    """Return a table's board with the numbers and arrows of the printed one: it is a placeholder no longer."""
    spaces = [
        msgspec.structs.replace(space, number=there.number, arrow=there.arrow)
        for space, there in zip(board.spaces, told.spaces, strict=True)
    ]
    return msgspec.structs.replace(board, spaces=spaces, placeholder=False)


def deck_text(deck: Deck) -> str:
    """Return a deck as TOML text, one line a card, so that two versions can be compared by eye."""
    head = (
        f"# A deck of cards with tags, written by `tacotable enroll`. It fits every table that plays {deck.ruleset}.\n"
        f"version = {VERSION}\nname = {_quoted(deck.name)}\nruleset = {_quoted(deck.ruleset)}\n"
    )
    if not deck.cards:
        return f"{head}cards = []\n"
    lines = []
    for card in deck.cards:
        mark = f", mark = {_quoted(card.mark)}" if card.mark else ""
        lines.append(f"  {{ tag = {_quoted(card.tag)}, face = {_quoted(card.face)}{mark} }},\n")
    return f"{head}\ncards = [\n{''.join(lines)}]\n"


def write_deck(path: Path, deck: Deck) -> None:
    """Keep a deck in a file, the old one beside it; raises KeepingError when the disk does not take it."""
    keep(path, deck_text(deck))


def _quoted(text: str) -> str:
    """Return a TOML string: JSON's escapes are TOML's, but for the DEL that TOML wants escaped, too."""
    return msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")


def _faults_of(deck: Deck) -> Iterator[str]:
    if fault := unknown_game(deck.ruleset):
        yield f"ruleset: {fault}"
        return
    kinds = counts_of(deck.ruleset)
    faces = tuple(dict.fromkeys(kind.face for kind in kinds))
    for index, card in enumerate(deck.cards):
        if card.face not in faces:
            yield f"cards[{index}].face: {deck.ruleset} has no card {card.face!r}; give one of {', '.join(faces)}"
        elif Printed(card.face, card.mark) not in kinds:
            yield f"cards[{index}].mark: {_mark_fault(card, tuple(kinds))}"
    for tag, count in Counter(card.tag for card in deck.cards).items():
        if count > 1:
            yield f"cards: tag {tag} is there {count} times; each card has its own, take the others out"


def _mark_fault(card: Card, kinds: tuple[Printed, ...]) -> str:
    told = ", ".join(repr(kind.mark) for kind in kinds if kind.face == card.face and kind.mark)
    if not told:
        return f"a card {card.face} bears no mark; take the key out"
    if card.mark is None:
        return f"the cards {card.face} of this box bear marks; give one of {told}"
    return f"a card {card.face} cannot have the mark {card.mark!r}; give one of {told}"
