"""The names of a printing in the languages of its data file: a long one to say, a short one for a display."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tacotable_engine.errors import RequestError
from tacotable_engine.fields import as_object, as_text, required

FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one printing, by language; a language that is missing has those in English."""

    long: Mapping[str, str]
    short: Mapping[str, str]
    cards: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The names of cards that no other printing has."""

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
    if FALLBACK not in names:
        raise RequestError(f"{key}.{FALLBACK}: the name in English is missing")
    return {language: as_text(name, f"{key}.{language}") for language, name in names.items()}
