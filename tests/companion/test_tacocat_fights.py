"""The exact solver of fights, beside a plain search, which is tried by asking the referee for every act."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.lockstep import SMALL_POSITIONS
from companion.tacocat_positions import plain_value, small_fight
from engine.tacocat_tables import begin
from tacotable_engine import Match
from tacotable_engine.companion.tacocat.fights import Fights, OutOfTime
from tacotable_engine.companion.tacocat.hands import Shapes, pack, values_of
from tacotable_engine.companion.tacocat.knowledge import knowledge_of
from tacotable_engine.companion.tacocat.odds import fight_value

RULESETS = ("tc38", "tc36")


def by_the_referee(match: Match) -> float:
    """Return Ann's value: the best that each seat can do, act by act, as the referee rules."""
    before = match.state.winners
    seat = match.public_view.to_act[0]
    values = []
    for act in match.legal(seat):
        match.act(seat, act)
        if match.state.phase.value == "showdown":
            for each in match.seats:
                last: Any = match.view("arbiter")["hands"]
                match.act(each, {"do": "show", "card": last[each][0]})
            won = match.state.winners
            values.append(0.5 if won == before else 1.0 - won[-1])
            match.undo()
            match.undo()
        else:
            values.append(by_the_referee(match))
        match.undo()
    return max(values) if seat == "Ann" else min(values)


def both_hands(match: Match) -> tuple[tuple[int, ...], tuple[int, ...]]:
    first, second = match.state.hands
    return tuple(map(int, first)), tuple(map(int, second))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_plain_search_plays_by_the_referees_rules(ruleset: str) -> None:
    rng = random.Random(f"rules {ruleset}")
    for _ in range(SMALL_POSITIONS // 20):
        match = small_fight(rng, ruleset, sizes=(2, 3))
        if match.state.phase.value != "showdown":
            assert plain_value(match.state, *both_hands(match)) == by_the_referee(match), match.position()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_solver_equals_the_plain_search(ruleset: str) -> None:
    rng = random.Random(f"fights {ruleset}")
    for _ in range(SMALL_POSITIONS // 2):
        match = small_fight(rng, ruleset, sizes=(2, 3, 4, 5))
        known = knowledge_of(match, "arbiter")
        first, second = both_hands(match)
        fights = Fights(Shapes(known.terms), known.tie)

        assert fight_value(known, (pack(first), pack(second)), fights) == plain_value(match.state, first, second)


def test_hand_is_read_back_from_its_number() -> None:
    assert values_of(pack((12, 2, 2, 7))) == (2, 2, 7, 12)


def test_search_ends_when_its_time_is_over() -> None:
    terms = begin().state.terms
    fights = Fights(Shapes(terms), None, lambda: True)

    with pytest.raises(OutOfTime):
        fights.attack(0, pack((1, 2, 3, 4, 5, 6, 7, 8, 9)), pack((2, 3, 4, 5, 6, 7, 8, 9, 10)))
