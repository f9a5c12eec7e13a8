"""Every short sequence of gestures from the phases of all games finds the kinds that are known, no more and no fewer.

Each phase is explored one gesture deep. In CI the phases of one table of each kind are explored two gestures deep, and
a sixth of the hard ones three: the one that `TACOTABLE_SIXTH` (0 to 5) names. `.ci/run` takes it from the number of
commits.
"""

from __future__ import annotations

import os

import pytest

from explorer.findings import KNOWN
from explorer.phase_list import PHASES
from explorer.phases import EXPLODING_HAND
from explorer.runs import DEEP, DEEPEST, SHORT, Run, known
from tacotable_engine.exploding.ruleset import load_ruleset

IS_CI = os.environ.get("CI") == "true"
SIXTH = int(os.environ.get("TACOTABLE_SIXTH", "0"))


@pytest.mark.parametrize("run", SHORT, ids=str)
def test_a_gesture_breaks_no_promise_but_as_known(run: Run) -> None:
    expected, found = known()[str(run)], run.kinds()

    assert [how for kind, how in found.items() if kind not in expected] == [], "a promise is broken"
    assert [kind for kind in expected if kind not in found] == [], "gone: write kinds.json again (explorer/runs.py)"


@pytest.mark.skipif(not IS_CI, reason="explored in CI only")
@pytest.mark.parametrize("run", [*DEEP, *DEEPEST[SIXTH::6]], ids=lambda run: f"{run}, sixth {SIXTH}")
def test_more_gestures_break_no_promise_but_as_known(run: Run) -> None:
    assert [how for kind, how in run.kinds().items() if not any(one.is_named(kind) for one in KNOWN)] == []


def test_each_kind_of_a_run_is_decided() -> None:
    kinds = {kind for found in known().values() for kind in found}

    assert [kind for kind in sorted(kinds) if not any(one.is_named(kind) for one in KNOWN)] == []


def test_each_short_run_has_its_kinds() -> None:
    assert sorted(known()) == sorted(map(str, SHORT))


@pytest.mark.parametrize("game", ["ek120", "min72", "zh56"])
def test_hands_have_a_card_that_stands_for_another(game: str) -> None:
    ruleset = load_ruleset(game)

    hands = {card for phase in PHASES.values() if phase.game == game for card in phase.hand or EXPLODING_HAND}

    assert hands >= {ruleset.mimic, ruleset.wild} - {None}
