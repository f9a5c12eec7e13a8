"""Each known kind of findings is still found by its gestures; a kind that is gone leaves the list."""

from __future__ import annotations

import pytest

from explorer.findings import DOCUMENT, KNOWN, Known, document
from explorer.gestures import carry_out, named
from explorer.promises import LIMITS, check_gesture, check_moment


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_a_known_kind_is_found_by_its_gestures(known: Known) -> None:
    world, found = known.phase.world(), []
    for words in known.gestures:
        world = world.fork()
        carry_out(world, named(world, words), known.phase.pace_ms)
        found = [*check_gesture(world), *check_moment(world)]

    assert any(map(known.is_of, found)), f"gone? then take it off findings.py; found: {found}"


def test_the_document_of_the_findings_is_drawn_from_the_table() -> None:
    assert DOCUMENT.read_text(encoding="utf-8") == document(), "write it: cd tests; python -m explorer.findings"


def test_there_are_at_most_five_limits_each_with_its_reason() -> None:
    assert len(LIMITS) <= 5
    assert all(LIMITS.values())
