"""The data files of the Exploding games: wrong ones are refused by key, and another printing is just another file."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from importlib.resources import files
from typing import Any

import pytest

from engine.exploding_tables import GAMES
from engine.tacocat_tables import SeededChance
from tacotable_engine import RequestError
from tacotable_engine.cards import Mode
from tacotable_engine.exploding.effects import EFFECTS, eliminate
from tacotable_engine.exploding.position import start
from tacotable_engine.exploding.ruleset import RULESETS, Ruleset, check_ruleset, load_ruleset
from tacotable_engine.exploding.state import Pending, State, Terms, Turn


def file_of(game: str) -> dict[str, Any]:
    """Read the data file of a printing."""
    path = files("tacotable_engine.exploding").joinpath("data", f"{game}.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def changed(game: str, key: str, value: object) -> dict[str, Any]:
    """Give a data file with one key changed, such as "counts.skip"; None takes it out."""
    told: Any = deepcopy(file_of(game))
    *path, last = key.split(".")
    inner = told
    for name in path:
        inner = inner[int(name)] if name.isdigit() else inner[name]
    inner.pop(last, None)
    if value is not None:
        inner[last] = value
    return dict(told)


def test_every_printing_that_ships_is_in_the_tests_of_all_printings() -> None:
    assert set(GAMES) == set(RULESETS.shipped)


@pytest.mark.parametrize("game", GAMES)
def test_every_file_says_where_its_facts_come_from(game: str) -> None:
    assert len(file_of(game)["provenance"]) > 80


@pytest.mark.parametrize("game", GAMES)
def test_a_file_is_read_as_it_stands(game: str) -> None:
    assert check_ruleset(file_of(game)) == load_ruleset(game)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "key",
    ["id", "players", "lethal", "plain", "stacking", "eliminated", "extra_defuses", "provenance", "counts", "sets"],
)
def test_a_file_without_one_of_its_keys_is_refused_by_that_key(game: str, key: str) -> None:
    with pytest.raises(RequestError, match=key):
        check_ruleset(changed(game, key, None))


@pytest.mark.parametrize(
    ("key", "value", "problem"),
    [
        ("colour", 1, 'unknown field "colour"'),
        ("id", 7, "id: 7 is not"),
        ("players", [2], "players: takes the fewest and the most"),
        ("players", [5, 2], "players: takes the fewest and the most"),
        ("players", [1, 5], "players: 1 is not a whole number from 2 to 10"),
        ("players", [2, 11], "players: 11 is not a whole number from 2 to 10"),
        ("players", 5, "players: 5 is not a list"),
        ("lethal", "bomb", 'lethal: "bomb" is not one of'),
        ("plain", ["cat-1", "dog"], 'plain: "dog" is not a card'),
        ("wild", "dog", 'wild: "dog" is not one of'),
        ("mimic", "dog", 'mimic: "dog" is not one of'),
        ("combos", ["pair", "quad"], 'combos: "quad" is not one of pair, triple, five'),
        ("any_title", "yes", 'any_title: "yes" is not true or false'),
        ("stacking", "sum", 'stacking: "sum" is not one of remaining, fixed'),
        ("eliminated", "table", 'eliminated: "table" is not one of discard, in-front'),
        ("extra_defuses", "never", 'extra_defuses: "never" is not one of before-dealing, after-dealing'),
        ("extra_defuses_at_most", {"6": 2}, 'extra_defuses_at_most: unknown field "6"'),
        ("extra_defuses_at_most", {"2": -1}, "extra_defuses_at_most: -1"),
        ("counts.skip", 0, "counts.skip: 0 is not a whole number from 1 to 400"),
        ("counts.skip", 4.5, "counts.skip: 4.5"),
        ("counts.dog", 4, "counts.dog: no rule knows this card; is it a plain one?"),
        ("counts.exploding-kitten", 3, "counts.exploding-kitten: too few for 5 players"),
        ("counts.defuse", 4, "sets.all.defuse: 5 players need one each"),
        ("counts.cat-1", None, 'plain: "cat-1" is not a card'),
        ("sets", [], "sets: 0 sets are for 2 players; there must be one"),
        ("sets.0.players", [2, 4], "sets: 0 sets are for 5 players; there must be one"),
        ("sets.0.name", None, "the field 'name' is missing"),
        ("sets.0.colour", 1, 'sets: unknown field "colour"'),
        ("sets.0.counts", {"defuse": 5, "skip": 4}, "sets.all: too few cards to deal 7 to each of 2"),
        ("sets.0.counts", {"defuse": 7}, "sets.all.defuse: 7 copies, and the box has 6"),
        ("sets.0.counts", {"dog": 1}, "sets.all.dog: 1 copies, and the box has 0"),
        ("sets.0.counts", {"exploding-kitten": 1}, "sets.all.exploding-kitten: 1 copies, and the box has 0"),
    ],
)
def test_a_file_that_breaks_its_limits_is_refused_by_key(key: str, value: object, problem: str) -> None:
    with pytest.raises(RequestError) as error:
        check_ruleset(changed("zh56", key, value))

    assert problem in str(error.value)


def test_two_sets_for_one_number_of_players_are_refused() -> None:
    told = file_of("ek120")
    told["sets"][0]["players"] = [2, 4]

    with pytest.raises(RequestError, match="sets: 2 sets are for 4 players; there must be one"):
        check_ruleset(told)


OLDER = {**changed("zh56", "extra_defuses_at_most", None), "id": "older"}
"""As zh56, without its special for two players."""
NEWER = {
    **changed("zh56", "combos", ["pair", "triple"]),
    "id": "newer",
    "stacking": "remaining",
    "eliminated": "in-front",
    "extra_defuses_at_most": {"2": 2, "3": 2, "4": 2, "5": 1},
}
"""As zh56, but attacks stack, there is no five different, few Defuses come back, and a dead hand stays in front."""


def middle(ruleset: Ruleset, *, source: Any = "attack") -> State:
    """Begin a game of three with a printing, in the middle of an Attack."""
    seats = ("Ann", "Bo", "Cy")
    terms = Terms(ruleset, seats, Mode.DEALT, ruleset.deck(3))
    begun = start(terms, None, terms.deck, SeededChance())
    return begun._replace(turn=Turn(0, 1, source))


@pytest.mark.parametrize(("told", "owed"), [(OLDER, 2), (NEWER, 3)])
def test_another_printing_is_another_file_with_its_own_attack(told: dict[str, Any], owed: int) -> None:
    ruleset = check_ruleset(told)
    terms = middle(ruleset).terms
    state = middle(ruleset)._replace(
        terms=Terms(ruleset, terms.seats, terms.mode, terms.deck, stacking=ruleset.stacking)
    )

    attacked, _ = EFFECTS["attack"](state, Pending(0, ("attack",), "attack"), SeededChance())

    assert attacked.turn == Turn(1, owed, "attack")


@pytest.mark.parametrize(("told", "sizes"), [(OLDER, [37, 30, 23, 16]), (NEWER, [35, 29, 23, 16])])
def test_another_printing_is_set_up_by_its_own_numbers(told: dict[str, Any], sizes: list[int]) -> None:
    ruleset = check_ruleset(told)

    assert [ruleset.deck(count).size - 8 * count for count in ruleset.players] == sizes


def test_another_printing_has_its_own_combos() -> None:
    five = ("skip", "attack", "nope", "cat-1", "cat-2")

    assert check_ruleset(OLDER).is_known_here(five)
    assert not check_ruleset(NEWER).is_known_here(five)


@pytest.mark.parametrize(("told", "in_discard", "in_front"), [(OLDER, 9, 0), (NEWER, 0, 9)])
def test_another_printing_has_its_own_place_for_the_dead(told: dict[str, Any], in_discard: int, in_front: int) -> None:
    gone, _ = eliminate(middle(check_ruleset(told))._replace(drawn="exploding-kitten"), 0)

    assert (len(gone.discard), len(gone.in_front[0])) == (in_discard, in_front)


def test_a_printing_with_another_wild_card_and_another_mimic_is_a_file_too() -> None:
    told = {**OLDER, "wild": "cat-5", "mimic": "favor", "plain": ["cat-1", "cat-2", "cat-3", "cat-4"]}
    ruleset = check_ruleset(told)

    assert ruleset.shape(("cat-5", "cat-1")) == "pair"
    assert ruleset.shape(("favor", "cat-1")) == "pair"
    assert ruleset.effect_of(("favor",), "skip") == "skip"
