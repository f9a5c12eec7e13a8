"""A seat without a reader names its cards on its display, and nobody else can read them there."""

from __future__ import annotations

import pytest

from pi.hands import Hands
from pi.public_state import public_state
from tacotable.dialogs.reminder import IDLE_MS
from tacotable.state.events import Arbitrated, TimePassed
from tacotable.state.facts import Acted
from tacotable.state.scene import Choice
from tacotable_drivers import ports


@pytest.fixture
def hands() -> Hands:
    made = Hands("buttons")
    made.tap("YAY.ok")
    made.hold("YAY.ok")
    made.tap("YAY.ok")
    made.tap("WOW.ok")
    return made


def shown(hands: Hands, seat: str) -> str:
    screen = hands.screen(seat)
    assert isinstance(screen, Choice)
    return screen.item


def turn_to(hands: Hands, seat: str, item: str) -> None:
    for _ in range(20):
        if shown(hands, seat) == item:
            return
        hands.tap(f"{seat}.right")
    raise AssertionError(f"{item} is not offered")


def choose(hands: Hands, seat: str, item: str) -> None:
    turn_to(hands, seat, item)
    hands.tap(f"{seat}.ok")


def acted(hands: Hands) -> list[dict[str, object]]:
    return [fact.act for fact in hands.log.facts if isinstance(fact, Acted) and fact.ruling != "illegal"]


def attack_begins(hands: Hands) -> None:
    choose(hands, "YAY", "item.done")
    choose(hands, "WOW", "item.done")
    choose(hands, "YAY", "9")
    choose(hands, "WOW", "5")


def test_nobody_is_asked_to_move_a_tacocat_that_nothing_feels_before_the_first_deal() -> None:
    hands = Hands("buttons")

    hands.tap("WOW.ok")

    assert hands.says("YAY") == "sign.deal-token"


def test_cards_to_replace_are_collected_and_done_closes_them(hands: Hands) -> None:
    choose(hands, "YAY", "5")
    choose(hands, "YAY", "6")
    assert hands.text("YAY").endswith("5 6")

    choose(hands, "YAY", "item.done")

    assert acted(hands) == [{"do": "replace", "cards": ["5", "6"]}]


def test_the_last_collected_card_can_be_taken_back(hands: Hands) -> None:
    choose(hands, "YAY", "5")
    choose(hands, "YAY", "6")
    choose(hands, "YAY", "item.back")

    choose(hands, "YAY", "item.done")

    assert acted(hands) == [{"do": "replace", "cards": ["5"]}]


def test_left_turns_the_other_way(hands: Hands) -> None:
    first = shown(hands, "YAY")
    hands.tap("YAY.right")

    hands.tap("YAY.left")

    assert shown(hands, "YAY") == first


def test_a_duel_card_is_sealed_until_both_have_one(hands: Hands) -> None:
    choose(hands, "YAY", "item.done")
    choose(hands, "WOW", "item.done")
    choose(hands, "YAY", "9")
    assert hands.says("YAY") == "sign.sealed"

    choose(hands, "WOW", "5")

    assert acted(hands)[-2:] == [{"do": "duel", "card": "9"}, {"do": "duel", "card": "5"}]


def test_several_cards_attack_together(hands: Hands) -> None:
    attack_begins(hands)
    choose(hands, "YAY", "item.several")
    for card in ("6", "7", "8"):
        choose(hands, "YAY", card)

    choose(hands, "YAY", "item.done")

    assert acted(hands)[-1] == {"do": "attack", "cards": ["6", "7", "8"]}


def test_a_sacrifice_is_meant_before_the_card_is_chosen(hands: Hands) -> None:
    attack_begins(hands)
    choose(hands, "YAY", "3")
    choose(hands, "WOW", "item.sacrifice")

    choose(hands, "WOW", "2")

    assert acted(hands)[-1] == {"do": "answer", "card": "2", "as": "sacrifice"}


