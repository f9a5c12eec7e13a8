"""A printing of a game as it is listed: its names in the languages of its data file, its seats, cards and sets."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from typing import Any, Generic, TypeVar

from tacotable_engine.errors import RequestError, RulesetError
from tacotable_engine.fields import as_object, as_text, reject_if, required

FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one printing, by language; a language that is missing has those in English."""

    long: Mapping[str, str]
    short: Mapping[str, str]
    cards: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # Names of cards that no other printing has.

    def in_language(self, language: str) -> tuple[str, str]:
        """Return the long and the short name in a language."""
        return self.long.get(language, self.long[FALLBACK]), self.short.get(language, self.short[FALLBACK])

    def cards_in(self, language: str) -> Mapping[str, str]:
        """Return the names of the printing's own cards in a language."""
        return {card: names.get(language, names[FALLBACK]) for card, names in self.cards.items()}


def read_names(told: Mapping[str, object]) -> Names:
    """Read `name`, `short` and `card_names` of a data file; raises RequestError naming the key that is wrong."""
    cards = as_object(told.get("card_names", {}), "card_names")
    return Names(
        _by_language(required(told, "name", "ruleset"), "name"),
        _by_language(required(told, "short", "ruleset"), "short"),
        {card: _by_language(names, f"card_names.{card}") for card, names in cards.items()},
    )


def _by_language(value: object, key: str) -> Mapping[str, str]:
    names = as_object(value, key)
    reject_if(FALLBACK not in names, f"{key}.{FALLBACK}: the name in English is missing")
    return {language: as_text(name, f"{key}.{language}") for language, name in names.items()}


@dataclass(frozen=True, slots=True)
class CardSet:
    """The cards that are played with by some numbers of players; lethal cards are counted apart."""

    name: str
    players: range
    counts: Mapping[str, int]
    is_inferred: bool = False  # Whether no source tells how many of each card it has; the box has at least as many.


@dataclass(frozen=True, slots=True, kw_only=True)
class Printing:
    """One ruleset as it is listed, and the codes for which it needs words."""

    id: str
    names: Names
    seats: range
    cards: tuple[str, ...]  # Every card of the box, face by face.
    named_cards: tuple[str, ...] = ()  # The kinds of cards that need a name; numbers are their own.
    lethal: str = ""  # The card of which spare ones stay in the box, uncounted.
    sets: tuple[CardSet, ...] = ()  # The sets that numbers of players choose from the box.
    prompts: tuple[str, ...]
    rules: tuple[str, ...]


RulesetT = TypeVar("RulesetT")
NAME = re.compile(r"[a-z][a-z0-9-]{0,15}")


class Rulesets(Generic[RulesetT]):
    """The rulesets of one family: those that ship, each a file that is read when it is asked for, and those added."""

    def __init__(
        self, shipped: tuple[str, ...], folder: Traversable, check: Callable[[Mapping[str, Any]], RulesetT]
    ) -> None:
        """`check` makes a ruleset of what a file says; it raises RequestError naming the key that is wrong."""
        self.shipped = shipped
        self._folder, self._check = folder, check
        self._read: dict[str, RulesetT] = {}

    def names(self) -> tuple[str, ...]:
        """Return the names of the rulesets there are, in the order of the lobby."""
        return (*self.shipped, *(name for name in self._read if name not in self.shipped))

    def load(self, name: str) -> RulesetT:
        """Return a ruleset; raises RulesetError naming file and key, and KeyError where there is none of that name."""
        if name not in self._read:
            if name not in self.shipped:
                raise KeyError(name)
            try:
                told = tomllib.loads(self._folder.joinpath(f"{name}.toml").read_text(encoding="utf-8"))
                self._read[name] = self._check(told)
            except (RequestError, tomllib.TOMLDecodeError) as problem:
                raise RulesetError(f"{name}.toml: {problem}") from None
        return self._read[name]

    def add(self, told: Mapping[str, Any]) -> str:
        """Add what a file says, and return its name; raises RequestError. The same one may be added twice."""
        ruleset, name = self._check(told), str(told["id"])
        reject_if(NAME.fullmatch(name) is None, f"id: {name!r} is no name; take up to 16 of the letters a-z, 0-9 and -")
        if name not in self.names():
            self._read[name] = ruleset
        elif self.load(name) != ruleset:
            raise RequestError(f"id: there is another printing {name!r} already; choose another name")
        return name
