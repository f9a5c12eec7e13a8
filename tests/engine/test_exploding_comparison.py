"""The comparison of the printings, row by row, and the numbers of their set-ups."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from engine.exploding_strategies import TABLES
from engine.exploding_tables import (
    GAMES,
    MEANT,
    SEATS,
    begin,
    deals,
    defuses,
    draws,
    gives,
    hand,
    nopes,
    plays,
    through,
    whose,
)
from engine.tacocat_tables import SeededChance, play, refusal, told
from engine.traits import TRAITS
from tacotable_engine import Match, RequestError
from tacotable_engine.exploding.ruleset import load_ruleset

PILES = {
    ("ek120", 2): 29,
    ("ek120", 3): 22,
    ("ek120", 4): 38,
    ("ek120", 5): 31,
    ("ek120", 6): 24,
    ("ek120", 7): 17,
    ("ek120", 8): 54,
    ("ek120", 9): 47,
    ("ek120", 10): 40,
    ("min72", 2): 16,
    ("min72", 3): 15,
    ("min72", 4): 39,
    ("min72", 5): 32,
    ("zh56", 2): 35,
    ("zh56", 3): 30,
    ("zh56", 4): 23,
    ("zh56", 5): 16,
}
"""Cards in the draw pile when the game begins."""
DEFUSES = {
    ("ek120", 2): 3,
    ("ek120", 3): 3,
    ("ek120", 4): 7,
    ("ek120", 5): 7,
    ("ek120", 6): 7,
    ("ek120", 7): 7,
    ("ek120", 8): 10,
    ("ek120", 9): 10,
    ("ek120", 10): 10,
    ("min72", 2): 3,
    ("min72", 3): 4,
    ("min72", 4): 7,
    ("min72", 5): 7,
    ("zh56", 2): 4,
    ("zh56", 3): 6,
    ("zh56", 4): 6,
    ("zh56", 5): 6,
}
"""Defuses in the game: one each, and the extra ones that come back."""


def dealt(game: str, players: int, mode: str = "dealt", seed: int = 0) -> Match:
    return Match.new({"game": game, "seats": list(SEATS[:players]), "mode": mode}, SeededChance(seed))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_set_up_numbers_of_every_printing_and_number_of_players(game: str, players: int) -> None:
    match = dealt(game, players)
    every = Counter(card for cards in (*match.state.hands, match.state.pile) for card in cards)

    assert told(match, "hand_size") == dict.fromkeys(SEATS[:players], 8)
    assert len(match.state.pile) == PILES[game, players]
    assert match.state.pile.count(MEANT[game]["lethal"]) == every[MEANT[game]["lethal"]] == players - 1
    assert every["defuse"] == DEFUSES[game, players]
    assert all("defuse" in held for held in match.state.hands)


@pytest.mark.parametrize("mode", ["seen", "blind"])
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_physical_set_up_counts_the_same_cards(game: str, players: int, mode: str) -> None:
    match = dealt(game, players, mode)

    in_pile = PILES[game, players] + (8 * players if mode == "seen" else 0)  # all of them are still to be dealt
    assert len(match.state.pile) == in_pile
    assert match.state.terms.deck.counts["defuse"] == DEFUSES[game, players]


@pytest.mark.parametrize(("game", "fewest", "most"), [("ek120", 2, 10), ("min72", 2, 5), ("zh56", 2, 5)])
def test_row_players(game: str, fewest: int, most: int) -> None:
    seats = [*SEATS, "Kim"]

    assert len(Match.new({"game": game, "seats": seats[:most]}, SeededChance()).seats) == most
    for count in (fewest - 1, most + 1):
        with pytest.raises(RequestError, match=f"seats: {game} is for {fewest} to {most} players, not {count}"):
            Match.new({"game": game, "seats": seats[:count]}, SeededChance())


@pytest.mark.parametrize("game", GAMES)
def test_row_subset_by_players(game: str) -> None:
    ruleset = load_ruleset(game)

    assert [ruleset.card_set(count).name for count in ruleset.players] == TRAITS[game].sets.split()
    assert [sum(ruleset.card_set(count).counts.values()) for count in ruleset.players] == list(TRAITS[game].set_sizes)


@pytest.mark.parametrize("game", GAMES)
def test_row_cards_of_the_box(game: str) -> None:
    counts = load_ruleset(game).counts

    assert tuple(counts.values()) == TRAITS[game].copies
    assert sum(counts.values()) == TRAITS[game].box


def test_row_subset_the_paw_cards_and_the_others_are_all_there_are() -> None:
    paw, no_paw, whole = (Counter(load_ruleset("ek120").card_set(count).counts) for count in (2, 4, 8))

    assert paw + no_paw == whole


def test_row_subset_the_gru_cards_and_the_others_are_all_there_are() -> None:
    gru, plain, whole = (Counter(load_ruleset("min72").card_set(count).counts) for count in (2, 3, 4))

    assert gru + plain == whole


class AskedChance(SeededChance):
    """A chance that keeps what it is asked to shuffle."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[Counter[str]] = []

    def shuffle(self, cards: Any) -> list[str]:
        self.asked.append(Counter(cards))
        return list(super().shuffle(cards))


