"""What is printed on the cards of a box: each kind of card, by its face and its mark, and how many there are.

Some boxes mark cards, so that small groups play with a part of them: paw prints, or the sign of Gru (rules facts 1.4
and 1.5). A kind without marks has none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacotable.table.kinds import deck_of
from tacotable_engine.registry import printing_of

if TYPE_CHECKING:
    from tacotable.table.schema import Card, Mark

MARKS: tuple[Mark, ...] = ("paw", "no-paw", "gru", "no-gru")


@dataclass(frozen=True, slots=True)
class Printed:
    """A kind of card, as a person tells it from others."""

    face: str
    mark: Mark | None = None


Counts = Mapping[Printed, int]
"""How many cards of each kind, in the order in which people lay them."""


def printed_on(card: Card) -> Printed:
    """Return the kind of a card."""
    return Printed(card.face, card.mark)


def counts_of(game: str) -> Counts:
    """Count the kinds of a box: values ascending, or titles as the ruleset lists them, each with its marks."""
    sets = {part.name: part.counts for part in printing_of(game).sets}
    counts: dict[Printed, int] = {}
    for face, count in Counter(deck_of(game)).items():
        marked = {Printed(face, mark): sets[mark].get(face, 0) for mark in MARKS if mark in sets}
        unmarked = {Printed(face): count - sum(marked.values())}  # the lethal cards are in no marked set
        counts |= {kind: copies for kind, copies in (marked | unmarked).items() if copies}
    return counts


def tally(cards: Iterable[Card]) -> dict[Printed, int]:
    """Count cards by their kinds."""
    return dict(Counter(map(printed_on, cards)))


def faces_of(game: str) -> tuple[str, ...]:
    """Return the kinds of cards that a deck is counted by; lethal cards are none: spare ones stay in the box."""
    return tuple(face for face in dict.fromkeys(deck_of(game)) if face != printing_of(game).lethal)


def part_of(game: str, players: int) -> str:
    """Return which part of a box so many players use, as a name for what is missing from it."""
    sets = (part.name for part in printing_of(game).sets if players in part.players)
    return " ".join((game, *sets))
