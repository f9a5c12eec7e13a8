"""Every short sequence of gestures from the phases of all games breaks no promise but those that are known.

Each phase is explored one gesture deep. In CI the phases of one table of each kind are explored two gestures deep, and
a sixth of the hard ones three: another sixth each day, or the one that `TACOTABLE_SIXTH` (0 to 5) names.
"""

from __future__ import annotations

import os
import time

import pytest

from explorer.findings import KNOWN
from explorer.phase_list import HARD, HASTY, ONE_OF_EACH, PHASES
from explorer.phases import EXPLODING_HAND, Phase
from explorer.search import Explored, explore
from tacotable_engine.exploding.ruleset import load_ruleset

IS_CI = os.environ.get("CI") == "true"
SIXTH = int(os.environ.get("TACOTABLE_SIXTH", time.time() // 86_400 % 6))
DEPTHS = {name: 2 if IS_CI and name.startswith(ONE_OF_EACH) else 1 for name in PHASES}


def unknown(explored: Explored) -> list[str]:
    """Return the findings of no known kind, each with its gestures."""
    return [str(one) for one in explored.findings if not any(known.is_of(one.violation) for known in KNOWN)]


@pytest.mark.parametrize("phase", PHASES.values(), ids=str)
def test_no_promise_is_broken_but_as_known(phase: Phase) -> None:
    explored = explore(phase.world(), DEPTHS[str(phase)], pace_ms=phase.pace_ms)

    assert unknown(explored) == []


@pytest.mark.parametrize("phase", HASTY, ids=lambda phase: f"{phase} in haste")
def test_no_promise_is_broken_in_haste_but_as_known(phase: Phase) -> None:
    explored = explore(phase.world(), 2 if IS_CI else 1, pace_ms=phase.pace_ms, is_wide=False)

    assert unknown(explored) == []


@pytest.mark.skipif(not IS_CI, reason="explored in CI only")
@pytest.mark.parametrize("phase", HARD[SIXTH::6], ids=lambda phase: f"{phase} of sixth {SIXTH}")
def test_no_promise_is_broken_in_a_hard_phase_but_as_known(phase: Phase) -> None:
    explored = explore(phase.world(), 3, pace_ms=phase.pace_ms, is_wide=False)

    assert unknown(explored) == []


@pytest.mark.parametrize("game", ["ek120", "min72", "zh56"])
def test_hands_have_a_card_that_stands_for_another(game: str) -> None:
    ruleset = load_ruleset(game)

    hands = {card for phase in PHASES.values() if phase.game == game for card in phase.hand or EXPLODING_HAND}

    assert hands >= {ruleset.mimic, ruleset.wild} - {None}
