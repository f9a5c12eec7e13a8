"""Every game of the registry has its words in each language, and a word that is missing is named before a game."""

from __future__ import annotations

import pytest

from tacotable.catalog import LANGUAGES, Catalog
from tacotable.catalog.completeness import codes_of, faults_in, missing_words
from tacotable.commands import check
from tacotable.protocol.json_lines import Referee
from tacotable_engine.printing import read_names
from tacotable_engine.registry import printing_of, rules_of, rulesets


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", rulesets())
def test_every_ruleset_set_prompt_and_rule_has_its_words(game: str, language: str) -> None:
    needed = set(codes_of(printing_of(game)))

    assert {f"item.{game}", *(f"rule.{code}" for code in rules_of(game).rules)} <= needed
    assert needed <= set(Catalog(language).messages)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", rulesets())
def test_a_game_is_called_as_its_data_file_calls_it(game: str, language: str) -> None:
    long, short = printing_of(game).names.in_language(language)
    words = Catalog(language)

    assert words.say("log.began", {"game": game}).rstrip(".。").endswith(long)
    assert words.oled(f"item.{game}") == (short,)


def test_a_language_that_a_data_file_lacks_has_the_english_name() -> None:
    assert printing_of("ek120").names.in_language("nan-TW") == printing_of("ek120").names.in_language("en")


def test_a_card_that_only_one_printing_has_is_called_as_its_data_file_calls_it() -> None:
    told = {
        "name": {"en": "Trial printing"},
        "short": {"en": "Trial"},
        "card_names": {"cat-9": {"en": "Ninth Cat", "zh-TW": "九命貓"}, "cat-8": {"en": "Eighth Cat"}},
    }

    names = read_names(told)

    assert names.cards_in("zh-TW") == {"cat-9": "九命貓", "cat-8": "Eighth Cat"}
    assert names.in_language("zh-TW") == ("Trial printing", "Trial")


def test_nothing_is_missing() -> None:
    assert missing_words() == []


@pytest.mark.parametrize(
    ("code", "file"),
    [
        ("rule.dealt", "catalog/zh-TW/rules.toml"),
        ("prompt.wait-defuse", "catalog/zh-TW/kittens_rules.toml"),
        ("sign.setup-paw", "catalog/zh-TW/kittens.toml"),
        ("sign.unsaved-full", "catalog/zh-TW/table.toml"),
    ],
)
def test_a_missing_word_is_named_with_its_file_and_key(code: str, file: str) -> None:
    messages = {known: message for known, message in Catalog("zh-TW").messages.items() if known != code}

    [fault] = set(faults_in(messages, "zh-TW")) - set(missing_words())

    assert fault.startswith(file)
    assert f"[{code}]: this message is missing" in fault


def test_a_value_that_only_one_language_knows_is_named() -> None:
    messages = {**Catalog("zh-TW").messages, "sign.deal": {"say": "{cards} {n}", "oled": ["{n}"]}}

    [fault] = set(faults_in(messages, "zh-TW")) - set(missing_words())

    assert "[sign.deal]: nothing is put in for {cards}" in fault


def test_the_check_of_a_table_names_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(
        check, "missing_words", lambda: ["catalog/en/rules.toml: [rule.dealt]: this message is missing"]
    )

    status = check.main(["tacocat"])

    assert status == 0
    assert "hint: catalog/en/rules.toml: [rule.dealt]" in capsys.readouterr().out


@pytest.mark.parametrize("broken", [{}, {"say": "{nobody} deals"}])
def test_the_referee_answers_without_a_word(broken: dict[str, object]) -> None:
    referee = Referee()
    kept = {code: message for code, message in referee._catalog.messages.items() if code != "prompt.replace"}
    referee._catalog.messages = {**kept, "prompt.replace": broken} if broken else kept

    reply = referee.handle({"op": "new", "game": "tc38", "seats": ["Ann", "Ben"], "seed": 1})

    assert reply["ok"]
