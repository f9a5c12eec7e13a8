"""The rules at hand: every ruling of every game has a section, and every section, edition and card its words."""

from __future__ import annotations

import pytest

from tacotable.catalog import LANGUAGES, Catalog
from tacotable.web.rules import LAST, SECTIONS, rules_told
from tacotable_engine.registry import printing_of, rulesets

HELP = ("amend", "arbiter", "clock", "undone", "no-window", "no-copy", "nothing", "card-not-held", "face-hidden")
"""How the codes of rulings begin that no rule of a game is about."""


def section_of(family: str, rule: str) -> str:
    """Find the section of a ruling, as the page does."""
    begins = ((begin, name) for name, begins in SECTIONS[family].items() for begin in begins)
    return max(((len(begin), name) for begin, name in begins if rule.startswith(begin)), default=(0, LAST))[1]


def family_of(game: str) -> str:
    return "kittens" if printing_of(game).named_cards else "tacocat"


@pytest.mark.parametrize("game", rulesets())
def test_every_ruling_about_play_has_a_section_of_its_own(game: str) -> None:
    lost = [rule for rule in printing_of(game).rules if section_of(family_of(game), rule) == LAST]

    assert [rule for rule in lost if not rule.startswith(HELP)] == []


@pytest.mark.parametrize(
    ("family", "rule", "section"),
    [
        ("tacocat", "sacrifice-lowest", "answer"),
        ("tacocat", "tie-arrow", "showdown"),
        ("tacocat", "dealt", "deal"),
        ("kittens", "drew", "turn"),
        ("kittens", "drew-lethal", "bang"),
        ("kittens", "play-shape", "pairs"),
        ("kittens", "nope-own", "nope"),
        ("kittens", "amend-lost", LAST),
    ],
)
def test_the_longest_beginning_counts(family: str, rule: str, section: str) -> None:
    assert section_of(family, rule) == section


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("games", [("tc38", "tc36"), ("ek120", "min72", "zh56")])
def test_every_section_edition_and_special_card_has_its_words(language: str, games: tuple[str, ...]) -> None:
    words = Catalog(language)
    told = rules_told(words, games)
    assert isinstance(told, dict)

    assert [section["id"] for section in told["sections"]] == list(SECTIONS[family_of(games[0])])
    assert all(len(section["title"]) > 1 and len(section["text"]) > 20 for section in told["sections"])
    assert all(len(edition["text"]) > 10 for edition in told["editions"])
    plain = ("cat-", "minion-")
    for game in games:
        special = {card for card in printing_of(game).named_cards if not card.startswith(plain)}
        assert special <= set(told["cards"])
