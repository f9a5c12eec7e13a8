"""The words of the table: TOML catalogs, one folder a language, each message in the lengths its outputs need.

A message is a table named by its id, with `oled` (a title and up to two lines), `say` (one sentence) and `web` (falls
back to `say`). Values are put in by name: `"Give {card}."`; `{n:card|cards}` is the first word for 1 and the second for
any other number. `say_named` is used where a seat names its cards by buttons. A card that has a name (`card.attack`) is
put in by that name; `did` is what somebody did, with its cards. The engine and the view speak in ids and values only,
so every record can be read in any language. The names of games (`item.ek120`) are those of the rules' own data files.

A word that is missing never stops a game: English stands in, or else the id. `completeness` finds it beforehand.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from sys import intern

from tacotable.errors import TacotableError
from tacotable_engine.registry import games, printing_of, rulesets

LANGUAGES = ("en", "zh-TW")  # The languages that ship, the fallback first.
CARD_VALUES = frozenset(("card", "cards", "hand", "name"))  # Values that are cards; those of a hand are no play.
WILD = frozenset(("card.feral-cat", "card.clone"))  # Cards that stand for the other ones of a pair or a triple.
SETS = {2: "card.pair", 3: "card.triple"}
# Names of values that are seats: each is read as the name of who sits there, or as the name of the chair.
SEAT_VALUES = frozenset(("seat", "target", "owner", "player", "by", "last", "winner", "other", "next"))
SPACE_VALUES = frozenset(("space", "from", "to"))  # Spaces of the board: letter, and seat on whose side; "" if none.
NOBODY: Mapping[str, str] = {}
# Where a name that ends in a letter or a digit runs into a Chinese character: sentences have a space there.
RUN_TOGETHER = re.compile(r"(?<=[0-9A-Za-z])(?=[\u4e00-\u9fff])")
APART = re.compile(r"(?<=[\u4e00-\u9fff]) (?=[\u4e00-\u9fff])")  # Nobody writes a space between Chinese characters.
# A space behind a Chinese stop or comma: the sign has its own room.
FULL_WIDTH = re.compile(r"(?<=[，。！？；：、」]) ")
BEGINNING = re.compile(r"(?:^|(?<=[.!?] ))\{\w+\}")  # A value at the beginning of a sentence.
# Where English says "an": an 8, an Attack. No card and no name of the catalogs begins with a U that is said "you".
AN = re.compile(r"\ba(?= (?:8|11\b|18\b|[AEIOaeio]))")


def known_language(language: str) -> str:
    """Return a language, or the first where it is not known."""
    return language if language in LANGUAGES else LANGUAGES[0]


class CatalogError(TacotableError):
    """There is no such language, an id is there twice, or a message lacks a value; the text names all."""


class Catalog:
    """The messages of one language."""

    def __init__(self, language: str, people: Mapping[str, str] = NOBODY) -> None:
        """Take the words of a language; `people` are the names of those who sit at the seats."""
        if language not in LANGUAGES:
            raise CatalogError(f"no catalog for language {language!r}; there are {', '.join(LANGUAGES)}")
        self.language, self.people = language, people
        self.messages = _load(language, rulesets())

    def with_people(self, people: Mapping[str, str]) -> Catalog:
        """Return the same words for other people at the seats."""
        return self if people == self.people else Catalog(self.language, people)

    def say(self, code: str, values: Mapping[str, object] | None = None) -> str:
        """Return the sentence of a message, for a person to hear or read."""
        values = values or {}
        message = self._message(code)
        form = "say_named" if values.get("is_named") and "say_named" in message else "say"
        return self._fill(code, form, self._form(code, form), values)

    def web(self, code: str, values: Mapping[str, object] | None = None) -> str:
        """Return the text of a message for the page; the sentence where it has no form of its own."""
        if "web" not in self._message(code):
            return self.say(code, values)
        return self._fill(code, "web", self._form(code, "web"), values or {})

    def foreign(self, code: str, values: Mapping[str, object]) -> str:
        """Return the text of a line of another program, whose version may give other values; if one lacks, its code."""
        try:
            return self.web(code, values)
        except CatalogError:
            return _plain(code)

    def oled(self, code: str, values: Mapping[str, object] | None = None) -> tuple[str, ...]:
        """Return the lines of a message for a small display: the title, then at most two lines."""
        lines = self._message(code).get("oled")
        if not isinstance(lines, list):
            lines = [self._form(code, "say")]
        return tuple(self._fill(code, "oled", line, values or {}) for line in lines)

    def together(self, sentences: Iterable[str]) -> str:
        """Return sentences as one text; between Chinese ones there is no space."""
        return FULL_WIDTH.sub("", " ".join(sentences))

    def seat(self, seat: str) -> str:
        """Return what the person at a seat is called in a sentence; a chair that is a number is called a seat."""
        name = self.people.get(seat, seat)
        return self.say("seat.numbered", {"n": name}) if name == seat and seat.isdigit() else name

    def codes(self, group: str) -> Iterable[str]:
        """Return the ids of all messages of a group, such as `prompt`."""
        return (code for code in self.messages if code.startswith(f"{group}."))

    def templates(self, group: str) -> dict[str, str]:
        """Return the page texts of a group by their ids without the group; values are still to be put in."""
        return {code.removeprefix(f"{group}."): self._form(code, "web") for code in self.codes(group)}

    def page_texts(self) -> dict[str, str]:
        """Return the words of the page itself, and the names of the cards as `face-<name>`."""
        return self.templates("page") | {f"face-{card}": name for card, name in self.templates("card").items()}

    def _message(self, code: str) -> Mapping[str, object]:
        """Return a message; where it is missing that of the first language, and without one the id as text."""
        found = self.messages.get(code) or _load(LANGUAGES[0], rulesets()).get(code)
        return {"say": _plain(code)} if found is None else found

    def _form(self, code: str, form: str) -> str:
        """Return the text of a form; where it is missing the sentence, and without one the lines of a display."""
        message = self._message(code)
        text = message.get(form, message.get("say", message.get("oled")))
        return " ".join(text) if isinstance(text, list) else str(text)

    def _fill(self, code: str, form: str, text: str, values: Mapping[str, object]) -> str:
        told: dict[str, str] = {key: Told(self._value(key, value, form)) for key, value in values.items()}
        if form != "oled" and (begins := _begins(text)):
            text = BEGINNING.sub(lambda found: found[0].upper(), text)
            told |= {key.upper(): self._begin(key, values[key], told[key]) for key in begins & told.keys()}
        try:
            filled = text.format_map(told)
        except KeyError as missing:
            lacks = str(missing).lower()
            raise CatalogError(f"{self.language}: message {code!r}, form {form!r}, lacks the value {lacks}") from None
        filled = AN.sub("an", filled) if self.language == "en" else filled
        if not SEAT_VALUES.isdisjoint(values):
            filled = APART.sub("", filled)
        return filled if form == "oled" else RUN_TOGETHER.sub(" ", filled)

    def _begin(self, key: str, value: object, told: str) -> str:
        """Return what a sentence begins with: a name stays as it was typed, what a chair is called has a capital."""
        seat = next(iter(value), "") if key == "seats" and isinstance(value, (list, tuple)) else value
        is_chair = (key == "seats" or key in SEAT_VALUES) and str(seat).isdigit() and seat not in self.people
        return told[:1].upper() + told[1:] if is_chair else told

    def _value(self, key: str, value: object, form: str) -> str:
        """Return a value as people of this language read it."""
        if key in SEAT_VALUES and isinstance(value, str):
            return self._seat(value, form)
        if key in SPACE_VALUES and isinstance(value, (list, tuple)) and len(value) == 2:
            letter, side = value
            code = "space.goal" if not letter else "space.side" if side else "space.middle"
            return self.say(code, {"letter": letter, "seat": side})
        if key in CARD_VALUES:
            cards = (value,) if isinstance(value, str) else value
            if isinstance(cards, (list, tuple)) and cards and all(f"card.{card}" in self.messages for card in cards):
                return (key != "hand" and self._set(cards, form)) or self._cards(cards, form)
            return self._word(cards)
        if key == "chair":
            return self.with_people(NOBODY).seat(str(value))
        if key == "game" and f"item.{value}" in self.messages:
            return self.say(f"item.{value}")
        if key == "cost":
            return self.say(f"violation.cost-{value}")
        return self._several(key, value, form)

    def _several(self, key: str, value: object, form: str) -> str:
        """Return a value of several parts: a device, seats, what somebody did, cards one by one."""
        if key == "device" and isinstance(value, str):
            return self._device(value)
        if not isinstance(value, (list, tuple)) or not value:
            return self._word(value)
        if key == "device":
            return self._device(str(value[0]), *value[1:])
        if key == "seats":
            return self.say("card.between").join(self._seat(str(seat), form) for seat in value)
        if key == "did":
            code, cards = f"did.{value[0]}", value[1:]
            word = self.oled(code)[0] if form == "oled" else self.say(code)
            return f"{word} ({self._value('cards', cards, form)})" if cards and form != "oled" else word
        if key in ("given", "held") and form != "oled":
            return self.say("card.and").join(self.say("card.one", {"card": card}) for card in value)
        return self._word(value)

    def _seat(self, seat: str, form: str) -> str:
        """Return what a seat is called: in a sentence in full, on a display as short as can be."""
        return self.people.get(seat, seat) if form == "oled" else self.seat(seat)

    def _device(self, device: str, *space: object) -> str:
        """Return what people call a device: whose reader, button or display it is, or that of which space."""
        kind, _, name = device.partition(" ")
        place, _, button = name.partition(".")
        own = f"device.{kind}-{'space' if space else place}"
        code = own if own in self.messages else f"device.{kind}"
        if code not in self.messages:
            return name or device
        label = self.say(f"button.{button}") if f"button.{button}" in self.messages else button
        return self.say(code, {"seat": place, "n": name, "button": label, "space": space})

    def _word(self, value: object) -> str:
        """Return a value as people read it: lists with spaces between, cards by seat as `YAY 9, WOW 5`."""
        if isinstance(value, Mapping):
            return self.say("card.between").join(f"{key} {self._word(part)}" for key, part in value.items())
        return " ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)

    def _set(self, cards: Sequence[object], form: str) -> str:
        """Return what people call two or three cards of a kind; empty for other cards."""
        kinds, code = {f"card.{card}" for card in cards}, SETS.get(len(cards), "")
        wild = sorted(kinds & WILD) if any(kind.startswith(("card.cat-", "card.minion-")) for kind in kinds) else []
        kinds -= set(wild)
        if not code or len(kinds) != 1:
            return ""
        kind = kinds.pop()
        if form == "oled":
            return self.oled(code, {"kind": self.oled(kind)[0]})[0]
        told = {"kind": self.say(kind), "wild": "".join(map(self.say, wild))}
        return self.say(f"{code}-wild" if wild else code, told)

    def _cards(self, cards: Sequence[object], form: str) -> str:
        """Return the names of cards, equal ones counted; several kinds are too wide for a display."""
        counts = Counter(f"card.{card}" for card in cards)
        if form == "oled" and len(counts) > 1:
            return self.oled("card.several", {"n": len(cards)})[0]
        names = [(self.oled(code)[0] if form == "oled" else self.say(code), n) for code, n in counts.items()]
        return self.say("card.between").join(f"{name} ×{n}" if n > 1 else name for name, n in names)


class Told(str):
    """A value in words, of which a template may choose others: `{n:card|cards}`."""

    __slots__ = ()

    def __format__(self, choice: str) -> str:
        """Return the word before the bar for the value 1, else the word after it; without a bar the value."""
        one, bar, many = choice.partition("|")
        return (one if self == "1" else many) if bar else str(self)


def _plain(code: str) -> str:
    """Return the id of a message as text, without signs that would be read as a value to put in."""
    return re.sub("[{}]", "", code.partition(".")[2]).replace("-", " ")


@cache
def _begins(text: str) -> frozenset[str]:
    """Return the names of the values with which a sentence of a template begins."""
    return frozenset(found[0][1:-1] for found in BEGINNING.finditer(text))


@cache
def _load(language: str, rulesets: tuple[str, ...]) -> Mapping[str, Mapping[str, object]]:
    """Return all messages of a language, with the names of these rulesets."""
    messages = dict(_files(language))
    for game in rulesets:
        names = printing_of(game).names
        name, short = names.in_language(language)
        messages[f"item.{game}"] = {"oled": [short], "say": name}
        for card, name in names.cards_in(language).items():
            messages.setdefault(f"card.{card}", {"oled": [name], "say": name})
    return messages


@cache
def _files(language: str) -> Mapping[str, Mapping[str, object]]:
    """Read all catalog files of a language; two files must not hold the same id."""
    messages: dict[str, Mapping[str, object]] = {}
    for file in catalog_files(language).values():
        for group, table in tomllib.loads(file.read_text(encoding="utf-8")).items():
            for name, message in table.items():
                if (code := intern(f"{group}.{name}")) in messages:
                    raise CatalogError(f"{language}/{file.name}: message {code!r} is there twice")
                # Names of forms come thousands of times: each is kept once.
                messages[code] = {intern(form): text for form, text in message.items()}
    return messages


def catalog_files(language: str) -> Mapping[str, Traversable]:
    """Return the files of a language by where they are: the project's, and those of packages that bring games."""
    folder = files(__package__).joinpath(language)
    shipped = sorted((file for file in folder.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    words = [spec.words for spec in games().specs.values() if spec.words]
    own = {f"{package}/{language}.toml": files(package).joinpath(f"{language}.toml") for package in words}
    return {
        **{f"catalog/{language}/{file.name}": file for file in shipped},
        **{place: file for place, file in own.items() if file.is_file()},
    }
