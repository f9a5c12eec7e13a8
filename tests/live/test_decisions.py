"""Decisions of the desk on their way to a table: until when they go out, by the clock that the desk is given."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacotable_live.director.archive import Archive
from tacotable_live.director.decisions import GOOD_S, Decisions
from tacotable_live.stream.messages import Asks, Decide, Noted

OFFERED = {"waits": "question", "offered": {"pause": ["say.pause", {}]}, "moment": "m1"}
ASKS = Asks(OFFERED, {})


@pytest.mark.parametrize(("later_s", "outcome"), [(GOOD_S, None), (GOOD_S + 0.001, "not-answered")])
def test_a_table_that_is_silent_for_too_long_is_asked_no_more_to_do_what_was_decided(
    tmp_path: Path, later_s: float, outcome: str | None
) -> None:
    archive, now_s = Archive(tmp_path / "archive.sqlite"), [100.0]
    archive.add_table("T", "key", 0)
    decisions = Decisions(archive, lambda: now_s[0], lambda: 1_763_000_000.0)
    decisions.hear("T", "hash", ASKS)
    decisions.take({"table": "T", "what": "pause", "who": "Ann", "why": "lunch", "moment": "m1"})
    now_s[0] += later_s
    answer, _ = decisions.hear("T", "hash", ASKS)
    made = decisions.made("T")
    archive.close()

    assert type(answer) is (Noted if outcome else Decide)
    assert [told for _, told in made] == [outcome]