def test_a_card_below_the_attack_is_asked_about_before_it_is_given_up(hands: Hands) -> None:
    attack_begins(hands)
    choose(hands, "YAY", "8")
    choose(hands, "WOW", "3")
    assert acted(hands)[-1] == {"do": "attack", "cards": ["8"]}
    assert hands.text("WOW") == "GIVE UP 3? / Attack: 8 / OK: give it up"
    assert hands.scene.prompts["WOW"].code == "sign.sure-sacrifice"

    hands.tap("WOW.ok")

    assert acted(hands)[-1] == {"do": "answer", "card": "3"}


def test_a_card_that_would_hold_is_asked_about_before_it_is_given_up(hands: Hands) -> None:
    attack_begins(hands)
    choose(hands, "YAY", "3")
    choose(hands, "WOW", "item.sacrifice")
    choose(hands, "WOW", "4")
    assert acted(hands)[-1] == {"do": "attack", "cards": ["3"]}

    hands.tap("WOW.ok")

    assert acted(hands)[-1] == {"do": "answer", "card": "4", "as": "sacrifice"}


def test_turning_goes_back_from_the_question_whether_a_card_is_given_up(hands: Hands) -> None:
    attack_begins(hands)
    choose(hands, "YAY", "8")
    choose(hands, "WOW", "3")

    hands.tap("WOW.left")

    assert shown(hands, "WOW") == "3"
    choose(hands, "WOW", "8")
    assert acted(hands)[-1] == {"do": "answer", "card": "8"}


def test_a_choice_begins_at_the_demand_and_else_at_the_card_that_its_seat_named_last(hands: Hands) -> None:
    attack_begins(hands)
    assert shown(hands, "YAY") == "9"

    choose(hands, "YAY", "6")

    assert shown(hands, "WOW") == "6"


def test_the_first_choice_begins_in_the_middle(hands: Hands) -> None:
    choose(hands, "YAY", "item.done")
    choose(hands, "WOW", "item.done")

    assert shown(hands, "YAY") == "7"


def test_right_held_runs_on_until_it_is_let_go(hands: Hands) -> None:
    choose(hands, "YAY", "item.done")
    choose(hands, "WOW", "item.done")
    hands.wait(1_000)
    at_ms = hands.situation.devices.now_ms + 1_000
    hands.tell(ports.ButtonPressed("YAY.right", at_ms))
    hands.tell(ports.ButtonHeld("YAY.right", at_ms + 800))
    assert shown(hands, "YAY") == "8"
    assert hands.controller.wake_at_ms() == at_ms + 1_000

    hands.tell(TimePassed(at_ms + 1_000))
    hands.tell(ports.ButtonReleased("YAY.right", True, at_ms + 1_100))
    hands.tell(TimePassed(at_ms + 2_000))

    assert shown(hands, "YAY") == "9"


def test_right_that_is_stuck_stops_running(hands: Hands) -> None:
    choose(hands, "YAY", "item.done")
    hands.wait(1_000)
    at_ms = hands.situation.devices.now_ms + 1_000
    hands.tell(ports.ButtonPressed("WOW.right", at_ms))
    hands.tell(ports.ButtonHeld("WOW.right", at_ms + 800))

    hands.tell(ports.DeviceLost("button WOW.right", "stuck", at_ms + 10_000))

    assert hands.controller.wake_at_ms() == at_ms + IDLE_MS


def test_a_second_press_that_is_let_go_slowly_takes_no_other_card(hands: Hands) -> None:
    attack_begins(hands)
    choose(hands, "YAY", "8")
    choose(hands, "WOW", "9")
    at_ms = hands.situation.devices.now_ms

    hands.tell(ports.ButtonPressed("WOW.ok", at_ms + 350))
    hands.tell(ports.ButtonReleased("WOW.ok", False, at_ms + 900))

    assert public_state(hands.situation)["phase"] == "attack"


