"""Every word that an Exploding game needs is there, and a refusal says what is wrong and what to do next."""

from __future__ import annotations

import pytest

from engine.exploding_events import EVENTS
from pi.kitten_hands import KittenHands
from tacotable.catalog import LANGUAGES, Catalog
from tacotable.display.draw import draw
from tacotable.state.scene import Notice
from tacotable_drivers.ports import Pattern
from tacotable_engine.exploding.rules import DECISIONS, REFUSALS
from tacotable_engine.exploding.ruleset import RULESETS, load_ruleset
from tacotable_engine.exploding.state import PHASES

VALUES = {
    "seat": "2", "card": "skip", "cards": ("skip", "skip"), "name": "skip", "n": 3, "shown": 2, "slot": 9, "fewest": 2,
    "most": 5, "at": 1, "space": 1, "demand": "9",
}  # fmt: skip
RENAMED = {"attacked": "attacks"}
"""Events that are told otherwise than Tacocat's of the same name."""
OWN = (
    "no-game-kittens", "set-up-first", "discarded", "shown-before", "not-this-game", "nope-tie",
    "only-nope", "nope-late", "nope-used", "nope-beaten", "let-already", "no-fit", "play-first", "play-closed",
    "draw-secret", "only-defuse", "hide-first", "show-defuse", "give-by-hand", "other-card", "show-named",
    "must-give", "no-card-now", "wait-kittens", "watching", "pick-lit", "nothing-back", "sit-first", "players",
    "early", "nobodys", "nope-too-late", "whose-first", "nobodys-draw", "drawn-earlier", "drawn-long-ago",
    "add-card", "crowd-first", "turn-first-kittens",
)  # fmt: skip
CODES = sorted([*(f"rule.{code}" for code in REFUSALS), *(f"refusal.{code}" for code in OWN)])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_a_refusal_says_what_is_wrong_and_what_to_do_next(code: str, language: str) -> None:
    words = Catalog(language)

    said = words.say(code, VALUES)
    title, *lines = words.oled(code, VALUES)

    for mark in ("；", "：", "。", "，", ";", ":", ",", "."):
        said = said.replace(mark, "|")
    assert len([part for part in said.split("|") if part.strip()]) >= 2, said
    assert title
    assert lines


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_ruling_event_and_prompt_has_a_sentence(language: str) -> None:
    words = Catalog(language)
    waiting = {f"prompt.wait-{phase}" for phase in PHASES if phase not in ("over", "deal", "window")}
    events = {f"event.{RENAMED.get(kind, kind)}" for kind in EVENTS}
    needed = {*(f"rule.{code}" for code in (*REFUSALS, *DECISIONS)), *events, *waiting}

    assert needed <= set(words.messages)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", RULESETS.shipped)
def test_every_card_has_a_name(game: str, language: str) -> None:
    named = set(Catalog(language).codes("card"))

    assert {f"card.{card}" for card in load_ruleset(game).counts} <= named


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "See the Future ×2, Nope"), ("zh-TW", "預見未來 ×2、休想")],
)
def test_cards_are_told_by_name_and_counted(language: str, told: str) -> None:
    words = Catalog(language)

    said = words.say("event.played", {"seat": "2", "cards": ["see-the-future", "nope", "see-the-future"]})

    assert told in said


@pytest.mark.parametrize(("card", "said"), [("cat-3", "只有貓咪卡 3 還不能出"), ("skip", "只有跳過還不能出")])
def test_a_name_that_ends_in_a_digit_keeps_a_space_before_chinese(card: str, said: str) -> None:
    assert Catalog("zh-TW").say("refusal.add-card", {"cards": [card]}).startswith(said)


@pytest.mark.parametrize(("game", "named"), [("ek120", "抽到爆炸貓就"), ("min72", "抽到爆炸角色就")])
def test_a_turn_names_the_lethal_card_of_its_game(game: str, named: str) -> None:
    hands = KittenHands(game, has_displays=True)
    hands.begin("1", "2", "3")

    screen = hands.scene.screens["1"]

    assert isinstance(screen, Notice)
    assert named in Catalog("zh-TW").say(screen.sign.code, screen.sign.values)


def test_several_kinds_are_counted_where_a_display_has_no_room() -> None:
    cards = ("cat-1", "cat-2", "feral-cat")

    assert Catalog("en").oled("sign.play", {"cards": cards})[1] == "3 cards"
    assert Catalog("zh-TW").oled("sign.play", {"cards": cards})[1] == "3 張牌"


def test_a_seat_that_is_called_like_a_card_keeps_its_name() -> None:
    assert Catalog("zh-TW").say("event.skipped", {"seat": "skip"}).startswith("skip ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refused_press_changes_lamp_display_and_sound(language: str) -> None:
    hands = KittenHands(has_displays=True)
    hands.begin("1", "2", "3")
    before = hands.scene

    hands.tap("2.ok")

    after = hands.scene
    screen = after.screens["2"]
    assert isinstance(screen, Notice)
    assert screen.sign.is_alert
    assert draw(screen, language).pixels != draw(before.screens["2"], language).pixels
    assert after.lamps["2.nope"].look.pattern is Pattern.DOUBLE
    assert (after.cue.number, after.cue.name) == (before.cue.number + 1, "refused")
    assert after.screens["3"] == before.screens["3"]
    assert after.screens["table"] == before.screens["table"]


@pytest.mark.parametrize(
    ("language", "table", "prompt"),
    [
        ("en", "=Attack / Clone, 2: NOPE?", "Seat 2 plays a Clone, which is now: Attack."),
        ("zh-TW", "=攻擊 / 2 複製休想？", "座位 2 打出複製，當作攻擊。"),
    ],
)
def test_a_clone_says_what_it_copies(language: str, table: str, prompt: str) -> None:
    ring = KittenHands("min72")
    ring.begin("1", "2", "3")
    ring.show("attack")
    ring.tap("1.ok")
    ring.let("2", "3")
    ring.show("clone")
    ring.tap("2.ok")

    assert ring.public(language) == table
    sign = ring.scene.prompts["3"]
    assert Catalog(language).say(sign.code, sign.values).startswith(prompt)
