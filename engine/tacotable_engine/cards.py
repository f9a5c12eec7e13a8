"""Cards as every game has them, known and unknown, and as words of texts; and the deck, some counts only inferred."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import groupby
from typing import NamedTuple, TypeAlias

from tacotable_engine.fields import as_whole, echo, reject_if
from tacotable_engine.rulings import Refusal

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


def taken(hand: Cards, cards: Cards) -> Cards:
    """Remove cards from a hand, as `without` does; the checks saw that they can be there."""
    rest = without(hand, cards)
    if rest is None:
        raise AssertionError("the checks let a card pass that is not there")
    return rest


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


LARGEST = 400  # Cards of a deck at most; the counts of `exploding.hypotheses.search` have room for no more.
WORD = re.compile(r"(~?)([a-z0-9-]+\*[0-9]{1,3}(?:\.[a-z0-9-]+\*[0-9]{1,3})*)(?:=([0-9]{1,3}))?")


class Inferred(NamedTuple):
    """Cards whose counts no source tells; what is certain is only how many there are at most, all together."""

    cards: Cards
    most: int


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of one game. A deck that its owner counted has no inferred counts."""

    counts: Mapping[str, int]  # Every card of the game and its copies; 0 where all copies are lost.
    size: int  # How many cards there are; it stays where an inferred count turns out to be another.
    inferred: tuple[Inferred, ...] = ()
    names: Cards = field(init=False, repr=False, compare=False)
    """What a card of this game may be called, "?" among it; kept, because every act that is read asks for it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", (*self.counts, UNKNOWN))

    @property
    def cards(self) -> Cards:
        """Return every single card, in the order of the counts."""
        return spread(self.counts)

    def is_inferred(self, card: str) -> bool:
        """Whether the count of a card is only inferred."""
        return any(card in one.cards for one in self.inferred)

    def left(self, placed: Iterable[str]) -> dict[str, int]:
        """Count the copies that are not among the placed cards; below 0 where more are placed than there are."""
        left = dict(self.counts)
        for card in placed:
            if card != UNKNOWN:
                left[card] -= 1
        return left

    def most_left(self, left: Mapping[str, int]) -> dict[str, int]:
        """Count the copies that may be left at most: where `left` rests on inferred counts there may be more."""
        most = dict(left)
        for one in self.inferred:
            most.update(dict.fromkeys(one.cards, self._room(one, left)))
        return most

    def _room(self, one: Inferred, left: Mapping[str, int]) -> int:
        return one.most - sum([self.counts[card] - left[card] for card in one.cards])

    def why_not(self, left: Mapping[str, int], cards: Cards, seat: str) -> Refusal | None:
        """Refuse cards of which too few copies are left; the arbiter may waive what only inferred counts say."""
        lacking = [card for card in cards if cards.count(card) > left.get(card, 0)]
        if not lacking and sum(self.counts.values()) <= self.size:
            return None  # only with added copies may there be more than the limits allow
        impossible = [card for card in lacking if not self.is_inferred(card)]
        for one in self.inferred:
            wanted = [card for card in cards if card in one.cards]
            if wanted and len(wanted) > self._room(one, left):
                impossible += wanted
        if not lacking and not impossible:
            return None
        return Refusal("no-copy-left", {"card": (*lacking, *impossible)[0]}, seat, is_waivable=not impossible)

    def without(self, cards: Cards) -> Deck:
        """Return the deck without some of its cards, which are still cards of the game."""
        left = {card: count - cards.count(card) for card, count in self.counts.items()}
        return replace(self, counts=left, size=self.size - len(cards))

    def with_shown(self, left: Mapping[str, int]) -> Deck:
        """Return the deck with the copies that were shown beyond an inferred count: these exist."""
        more = {card: self.counts[card] - n for card, n in left.items() if n < 0 and self.is_inferred(card)}
        return replace(self, counts={**self.counts, **more}) if more else self


def spread(counts: Mapping[str, int]) -> Cards:
    """Return each single card of counts, in their order."""
    return tuple(card for card, count in counts.items() for _ in range(count))


def deck_of(counts: Mapping[str, int], inferred: Iterable[Inferred] = ()) -> Deck:
    """Return the deck of these counts."""
    return Deck(counts, sum(counts.values()), tuple(inferred))


def read_counts(told: Mapping[str, object], names: Collection[str]) -> dict[str, int]:
    """Read the counts of a `deck` in a request, in the order of the names; a card with none is left out."""
    for card in told:
        reject_if(card not in names, f"deck: {echo(card)} is not a card to count here; these are {', '.join(names)}")
    counts = {card: as_whole(told[card], 0, LARGEST, f"deck.{card}") for card in names if card in told}
    total = sum(counts.values())
    reject_if(total > LARGEST, f"deck: {total} cards are too many; it takes {LARGEST} at most")
    return {card: count for card, count in counts.items() if count}


def write_deck(deck: Deck) -> str:
    """Write a deck as one word: `1*1.2*4=6`, the size only where it is not the sum, "~" before inferred counts."""
    counts = ".".join(f"{card}*{count}" for card, count in deck.counts.items())
    size = "" if deck.size == sum(deck.counts.values()) else f"={deck.size}"
    return f"{'~' if deck.inferred else ''}{counts}{size}"


def read_deck(word: str, names: Collection[str], inferred: tuple[Inferred, ...]) -> Deck:
    """Read a deck back; raises ValueError. `inferred` is what the ruleset has so, for a word with "~"."""
    found = WORD.fullmatch(word)
    pairs = [part.partition("*") for part in found[2].split(".")] if found else []
    counts = {card: int(number) for card, _, number in pairs}
    total = sum(counts.values())
    size = int(found[3]) if found and found[3] else total
    is_sound = total <= LARGEST >= size and len(counts) == len(pairs) and set(counts) <= set(names)
    if not found or not is_sound or not all(set(one.cards) <= set(counts) for one in inferred if found[1]):
        raise ValueError("a deck such as 1*1.2*4, of the cards of this game")
    return Deck(counts, size, inferred if found[1] else ())
