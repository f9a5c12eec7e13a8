"""An Exploding game at the table: a plain turn is one press, a play two and its cards; displays say who is awaited."""

from __future__ import annotations

import pytest

from pi.kitten_hands import KittenHands
from tacotable.scene import Choice, Picture


@pytest.fixture
def hands() -> KittenHands:
    made = KittenHands()
    made.begin("1", "2", "3")
    made.presses = 0
    return made


def test_a_plain_turn_is_one_press(hands: KittenHands) -> None:
    hands.tap("1.ok")

    assert hands.presses == 1
    assert hands.acts() == [("1", {"do": "draw"})]
    assert hands.public() == "2: YOUR TURN / play, or draw: OK"


def test_a_lethal_card_is_drawn_by_showing_it(hands: KittenHands) -> None:
    hands.show("exploding-kitten")

    assert hands.presses == 0
    assert hands.acts() == [("1", {"do": "draw", "card": "exploding-kitten"})]
    assert hands.public() == "1: KA... / Defuse; no: NOPE"


def test_a_card_is_played_by_showing_it_and_one_press(hands: KittenHands) -> None:
    hands.show("skip")
    assert hands.public() == "Skip / 1: OK plays"

    hands.tap("1.ok")

    assert hands.presses == 1
    assert hands.acts() == [("1", {"do": "play", "cards": ["skip"]})]
    assert hands.public() == "Skip / by 1: NOPE/OK?"


def test_a_play_at_somebody_is_two_presses(hands: KittenHands) -> None:
    hands.show("favor")
    hands.tap("1.ok")
    assert hands.public() == "1: AT WHOM? / press a lit OK"
    assert [hands.scene.lamps[f"{seat}.ok"].meaning for seat in "1234"] == [
        "lamp.off", "lamp.press", "lamp.press", "lamp.off",
    ]  # fmt: skip

    hands.tap("3.ok")

    assert hands.presses == 2
    assert hands.acts() == [("1", {"do": "play", "cards": ["favor"], "target": "3"})]
    assert hands.public() == "Favor / 1→3 NOPE/OK"


def test_with_one_other_player_nobody_has_to_be_picked() -> None:
    hands = KittenHands()
    hands.begin("4", "7")
    hands.presses = 0

    hands.show("favor")
    hands.tap("4.ok")

    assert hands.presses == 1
    assert hands.acts() == [("4", {"do": "play", "cards": ["favor"], "target": "7"})]


def test_nope_goes_back_from_picking_to_the_cards(hands: KittenHands) -> None:
    hands.show("favor")
    hands.tap("1.ok")

    hands.tap("1.nope")

    assert hands.public() == "Favor / 1: OK plays"


def test_a_seat_that_is_not_lit_cannot_be_picked(hands: KittenHands) -> None:
    hands.show("favor")
    hands.tap("1.ok")

    hands.tap("1.ok")

    assert hands.text("table") == "1: NOT THIS SEAT / Press OK of a / seat that is lit"
    assert hands.acts() == []


def test_a_favor_is_given_by_hand_and_one_press_of_the_giver(hands: KittenHands) -> None:
    hands.show("favor")
    hands.tap("1.ok")
    hands.tap("3.ok")
    hands.let("2", "3")
    assert hands.public() == "FAVOR: 3 / gives 1 a card"

    hands.tap("3.ok")

    assert hands.acts()[-1] == ("3", {"do": "give"})
    assert hands.public() == "3 GAVE / 1: your turn"
    assert hands.situation.public()["hand_size"] == {"1": 8, "2": 8, "3": 7}


def test_a_favor_stays_secret_when_its_card_is_shown_by_mistake(hands: KittenHands) -> None:
    hands.show("favor")
    hands.tap("1.ok")
    hands.tap("3.ok")
    hands.let("2", "3")

    hands.show("skip")

    assert hands.prompt("3") == "refusal.give-by-hand"
    assert "Skip" not in hands.text("table")


def test_a_pair_takes_a_card_out_of_the_fan(hands: KittenHands) -> None:
    hands.show("cat-1")
    hands.show("cat-1")
    assert hands.public() == "Cat 1 ×2 / 1: OK plays"
    hands.tap("1.ok")
    hands.tap("2.ok")
    hands.let("2", "3")
    assert hands.public() == "1 STEALS / a card of 2"

    hands.tap("1.ok")

    assert hands.acts()[-1] == ("1", {"do": "steal"})
    assert hands.situation.public()["hand_size"] == {"1": 7, "2": 7, "3": 8}


def test_a_cat_alone_is_no_play_yet(hands: KittenHands) -> None:
    hands.show("cat-1")

    assert hands.public() == "Cat 1 / 1: add a card"
    hands.tap("1.ok")
    assert hands.text("table") == "1: NOT ALONE / It needs a second / of its kind"
    assert hands.situation.entry("1").cards == ()


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
    assert hands.public() == "Attack? / 2→1 NOPE/OK"


