"""Odds and advice say nothing that is hidden, and ask nothing of the match that changes it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.lockstep import PAIRS
from companion.tacocat_positions import twin
from engine.tacocat_strategies import play_at_random, random_act
from engine.tacocat_tables import SeededChance, everything
from tacotable_engine import Match
from tacotable_engine.companion.answers import LEVELS
from tacotable_engine.companion.tacocat.companion import TACOCAT
from tacotable_engine.companion.tacocat.knowledge import knowledge_of

WORLDS = 4


def told_to(match: Match, viewer: str, level: Any) -> list[object]:
    """Return all that the companion says to a viewer."""
    told: list[object] = [TACOCAT.odds(match, viewer, WORLDS, random.Random(1))]
    if viewer in match.public_view.to_act:
        told.append(TACOCAT.advise(match, viewer, level, WORLDS, random.Random(2)))
    return told


@pytest.mark.parametrize("ruleset", ["tc38", "tc36"])
def test_worlds_that_a_viewer_cannot_tell_apart_give_the_same_answers(ruleset: str) -> None:
    differing = 0
    for seed in range(PAIRS // 2):
        rng = random.Random(f"{ruleset} {seed}")
        match = Match.new({"game": ruleset, "seats": ["Ann", "Bo"]}, SeededChance(seed))
        play_at_random(match, seed, rng.randint(0, 20), only_legal=True)
        viewer = rng.choice(("Ann", "Bo", "table"))
        known = knowledge_of(match, viewer)
        seat = None if viewer == "table" else match.seats.index(viewer)
        other = twin(match, seat, (known.holdings[0].floor, known.holdings[1].floor), rng)
        differing += other.state != match.state
        level = rng.choice(LEVELS)

        assert other.view(viewer) == match.view(viewer)
        assert told_to(other, viewer, level) == told_to(match, viewer, level), match.position()
    assert differing > PAIRS // 5


@pytest.mark.long
@pytest.mark.parametrize("mode", ["dealt", "seen", "blind"])
def test_match_is_the_same_with_and_without_questions(mode: str) -> None:
    match = Match.new({"game": "tc36", "seats": ["Ann", "Bo"], "mode": mode}, SeededChance(5))
    rng = random.Random(5)
    for _ in range(30):
        before = everything(match), match.record(), match.position()
        if match.state.phase.value != "deal":
            for viewer in ("Ann", "table", "arbiter"):
                TACOCAT.odds(match, viewer, 2, random.Random(1))
        for seat in match.public_view.to_act:
            if "?" not in match.state.hands[match.seats.index(seat)] and match.state.phase.value != "deal":
                TACOCAT.advise(match, seat, "fair", 2, random.Random(1))

        assert (everything(match), match.record(), match.position()) == before
        match.act(*random_act(match, rng))