@pytest.mark.parametrize(("game", "extra_first"), [("ek120", 3), ("min72", 3), ("zh56", 0)])
def test_row_order_of_setup(game: str, extra_first: int) -> None:
    """Extra Defuses go in before dealing, and in zh56 with the lethal cards after it."""
    chance = AskedChance()
    Match.new({"game": game, "seats": list(SEATS[:4])}, chance)
    lethal = MEANT[game]["lethal"]

    before_dealing, after_dealing = chance.asked
    assert (before_dealing["defuse"], before_dealing[lethal]) == (extra_first, 0)
    assert after_dealing[lethal] == 3
    assert after_dealing.total() == PILES[game, 4]


@pytest.mark.parametrize(("game", "can"), [("ek120", True), ("min72", True), ("zh56", False)])
def test_row_can_a_start_hand_hold_two_defuses(game: str, can: bool) -> None:
    matches = [dealt(game, 4, seed=seed) for seed in range(40)]

    most = max(held.count("defuse") for match in matches for held in match.state.hands)
    assert (most > 1) == can


@pytest.mark.parametrize(("game", "is_legal"), [("ek120", True), ("min72", True), ("zh56", False)])
def test_row_can_a_start_hand_hold_two_defuses_when_readers_see_the_deal(game: str, is_legal: bool) -> None:
    match = dealt(game, 4, "seen")
    play(match, ("Ann", deals("defuse")))

    assert match.act("Ann", deals("defuse")).is_applied == is_legal


@pytest.mark.parametrize(("game", "owed"), [("ek120", 4), ("min72", 4), ("zh56", 2)])
def test_row_attack_on_attack(game: str, owed: int) -> None:
    match = begin(game, ann="attack", bo="attack", cy="", pile="lethal lethal")

    through(match, "Ann", plays("attack"))
    through(match, "Bo", plays("attack"))

    assert whose(match) == f"Cy {owed} attack"


@pytest.mark.parametrize(("game", "owed"), [("ek120", 6), ("min72", 6), ("zh56", 2)])
def test_row_attack_on_attack_on_attack(game: str, owed: int) -> None:
    match = begin(game, ann="attack", bo="attack", cy="attack", pile="lethal lethal")

    for seat in ("Ann", "Bo", "Cy"):
        through(match, seat, plays("attack"))

    assert whose(match) == f"Ann {owed} attack"


def test_publishers_example_of_2025_a_victim_who_attacks_at_once_makes_the_next_owe_four() -> None:
    match = begin(ann="attack", bo="attack", cy="", pile="lethal lethal")

    through(match, "Ann", plays("attack"))
    through(match, "Bo", plays("attack"))

    assert whose(match) == "Cy 4 attack"


def test_publishers_example_of_2025_a_victim_who_ends_one_turn_first_makes_the_next_owe_three() -> None:
    match = begin(ann="attack", bo="attack", cy="", pile="skip lethal lethal")

    through(match, "Ann", plays("attack"))
    play(match, ("Bo", draws()))
    through(match, "Bo", plays("attack"))

    assert whose(match) == "Cy 3 attack"


@pytest.mark.parametrize(("game", "others"), [("ek120", True), ("min72", False), ("zh56", True)])
def test_row_pairs(game: str, others: bool) -> None:
    match = begin(game, ann=f"{TRAITS[game].pair} skip skip", bo="nope", pile="lethal")
    refused = match.why_not("Ann", plays("skip skip", "Bo"))

    assert match.why_not("Ann", plays(TRAITS[game].pair, "Bo")) is None
    assert (refused is None) == others
    assert refused is None or refused.rule == "play-unknown-here"


