"""The data files: decks, boards and editions say where they come from and keep their limits."""

from __future__ import annotations

import pytest

from tacotable_engine import RequestError
from tacotable_engine.tacocat.ruleset import (
    check_board_file,
    check_deck,
    check_ruleset,
    load_ruleset,
    read_file,
)


def test_the_retail_deck_has_38_cards() -> None:
    counts = load_ruleset("tc38").deck.counts

    assert list(counts.items()) == [
        ("1", 1),
        ("2", 4),
        ("3", 5),
        ("4", 5),
        ("5", 5),
        ("6", 5),
        ("7", 4),
        ("8", 3),
        ("9", 2),
        ("10", 2),
        ("11", 1),
        ("12", 1),
    ]


def test_the_print_and_play_deck_is_the_retail_one_without_11_and_12() -> None:
    retail, other = load_ruleset("tc38").deck, load_ruleset("tc36").deck

    assert other.size == 36
    assert dict(other.counts) == {card: n for card, n in retail.counts.items() if card not in ("11", "12")}


def test_the_editions_differ_where_their_rulebooks_do() -> None:
    retail, other = load_ruleset("tc38"), load_ruleset("tc36")

    differences = [(r.has_runs, r.tucks_duel, r.duel_winner_breaks_ties, r.replaces_face_down) for r in (retail, other)]
    assert differences == [(True, False, False, False), (False, True, True, True)]


def test_the_default_board_is_marked_as_a_placeholder() -> None:
    board = load_ruleset("tc38").board

    assert board.is_placeholder
    assert board.numbers == (4, 6, 9, 7, 9, 6, 4)
    assert [board.arrow(space) for space in range(-3, 4)] == [1, 1, 1, None, 0, 0, 0]


@pytest.mark.parametrize(
    ("folder", "name"), [("decks", "tacocat-38"), ("decks", "tacocat-36"), ("boards", "placeholder")]
)
def test_every_file_says_where_its_facts_come_from(folder: str, name: str) -> None:
    assert len(read_file(folder, name)["provenance"]) > 80


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"total": 39}, "total: the counts make 38, not 39"),
        ({"counts": {"13": 1}}, 'counts: "13"'),
        ({"counts": {"1": 0}}, "counts.1: 0"),
        ({"counts": {}}, "counts: the values and their copies are missing"),
        ({"colour": 1}, 'unknown field "colour"'),
    ],
)
def test_a_deck_that_breaks_its_limits_is_refused(change: dict[str, object], problem: str) -> None:
    told = {**read_file("decks", "tacocat-38"), **change}

    with pytest.raises(RequestError) as error:
        check_deck(told)

    assert problem in str(error.value)


def test_a_board_file_that_breaks_its_limits_is_refused() -> None:
    told = {**read_file("boards", "placeholder"), "numbers": [4, 6, 9, 7, 9, 6, 1]}

    with pytest.raises(RequestError, match="board.numbers: 1 is not"):
        check_board_file(told)


@pytest.mark.parametrize("key", ["deck", "runs", "equal_last_cards", "deciding_duel", "replaced_cards"])
def test_an_edition_names_every_difference(key: str) -> None:
    told = {name: value for name, value in read_file("rulesets", "tc38").items() if name != key}

    with pytest.raises(RequestError, match=key):
        check_ruleset(told)
