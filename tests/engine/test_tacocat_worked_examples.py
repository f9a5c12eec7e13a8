"""The worked examples of the rulebooks."""

from __future__ import annotations

import pytest

from engine.tacocat_tables import answers, attacks, begin, hands, play, refusal, told


@pytest.mark.parametrize("card", ["8", "9", "10"])
def test_an_8_is_defended_by_an_8_a_9_or_a_10(card: str) -> None:
    match = begin(phase="attack", attacker="Bo", ann="1 3 6 7 8 9 10", bo="2 4 5 5 6 8 11")

    ruling = play(match, ("Bo", attacks("8")), ("Ann", answers(card)))

    assert ruling.rule == "defend"
    assert told(match, "phase", "attacker") == ["attack", "Ann"]


@pytest.mark.parametrize("card", ["3", "6", "7"])
def test_an_8_is_not_answered_by_a_lower_card_that_is_not_the_lowest(card: str) -> None:
    match = begin(phase="attack", attacker="Bo", ann="1 3 6 7 8 9 10", bo="2 4 5 5 6 8 11")
    play(match, ("Bo", attacks("8")))

    assert refusal(match, "Ann", answers(card)) == "sacrifice-lowest"


def test_where_nothing_reaches_an_8_the_1_must_be_sacrificed() -> None:
    match = begin(phase="attack", attacker="Bo", ann="1 2 2 4 5 6 7", bo="3 3 4 8 9 10 12")
    play(match, ("Bo", attacks("8")))

    assert [act["card"] for act in match.legal("Ann")] == ["1"]
    assert play(match, ("Ann", answers("1"))).rule == "sacrifice"
    assert told(match, "phase", "attacker") == ["attack", "Bo"]


def test_three_7s_are_defended_by_7_8_and_11_and_the_3_remains() -> None:
    match = begin(phase="attack", ann="2 7 7 7", bo="3 7 8 11")

    play(match, ("Ann", attacks("7 7 7")), ("Bo", answers("7")), ("Bo", answers("8")), ("Bo", answers("11")))

    assert told(match, "phase") == "showdown"
    assert hands(match) == ("2", "3")


def test_the_run_8_9_10_takes_11_2_and_3_leaves_the_7_and_keeps_the_lead() -> None:
    match = begin(phase="attack", ann="5 8 9 10", bo="2 3 7 11")

    play(match, ("Ann", attacks("8 9 10")), ("Bo", answers("11")), ("Bo", answers("2")), ("Bo", answers("3")))

    assert hands(match) == ("5", "7")
    assert told(match, "attacker") == "Ann"


def test_print_and_play_three_7s_are_won_twice_and_lost_with_the_2() -> None:
    match = begin("tc36", phase="attack", ann="1 6 7 7 7", bo="2 4 5 7 8")

    play(match, ("Ann", attacks("7 7 7")), ("Bo", answers("7")), ("Bo", answers("8")), ("Bo", answers("2")))

    assert told(match, "phase", "attacker") == ["attack", "Ann"]
    assert hands(match) == ("1 6", "4 5")
