"""The review of a round of Tacocat: hindsight and what was known, side by side."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.tacocat_strategies import random_act
from engine.tacocat_tables import SeededChance, answers, attacks, begin, duels, play, replaces, shows
from tacotable_engine import Match
from tacotable_engine.companion.answers import Remark
from tacotable_engine.companion.tacocat.companion import TACOCAT
from tacotable_engine.errors import RequestError


def review(match: Match) -> tuple[Remark, ...]:
    return TACOCAT.review(match, random.Random(6))


def test_attack_that_gave_the_round_away_lost_it_with_hindsight() -> None:
    match = begin(ann="2 9", bo="3 5", phase="attack", attacker="Ann")
    play(match, ("Ann", attacks("2")), ("Bo", answers("5")), ("Ann", shows("9")), ("Bo", shows("3")))
    first, second = review(match)

    assert (first.act, first.seat, first.did) == (1, "Ann", {"do": "attack", "cards": ["2"]})
    assert (first.loss, first.best, first.known_best) == (1.0, *[{"do": "attack", "cards": ["9"]}] * 2)
    assert first.known_loss > 0.5
    assert (second.act, second.loss, second.best) == (2, 0.0, second.did)


def test_what_could_not_be_known_is_no_mistake() -> None:
    match = begin(ann="3 9", bo="2 10", phase="attack", attacker="Ann")
    play(match, ("Ann", attacks("9")), ("Bo", answers("10")), ("Ann", shows("3")), ("Bo", shows("2")))
    first = review(match)[0]

    assert (first.loss, first.known_loss) == (0.0, 0.0)
    assert first.best == first.known_best == first.did


def test_round_that_is_being_played_is_not_reviewed() -> None:
    match = begin(ann="2 9", bo="3 5", phase="attack", attacker="Ann")

    with pytest.raises(RequestError, match="being played"):
        review(match)


def test_nothing_is_reviewed_before_the_first_round() -> None:
    with pytest.raises(RequestError, match="no round"):
        review(begin())


def test_act_that_was_no_choice_is_left_out() -> None:
    match = begin(ann="9 9", bo="3 5", phase="attack", attacker="Ann")
    play(match, ("Ann", attacks("9")), ("Bo", answers("3")), ("Ann", shows("9")), ("Bo", shows("5")))

    assert review(match) == ()


def test_duel_is_reviewed_with_the_other_card_known() -> None:
    match = begin(ann="2 9 9", bo="3 5 6", phase="duel")
    play(match, ("Ann", duels("2")), ("Bo", duels("6")), ("Bo", attacks("5")), ("Ann", answers("9")))
    play(match, ("Ann", shows("9")), ("Bo", shows("3")))
    first = review(match)[0]

    assert (first.did, first.best, first.loss) == ({"do": "duel", "card": "2"}, {"do": "duel", "card": "9"}, 1.0)


def test_round_that_the_arbiter_ended_between_two_duel_cards_is_reviewed_without_hindsight() -> None:
    match = begin(ann="2 9 9", bo="3 5 6", phase="duel")
    play(match, ("Ann", duels("2")))
    match.amend({"do": "award", "seat": "Bo"})
    (only,) = review(match)

    assert (only.act, only.did, only.known_best) == (1, {"do": "duel", "card": "2"}, {"do": "duel", "card": "9"})
    assert (only.loss, only.best) == (None, None)


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("ruleset", ["tc38", "tc36"])
@pytest.mark.parametrize("mode", ["dealt", "seen", "blind"])
def test_each_round_of_a_game_can_be_reviewed(ruleset: str, mode: str) -> None:
    match = Match.new({"game": ruleset, "seats": ["Ann", "Bo"], "mode": mode}, SeededChance(2))
    rng, rounds = random.Random(2), 0
    while rounds < (2 if mode == "dealt" else 1):
        before = len(match.state.winners)
        seat, act = random_act(match, rng)
        match.act(seat, act)
        if len(match.state.winners) > before:
            rounds += 1
            remarks = review(match)
            assert [one.act for one in remarks] == sorted({one.act for one in remarks})
            assert all(one.loss is None or 0 <= one.loss <= 1 for one in remarks)
            assert all(one.known_loss >= 0 for one in remarks)
            assert all(one.loss is not None for one in remarks if one.did["do"] in ("attack", "answer"))


def test_copy_beyond_an_inferred_count_keeps_no_review_away() -> None:
    match = begin(mode="blind", ann="? ?", bo="? ?", phase="attack", attacker="Ann")
    play(match, ("Ann", attacks("12")))
    match.act("Bo", answers("12"))
    match.rule(True, "this deck has another one")
    play(match, ("Ann", shows("2")), ("Bo", shows("3")))

    assert [(one.seat, one.loss) for one in review(match)] == [("Ann", 0.0), ("Bo", 0.0)]


def test_cards_that_were_replaced_face_down_stay_so() -> None:
    match = begin("tc36", ann="2 6 9", bo="3 5 6", phase="replace", token=1, pile="8 9 10")
    play(match, ("Ann", replaces("6")), ("Bo", replaces("5")), ("Ann", duels("9")), ("Bo", duels("3")))
    play(match, ("Ann", attacks("8")), ("Bo", answers("9")), ("Ann", shows("2")), ("Bo", shows("6")))
    told: list[Any] = [
        cards for one in review(match) for cards in (one.did, one.known_best) if one.did["do"] == "replace"
    ]

    assert told
    assert all(set(act["cards"]) <= {"?"} for act in told)
