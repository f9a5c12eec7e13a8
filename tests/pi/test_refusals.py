"""Every refusal, in both languages: lamp, display and sound change, and the words say the next thing to do."""

from __future__ import annotations

import pytest

from pi.hands import Hands
from tacotable.catalog import LANGUAGES, Catalog
from tacotable.dialogs.refusals import refresh, refuse
from tacotable.display.draw import draw
from tacotable.state.interaction import Refusal
from tacotable.state.scene import Notice
from tacotable_drivers.ports import Pattern
from tacotable_engine.tacocat.rules import REFUSALS

VALUES = {
    "max": 4,
    "cards": ("6", "8"),
    "card": "8", "demand": "9", "lowest": "2", "limit": 3, "seat": "WOW", "space": -1, "phase": "attack", "name": "8",
    "n": 3, "fewest": 2, "most": 5, "owner": "WOW",
}  # fmt: skip
CODES = sorted({f"rule.{code}" for code in REFUSALS} | set(Catalog("en").codes("refusal")))


@pytest.mark.parametrize("table", ["tacocat", "buttons"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_a_refusal_changes_lamp_display_and_sound(code: str, language: str, table: str) -> None:
    hands = Hands(table)
    before = hands.scene
    hands.situation.game.languages["YAY"] = language

    refuse(hands.situation, "YAY", Refusal(code, VALUES))
    hands.controller.start()

    after = hands.scene
    lamp = "YAY.no" if table == "tacocat" else "YAY.ok"
    assert after.lamps[lamp].look.pattern is Pattern.DOUBLE
    assert after.lamps[lamp] != before.lamps[lamp]
    screen = after.screens["YAY"]
    assert isinstance(screen, Notice)
    assert screen.sign.is_alert
    assert draw(screen, language).pixels != draw(before.screens["YAY"], language).pixels
    assert after.cue.number > before.cue.number
    assert after.cue.name == ("asked" if Refusal(code).kind.asks else "refused")
    assert after.screens["WOW"] == before.screens["WOW"]


@pytest.mark.parametrize("code", ["nope-too-late", "nope-back", "nope-tie", "nobodys", "early", "not-this-game"])
def test_a_card_that_goes_back_into_the_hand_does_so_whatever_happens_meanwhile(code: str) -> None:
    situation = Hands("tacocat").situation
    situation.ui.refusals["YAY"] = Refusal(f"refusal.{code}", VALUES, tag="it")

    refresh(situation)

    assert situation.ui.refusals["YAY"].code == f"refusal.{code}"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_a_refusal_says_what_is_wrong_and_what_to_do_next(code: str, language: str) -> None:
    words = Catalog(language)

    said = words.say(code, VALUES)
    title, *lines = words.oled(code, VALUES)

    # Two parts: what is wrong, and what to do.
    assert len([part for part in _parts(said) if part.strip()]) >= 2, said
    assert title
    assert lines, "a display needs at least a line that says what to do"


def _parts(said: str) -> list[str]:
    for mark in (";", ":", ".", ",", "；", "：", "。", "，"):
        said = said.replace(mark, "|")
    return said.split("|")


def test_every_refusal_of_the_engine_has_a_message() -> None:
    known = set(Catalog("en").codes("rule"))

    assert {f"rule.{code}" for code in REFUSALS} <= known


def test_a_refusal_of_a_seat_shows_its_values_to_that_seat_only() -> None:
    hands = Hands("tacocat")
    hands.begin_attack()
    before = hands.screen("YAY")

    hands.lay("WOW", "8")

    assert hands.screen("YAY") == before
    assert hands.situation.log[-1].owner == "WOW"
