"""What Tacocat's rulebooks leave open, each ruling a sentence (docs/rulings.md)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.tacocat_tables import (
    StackedChance,
    answers,
    attacks,
    begin,
    duels,
    hands,
    play,
    refusal,
    replaces,
    sacrifices,
    shows,
    told,
)
from tacotable_engine import Match, RequestError
from tacotable_engine.tacocat.rounds import next_space


def kinds(events: Any) -> list[str]:
    return [event["type"] for event in events]


@pytest.mark.parametrize("game", ["tc38", "tc36"])
def test_t1_all_duels_tied_and_equal_last_cards_reshuffle_on_the_same_space(game: str) -> None:
    match = begin(game, token=1, covered=[0], phase="duel", ann="5 6", bo="5 6")
    play(match, ("Ann", duels("6")), ("Bo", duels("6")), ("Ann", shows("5")))

    ruling = match.act("Bo", shows("5"))

    assert ruling.rule == "tie-unfought"
    assert told(match, "token", "covered", "phase", "wins") == [1, [0], "replace", {"Ann": 0, "Bo": 0}]


def test_t2_retail_equal_last_cards_on_the_start_win_nobody_anything() -> None:
    match = begin(phase="showdown", duel_winner="Bo", ann="4", bo="4")

    ruling = play(match, ("Ann", shows("4")), ("Bo", shows("4")))

    assert ruling.rule == "tie-start"
    assert told(match, "token", "covered", "wins") == [0, [], {"Ann": 0, "Bo": 0}]


def test_t2_print_and_play_equal_last_cards_on_the_start_go_to_the_duels_winner() -> None:
    match = begin("tc36", phase="showdown", duel_winner="Bo", ann="4", bo="4")

    ruling = play(match, ("Ann", shows("4")), ("Bo", shows("4")))

    assert ruling.rule == "tie-duel-winner"
    assert told(match, "token", "wins") == [1, {"Ann": 0, "Bo": 1}]


def test_t3_two_of_three_sevens_may_attack() -> None:
    match = begin(phase="attack", ann="2 7 7 7", bo="3 4 5 6")

    assert play(match, ("Ann", attacks("7 7"))).rule == "attack-group"


def test_t3_strict_groups_attack_whole() -> None:
    match = begin(phase="attack", ann="2 7 7 7", bo="3 4 5 6", options={"strict_groups": True})

    assert refusal(match, "Ann", attacks("7 7")) == "attack-whole-group"
    assert match.why_not("Ann", attacks("7")) is None
    assert play(match, ("Ann", attacks("7 7 7"))).rule == "attack-group"


@pytest.mark.parametrize("cards", ["5 6 7", "5 6 7 8", "6 7 8", "8 6 7"])
def test_t4_any_stretch_of_three_or_more_values_may_attack(cards: str) -> None:
    match = begin(phase="attack", ann="1 5 6 7 7 8", bo="2 2 3 3 4 4")

    ruling = play(match, ("Ann", attacks(cards)))

    assert ruling.rule == "attack-run"
    assert told(match, "demands") == sorted(cards.split())


@pytest.mark.parametrize("cards", ["6 7", "5 7 8", "6 7 7 8", "11 12 1", "5 5 6 6"])
def test_t4_no_stretch_is_short_has_gaps_repeats_a_value_or_wraps(cards: str) -> None:
    match = begin(phase="attack", ann="1 5 5 6 6 7 7 8 11 12", bo="2 2 2 2 3 3 3 3 4 4")

    assert refusal(match, "Ann", attacks(cards)) == "attack-shape"


def test_t5_a_group_and_a_run_do_not_attack_together() -> None:
    match = begin(phase="attack", ann="1 5 6 7 7 7", bo="2 2 3 3 4 4")

    assert refusal(match, "Ann", attacks("5 6 7 7 7")) == "attack-shape"


def test_t6_the_defender_picks_the_demand_and_lowest_is_judged_at_each_sacrifice() -> None:
    match = begin(phase="attack", ann="5 8 9 10", bo="2 3 7 11")

    play(match, ("Ann", attacks("8 9 10")), ("Bo", answers("11", "10")), ("Bo", answers("2", "9")))

    assert told(match, "demands") == ["8"]
    assert refusal(match, "Bo", answers("7")) == "sacrifice-lowest"
    assert play(match, ("Bo", answers("3"))).rule == "sacrifice"


@pytest.mark.parametrize("game", ["tc38", "tc36"])
def test_t7_the_lowest_card_may_be_given_up_although_others_could_defend(game: str) -> None:
    match = begin(game, phase="attack", ann="2 5 5 9", bo="1 7 8 10")

    play(match, ("Ann", attacks("5 5")), ("Bo", answers("1")), ("Bo", sacrifices("7")))

    assert told(match, "attacker", "discard") == ["Ann", ["5", "5", "1", "7"]]


def test_t8_the_lowest_card_that_reaches_the_demand_defends_unless_declared() -> None:
    match = begin(phase="attack", ann="3 10 11", bo="5 6 9")
    play(match, ("Ann", attacks("3")))

    assert play(match, ("Bo", answers("5"))).rule == "defend"
    match.undo()
    assert play(match, ("Bo", sacrifices("5"))).rule == "sacrifice"
    assert told(match, "attacker") == "Ann"


def test_t9_the_defender_always_has_a_card_for_each_demand_and_one_left() -> None:
    match = begin(phase="attack", ann="7 7 7 9", bo="1 2 3 4")

    play(match, ("Ann", attacks("7 7 7")), ("Bo", answers("1")), ("Bo", answers("2")), ("Bo", answers("3")))

    assert hands(match) == ("9", "4")


@pytest.mark.parametrize("cards", ["7 7 7", "5 6 7"])
def test_t10_the_last_card_may_not_attack(cards: str) -> None:
    match = begin(phase="attack", ann=cards, bo="1 2 3")

    assert refusal(match, "Ann", attacks(cards)) == "attack-keep-one"


def test_t11_a_board_number_above_nine_is_rejected() -> None:
    with pytest.raises(RequestError, match="board.numbers: 10 is not a whole number from 2 to 9"):
        begin(board={"numbers": [4, 6, 9, 10, 9, 6, 4], "arrows": ["both"] * 7})


def test_t11_a_short_pile_caps_replacing() -> None:
    match = begin(token=-1, covered=[0], ann="2 3 4", bo="5 6 7", pile="8 9")

    assert told(match, "limit") == 2
    assert refusal(match, "Bo", replaces("5 6 7")) == "replace-limit"


def test_t12_replaced_cards_lie_face_up_in_retail() -> None:
    match = begin(token=-1, covered=[0], ann="2 3 4", bo="5 6 7", pile="8 9 9")

    play(match, ("Bo", replaces("5 6")))

    assert match.view("Ann")["discard"] == match.view("table")["discard"] == ["5", "6"]


def test_t12_replaced_cards_lie_face_down_in_print_and_play() -> None:
    match = begin("tc36", token=-1, covered=[0], ann="2 3 4", bo="5 6 7", pile="8 9 9")

    ruling = play(match, ("Bo", replaces("5 6")))

    assert match.view("Ann")["discard"] == match.view("table")["discard"] == ["?", "?"]
    assert match.view("Bo")["discard"] == match.view("arbiter")["discard"] == ["5", "6"]
    assert ruling.events == ({"type": "replaced", "seat": "Bo", "n": 2, "cards": ["?", "?"]},)


def test_t13_under_the_double_arrow_both_choose_in_secret_without_a_cap() -> None:
    match = begin(ann="2 3 4", bo="5 6 7", pile="8 8 8 9 9 10 10")
    play(match, ("Bo", replaces("5 6 7")))

    assert told(match, "phase", "ready", "to_act") == ["replace", ["Bo"], ["Ann"]]
    assert hands(match) == ("2 3 4", "5 6 7")
    assert refusal(match, "Bo", replaces("")) == "already-sealed"

    play(match, ("Ann", replaces("2")))

    assert hands(match) == ("3 4 8", "8 8 9")
    assert told(match, "phase", "discard") == ["duel", ["2", "5", "6", "7"]]


def test_t14_when_the_arrows_player_replaces_none_the_other_may_not() -> None:
    match = begin(token=-1, covered=[0], ann="2 3 4", bo="5 6 7", pile="8 9 9")

    play(match, ("Bo", replaces("")))

    assert told(match, "phase") == "duel"
    assert refusal(match, "Ann", replaces("2")) == "replace-locked"


def test_t15_there_is_one_chance_to_replace() -> None:
    match = begin(token=-1, covered=[0], ann="2 3 4", bo="5 6 7", pile="8 9 9 10")
    play(match, ("Bo", replaces("5")))

    assert refusal(match, "Bo", replaces("6")) == "replace-once"


@pytest.mark.parametrize(
    ("token", "covered", "seat", "space"),
    [(3, (0, 1, 2), 0, -1), (-3, (-2, -1, 0, 1, 2, 3), 1, 4), (2, (-3, -2, -1, 0, 1), 0, -4)],
)
def test_t16_covered_spaces_are_passed_even_into_the_goal(
    token: int, covered: tuple[int, ...], seat: int, space: int
) -> None:
    assert next_space(token, covered, seat) == space


def test_t17_in_a_goal_the_game_is_over_before_anything_is_covered() -> None:
    match = begin(token=3, covered=[0, 1, 2], wins=["Bo", "Bo", "Bo"], phase="showdown", ann="5", bo="4")

    ruling = play(match, ("Ann", shows("5")), ("Bo", shows("4")))

    assert told(match, "phase", "token", "winner", "covered") == ["over", 4, "Bo", [0, 1, 2]]
    assert kinds(ruling.events) == ["sealed", "last-cards-shown", "round-won", "token-moved", "game-won"]


def test_t18_a_sacrifice_that_hidden_cards_may_refute_is_unproven_and_stands() -> None:
    match = begin(mode="blind", phase="attack", ann="? ? ?", bo="? ? ?")
    play(match, ("Ann", attacks("9")))

    ruling = match.act("Bo", answers("5"))

    assert (ruling.ruling, ruling.rule) == ("unproven", "sacrifice")
    assert told(match, "phase", "attacker") == ["attack", "Ann"]


def test_t19_a_tied_start_is_a_full_new_round_with_replacing_and_duel() -> None:
    match = begin(phase="showdown", duel_winner="Bo", ann="4", bo="4", chance=StackedChance("1 12"))
    play(match, ("Ann", shows("4")), ("Bo", shows("4")))

    assert told(match, "phase", "to_act", "limit", "attacker", "discard") == ["replace", ["Ann", "Bo"], 7, None, []]
    play(match, ("Ann", replaces("1")), ("Bo", replaces("")))
    assert told(match, "phase") == "duel"


def lone_space(arrow: str) -> Match:
    board = {"numbers": [3] * 7, "arrows": [arrow] * 7}
    return begin(board=board, phase="showdown", duel_winner="Bo", ann="4", bo="4")


@pytest.mark.parametrize(("arrow", "token"), [("yay", -1), ("wow", 1)])
def test_retail_equal_last_cards_go_to_the_arrows_player(arrow: str, token: int) -> None:
    match = lone_space(arrow)

    ruling = play(match, ("Ann", shows("4")), ("Bo", shows("4")))

    assert ruling.rule == "tie-arrow"
    assert told(match, "token") == token


def test_demands_are_ascending_in_whatever_order_an_attack_is_sent() -> None:
    match = begin(phase="attack", attacker="Ann", ann="7 8 9 2", bo="1 3 11 12")

    ruling = play(match, ("Ann", attacks("9 7 8")))

    assert ruling.events[0]["cards"] == ["9", "7", "8"]
    assert told(match, "demands") == ["7", "8", "9"]
    play(match, ("Bo", answers("11", "8")), ("Bo", answers("1")))
    assert told(match, "demands") == ["9"]
    play(match, ("Bo", answers("12")))
    assert told(match, "discard") == ["9", "7", "8", "11", "1", "12"]
