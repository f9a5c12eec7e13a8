"""Recorded games, each replayed act by act: every ruling of the record still holds."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tacotable_engine import Match, RecordError

GAMES = sorted(Path(__file__).parent.glob("*.game"))

ENDS: dict[str, tuple[str, object, int]] = {
    "classic-three-blind": ("2", ["2"], 87),
    "kittens-ten-blind": ("7", ["7"], 307),
    "minions-four-blind": ("3", ["3"], 149),
    "print-and-play-blind": ("甲", {"甲": 4, "乙": 2}, 83),
    "retail-dealt": ("Ann", {"Ann": 4, "Bo": 2}, 83),
    "retail-seen-practice": ("Ann", {"Ann": 4, "Bo": 3}, 198),
}
"""Game -> its winner, the round wins or who is left alive, and the number that a next act would have."""


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_recorded_game_replays_to_its_end_and_writes_itself_again(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    match = Match.from_record(text)

    view = match.view("table")
    assert (view["winner"], view.get("wins", view.get("alive")), match.next_number) == ENDS[path.stem]
    assert match.record() == text


def test_every_recorded_game_is_named() -> None:
    assert {path.stem for path in GAMES} == ENDS.keys()


@pytest.mark.parametrize("path", [path for path in GAMES if "Pfavor" in path.read_text("utf-8")])
def test_a_play_without_the_target_that_it_needs_is_no_act(path: Path) -> None:
    text = path.read_text(encoding="utf-8")

    for target in re.finditer(r"@\d+", text):
        with pytest.raises(RecordError, match="expected @target and =card where the play needs them"):
            Match.from_record(text[: target.start()] + text[target.end() :])
