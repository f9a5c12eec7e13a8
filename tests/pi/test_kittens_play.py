"""An Exploding game at the table: a plain turn is one press, a play two and its cards; displays say who is awaited."""

from __future__ import annotations

import pytest

from pi.kitten_hands import KittenHands
from pi.public_state import public_state


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


def test_a_card_is_played_by_showing_it_and_one_press(hands: KittenHands) -> None:
    hands.show("skip")
    assert hands.public() == "Skip / 1: OK plays / NOPE: take back"

    hands.tap("1.ok")

    assert hands.presses == 1
    assert hands.acts() == [("1", {"do": "play", "cards": ["skip"]})]
    assert hands.public() == "Skip / by 1: NOPE/OK?"


def test_a_play_at_somebody_is_two_presses(hands: KittenHands) -> None:
    hands.show("favor")
    hands.tap("1.ok")
    assert hands.public() == "1: AT WHOM? / press a lit OK"
    hands.wait(500)
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

    assert hands.public() == "Favor / 1: OK plays / NOPE: take back"


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
    assert hands.public() == "FAVOR: 3 / card to 1; OK"

    hands.tap("3.ok")

    assert hands.acts()[-1] == ("3", {"do": "give"})
    assert hands.public() == "3 GAVE / 1: play or draw"
    assert public_state(hands.situation)["hand_size"] == {"1": 8, "2": 8, "3": 7}


def test_a_favor_stays_secret_when_its_card_is_shown_by_mistake(hands: KittenHands) -> None:
    hands.show("favor")
    hands.tap("1.ok")
    hands.tap("3.ok")
    hands.let("2", "3")

    hands.show("skip")

    assert hands.prompt("3") == "refusal.give-by-hand"
    assert "Skip" not in hands.text("table")


def test_nope_takes_the_last_card_back(hands: KittenHands) -> None:
    hands.show("cat-1")
    tag = hands.show("cat-1")

    hands.tap("1.nope")
    assert hands.prompt("1") == "refusal.lay-again"
    hands.lift()

    assert hands.public() == "Cat 1 / 1: add a card / NOPE: take back"
    hands.show_tag(tag)
    assert hands.public() == "Pair Cat 1 / 1: OK plays / NOPE: take back"


def test_seeing_the_future_tells_what_to_do_with_the_cards(hands: KittenHands) -> None:
    hands.show("see-the-future")
    hands.tap("1.ok")

    hands.let("2", "3")

    assert hands.prompt("1") == "sign.peeked"
    assert hands.public() == "1 LOOKS / 1: play or draw"


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

    hands.wait(1_000)
    hands.tap("1.ok")

    assert hands.acts()[-1] == ("1", {"do": "draw"})
    assert hands.public() == "2: YOUR TURN / Clear pad"


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


def test_a_shuffle_is_told_while_the_turn_goes_on(hands: KittenHands) -> None:
    hands.show("shuffle")
    hands.tap("1.ok")
    hands.let("2", "3")

    assert hands.public() == "SHUFFLE PILE / 1: play or draw"
    hands.show("skip")
    assert hands.public() == "Skip / 1: OK plays / NOPE: take back"
