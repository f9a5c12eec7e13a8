"""Every message is there in each language, with the same values, in glyphs of the font, and fits its box."""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import ImageFont
from pylopdf_fonts_zh_tw import sans_path

from tacotable.catalog import LANGUAGES, Catalog, CatalogError
from tacotable.display.draw import BIG_WIDTH, HINT_SIZE
from tacotable.display.draw_exploding import PICTURE_WIDTH
from tacotable.display.fonts import LAYOUTS, WIDTH, width_of
from tacotable.enrolment import view as enrolment_signs
from tacotable_engine.registry import printing_of, rulesets

WIDEST = {
    "other": "WOW", "m": "99",
    "seat": "WOW", "winner": "WOW", "space": "-3", "n": "9", "max": "9", "demand": "12", "left": "9", "limit": "9",
    "card": "12", "lowest": "12", "device": "reader WOW.pad", "hub": "hub", "owner": "WOW",
}  # fmt: skip
"""The widest value that each name takes on a display of a shipped table."""
BIG = (
    "answer", "answer-several", "answer-equal", "sacrifice", "replace-more", "replace-all",
    "deal", "deal-counts", "deal-cover", "deal-tied",
    "deal-seen", "deal-counts-seen", "deal-cover-seen", "deal-tied-seen", "pass", "pass-new",
)  # fmt: skip
WITH_BIG = frozenset(f"sign.{name}" for name in BIG) | frozenset(enrolment_signs.WITH_BIG)
"""Messages that share the display with a big value."""
KITTENS = {
    "seat": "10", "target": "10", "last": "10", "player": "10", "winner": "10", "seats": "8 9 10", "left": "12",
    "next": "10", "n": "111", "fewest": "2", "most": "10", "card": "draw-from-bottom", "name": "draw-from-bottom",
    "cards": ("draw-from-bottom", "draw-from-bottom"), "act": "222", "proof": (12, 17), "shown": "12", "slot": "55",
    "own": "20", "stack": "111",
}  # fmt: skip
"""The same on a table of ten seats; the card is the one with the widest name in English."""
ENROLMENT = {"n": "120", "max": "120", "left": "120", "place": "120", "bits": "2", "space": "+3"}
"""The same while a deck of 120 cards is enrolled."""
RULINGS = {
    "seat": "WOW", "owner": "WOW", "did": ("replace", "12"), "act": "222", "proof": (112, 117), "cards": "12",
    "shown": "11 12", "given": ("11", "12"), "held": ("10", "11"), "n": "9", "max": "9",
}  # fmt: skip
"""The same for disputes, told alike in every family; a card that was denied has a name."""
PICTURES = frozenset(("sign.exploded", "sign.exploded-front", "sign.won", "sign.victory"))
"""Messages that stand beside a picture."""


def names_in(text: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in string.Formatter().parse(text) if name)


def texts_of(message: object) -> Iterator[str]:
    if isinstance(message, str):
        yield message
    elif isinstance(message, list):
        yield from message
    elif isinstance(message, dict):
        for part in message.values():
            yield from texts_of(part)


def values_of(message: object) -> frozenset[str]:
    return frozenset[str]().union(*map(names_in, texts_of(message)))


def oled_messages() -> list[tuple[str, str]]:
    return [
        (language, code)
        for language in LANGUAGES
        for code, message in sorted(Catalog(language).messages.items())
        if "oled" in message
    ]


def widest_values(language: str, code: str) -> dict[str, object]:
    """Give the widest value of each name in a message: those of ten seats and named cards for an Exploding game."""
    kittens = _codes_of("kittens.toml", "kittens_dealing.toml", "kittens_rules.toml")
    if code.startswith("enrol."):
        kind = {"n": "10", "max": "10"} if code.startswith(("enrol.lay-", "enrol.missing-", "enrol.too-many-")) else {}
        return {**KITTENS, **ENROLMENT, **kind, **({"card": "12", "n": "5", "max": "5"} if code in WITH_BIG else {})}
    if code in _codes_of("rulings.toml"):
        return {**RULINGS, **({"cards": KITTENS["card"]} if code.startswith("violation.deny-refuted") else {})}
    if code in ("card.pair", "card.triple"):
        return {"kind": Catalog(language).oled("card.draw-from-bottom")[0]}
    if code == "sign.gather":
        return {"n": "10"}  # seats, not cards
    return {**WIDEST, **(KITTENS if code in kittens else {"cards": "7 8 9", "demands": "7 8 9", "phase": "answer"})}


@cache
def _codes_of(*names: str) -> frozenset[str]:
    folder = files("tacotable.catalog").joinpath("en")
    read = [tomllib.loads(folder.joinpath(name).read_text("utf-8")) for name in names]
    return frozenset(f"{group}.{name}" for told in read for group, table in told.items() for name in table)


in_each_other = pytest.mark.parametrize("language", LANGUAGES[1:])


@in_each_other
def test_a_language_has_the_messages_of_english_and_no_others(language: str) -> None:
    english, other = Catalog("en").messages.keys(), Catalog(language).messages.keys()

    assert english <= other, f"missing: {', '.join(sorted(english - other))}"
    assert other <= english, f"only here: {', '.join(sorted(other - english))}"


