"""Forms: how values are written as words of the one-line texts, and read back; a table of them is a whole line."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from tacotable_engine.cards import NONE, Cards, Mode, read_card, read_cards, write_cards
from tacotable_engine.errors import RecordError

T = TypeVar("T")
NOTHING = "-"
ESCAPE = re.compile(r"%([0-9a-f]*);")


@dataclass(frozen=True, slots=True)
class Form(Generic[T]):
    """How a value is written and read; `read` raises ValueError telling what was expected."""

    write: Callable[[T], str]
    read: Callable[[str], T]
    pattern: str = ".+"  # What the word looks like inside a longer one, as a regular expression without groups.


Fields: TypeAlias = Mapping[str, Form[Any]]
Flags: TypeAlias = Mapping[str, tuple[str, object]]
"""The words of options that are not as by default: the field of the terms that each sets, and to what."""


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


def write_fields(fields: Fields, values: Mapping[str, object], absent: Mapping[str, object]) -> str:
    """Return values as a line; fields at its end are left out while they are as in `absent`."""
    names = list(fields)
    while names[-1] in absent and values[names[-1]] == absent[names[-1]]:
        names.pop()
    return " ".join(fields[name].write(values[name]) for name in names)


def read_fields(fields: Fields, words: WordReader, absent: Mapping[str, object]) -> dict[str, Any]:
    """Return the values of a line; raises RecordError with the column of the first field that is wrong."""
    values = {
        name: words.take_or(name, form.read, absent[name]) if name in absent else words.take(name, form.read)
        for name, form in fields.items()
    }
    words.finish()
    return values


def chosen(flags: Flags, terms: object) -> list[str]:
    """Return the words of the options that terms have."""
    return [word for word, (name, value) in flags.items() if getattr(terms, name) == value]


def read_chosen(flags: Flags, words: Sequence[str]) -> dict[str, Any]:
    """Return the fields of terms that these words set; raises ValueError."""
    if not set(words) <= set(flags) or len(set(words)) < len(words):
        raise ValueError(f"each once, one of {', '.join(flags)}")
    return dict(flags[word] for word in words)


def with_robots(seats: str) -> Form[tuple[Mode, tuple[int, ...]]]:
    """Return the form of a mode and the seats whose cards are told in `blind`, by their letters: `blind+b`."""

    def read(word: str) -> tuple[Mode, tuple[int, ...]]:
        mode, plus, letters = word.partition("+")
        robots = tuple(map(seats.find, letters))
        if plus and (mode != Mode.BLIND or not robots or -1 in robots or list(robots) != sorted(set(robots))):
            raise ValueError(f"robots behind {Mode.BLIND} alone, each seat once and in order, such as +{seats[1]}")
        return Mode(mode), robots

    def write(told: tuple[Mode, tuple[int, ...]]) -> str:
        mode, robots = told
        return mode.value + ("+" if robots else "") + "".join(seats[seat] for seat in robots)

    return Form(write, read)


def write_name(name: str) -> str:
    """Return a seat's name as one word: what would break a word is written as "%" code point ";"."""
    return "".join(c if c.isalnum() or c in "-_." else f"%{ord(c):x};" for c in name) or "%;"


def read_name(word: str) -> str:
    """Return a name; raises ValueError when it is not as `write_name` writes."""
    name = ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else "", word)
    if write_name(name) != word:
        raise ValueError("a name without spaces, with other signs as %hex;")
    return name


def one_of(names: Collection[str]) -> Form[str]:
    """Return the form of one of some names."""
    return checked(Form(str, str), lambda word: word in names, f"one of {', '.join(names)}")


def letters(values: Mapping[str, T], expected: str) -> Form[T]:
    """Return the form of values that have a sign each."""
    signs = {value: sign for sign, value in values.items()}

    def read(word: str) -> T:
        if word not in values:
            raise ValueError(expected)
        return values[word]

    return Form(signs.__getitem__, read, ".?" if "" in values else ".")


def number(low: int, high: int) -> Form[int]:
    """Return the form of a whole number from `low` to `high`."""

    def read(word: str) -> int:
        if not re.fullmatch(r"-?[0-9]{1,6}", word) or not low <= int(word) <= high:
            raise ValueError(f"a number from {low} to {high}")
        return int(word)

    return Form(str, read, "[1-9][0-9]{0,5}" if low > 0 else "-?[0-9]{1,6}")


def seconds(latest: float) -> Form[float]:
    """Return the form of a time; a whole number stays one."""

    def read(word: str) -> float:
        if not re.fullmatch(r"[0-9]+(\.[0-9]+)?(e\+?[0-9]+|e-[0-9]+)?", word) or float(word) > latest:
            raise ValueError(f"seconds from 0 to {latest:g}")
        return float(word) if "." in word or "e" in word else int(word)

    return Form(repr, read)


def card_of(names: Collection[str]) -> Form[str]:
    """Return the form of a card of a game."""
    return Form(str, lambda word: read_card(word, names), "[a-z0-9?-]+?")


def cards_of(names: Collection[str]) -> Form[Cards]:
    """Return the form of cards of a game."""
    return Form(write_cards, lambda word: read_cards(word, names))


def optional(form: Form[T]) -> Form[T | None]:
    """Return the form of a value that may be missing."""
    return Form(
        lambda value: NOTHING if value is None else form.write(value),
        lambda word: None if word == NOTHING else form.read(word),
    )


def checked(form: Form[T], is_right: Callable[[T], bool], expected: str) -> Form[T]:
    """Return a form that reads only what is right."""

    def read(word: str) -> T:
        value = form.read(word)
        if not is_right(value):
            raise ValueError(expected)
        return value

    return Form(form.write, read, form.pattern)


def each(form: Form[T], count: int) -> Form[tuple[T, ...]]:
    """Return the form of one value for each seat."""

    def read(word: str) -> tuple[T, ...]:
        parts = word.split("/")
        if len(parts) != count:
            raise ValueError(f"{count} parts with / between, one for each seat")
        return tuple(map(form.read, parts))

    return Form(lambda values: "/".join(map(form.write, values)), read)


def several(form: Form[T], separator: str) -> Form[tuple[T, ...]]:
    """Return the form of any number of values; "_" for none."""
    return Form(
        lambda values: separator.join(map(form.write, values)) or NONE,
        lambda word: () if word == NONE else tuple(map(form.read, word.split(separator) if separator else word)),
    )


def shape(made: Callable[..., T], template: str, expected: str, *forms: Form[Any]) -> Form[T]:
    """Return the form of a tuple whose parts stand in a template, such as `{0}.{1}@{2}`, by their places."""
    parts = re.split(r"\{([0-9])\}", template)
    looks = (f"(?P<p{part}>{forms[int(part)].pattern})" if at % 2 else re.escape(part) for at, part in enumerate(parts))
    pattern = re.compile("".join(looks))

    def write(value: Any) -> str:
        return template.format(*(form.write(part) for form, part in zip(forms, value, strict=True)))

    def read(word: str) -> T:
        found = pattern.fullmatch(word)
        if not found:
            raise ValueError(expected)
        return made(*(form.read(found[f"p{place}"]) for place, form in enumerate(forms)))

    return Form(write, read)
