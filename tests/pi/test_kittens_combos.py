"""Cats and other cards that are played together: a pair steals, three ask for a card, five take one back."""

from __future__ import annotations

import pytest

from pi.kitten_hands import KittenHands
from pi.public_state import public_state
from tacotable.state.facts import Acted
from tacotable.state.scene import Choice


@pytest.fixture
def hands() -> KittenHands:
    made = KittenHands()
    made.begin("1", "2", "3")
    made.presses = 0
    return made


def test_a_pair_takes_a_card_out_of_the_fan(hands: KittenHands) -> None:
    hands.show("cat-1")
    hands.show("cat-1")
    assert hands.public() == "Pair Cat 1 / 1: OK plays / NOPE: take back"
    hands.tap("1.ok")
    hands.tap("2.ok")
    hands.let("2", "3")
    assert hands.public() == "1 STEALS / from 2, then OK"

    hands.wait(1_000)
    hands.tap("1.ok")

    assert hands.acts()[-1] == ("1", {"do": "steal"})
    assert public_state(hands.situation)["hand_size"] == {"1": 7, "2": 7, "3": 8}


def test_a_cat_alone_is_no_play_yet_and_ok_keeps_it_until_the_next_card_comes(hands: KittenHands) -> None:
    hands.show("cat-1")
    hands.lift()

    assert hands.public() == "Cat 1 / 1: add a card / NOPE: take back"
    assert hands.scene.lamps["1.ok"].meaning == "lamp.off"
    hands.tap("1.ok")
    assert hands.text("table") == "1: ADD A CARD / Cat 1 / 1 by 1, or NOPE"
    assert not any(isinstance(fact, Acted) for fact in hands.log.facts)
    assert hands.situation.entry("1").cards == ("cat-1",)

    hands.show("cat-1")
    assert hands.public() == "Pair Cat 1 / 1: OK plays / NOPE: take back"
    assert hands.scene.lamps["1.ok"].meaning == "lamp.press"


def three_cats(hands: KittenHands) -> None:
    for face in ("cat-2", "cat-2", "feral-cat"):
        hands.show(face)
    hands.tap("1.ok")
    hands.tap("2.ok")


def test_three_of_a_kind_names_a_card_on_the_displays(hands: KittenHands) -> None:
    three_cats(hands)

    screen = hands.screen("table")
    assert isinstance(screen, Choice)
    assert hands.text("table") == "1 NAMES / < Defuse > / NOPE: next, OK: it"
    hands.tap("1.nope")
    hands.tap("1.ok")

    assert hands.acts()[-1] == (
        "1",
        {"do": "play", "cards": ["cat-2", "cat-2", "feral-cat"], "target": "2", "name": "attack"},
    )
    assert hands.public() == "2: Attack? / by 1: NOPE/OK?"


def test_the_last_name_leads_back(hands: KittenHands) -> None:
    three_cats(hands)
    screen = hands.screen("table")
    assert isinstance(screen, Choice)
    for _ in range(screen.count - 1):
        hands.tap("1.nope")
    assert hands.text("table") == "1 NAMES / < Back > / NOPE: next, OK: it"

    hands.tap("1.ok")

    assert hands.public() == "3 × Cat 2 / 1: OK plays / NOPE: take back"


def test_the_named_card_is_given_by_showing_it(hands: KittenHands) -> None:
    three_cats(hands)
    hands.tap("1.ok")
    hands.let("2", "3")
    hands.wait(300)
    assert hands.public() == "2: Defuse? / show it, or NOPE"

    hands.show("defuse")

    assert hands.acts()[-1] == ("2", {"do": "give", "card": "defuse"})
    assert hands.public() == "2: Defuse / 1: play or draw"


def test_a_given_card_may_be_played_by_its_new_hand(hands: KittenHands) -> None:
    three_cats(hands)
    hands.tap("1.nope")
    hands.tap("1.ok")
    hands.let("2", "3")
    hands.wait(300)
    tag = hands.show("attack")
    hands.lift()

    hands.show_tag(tag)
    hands.tap("1.ok")

    assert hands.acts()[-1] == ("1", {"do": "play", "cards": ["attack"]})


def test_another_card_than_the_named_one_is_refused(hands: KittenHands) -> None:
    three_cats(hands)
    hands.tap("1.ok")
    hands.let("2", "3")

    hands.wait(300)
    hands.show("skip")

    assert hands.text("table") == "2: ANOTHER CARD / Take it off, show / Defuse"


