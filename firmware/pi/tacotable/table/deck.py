"""The deck file (`deck.toml`): the tag of each card of one box, its face, and its mark where it has one.

It names no table, so that a deck goes from table to table. It is checked as it is read, like a table file: every fault
names the file and the key.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tacotable.files.safe_write import KeepingError, keep, unreadable
from tacotable.table.kinds import Printed, counts_of, unknown_game
from tacotable.table.messages import all_in_words
from tacotable.table.schema import Card

VERSION = 1


class DeckFileError(KeepingError):
    """A deck file cannot be used; the text names the file, the key and what is expected."""


class Deck(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A deck: its name, the ruleset whose box it is, and its cards, in the order in which they were laid."""

    version: Literal[1] = 1
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    ruleset: str
    cards: list[Card] = []


def read_deck(path: Path) -> Deck:
    """Read a deck file; raises DeckFileError, which names file, key and mend."""
    try:
        text = path.read_text(encoding="utf-8-sig")  # Windows editors put a mark before the text
    except UnicodeDecodeError as error:
        raise DeckFileError(f"{path}: not UTF-8 text at byte {error.start}; save it as UTF-8") from None
    except OSError as error:
        raise DeckFileError(unreadable(path, error, "enrol the deck anew, or give another file")) from None
    return parse_deck(text, str(path))


def parse_deck(text: str, name: str) -> Deck:
    """Read a deck from TOML text; `name` is what errors call the file."""
    try:
        told = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DeckFileError(f"{name}: this is not TOML: {error}") from None
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
    marks = [kind.mark for kind in kinds if kind.face == card.face]
    told = ", ".join(repr(mark) for mark in marks if mark)
    if not told:
        return f"a card {card.face} bears no mark; take the key out"
    if card.mark is None:
        return f"the cards {card.face} of this box bear marks; give one of {told}"
    return f"a card {card.face} cannot have the mark {card.mark!r}; give one of {told}"
