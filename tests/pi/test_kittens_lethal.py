"""The lethal card at the table: it is drawn, defused and hidden, or its player is out; the last one alive wins."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pi.kitten_hands import KittenHands
from pi.public_state import public_state
from tacotable.state.scene import Picture


@pytest.fixture
def hands() -> KittenHands:
    made = KittenHands()
    made.begin("1", "2", "3")
    made.presses = 0
    return made


def test_a_lethal_card_is_drawn_by_showing_it(hands: KittenHands) -> None:
    hands.show("exploding-kitten")

    assert hands.presses == 0
    assert hands.acts() == [("1", {"do": "draw", "card": "exploding-kitten"})]
    assert hands.public() == "1: KA... / Clear pad; Defuse"


def test_a_defuse_is_shown_and_the_kitten_hidden_where_nobody_is_told(hands: KittenHands) -> None:
    hands.show("exploding-kitten")
    hands.show("defuse")
    assert hands.public() == "1: DEFUSED / hide it, then OK"

    hands.tap("1.ok")

    assert hands.presses == 1
    assert hands.acts()[-1] == ("1", {"do": "defuse"})
    assert hands.public() == "1 IS SAFE / 2: play or draw"
    assert (hands.status().pile, hands.status().kittens) == (22, 2)


def test_the_same_kitten_may_be_drawn_again_when_its_drawer_says_so(hands: KittenHands) -> None:
    tag = hands.show("exploding-kitten")
    hands.show("defuse")
    hands.tap("1.ok")
    hands.lift()

    hands.show_tag(tag)
    assert hands.public() == "2: DRAWN? / OK: yes, NOPE: no"
    assert hands.acts()[-1] == ("1", {"do": "defuse"})
    hands.tap("2.ok")

    assert hands.acts()[-1] == ("2", {"do": "draw", "card": "exploding-kitten"})


def test_a_kitten_that_brushes_the_pad_on_its_way_into_the_pile_is_nobodys_draw(hands: KittenHands) -> None:
    tag = hands.show("exploding-kitten")
    hands.show("defuse")
    hands.tap("1.ok")
    hands.show_tag(tag)
    hands.lift()

    assert hands.public() == "1 IS SAFE / 2: play or draw"
    assert hands.acts()[-1] == ("1", {"do": "defuse"})


def test_who_has_no_defuse_is_out_after_a_second_press(hands: KittenHands) -> None:
    hands.show("exploding-kitten")
    hands.lift()
    hands.tap("1.nope")
    assert hands.public() == "1: NO DEFUSE / OK: out NOPE: no"

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
    assert "alive" in public_state(hands.situation)
    assert hands.phase() == "defuse"


def test_the_last_one_alive_is_celebrated_and_ok_puts_the_game_away() -> None:
    hands = KittenHands()
    hands.begin("1", "2")
    hands.show("exploding-kitten")
    hands.lift()
    hands.tap("1.nope")
    hands.tap("1.ok")

    hands.wait(900)
    hands.tap_at_once("1.ok")  # by reflex: it puts nobody's victory away
    assert hands.text("table") == "2 WINS! / Hold OK: / play again / (win)"
    hands.wait(900)
    hands.tap("1.ok")
    assert hands.text("table") == "OK TO SIT (2) / < Kittens 2-10 > / hold OK: begin"


def test_ok_held_at_the_end_begins_anew_with_all_who_sit() -> None:
    hands = KittenHands("min72")
    hands.begin("1", "2", "3")
    hands.tap("5.ok")
    for seat in "12":
        hands.show("exploding-minion")
        hands.lift()
        hands.tap(f"{seat}.nope")
        hands.tap(f"{seat}.ok")
    assert hands.text("table") == "3 WINS! / Hold OK: / play again / (win)"

    hands.wait(6_000)
    hands.hold("2.ok")

    setup = hands.situation.game.setup
    assert (setup["game"], setup["seats"]) == ("min72", ["2", "3", "5", "1"])
    assert hands.situation.game.stage.value == "deal"


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


def _put_on_top(hands: KittenHands, *cards: str) -> None:
    """Play a pair of seat 1, which takes a card of seat 2 for it."""
    for card in cards:
        hands.show(card)
    hands.tap("1.ok")
    hands.tap("2.ok")  # it is the target
    hands.lift()
    hands.let("2", "3")
    hands.wait(2_000)
    hands.tap("1.ok")
    hands.wait(2_000)


def _explode_and_defuse(hands: KittenHands) -> None:
    for card in ("exploding-minion", "defuse"):
        hands.show(card)
    hands.tap("1.ok")
    hands.lift()
    hands.wait(2_000)


@pytest.mark.parametrize(
    ("before", "rule"),
    [
        (lambda hands: None, "clone-of-nothing"),
        (lambda hands: _put_on_top(hands, "minion-a", "minion-a"), "clone-of-plain"),
        (lambda hands: _put_on_top(hands, "minion-a", "clone"), "clone-of-clone"),
        (_explode_and_defuse, "clone-of-defuse"),
    ],
)
def test_a_clone_that_copies_nothing_says_why_and_waits_for_a_card(
    before: Callable[[KittenHands], None], rule: str
) -> None:
    hands = KittenHands("min72")
    hands.begin("1", "2", "3")
    before(hands)
    acts, (seat, *_) = hands.acts(), public_state(hands.situation)["to_act"]

    hands.show("clone")
    hands.lift()
    hands.tap(f"{seat}.ok")

    assert hands.prompt(seat) == f"rule.{rule}"
    assert hands.acts() == acts
    assert hands.situation.entry(seat).cards == ("clone",)


def test_ok_behind_a_defuse_alone_says_that_the_lethal_card_comes_first() -> None:
    hands = KittenHands()
    hands.begin("1", "2", "3", "4", "5")
    hands.show("defuse")  # its lethal card was shown too shortly, or not at all

    hands.tap("1.ok")

    assert hands.text("table") == "1: KEEP IT, or / show first what / you drew"


def test_who_takes_a_kitten_up_that_was_put_on_top_of_the_pile_is_asked_still(hands: KittenHands) -> None:
    tag = hands.show("exploding-kitten")
    hands.show("defuse")
    hands.tap("1.ok")
    hands.lift()
    hands.show_tag(tag)
    hands.wait(1_500)
    hands.lift()

    assert hands.public() == "2: DRAWN? / OK: yes, NOPE: no"
    hands.tap("2.nope")
    assert hands.public() == "1 IS SAFE / 2: play or draw"
