"""The odds for everybody: off at first, turned on by who decides, and made of what everybody knows."""

from __future__ import annotations

import json

import pytest

from pi.hands import Hands
from pi.test_page import ARBITER, SPECTATOR, YAY, duel_sealed, page_of
from tacotable.state.role import Role
from tacotable.web.model import PageError


def told(hands: Hands, role: Role = SPECTATOR, language: str = "en") -> str:
    """Turn the odds on, and read them."""
    page = page_of(hands)
    page.do(ARBITER, {"do": "odds", "on": True})
    return str(page.scene(role, language)["odds"]["text"])  # type: ignore[index]  # an object


def test_odds_are_off_until_who_decides_turns_them_on_and_off_again() -> None:
    hands = duel_sealed("9")
    page = page_of(hands)

    seen = [page.scene(SPECTATOR, "en")["odds"]]
    for on in (True, False):
        page.do(ARBITER, {"do": "odds", "on": on})
        seen.append(page.scene(SPECTATOR, "en")["odds"])

    assert seen[0] == seen[2] == {"on": False, "text": ""}
    assert "%" in json.dumps(seen[1])


@pytest.mark.parametrize("role", [SPECTATOR, YAY])
def test_nobody_else_turns_them_on(role: Role) -> None:
    page = page_of(Hands("tacocat"))

    with pytest.raises(PageError, match="chooses whether odds are shown"):
        page.do(role, {"do": "odds", "on": True})


def test_they_are_said_in_both_languages_and_without_a_game_not_at_all() -> None:
    assert told(duel_sealed("9")).startswith("YAY ")
    assert "%" in told(duel_sealed("9"), language="zh-TW")
    assert told(Hands("tacocat")) == ""


def test_a_sealed_card_changes_nothing_of_what_is_said_not_even_to_its_own_seat() -> None:
    assert told(duel_sealed("2")) == told(duel_sealed("12"))
    assert told(duel_sealed("2"), YAY) == told(duel_sealed("12"), YAY)