@in_each_other
@pytest.mark.parametrize("form", ["say", "web"])
def test_a_language_uses_the_values_of_english_in_each_form(language: str, form: str) -> None:
    english, other = Catalog("en").messages, Catalog(language).messages

    lost = {
        code: names
        for code in english.keys() & other.keys()
        if (names := values_of(english[code].get(form)) - values_of(other[code].get(form)))
    }

    assert lost == {}


@in_each_other
def test_no_sentence_is_left_untranslated(language: str) -> None:
    english, other = Catalog("en").messages, Catalog(language).messages
    copied = {code for code in english if (say := english[code].get("say")) and say == other.get(code, {}).get("say")}
    named = {f"item.{game}" for game in rulesets() if language not in printing_of(game).names.long}

    assert copied - named == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_is_in_the_font(language: str) -> None:
    font = ImageFont.truetype(str(sans_path()), 18)
    nothing = bytes(font.getmask("\U0010fffd", mode="1"))
    used = {char for message in Catalog(language).messages.values() for text in texts_of(message) for char in text}

    missing = {char for char in used if not char.isspace() and bytes(font.getmask(char, mode="1")) == nothing}

    assert missing == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_display_text_fits_its_box(language: str) -> None:
    words = Catalog(language)
    wrong: dict[tuple[str, str], str] = {}
    for code in (code for told, code in oled_messages() if told == language):
        values = widest_values(language, code)
        size = HINT_SIZE if code.startswith("hint.") else LAYOUTS[language].size
        one: dict[str, object] = {name: "1" for name in ("n", "left") if name in values}
        for lines in (words.oled(code, {**values, **count}) for count in ({}, one)):
            wrong |= {(code, each): why for each, why in too_much(lines, code, size)}

    assert wrong == {}


def too_much(lines: tuple[str, ...], code: str, size: int) -> Iterator[tuple[str, str]]:
    """Yield each line that a display has no room for, and why."""
    if not 1 <= len(lines) <= 3:
        yield "", f"{len(lines)} lines"
    room = WIDTH - 4 - PICTURE_WIDTH if code in PICTURES else WIDTH - 5 - (BIG_WIDTH if code in WITH_BIG else 0)
    for row, line in enumerate(lines):
        width, most = width_of(line, size), room if row else WIDTH - 3
        if width > most:
            yield line, f"{width} px wide, room for {most}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("note", ["clear-pad", "clear-down", "gave-up", "unread"])
def test_what_a_pad_needs_fits_beside_a_big_value(note: str, language: str) -> None:
    (line,) = Catalog(language).oled(f"note.{note}", {"card": "12"})

    assert width_of(line, LAYOUTS[language].size) <= WIDTH - 6 - BIG_WIDTH


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_fits_between_its_arrows(language: str) -> None:
    words = Catalog(language)
    codes = [code for group in ("item", "card", "menu") for code in words.codes(group)]

    items = {
        code: words.oled(code, {"n": 5, "winner": "10", "seat": "10", "kind": ""})
        for code in codes
        if "oled" in words.messages[code]
    }

    wide = {item[0]: width_of(item[0], LAYOUTS[language].size) for item in items.values() if len(item) == 1}
    assert {item: width for item, width in wide.items() if width > WIDTH - 22} == {}


def test_a_missing_message_is_read_by_its_id_and_stops_nothing() -> None:
    words = Catalog("zh-TW")

    assert words.say("sign.lay-no-card") == "lay no card"
    assert words.web("sign.lay-no-card") == "lay no card"
    assert words.oled("sign.lay-no-card") == ("lay no card",)


def test_a_message_that_one_language_lacks_is_read_in_english() -> None:
    words = Catalog("zh-TW")
    words.messages = {code: message for code, message in words.messages.items() if code != "sign.deal"}

    assert words.say("sign.deal", {"n": 4}) == Catalog("en").say("sign.deal", {"n": 4})


def test_a_missing_value_names_the_message_and_the_value() -> None:
    with pytest.raises(CatalogError, match="'sign.deal', form 'say', lacks the value 'n'"):
        Catalog("en").say("sign.deal")


def test_cards_by_seat_are_read_as_words() -> None:
    message = Catalog("en").say("event.last-cards-shown", {"cards": {"YAY": 9, "WOW": [5, 6]}})

    assert message == "The last cards: YAY 9, WOW 5 6."


NAMES = sorted(
    {
        name
        for code, message in Catalog("en").messages.items()
        for form in message.values()
        for text in (form if isinstance(form, list) else [form])
        for _, name, _, _ in string.Formatter().parse(str(text))
        if name
    }
)
ANY = st.recursive(
    st.none() | st.integers() | st.text(max_size=3) | st.sampled_from(["YAY", "5", "nope"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)


@given(st.dictionaries(st.sampled_from([*NAMES, "did", "device", "is_named"]), ANY, max_size=9), st.text())
def test_no_message_with_values_of_another_version_fails(values: dict[str, object], unknown: str) -> None:
    for language in LANGUAGES:
        words = Catalog(language)
        for code in (*words.messages, unknown, f"event.{unknown}", "event.{0.__class__}"):
            assert isinstance(words.foreign(code, values), str)
