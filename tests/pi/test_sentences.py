"""The sentences of the page: each begins with a capital, also behind another one, and Chinese has its own signs."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator

import pytest

from tacotable.catalog import LANGUAGES, Catalog
from tacotable.catalog import SEAT_VALUES as SEATS

NAMED = {"seats": ("3", "5"), "chair": "3", "n": "2", "space": ("A", "3"), "from": ("A", "3"), "to": ("C", "")}
CARDS = {"card": "attack", "name": "skip", "cards": ("attack", "nope"), "hand": ("attack", "nope"), "did": ("play",)}
OTHERS = {"device": "reader 3.pad", "cost": "agree", "game": "ek120", "given": ("attack",), "held": ("skip",)}
MIXED = re.compile(r"[\u4e00-\u9fff」][,.;:!?]|[,;:!?][\u4e00-\u9fff]|[，。！？；：、] ")
"""An ASCII sign beside a Chinese one, and a space behind a sign that has its own room."""


SEVERAL = re.compile(
    r"(?<!entry )(?<!card )\b1 (?:more |new |good |invalid )?(?!is\b|sits\b)\w+s\b"
    r"|(?<!of )\b1\b(?: \w+){0,3} (?:are|were|have|explode|cost|sit|count)\b",
    re.IGNORECASE,
)
"""A noun or a verb of several behind a 1."""


def told(words: Catalog) -> dict[tuple[str, str], str]:
    """Return each text of the page in each form, with chairs that are numbers put in."""
    found = {}
    for code, message in words.messages.items():
        for form in ("say", "say_named", "web"):
            if not isinstance(text := message.get(form), str):
                continue
            names = {name for _, name, _, _ in string.Formatter().parse(text) if name}
            known: dict[str, object] = {**dict.fromkeys(SEATS, "3"), **NAMED, **CARDS, **OTHERS}
            values = {name: known.get(name, "Z9") for name in names}
            values |= {"is_named": True} if form == "say_named" else {}
            say = words.web if form == "web" else words.say
            found[code, form] = say(code, values)
    return found


def test_a_sentence_begins_with_a_capital_wherever_it_stands() -> None:
    sentences = {place: text for place, text in told(Catalog("en")).items() if text[-1] in ".!?" and len(text) > 9}

    assert len(sentences) > 500
    assert {place: text for place, text in sentences.items() if re.search(r"(^|[.!?] )[a-z]", text)} == {}


def counted(words: Catalog) -> Iterator[tuple[str, str]]:
    """Yield each text in each form, on displays line by line, with one of its counts being 1."""
    known: dict[str, object] = {**dict.fromkeys(SEATS, "Bo"), **NAMED, **CARDS, **OTHERS, "chair": "Bo", "who": "Bo"}
    del known["n"]
    for code, message in words.messages.items():
        for form, text in message.items():
            for line in text if isinstance(text, list) else [text]:
                names = {name for _, name, _, _ in string.Formatter().parse(str(line)) if name}
                for count in names - known.keys():
                    values = {name: known.get(name, 1 if name == count else 5) for name in names}
                    yield f"{code} {form}, {count}", words._fill(code, form, str(line), values)


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_of_a_kind_is_never_told_as_several(language: str) -> None:
    told = dict(counted(Catalog(language)))

    assert len(told) > 300
    assert {place: text for place, text in told.items() if SEVERAL.search(text)} == {}


def test_chinese_has_its_own_signs() -> None:
    texts = told(Catalog("zh-TW"))

    assert len(texts) > 900
    assert {place: text for place, text in texts.items() if MIXED.search(text)} == {}


@pytest.mark.parametrize(
    ("people", "sentence"),
    [({}, "Seat 3 gave seat 5 a card. Seat 3 goes on."), ({"3": "bo", "5": "Ada"}, "bo gave Ada a card. bo goes on.")],
)
def test_a_chair_begins_a_sentence_with_a_capital_and_a_name_stays_as_it_was_typed(
    people: dict[str, str], sentence: str
) -> None:
    words = Catalog("en", people)

    assert words.say("status.gave", {"seat": "3", "target": "5", "player": "3"}) == sentence


def test_who_pressed_together_begins_a_sentence_too() -> None:
    told_of = Catalog("en").say("status.tie", {"seats": ("3", "5")})

    assert told_of == "Seat 3, seat 5 pressed at the same time: press NOPE again."


@pytest.mark.parametrize("language", LANGUAGES)
def test_sentences_that_follow_each_other_are_parted_as_their_language_does(language: str) -> None:
    words = Catalog(language)

    both = words.together(("打出攻擊。", "休想！", "Go on."))

    assert both == "打出攻擊。休想！Go on."
    assert words.together(("Nope.", "Go on.")) == "Nope. Go on."