def test_the_last_name_leads_back(hands: KittenHands) -> None:
    three_cats(hands)
    screen = hands.screen("table")
    assert isinstance(screen, Choice)
    for _ in range(screen.count - 1):
        hands.tap("1.nope")
    assert hands.text("table") == "1 NAMES / < Back > / NOPE: next, OK: it"

    hands.tap("1.ok")

    assert hands.public() == "3 cards / 1: OK plays"


def test_the_named_card_is_given_by_showing_it(hands: KittenHands) -> None:
    three_cats(hands)
    hands.tap("1.ok")
    hands.let("2", "3")
    assert hands.public() == "2: SHOW IT? / Defuse"

    hands.show("defuse")

    assert hands.acts()[-1] == ("2", {"do": "give", "card": "defuse"})
    assert hands.public() == "2 GAVE / 1: your turn"


def test_a_given_card_may_be_played_by_its_new_hand(hands: KittenHands) -> None:
    three_cats(hands)
    hands.tap("1.nope")
    hands.tap("1.ok")
    hands.let("2", "3")
    tag = hands.show("attack")
    hands.lift()

    hands.show_tag(tag)
    hands.tap("1.ok")

    assert hands.acts()[-1] == ("1", {"do": "play", "cards": ["attack"]})


def test_another_card_than_the_named_one_is_refused(hands: KittenHands) -> None:
    three_cats(hands)
    hands.tap("1.ok")
    hands.let("2", "3")

    hands.show("skip")

    assert hands.text("table") == "2: ANOTHER CARD / Take it off, show / Defuse"


def test_nope_and_ok_deny_the_named_card(hands: KittenHands) -> None:
    three_cats(hands)
    hands.tap("1.nope")
    hands.tap("1.ok")
    hands.let("2", "3")

    hands.tap("2.nope")
    assert hands.public() == "2: NONE? / Attack"
    hands.tap("2.ok")

    assert hands.acts()[-1] == ("2", {"do": "deny"})
    assert hands.public() == "2: NONE / 1: your turn"


def test_a_denial_can_be_taken_back_by_nope(hands: KittenHands) -> None:
    three_cats(hands)
    hands.tap("1.ok")
    hands.let("2", "3")
    hands.tap("2.nope")

    hands.tap("2.nope")

    assert hands.public() == "2: SHOW IT? / Defuse"


def test_nope_takes_the_last_card_back(hands: KittenHands) -> None:
    hands.show("cat-1")
    tag = hands.show("cat-1")

    hands.tap("1.nope")
    assert hands.prompt("1") == "refusal.lay-again"
    hands.lift()

    assert hands.public() == "Cat 1 / 1: add a card"
    hands.show_tag(tag)
    assert hands.public() == "Cat 1 ×2 / 1: OK plays"


def test_seeing_the_future_tells_what_to_do_with_the_cards(hands: KittenHands) -> None:
    hands.show("see-the-future")
    hands.tap("1.ok")

    hands.let("2", "3")

    assert hands.prompt("1") == "sign.peeked"
    assert hands.public() == "1 LOOKS / 1: your turn"


def test_altering_the_future_is_confirmed_by_ok(hands: KittenHands) -> None:
    hands.show("alter-the-future")
    hands.tap("1.ok")
    hands.let("2", "3")
    assert hands.public() == "1: NEW ORDER / top 3, then OK"

    hands.tap("1.ok")

    assert hands.acts()[-1] == ("1", {"do": "arrange"})


def test_drawing_from_the_bottom_is_one_more_press(hands: KittenHands) -> None:
    hands.show("draw-from-bottom")
    hands.tap("1.ok")
    hands.let("2", "3")
    assert hands.public() == "1: BOTTOM / draw it, then OK"

    hands.tap("1.ok")

    assert hands.acts()[-1] == ("1", {"do": "draw"})
    assert hands.public() == "2: YOUR TURN / play, or draw: OK"


def test_an_attack_shows_how_many_turns_are_owed(hands: KittenHands) -> None:
    hands.show("attack")
    hands.tap("1.ok")
    hands.let("2", "3")

    assert hands.status().turns == 2
    assert hands.prompt("2") == "sign.turns-owed"


def test_the_public_display_tells_what_the_pile_holds(hands: KittenHands) -> None:
    assert (hands.status().pile, hands.status().kittens) == (22, 2)

    hands.tap("1.ok")

    assert (hands.status().pile, hands.status().kittens) == (21, 2)


def test_a_defuse_is_shown_and_the_kitten_hidden_where_nobody_is_told(hands: KittenHands) -> None:
    hands.show("exploding-kitten")
    hands.show("defuse")
    assert hands.public() == "1: DEFUSED / hide it, then OK"

    hands.tap("1.ok")

    assert hands.presses == 1
    assert hands.acts()[-1] == ("1", {"do": "defuse"})
    assert hands.public() == "1 IS SAFE / 2: your turn"
    assert (hands.status().pile, hands.status().kittens) == (22, 2)


