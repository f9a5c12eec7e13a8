"""Cards as every game has them: names, one for the unknown face, how much the referee knows; and as words of texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from enum import StrEnum
from itertools import groupby
from typing import TypeAlias

Cards: TypeAlias = tuple[str, ...]
UNKNOWN = "?"  # A card whose face is not known.
NONE = "_"  # No cards, as a word.
REPEATED = re.compile(r"\?\*([1-9][0-9]{0,2})")


class Mode(StrEnum):
    """How much the referee knows of the cards."""

    DEALT = "dealt"  # The engine owns the deck.
    SEEN = "seen"  # The cards are physical, and readers tell every face.
    BLIND = "blind"  # The cards are physical, and only faces shown to the table are known.


def without(hand: Cards, cards: Cards) -> Cards | None:
    """Remove cards from a hand, each by its face or else as one of the unknown ones; None when that cannot be."""
    left = list(hand)
    for card in cards:
        if card in left:
            left.remove(card)
        elif UNKNOWN in left:
            left.remove(UNKNOWN)
        else:
            return None
    return tuple(left)


def after_hidden_loss(hand: Cards, gone: int) -> Cards:
    """Return what is known of a hand that lost cards unseen: of each title as many copies as must still be there."""
    copies = Counter(card for card in hand if card != UNKNOWN)
    known = tuple(card for card, count in copies.items() for _ in range(count - gone))
    return known + (UNKNOWN,) * (len(hand) - gone - len(known))


def write_cards(cards: Cards) -> str:
    """Return cards as one word: `7.7.?*3`; `_` for none."""
    runs = ((card, len(list(same))) for card, same in groupby(cards))
    return ".".join(f"?*{n}" if card == UNKNOWN and n > 1 else ".".join([card] * n) for card, n in runs) or NONE


def read_cards(word: str, cards: Collection[str]) -> Cards:
    """Return cards; raises ValueError when one of them is not of this game."""
    if word == NONE:
        return ()
    read: list[str] = []
    for part in word.split("."):
        repeated = REPEATED.fullmatch(part)
        read += [UNKNOWN] * int(repeated[1]) if repeated else [read_card(part, cards)]
    if write_cards(tuple(read)) != word:
        raise ValueError("cards with points between, several unknown ones as ?*n")
    return tuple(read)


def read_card(word: str, cards: Collection[str]) -> str:
    """Return one card; raises ValueError when it is not of this game."""
    if word not in cards:
        raise ValueError(f"a card of this game, not {word[:20]!r}")
    return word
