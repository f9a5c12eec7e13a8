"""The names of a printing in the languages of its data file: a long one to say, a short one for a display."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tacotable_engine.errors import RequestError
from tacotable_engine.fields import as_object, as_text, required

FALLBACK = "en"


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one printing, by language; a language that is missing has those in English."""

    long: Mapping[str, str]
    short: Mapping[str, str]

    def in_language(self, language: str) -> tuple[str, str]:
        """Return the long and the short name in a language."""
        return self.long.get(language, self.long[FALLBACK]), self.short.get(language, self.short[FALLBACK])


def read_names(told: Mapping[str, object]) -> Names:
    """Read `name` and `short` of a data file; raises RequestError naming the key that is wrong."""
    return Names(_by_language(told, "name"), _by_language(told, "short"))


def _by_language(told: Mapping[str, object], key: str) -> Mapping[str, str]:
    names = as_object(required(told, key, "ruleset"), key)
    if FALLBACK not in names:
        raise RequestError(f"{key}.{FALLBACK}: every printing has its name in English")
    return {language: as_text(name, f"{key}.{language}") for language, name in names.items()}