def test_nope_and_ok_deny_the_named_card(hands: KittenHands) -> None:
    three_cats(hands)
    hands.tap("1.nope")
    hands.tap("1.ok")
    hands.let("2", "3")

    hands.wait(1_000)
    hands.tap("2.nope")
    assert hands.public() == "2: NONE? / OK: no such card"
    hands.tap("2.ok")

    assert hands.acts()[-1] == ("2", {"do": "deny"})
    assert hands.public() == "2: NONE / 1: play or draw"


def test_a_denial_can_be_taken_back_by_nope(hands: KittenHands) -> None:
    three_cats(hands)
    hands.tap("1.ok")
    hands.let("2", "3")
    hands.wait(1_000)
    hands.tap("2.nope")

    hands.tap("2.nope")

    assert hands.public() == "2: Defuse? / show it, or NOPE"


def five_different(hands: KittenHands) -> list[str]:
    return [hands.show(face) for face in ("attack", "skip", "favor", "shuffle", "cat-1")]


def discarded_nope(hands: KittenHands) -> str:
    """Let a Skip of seat 1 be noped, so that a Nope lies on the discard pile."""
    hands.show("skip")
    hands.tap("1.ok")
    hands.wait(600)
    hands.press("2.nope")
    tag = hands.show("nope")
    hands.lift()
    hands.wait(4_000)
    return tag


def test_five_different_take_a_card_of_the_discard_pile_in_one_press() -> None:
    hands = KittenHands("zh56")
    hands.begin("1", "2", "3")
    wanted = discarded_nope(hands)
    hands.presses = 0
    five_different(hands)
    assert hands.public() == "1: WHICH? / of the discards"

    hands.show_tag(wanted)
    hands.tap("1.ok")

    assert hands.presses == 1
    act = {"do": "play", "cards": ["attack", "skip", "favor", "shuffle", "cat-1"], "name": "nope"}
    assert hands.acts()[-1] == ("1", act)
    assert hands.public() == "Nope? / to 1: NOPE/OK?"


def five_take(hands: KittenHands, wanted: str) -> None:
    """Let seat 1 play five different cards that take the one shown behind them."""
    five_different(hands)
    hands.show_tag(wanted)
    hands.tap("1.ok")
    hands.lift()
    hands.let("2", "3")
    hands.wait(1_000)
    hands.tap("1.ok")
    hands.wait(hands.pace_ms)


def test_a_card_taken_from_the_discard_pile_may_be_played_again() -> None:
    hands = KittenHands("zh56")
    hands.begin("1", "2", "3")
    wanted = discarded_nope(hands)
    five_take(hands, wanted)

    hands.show("skip")
    hands.tap("2.ok")
    hands.press("1.nope")
    hands.show_tag(wanted)

    assert hands.acts()[-1] == ("1", {"do": "nope"})


def five_take_one_of_two_nopes(hands: KittenHands) -> tuple[str, str]:
    """Let five different ones take a Nope while two lie there; gives the one that was shown, and the other."""
    wanted, other = discarded_nope(hands), discarded_nope(hands)
    five_take(hands, wanted)
    return wanted, other


@pytest.mark.parametrize("copy", [0, 1])
def test_any_copy_of_the_title_may_be_the_one_that_a_hand_took(copy: int) -> None:
    hands = KittenHands("zh56")
    hands.begin("1", "2", "3")
    nopes = five_take_one_of_two_nopes(hands)

    hands.show("skip")
    hands.tap("2.ok")
    hands.press("1.nope")
    hands.show_tag(nopes[copy])

    assert hands.acts()[-1] == ("1", {"do": "nope"})


@pytest.mark.parametrize("copy", [0, 1])
def test_the_copy_that_was_left_there_may_be_the_next_wanted_one(copy: int) -> None:
    hands = KittenHands("zh56")
    hands.begin("1", "2", "3")
    nopes = five_take_one_of_two_nopes(hands)
    for face in ("see-the-future", "cat-2", "cat-3", "cat-4", "cat-5"):
        hands.show(face)

    hands.show_tag(nopes[copy])
    hands.tap("2.ok")

    assert hands.acts()[-1][1]["name"] == "nope"