def test_the_same_kitten_may_be_drawn_again(hands: KittenHands) -> None:
    tag = hands.show("exploding-kitten")
    hands.show("defuse")
    hands.tap("1.ok")
    hands.lift()

    hands.show_tag(tag)

    assert hands.acts()[-1] == ("2", {"do": "draw", "card": "exploding-kitten"})


def test_who_has_no_defuse_is_out_after_a_second_press(hands: KittenHands) -> None:
    hands.show("exploding-kitten")
    hands.lift()
    hands.tap("1.nope")
    assert hands.public() == "1: NO DEFUSE / OK: out"

    hands.tap("1.ok")

    assert hands.acts()[-1] == ("1", {"do": "explode"})
    screen = hands.screen("table")
    assert isinstance(screen, Picture)
    assert screen.kind == "boom"
    assert {light.meaning for light in hands.scene.lights} == {"light.boom"}
    hands.wait(5_000)
    assert hands.public() == "2: YOUR TURN / play, or draw: OK"
    assert hands.prompt("1") == "sign.out"


def test_nope_goes_back_to_the_defuse(hands: KittenHands) -> None:
    hands.show("exploding-kitten")
    hands.lift()
    hands.tap("1.nope")

    hands.tap("1.nope")

    assert hands.public() == "1: KA... / Defuse; no: NOPE"


def test_a_hand_may_be_shown_before_it_goes(hands: KittenHands) -> None:
    hands.show("exploding-kitten")
    hands.tap("1.nope")
    shown = ["skip", "skip", "favor", "cat-1", "cat-2", "cat-3", "nope", "defuse"]
    for face in shown:
        hands.show(face)

    hands.tap("1.ok")

    assert hands.acts()[-1] == ("1", {"do": "explode", "cards": shown})


def test_a_hand_that_is_shown_in_part_is_asked_for_whole(hands: KittenHands) -> None:
    hands.show("exploding-kitten")
    hands.tap("1.nope")
    hands.show("skip")
    hands.lift()

    hands.tap("1.ok")

    assert hands.prompt("1") == "rule.hand-count"
    assert "alive" in hands.situation.public()
    assert hands.phase() == "defuse"


def test_the_last_one_alive_is_celebrated_and_ok_puts_the_game_away() -> None:
    hands = KittenHands()
    hands.begin("1", "2")
    hands.show("exploding-kitten")
    hands.lift()
    hands.tap("1.nope")
    hands.tap("1.ok")

    assert hands.text("table") == "2 WINS! / OK: a new / game / (win)"
    hands.tap("1.ok")
    assert hands.text("table") == "OK TO SIT (2) / < Kittens 2-10 > / hold OK: begin"


def test_a_shuffle_is_told_while_the_turn_goes_on(hands: KittenHands) -> None:
    hands.show("shuffle")
    hands.tap("1.ok")
    hands.let("2", "3")

    assert hands.public() == "SHUFFLE PILE / 1: your turn"
    hands.show("skip")
    assert hands.public() == "Skip / 1: OK plays"


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


def test_a_card_taken_from_the_discard_pile_may_be_played_again() -> None:
    hands = KittenHands("zh56")
    hands.begin("1", "2", "3")
    wanted = discarded_nope(hands)
    five_different(hands)
    hands.show_tag(wanted)
    hands.tap("1.ok")
    hands.lift()
    hands.let("2", "3")
    hands.tap("1.ok")

    hands.show("skip")
    hands.tap("2.ok")
    hands.press("1.nope")
    hands.show_tag(wanted)

    assert hands.acts()[-1] == ("1", {"do": "nope"})


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

    assert hands.prompt("1") == "refusal.discarded"


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


def test_ok_behind_five_asks_for_the_wanted_card() -> None:
    hands = KittenHands("zh56")
    hands.begin("1", "2", "3")
    five_different(hands)

    hands.tap("1.ok")

    assert hands.prompt("1") == "sign.wanted-card"
    hands.tap("1.nope")
    assert hands.prompt("1") == "sign.five"


def test_minions_have_their_own_lethal_card() -> None:
    hands = KittenHands("min72")
    hands.begin("1", "2")

    hands.show("exploding-minion")
    hands.show("defuse")
    hands.tap("1.ok")

    assert hands.acts()[-1] == ("1", {"do": "defuse"})


def test_a_clone_defuses_while_a_defuse_is_on_top() -> None:
    hands = KittenHands("min72")
    hands.begin("1", "2")
    hands.show("exploding-minion")
    hands.show("defuse")
    hands.tap("1.ok")
    hands.show("exploding-minion")

    hands.show("clone")
    assert hands.public() == "2: DEFUSED / hide it, then OK"
    hands.tap("2.ok")

    assert hands.acts()[-1] == ("2", {"do": "defuse", "card": "clone"})


def test_a_clone_that_copies_nothing_is_refused_at_once() -> None:
    hands = KittenHands("min72")
    hands.begin("1", "2", "3")

    hands.show("clone")
    hands.tap("1.ok")

    assert hands.prompt("1") == "rule.clone-of-nothing"
