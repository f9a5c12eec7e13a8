"""Tacocat's advice: legal as it is, the same for the same question, sensible, and there when time is over."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.tacocat_codes import WHYS
from engine.tacocat_strategies import MODES, random_act
from engine.tacocat_tables import SeededChance, answers, attacks, begin, duels, play, replaces
from tacotable_engine import Match
from tacotable_engine.companion.answers import LEVELS, Counsel, Level, companion_of
from tacotable_engine.companion.tacocat.companion import TACOCAT
from tacotable_engine.companion.tacocat.duels import matched
from tacotable_engine.companion.tacocat.replacing import worth
from tacotable_engine.errors import RequestError

TWO_EACH = {"numbers": [2] * 7, "arrows": ["both"] * 7}


def advise(match: Match, seat: str, level: Level = "strong", **more: Any) -> Counsel:
    return TACOCAT.advise(match, seat, level, more.pop("worlds", 20), random.Random(4), **more)


def best(match: Match, seat: str, level: Level = "strong") -> Any:
    return advise(match, seat, level).advice[0].act


def test_registry_names_this_companion_for_both_printings() -> None:
    assert companion_of("tc38") is TACOCAT
    assert companion_of("tc36") is TACOCAT


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("ruleset", ["tc38", "tc36"])
def test_all_advice_of_a_game_is_legal_and_has_a_reason(ruleset: str, level: Level) -> None:
    match, rng = Match.new({"game": ruleset, "seats": ["Ann", "Bo"]}, SeededChance(8)), random.Random(8)
    while len(match.state.winners) < 3:
        seat = rng.choice(match.public_view.to_act)
        told = advise(match, seat, level, worlds=3)
        for one in told.advice:
            assert match.why_not(seat, one.act) is None, one
            assert 0 <= one.value <= 1
            assert one.why.removeprefix("why.") in WHYS
        is_own = rng.random() < 0.7
        match.act(*((seat, told.advice[0].act) if is_own else random_act(match, rng)))


def test_same_question_has_the_same_answer() -> None:
    match = begin(ann="1 3 6 7 9 11", bo="2 3 4 8 8 10", phase="attack", attacker="Ann")

    assert advise(match, "Ann") == advise(match, "Ann")


def test_robot_attacks_with_the_high_card_and_keeps_the_low_one() -> None:
    assert best(begin(ann="2 9", bo="3 5", phase="attack", attacker="Ann"), "Ann") == {"do": "attack", "cards": ["9"]}


def test_certain_win_is_told_as_one() -> None:
    match = begin(ann="1 12", bo="3 5", phase="attack", attacker="Ann")
    told = advise(match, "Ann").advice[0]

    assert (told.act["cards"], told.value, told.error, told.why) == (["12"], 1.0, 0.0, "why.attack-sure")


def test_chance_of_the_last_card_counts_all_that_the_other_may_hold() -> None:
    deck = {"2": 2, "4": 1, "7": 1}
    match = begin(ann="4", bo="7", phase="showdown", attacker="Ann", duel_winner="Bo", deck=deck, board=TWO_EACH)
    told = advise(match, "Ann")

    assert told.advice[0].act == {"do": "show", "card": "4"}
    assert told.advice[0].value == pytest.approx(1 / 3)  # of two 2s and a 7, each as likely
    assert (told.advice[0].error, told.worlds) == (0.0, 2)


def test_robot_replaces_the_middle_and_keeps_both_ends() -> None:
    match = begin(ann="1 2 5 5 6 11 12", bo="2 3 4 8 8 10 10", phase="replace", pile="2 2 3 3 4 6 7 7 8 9 9")
    replaced = best(match, "Ann")["cards"]

    assert {"5"} <= set(replaced) <= {"5", "6"}


def test_good_hand_under_the_arrow_locks_the_other_out() -> None:
    under_arrow = begin(phase="replace", token=2, ann="1 2 2 8 10 11", bo="5 5 6 6 7 7", pile="3 3 3 4 4 4 5 5 6 7 8 9")
    first, second = advise(under_arrow, "Ann").advice[:2]

    assert first.act == {"do": "replace", "cards": []}
    assert first.value > second.value + 0.05


def test_easy_level_keeps_every_card_and_spends_its_highest() -> None:
    match = begin(ann="2 4 5 9", bo="3 5 6 8", phase="replace", pile="7 7 6 6 5 4 3 3")

    assert best(match, "Ann", "easy") == {"do": "replace", "cards": []}
    play(match, ("Ann", replaces()), ("Bo", replaces()))
    assert best(match, "Ann", "easy") == {"do": "duel", "card": "9"}
    play(match, ("Ann", duels("9")), ("Bo", duels("3")))
    assert best(match, "Ann", "easy") == {"do": "attack", "cards": ["5"]}
    play(match, ("Ann", attacks("4")))
    assert best(match, "Bo", "easy") == {"do": "answer", "card": "5"}


@pytest.mark.parametrize(("level", "cards"), [("easy", []), ("fair", ["4", "6", "7"])])
def test_a_slow_machine_replaces_as_its_level_does(level: Level, cards: list[str]) -> None:
    match = begin(ann="2 4 6 7 9 10", bo="3 4 5 8 8 11", phase="replace", pile="7 7 6 6 5 3 3 2")

    assert advise(match, "Ann", level, is_over=lambda: True).advice[0].act == {"do": "replace", "cards": cards}


def test_advice_comes_when_time_is_over_from_the_start() -> None:
    match = begin(ann="1 2 3 4 5 6 7 8 9", bo="2 3 4 5 6 7 8 9 10", phase="attack", attacker="Ann")
    told = advise(match, "Ann", is_over=lambda: True)

    assert told.worlds == 0
    assert match.why_not("Ann", told.advice[0].act) is None


def test_time_is_looked_at_often() -> None:
    match = begin(ann="1 2 3 4 5 6 7 8 9", bo="2 3 4 5 6 7 8 9 10", phase="duel")
    looks = 0

    def is_over() -> bool:
        nonlocal looks
        looks += 1
        return looks > 20

    told = advise(match, "Ann", is_over=is_over)

    assert looks == 21  # nothing goes on once it was told
    assert match.why_not("Ann", told.advice[0].act) is None


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode != "dealt"])
def test_told_hand_is_as_good_as_a_known_one(mode: str) -> None:
    known = begin(ann="1 3 6 7 9 11", bo="2 3 4 8 8 10", phase="attack", attacker="Ann")
    hidden = begin(mode=mode, ann="? ? ? ? ? ?", bo="? ? ? ? ? ?", phase="attack", attacker="Ann")
    for match in (known, hidden):
        play(match, ("Ann", attacks("9")), ("Bo", answers("10")), ("Bo", attacks("8")))

    assert advise(hidden, "Ann", hand=["1", "3", "6", "7", "11"]).advice[0] == advise(known, "Ann").advice[0]


@pytest.mark.parametrize(
    ("hand", "says"),
    [
        (["2"], "2 cards are held"),
        (["2", "99"], "cards of this game"),
        (["1", "1"], "not so many copies"),
        (None, "tell the cards"),
    ],
)
def test_hand_that_cannot_be_is_refused(hand: Any, says: str) -> None:
    match = begin(mode="blind", ann="? ?", bo="? ?", phase="attack", attacker="Ann")

    with pytest.raises(RequestError, match=says):
        advise(match, "Ann", hand=hand)


def test_seat_that_may_not_act_gets_no_advice() -> None:
    match = begin(ann="2 9", bo="3 5", phase="attack", attacker="Ann")

    with pytest.raises(RequestError, match="not to act"):
        advise(match, "Bo")
    with pytest.raises(RequestError, match="nothing is chosen"):
        advise(begin(mode="seen"), "Ann")


def test_mixture_cannot_be_used() -> None:
    mixture, values = matched([[[1.0, 0.0], [0.0, 1.0]]])

    assert mixture == pytest.approx([0.5, 0.5], abs=0.05)
    assert values == pytest.approx([0.5, 0.5], abs=0.05)


def test_dominated_card_is_not_mixed_in() -> None:
    mixture, _ = matched([[[0.2, 0.1], [0.9, 0.8]], [[0.0], [1.0]]])

    assert mixture[0] < 0.01


def test_hand_of_low_and_high_cards_is_worth_more_than_a_middle_one() -> None:
    low_high, middle = [0] * 13, [0] * 13
    for value in (1, 2, 2, 8, 9, 10, 11):
        low_high[value] += 1
    for value in (4, 5, 5, 6, 6, 7, 7):
        middle[value] += 1

    assert worth(low_high) > 0.8
    assert worth(middle) < 0.2
