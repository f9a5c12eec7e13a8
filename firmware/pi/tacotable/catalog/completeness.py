"""Which words are missing: looked for in both languages before a game begins, so that none is missed in a game."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache

from tacotable.catalog import LANGUAGES, Catalog, catalog_files
from tacotable_engine.printing import Printing
from tacotable_engine.registry import printing_of, rulesets


def missing_words() -> list[str]:
    """Return what is missing, each as `file: [key]: what is wrong; what to do`."""
    return [fault for language in LANGUAGES for fault in faults_in(Catalog(language).messages, language)]


def faults_in(messages: Mapping[str, Mapping[str, object]], language: str) -> Iterator[str]:
    """Yield what the messages of a language lack: words that a game needs, or that the other language has."""
    english = Catalog(LANGUAGES[0]).messages
    needed = dict.fromkeys(code for game in rulesets() for code in codes_of(printing_of(game)))
    for code in (*needed, *(code for code in english if code not in needed)):
        if code not in messages:
            also = ", or to [card_names] of its printing" if code.startswith("card.") else ""
            yield f"{_file_of(code, language)}: [{code}]: this message is missing; add it with `say` and `oled`{also}"
        elif strange := values_in(messages[code]) - values_in(english.get(code, messages[code])):
            names = ", ".join(f"{{{name}}}" for name in sorted(strange))
            yield f"{_file_of(code, language)}: [{code}]: nothing is put in for {names}; use the names in English"


def codes_of(printing: Printing) -> Iterator[str]:
    """Yield every message that a printing needs beside those of the table itself."""
    yield f"item.{printing.id}"
    yield from (f"sign.setup-{part.name}" for part in printing.sets)
    yield from (f"card.{card}" for card in printing.named_cards)
    yield from (f"prompt.{code}" for code in printing.prompts)
    yield from (f"rule.{code}" for code in printing.rules)


def values_in(message: object) -> frozenset[str]:
    """Return the names of the values that are put into any form of a message."""
    if isinstance(message, str):
        return frozenset(name for _, name, _, _ in string.Formatter().parse(message) if name)
    parts = message.values() if isinstance(message, Mapping) else message if isinstance(message, list) else ()
    return frozenset[str]().union(*map(values_in, parts))


def _file_of(code: str, language: str) -> str:
    """Return the file that a message should be in: as in English, or the one that holds the message most like it."""
    from difflib import get_close_matches  # only where a word is missing

    places = _places()
    like = code if code in places else get_close_matches(code, places, 1, cutoff=0)[0]
    folder, _, file = places[like].rpartition("/")
    if folder.startswith("catalog/"):
        return f"catalog/{language}/{file}"
    return f"{folder}/{language}.toml"


@cache
def _places() -> Mapping[str, str]:
    """Return the file of each message in English."""
    found = ((place, tomllib.loads(file.read_text("utf-8"))) for place, file in catalog_files(LANGUAGES[0]).items())
    return {f"{group}.{name}": place for place, told in found for group, part in told.items() for name in part}