def five_take_behind_two_nopes(hands: KittenHands) -> str:
    """Let five different ones take a Nope although it was noped, which was noped; gives the last one on the pad."""
    wanted = discarded_nope(hands)
    five_different(hands)
    hands.show_tag(wanted)
    hands.tap("1.ok")
    for seat in "23":
        hands.wait(600)
        hands.press(f"{seat}.nope")
        last = hands.show("nope")
    return last


def test_a_nope_that_a_hand_took_from_the_top_may_be_played_behind_a_restart() -> None:
    hands = KittenHands("zh56")
    hands.begin("1", "2", "3")
    last = five_take_behind_two_nopes(hands)
    hands.lift()
    hands.wait(8_000)
    again = KittenHands("zh56")
    again.controller.resume(tuple(hands.log.facts))
    again._left, again._now_ms = hands._left, hands._now_ms

    again.tap("1.ok")
    again.wait(again.pace_ms)
    again.show("skip")
    again.tap("2.ok")
    again.press("1.nope")
    again.show_tag(last)

    assert [fact.act for fact in again.log.facts if isinstance(fact, Acted)][-1] == {"do": "nope"}


def test_a_nope_that_still_lies_there_behind_five_different_ones_is_not_asked_for_again() -> None:
    hands = KittenHands("zh56")
    hands.begin("1", "2", "3")
    five_take_behind_two_nopes(hands)
    hands.wait(8_000)
    told = len(hands.log.facts)

    hands.hiccup()

    assert hands.log.facts[told:] == []
    assert hands.situation.ui.refusals == {}


def test_a_noped_five_takes_nothing_out_of_the_discard_pile() -> None:
    hands = KittenHands("zh56")
    hands.begin("1", "2", "3")
    wanted = discarded_nope(hands)
    five_different(hands)
    hands.show_tag(wanted)
    hands.tap("1.ok")
    hands.wait(600)
    hands.press("2.nope")
    hands.show("nope")
    hands.wait(3_050)

    hands.show_tag(wanted)

    assert hands.prompt("1") == "refusal.used"


def test_a_card_of_a_hand_is_not_the_wanted_one() -> None:
    hands = KittenHands("zh56")
    hands.begin("1", "2", "3")
    five_different(hands)

    hands.show("nope")

    assert hands.prompt("1") == "rule.name-not-discarded"


def test_a_card_of_the_five_may_be_the_wanted_one() -> None:
    hands = KittenHands("zh56")
    hands.begin("1", "2", "3")
    first, *_ = five_different(hands)

    hands.show_tag(first)
    hands.tap("1.ok")

    assert hands.acts()[-1][1]["name"] == "attack"


def test_the_fifth_card_is_not_taken_for_the_wanted_one_when_a_reader_tells_it_again() -> None:
    hands = KittenHands("zh56")
    hands.begin("1", "2", "3")
    *_, fifth = five_different(hands)

    hands.show_tag(fifth)

    assert hands.prompt("1") == "refusal.shown-before"


def test_ok_behind_five_asks_for_the_wanted_card() -> None:
    hands = KittenHands("zh56")
    hands.begin("1", "2", "3")
    five_different(hands)

    hands.tap("1.ok")

    assert hands.prompt("1") == "sign.wanted-card"
    hands.tap("1.nope")
    assert hands.prompt("1") == "sign.five"


def test_a_card_that_was_on_its_way_before_it_was_asked_for_is_laid_again(hands: KittenHands) -> None:
    three_cats(hands)
    hands.tap("1.ok")
    hands.let("2", "3")

    hands.show("defuse")

    assert hands.phase() == "give"
    assert hands.prompt("2") == "refusal.lay-again"
    hands.lift()
    hands.wait(600)
    hands.show("defuse")
    assert hands.acts()[-1] == ("2", {"do": "give", "card": "defuse"})


def test_a_nope_may_be_the_first_of_five_different_ones_where_none_lies_on_the_discard_pile() -> None:
    hands = KittenHands("zh56")
    hands.begin("1", "2", "3")
    for face in ("cat-1", "cat-1"):
        hands.show(face)
    hands.tap("1.ok")
    hands.tap("2.ok")
    hands.let("2", "3")
    hands.wait(1_000)
    hands.tap("1.ok")
    hands.wait(6_000)  # behind the window a Nope may be too late for it

    hands.show("nope")

    assert hands.prompt("1") == "sign.no-play-yet"
