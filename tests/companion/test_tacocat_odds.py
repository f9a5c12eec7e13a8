"""Tacocat's odds: exact where all worlds can be listed, sampled fairly elsewhere, and of nothing that is hidden."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pytest

from companion.lockstep import FULL_POSITIONS, SMALL_POSITIONS
from companion.tacocat_positions import SMALL_DECK, plain_value, small_fight, told_fight
from engine.tacocat_strategies import random_act
from engine.tacocat_tables import SeededChance, answers, attacks, begin, play
from tacotable_engine import Match
from tacotable_engine.companion.tacocat.companion import TACOCAT
from tacotable_engine.companion.tacocat.odds import even_equity, match_equity
from tacotable_engine.errors import RequestError
from tacotable_engine.tacocat.proofs import unseen
from tacotable_engine.tacocat.state import redacted

ALL = 10**6


def odds(match: Match, viewer: str, worlds: int = ALL) -> Any:
    return TACOCAT.odds(match, viewer, worlds, random.Random(7))


def shares(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def listed_value(match: Match, seat: int, floor: int) -> float:
    """Return the mean over every single set of unseen cards that the other seat may hold."""
    state = match.state
    own = tuple(map(int, state.hands[seat]))
    left = [int(card) for card, n in unseen(redacted(state, seat)).items() for _ in range(n) if int(card) >= floor]
    pairs = [(own, other) if seat == 0 else (other, own) for other in combinations(left, len(state.hands[1 - seat]))]
    return shares([plain_value(state, *pair) for pair in pairs])


@pytest.mark.parametrize("ruleset", ["tc38", "tc36"])
def test_open_cards_give_the_exact_value(ruleset: str) -> None:
    rng = random.Random(f"open {ruleset}")
    for _ in range(SMALL_POSITIONS // 4):
        match = small_fight(rng, ruleset)
        first, second = (tuple(map(int, hand)) for hand in match.state.hands)
        told = odds(match, "arbiter")

        assert (told.by, told.error) == ("exact", 0)
        if match.state.phase.value != "showdown":
            assert told.values["round"]["Ann"] == plain_value(match.state, first, second)


def test_seats_odds_are_the_mean_of_all_hands_that_the_other_may_hold() -> None:
    rng = random.Random("listed")
    for number in range(SMALL_POSITIONS // 2):
        match, floors = told_fight(rng, "tc38", (2, 3), SMALL_DECK)
        seat = number % 2
        told = odds(match, match.seats[seat])

        assert told.by == "exact"
        assert told.values["round"]["Ann"] == pytest.approx(listed_value(match, seat, floors[1 - seat]), abs=1e-6)


def test_sampled_odds_agree_with_a_sampler_that_rejects() -> None:
    misses = 0
    for seed in range(FULL_POSITIONS):
        match, floors = told_fight(random.Random(f"sampled {seed}"), "tc38", (5,))
        told = odds(match, "Ann", 300)
        own = tuple(map(int, match.state.hands[0]))
        left = [int(card) for card, n in unseen(redacted(match.state, 0)).items() for _ in range(n)]
        values = rejected(random.Random(seed), left, own, len(match.state.hands[1]), floors[1], match)
        mean = shares(values)
        error = 1.96 * (mean * (1 - mean) / len(values)) ** 0.5
        misses += abs(mean - told.values["round"]["Ann"]) > 1.6 * (told.error**2 + error**2) ** 0.5

    assert misses <= FULL_POSITIONS // 50 + 1  # 1.6 half widths are three standard errors


def rejected(rng: random.Random, left: list[int], own: Any, size: int, floor: int, match: Match) -> list[float]:
    values: list[float] = []
    while len(values) < 100:
        other = tuple(sorted(rng.sample(left, size)))
        if min(other) >= floor:
            values.append(plain_value(match.state, own, other))
    return values


def test_sacrifice_tells_that_no_lower_card_is_left() -> None:
    deck = {"1": 5, "2": 4, "3": 1, "4": 5, "5": 3, "9": 1}
    match = begin(ann="3 5 9", bo="4 5 5", phase="attack", attacker="Ann", deck=deck)
    before = odds(match, "Ann").values["round"]["Ann"]
    play(match, ("Ann", attacks("9")), ("Bo", answers("4")))

    assert before < 1
    assert odds(match, "Ann").values["round"]["Ann"] == 1.0  # nothing of Bo is below 4, and Ann can keep her 3


def test_match_follows_from_the_race_to_four() -> None:
    assert [even_equity(3, 4), even_equity(2, 4), even_equity(1, 4)] == [0.65625, 0.8125, 0.9375]
    assert all(even_equity(a, b) + even_equity(b, a) == 1 for a in range(1, 5) for b in range(1, 5))
    assert match_equity((1, 4), 1.0) == 1.0
    assert match_equity((4, 1), 0.0) == 0.0
    assert match_equity((4, 4), 0.5) == 0.5


def test_race_is_read_off_the_board() -> None:
    match = begin(token=2, covered=[0, 1], ann="2 9", bo="3 5", phase="attack", attacker="Ann")

    assert odds(match, "arbiter").values["match"]["Ann"] == even_equity(3, 2)


def test_round_that_would_be_dealt_again_counts_one_half() -> None:
    match = begin(ann="3 9", bo="3 5", phase="attack", attacker="Ann")

    assert odds(match, "arbiter").values["round"] == {"Ann": 1.0, "Bo": 0.0}
    play(match, ("Ann", attacks("3")), ("Bo", answers("5")))
    assert odds(match, "arbiter").values["round"] == {"Ann": 0.0, "Bo": 1.0}
    tied = begin(ann="3", bo="3", phase="showdown", duel_winner="Ann", attacker="Ann")
    assert odds(tied, "arbiter").values["round"] == {"Ann": 0.5, "Bo": 0.5}


def test_game_that_is_over_is_certain() -> None:
    match = begin(token=4)

    assert odds(match, "table").values["match"] == {"Ann": 0.0, "Bo": 1.0}


def test_nothing_is_said_while_cards_are_dealt() -> None:
    with pytest.raises(RequestError, match="dealt"):
        odds(begin(mode="seen"), "table")


@pytest.mark.long
@pytest.mark.parametrize("mode", ["dealt", "blind", "seen"])
def test_odds_are_told_at_every_moment_of_a_game(mode: str) -> None:
    match = Match.new({"game": "tc38", "seats": ["Ann", "Bo"], "mode": mode}, SeededChance(3))
    rng = random.Random(3)
    while len(match.state.winners) < 2:
        if match.state.phase.value != "deal":
            for viewer in ("Ann", "Bo", "table", "arbiter"):
                told = odds(match, viewer, 4).values
                assert told["round"]["Ann"] + told["round"]["Bo"] == pytest.approx(1)
                assert 0 <= told["match"]["Ann"] <= 1
        match.act(*random_act(match, rng))
