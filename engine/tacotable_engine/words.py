"""Words of the text forms: names without spaces, and a reader that knows which column it is at."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from tacotable_engine.errors import RecordError

T = TypeVar("T")
ESCAPE = re.compile(r"%([0-9a-f]*);")


def write_name(name: str) -> str:
    """Return a seat's name as one word: what would break a word is written as "%" code point ";"."""
    return "".join(c if c.isalnum() or c in "-_." else f"%{ord(c):x};" for c in name) or "%;"


def read_name(word: str) -> str:
    """Return a name; raises ValueError when it is not as `write_name` writes."""
    name = ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else "", word)
    if write_name(name) != word:
        raise ValueError("a name without spaces, with other signs as %hex;")
    return name


class WordReader:
    """The fields of a one-line text, taken one after the other."""

    def __init__(self, text: str) -> None:
        self._words = [(found.start() + 1, found[0]) for found in re.finditer(r"[^ ]+", text)]
        self._next = 0
        self._end = len(text) + 1

    def take(self, name: str, read: Callable[[str], T]) -> T:
        """Read the next field; raises RecordError telling its column when it is missing or wrong."""
        if self._next >= len(self._words):
            raise RecordError(f"the field {name!r} is missing", 1, self._end)
        column, word = self._words[self._next]
        self._next += 1
        try:
            return read(word)
        except (ValueError, KeyError, OverflowError) as problem:
            raise RecordError(f"{name}: {word[:40]!r} is wrong: expected {problem}", 1, column) from None

    def take_or(self, name: str, read: Callable[[str], T], absent: T) -> T:
        """Read the next field where there is one more; else give what it is when it is left out."""
        return self.take(name, read) if self._next < len(self._words) else absent

    def finish(self) -> None:
        """Raise RecordError when there is more."""
        if self._next < len(self._words):
            column, word = self._words[self._next]
            raise RecordError(f"{word[:40]!r} is one field too many", 1, column)