def test_with_several_demands_another_one_can_be_answered(hands: Hands) -> None:
    attack_begins(hands)
    choose(hands, "YAY", "item.several")
    for card in ("6", "7", "8"):
        choose(hands, "YAY", card)
    choose(hands, "YAY", "item.done")
    choose(hands, "WOW", "item.demand")

    choose(hands, "WOW", "7")

    assert acted(hands)[-1] == {"do": "answer", "card": "7", "demand": "7"}


def test_a_refused_choice_is_shown_until_the_next_press(hands: Hands) -> None:
    attack_begins(hands)
    choose(hands, "YAY", "item.several")
    for card in ("5", "8"):
        choose(hands, "YAY", card)
    choose(hands, "YAY", "item.done")
    assert hands.says("YAY") == "rule.attack-shape"

    hands.tap("YAY.right")

    assert isinstance(hands.screen("YAY"), Choice)


def test_left_held_opens_the_menu(hands: Hands) -> None:
    hands.hold("YAY.left")

    assert hands.text("YAY").startswith("MENU / < Hint >")


def test_the_print_and_play_edition_offers_ten_values() -> None:
    hands = Hands("buttons", "tc36")
    hands.tap("YAY.ok")
    hands.hold("YAY.ok")
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")
    choose(hands, "YAY", "item.face-down")
    choose(hands, "YAY", "item.done")
    choose(hands, "WOW", "item.done")

    offered = set()
    for _ in range(12):
        offered.add(shown(hands, "YAY"))
        hands.tap("YAY.right")

    assert acted(hands)[0] == {"do": "replace", "cards": ["?"]}
    assert offered == {str(value) for value in range(1, 11)}


def test_a_card_more_than_may_be_replaced_is_refused_at_once(hands: Hands) -> None:
    for face in ("2", "3", "4", "5", "6", "7", "8"):
        choose(hands, "YAY", face)

    choose(hands, "YAY", "9")

    assert hands.says("YAY") == "rule.card-not-held"
    assert hands.situation.entry("YAY").cards == ("2", "3", "4", "5", "6", "7", "8")


def test_a_card_that_was_just_chosen_is_not_chosen_again_by_one_more_press(hands: Hands) -> None:
    choose(hands, "YAY", "9")

    assert shown(hands, "YAY") == "item.done"


def test_a_press_on_news_takes_nothing_of_what_they_hide(hands: Hands) -> None:
    attack_begins(hands)
    choose(hands, "YAY", "8")
    choose(hands, "WOW", "9")
    hands.tell(Arbitrated("take-back", hands.situation.devices.now_ms))
    assert hands.says("WOW") == "sign.taken-back"
    hands.wait(600)

    hands.tap("WOW.ok")

    assert public_state(hands.situation)["phase"] == "answer"
    assert isinstance(hands.screen("WOW"), Choice)


def test_one_seat_that_puts_news_away_leaves_them_to_the_other(hands: Hands) -> None:
    attack_begins(hands)
    choose(hands, "YAY", "8")
    choose(hands, "WOW", "9")
    hands.tell(Arbitrated("take-back", hands.situation.devices.now_ms))
    hands.wait(600)

    hands.tap("YAY.ok")

    assert hands.says("WOW") == "sign.taken-back"
    hands.tap("WOW.ok")
    assert public_state(hands.situation)["phase"] == "answer"


def test_a_second_press_within_half_a_second_takes_no_other_card(hands: Hands) -> None:
    attack_begins(hands)
    choose(hands, "YAY", "item.several")
    for card in ("5", "5", "5"):
        choose(hands, "YAY", card)
    choose(hands, "YAY", "item.done")
    choose(hands, "WOW", "6")
    at_ms = hands.situation.devices.now_ms

    hands.tell(ports.ButtonPressed("WOW.ok", at_ms + 350))
    hands.tell(ports.ButtonReleased("WOW.ok", False, at_ms + 460))

    assert public_state(hands.situation)["demands"] == ["5", "5"]
