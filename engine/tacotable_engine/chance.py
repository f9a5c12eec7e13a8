"""Where chance comes in: the engine asks for an order, and never makes one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from tacotable_engine.errors import EngineError

Shuffle = tuple[str, ...]  # One outcome of chance: the cards from the top.


class ChanceError(EngineError):
    """Chance gave an order that is not an order of the cards it was asked for, or had none left."""


class Chance(Protocol):
    """The one who shuffles: a seeded generator, a person, or a record that is played again."""

    def shuffle(self, cards: Sequence[str]) -> Sequence[str]:
        """Return the same cards in an order of chance, from the top."""


class KeptChance:
    """A chance whose outcomes are kept, so that the log can tell them."""

    __slots__ = ("_source", "outcomes")

    def __init__(self, source: Chance) -> None:
        self._source = source
        self.outcomes: tuple[Shuffle, ...] = ()

    def shuffle(self, cards: Sequence[str]) -> Shuffle:
        """Pass the question on, check the answer and keep it; raise ChanceError when cards were lost or added."""
        outcome = tuple(self._source.shuffle(cards))
        if sorted(outcome) != sorted(cards):
            raise ChanceError("the shuffled cards are not the cards that were to be shuffled")
        self.outcomes = (*self.outcomes, outcome)
        return outcome


class ToldChance:
    """The outcomes of a log, given again in their order."""

    def __init__(self, outcomes: Iterable[Shuffle]) -> None:
        self.left = list(outcomes)  # What has not been asked for yet.

    def shuffle(self, cards: Sequence[str]) -> Shuffle:
        """Return the next outcome; raise ChanceError when there is none or it is of other cards."""
        if not self.left:
            raise ChanceError("an order of the shuffled deck is missing here")
        outcome = self.left.pop(0)
        if sorted(outcome) != sorted(cards):
            raise ChanceError("the order told here is not of the cards that are shuffled")
        return outcome