@pytest.mark.parametrize("game", ["ek120", "zh56"])
def test_row_three_of_a_kind_names_a_card(game: str) -> None:
    match = begin(game, ann="cat-1*3", bo="nope", pile="lethal")

    through(match, "Ann", plays("cat-1 cat-1 cat-1", "Bo", "nope"))

    assert hand(match, "Ann") == "nope"


def test_row_three_of_a_kind_is_none_among_minions() -> None:
    match = begin("min72", ann="minion-a*3", bo="nope", pile="lethal")

    assert refusal(match, "Ann", plays("minion-a minion-a minion-a")) == "play-unknown-here"


@pytest.mark.parametrize("game", [game for game in GAMES if "five" not in TRAITS[game].combos])
def test_row_five_different_titles_are_no_combo(game: str) -> None:
    match = begin(game, ann=TRAITS[game].five, bo="", discard="shuffle", pile="lethal")

    assert refusal(match, "Ann", plays(TRAITS[game].five)) == "play-unknown-here"


def test_row_five_different_titles_take_a_card_from_the_discard_pile() -> None:
    match = begin("zh56", ann=TRAITS["zh56"].five, bo="", discard="shuffle", pile="lethal")

    through(match, "Ann", plays(TRAITS["zh56"].five, name="shuffle"))

    assert hand(match, "Ann") == "shuffle"


@pytest.mark.parametrize(("game", "has"), [("ek120", True), ("min72", False), ("zh56", True)])
def test_row_favor(game: str, has: bool) -> None:
    match = begin(game, ann="", bo="skip", pile="lethal")
    if has:
        match = begin(game, ann="favor", bo="skip", pile="lethal")
        through(match, "Ann", plays("favor", "Bo"))
        play(match, ("Bo", gives("skip")))
        assert hand(match, "Ann") == "skip"
    else:
        with pytest.raises(RequestError, match='"favor" is not a card of this game'):
            match.act("Ann", plays("favor", "Bo"))


@pytest.mark.parametrize("game", GAMES)
def test_row_nope_on_combos(game: str) -> None:
    match = begin(game, ann=TRAITS[game].pair, bo="nope", pile="lethal")

    play(match, ("Ann", plays(TRAITS[game].pair, "Bo")), ("Bo", nopes()))

    assert match.resolve().events[0]["type"] == "cancelled"


@pytest.mark.parametrize("game", ["ek120", "zh56"])
def test_row_eliminated_players_cards_go_to_the_discard_pile(game: str) -> None:
    match = begin(game, ann="skip nope attack", bo="", cy="", discard="favor", pile="lethal lethal")
    play(match, ("Ann", draws()))

    assert told(match, "discard") == ["favor", "attack", "nope", "skip", "exploding-kitten"]
    assert told(match, "in_front") == {"Ann": [], "Bo": [], "Cy": []}


def test_row_eliminated_players_cards_lie_in_front_of_him() -> None:
    match = begin("min72", ann="skip nope attack", bo="", cy="", discard="shuffle", pile="lethal lethal")
    play(match, ("Ann", draws()))

    assert told(match, "discard") == ["shuffle"]
    assert match.view("table")["in_front"] == {
        "Ann": ["exploding-minion", "attack", "nope", "skip"],
        "Bo": [],
        "Cy": [],
    }


@pytest.mark.parametrize(("game", "size", "extra"), [("ek120", 44, 1), ("min72", 31, 1), ("zh56", 52, 2)])
def test_row_two_player_special(game: str, size: int, extra: int) -> None:
    ruleset = load_ruleset(game)

    assert (sum(ruleset.card_set(2).counts.values()), ruleset.extra_defuses(2)) == (size, extra)


@pytest.mark.parametrize("game", GAMES)
def test_row_extra_defuses_of_every_number_of_players(game: str) -> None:
    ruleset = load_ruleset(game)

    assert [ruleset.extra_defuses(count) for count in ruleset.players] == list(TRAITS[game].extra_defuses)


@pytest.mark.parametrize("game", GAMES)
def test_row_defuse_ends_turn(game: str) -> None:
    match = begin(game, ann="defuse", bo="", cy="", pile="lethal skip lethal")
    play(match, ("Ann", draws()), ("Ann", defuses(1)))

    assert whose(match) == "Bo 1 normal"
    assert told(match, "phase", "drawn") == ["turn", None]
