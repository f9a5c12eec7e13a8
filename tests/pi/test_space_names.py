"""The spaces of the board as people call them, in the log and on pages."""

from __future__ import annotations

import pytest

from pi.hands import Hands
from tacotable.catalog import LANGUAGES, Catalog
from tacotable.state.events import Arbitrated


@pytest.mark.parametrize(
    ("space", "name"),
    [
        (-4, "the goal YAY"),
        (-1, "C on YAY's side"),
        (0, "O in the middle"),
        (2, "A on WOW's side"),
        (4, "the goal WOW"),
    ],
)
def test_a_space_has_a_name(space: int, name: str) -> None:
    words = Catalog("en")

    assert words.say("log.token", {"space": Hands().situation.told_space(space)}) == f"Tacocat stands on {name}."


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_of_a_round_names_spaces_and_no_numbers(language: str) -> None:
    hands, words = Hands(), Catalog(language)
    hands.begin_attack()
    hands.tell(Arbitrated("give-round WOW", hands.situation.devices.now_ms))

    moved = [entry for entry in hands.situation.log if entry.code in ("event.token-moved", "event.covered")]

    assert len(moved) == 2
    for entry in moved:
        told = words.say(entry.code, entry.values)
        assert "WOW" in told or "O" in told
        assert not any(digit in told for digit in "0123456789-")
