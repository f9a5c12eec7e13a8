"""A silent reader asks by buttons for just what it would have told; at Tacocat's table the seat names its cards."""

from __future__ import annotations

import pytest

from pi.hands import Hands
from tacotable.dialogs.reminder import IDLE_MS
from tacotable.state.events import TimePassed
from tacotable.state.facts import Acted
from tacotable.state.scene import Choice
from tacotable_drivers import ports


@pytest.fixture
def hands() -> Hands:
    return Hands("tacocat")


def fall_silent(hands: Hands, seat: str) -> None:
    """Let a reader fall silent, and its seat say that it goes on without."""
    hands.tell(ports.ZoneUnknown(f"{seat}.pad", 0))
    hands.tap(f"{seat}.ok")


def turn_to(hands: Hands, seat: str, item: str) -> None:
    """Press NO until the display shows an item."""
    for _ in range(20):
        screen = hands.screen(seat)
        assert isinstance(screen, Choice)
        if screen.item == item:
            return
        hands.tap(f"{seat}.no")
    raise AssertionError(f"{item} is not offered")


def choose(hands: Hands, seat: str, *items: str) -> None:
    for item in items:
        turn_to(hands, seat, item)
        hands.tap(f"{seat}.ok")


def acted(hands: Hands) -> list[dict[str, object]]:
    return [fact.act for fact in hands.log.facts if isinstance(fact, Acted) and fact.ruling == "accepted"]


def test_the_loss_is_told_before_anything_is_asked(hands: Hands) -> None:
    hands.begin_attack()

    hands.tell(ports.ZoneUnknown("YAY.pad", 0))

    assert hands.says("YAY") == "sign.reader-lost"


def test_a_press_ends_the_wait_and_is_no_act(hands: Hands) -> None:
    hands.begin_attack()
    before = len(hands.log.facts)

    fall_silent(hands, "YAY")

    assert len(hands.log.facts) == before
    assert hands.text("YAY") == "LEAD: 6 EACH / < 9 > / NO: next, hold OK"


def test_the_wait_ends_by_itself_after_five_seconds(hands: Hands) -> None:
    hands.begin_attack()
    hands.tell(ports.ZoneUnknown("YAY.pad", 0))
    since = hands.situation.devices.now_ms
    assert hands.controller.wake_at_ms() == since + 5_000

    hands.tell(TimePassed(since + 5_000))

    assert hands.controller.wake_at_ms() == since + 5_500  # when presses count again, lamps are lit
    assert isinstance(hands.screen("YAY"), Choice)
    hands.tell(TimePassed(since + 5_500))
    assert hands.controller.wake_at_ms() == since + IDLE_MS


def test_a_press_that_was_meant_for_the_wait_takes_no_card(hands: Hands) -> None:
    hands.begin_attack()
    hands.tell(ports.ZoneUnknown("YAY.pad", 0))
    since = hands.situation.devices.now_ms
    hands.tell(TimePassed(since + 5_000))
    before = len(hands.log.facts)

    hands.tell(ports.ButtonPressed("YAY.ok", since + 4_900))
    hands.tell(ports.ButtonReleased("YAY.ok", False, since + 5_100))

    assert len(hands.log.facts) == before


def test_a_press_that_was_meant_for_the_choice_does_not_close_a_replacement(hands: Hands) -> None:
    hands.begin()
    fall_silent(hands, "YAY")
    hands.tap("YAY.no")
    now = hands.situation.devices.now_ms
    hands.tell(ports.ZoneEmpty("YAY.pad", now))

    hands.tell(ports.ButtonReleased("YAY.ok", False, now + 200))

    assert acted(hands) == []


def test_a_seat_whose_reader_is_silent_attacks_by_its_buttons(hands: Hands) -> None:
    hands.begin_attack()
    fall_silent(hands, "YAY")

    choose(hands, "YAY", "8")

    assert acted(hands)[-1] == {"do": "attack", "cards": ["8"]}
    assert hands.says("WOW") == "sign.answer"


def test_the_other_seat_goes_on_with_its_pad(hands: Hands) -> None:
    hands.begin_attack()
    fall_silent(hands, "YAY")
    choose(hands, "YAY", "8")

    hands.lay("WOW", "10")

    assert acted(hands)[-1] == {"do": "answer", "card": "10"}


def test_a_sacrifice_is_an_item(hands: Hands) -> None:
    hands.begin_attack()
    hands.lay("YAY", "8")
    fall_silent(hands, "WOW")

    choose(hands, "WOW", "item.sacrifice", "3")

    assert acted(hands)[-1] == {"do": "answer", "card": "3", "as": "sacrifice"}


def test_several_cards_are_named_one_by_one_and_taken_back_one_by_one(hands: Hands) -> None:
    hands.begin_attack()
    fall_silent(hands, "YAY")

    choose(hands, "YAY", "item.several", "7", "7", "5", "item.back", "item.done")

    assert acted(hands)[-1] == {"do": "attack", "cards": ["7", "7"]}


def test_cards_are_replaced_by_buttons(hands: Hands) -> None:
    hands.begin()
    fall_silent(hands, "YAY")

    choose(hands, "YAY", "5", "item.done")

    assert acted(hands)[-1] == {"do": "replace", "cards": ["5"]}


def test_cards_of_an_attack_may_be_read_before_and_behind_the_silence(hands: Hands) -> None:
    hands.begin_attack()
    hands.clear("YAY")
    hands.tap("YAY.ok")
    first = hands.lay("YAY", "7")
    fall_silent(hands, "YAY")
    hands.tap("YAY.no")
    choose(hands, "YAY", "7")
    hands.tell(ports.ZoneEmpty("YAY.pad", 0))
    hands.lay("YAY", "7")
    hands.tap("YAY.no")
    hands.clear("YAY")

    hands.tap("YAY.ok")

    assert acted(hands)[-1] == {"do": "attack", "cards": ["7", "7"]}
    sent = hands.log.facts[-1]
    assert isinstance(sent, Acted)
    assert sent.tags == (first,)


def test_a_duel_that_is_named_stays_secret_to_all_others(hands: Hands) -> None:
    hands.begin()
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")
    fall_silent(hands, "YAY")
    shown = [(scene.screens["WOW"], scene.public_prompts, scene.cue.name) for scene in hands.shown[-1:]]

    turn_to(hands, "YAY", "12")
    shown += [(scene.screens["WOW"], scene.public_prompts, scene.cue.name) for scene in hands.shown[-1:]]

    assert shown[0] == shown[1]
    hands.tap("YAY.ok")
    assert "12" not in hands.text("WOW")
    hands.lay("WOW", "5")
    assert acted(hands)[-1] == {"do": "duel", "card": "5"}
    assert hands.says("YAY") == "Choice"


def test_presses_do_not_tell_which_duel_card_was_named(hands: Hands) -> None:
    """The choice begins where the time of an event says, so that counting presses tells nothing."""
    began = set()
    for wait in (0, 1, 2):
        again = Hands("tacocat")
        again.begin()
        again.tap("YAY.ok")
        again.tap("WOW.ok")
        again.tell(ports.ZoneUnknown("YAY.pad", 0))
        again.pace_ms += wait
        again.tap("YAY.ok")
        screen = again.screen("YAY")
        assert isinstance(screen, Choice)
        began.add(screen.item)

    assert len(began) == 3


def test_the_pad_counts_again_at_once_when_the_reader_is_found(hands: Hands) -> None:
    hands.begin_attack()
    fall_silent(hands, "YAY")
    hands.tell(ports.ZoneEmpty("YAY.pad", 0))
    assert hands.says("YAY") == "sign.attack-first"

    hands.lay("YAY", "8")

    assert acted(hands)[-1] == {"do": "attack", "cards": ["8"]}


def test_a_card_that_lies_there_when_the_reader_is_found_is_no_act(hands: Hands) -> None:
    hands.begin_attack()
    fall_silent(hands, "WOW")
    hands.lay("YAY", "8")
    choose(hands, "WOW", "10")
    before = len(hands.log.facts)

    tag = hands.take("10")
    hands.tell(ports.TagArrived("WOW.pad", tag, 0))

    assert len(hands.log.facts) == before
    assert hands.text("WOW") == "READER IS BACK / Take the card / off the pad"
    hands.tell(ports.TagLeft("WOW.pad", tag, 0))
    assert hands.says("WOW") == "sign.attack-now"


def test_a_refused_card_is_put_away_by_a_press_when_its_reader_is_silent(hands: Hands) -> None:
    hands.begin_attack()
    hands.lay("WOW", "10")
    assert hands.says("WOW") == "rule.attack-turn"
    fall_silent(hands, "WOW")

    hands.tap("WOW.no")

    assert hands.says("WOW") == "sign.wait-attack"


def test_the_lamp_of_ok_asks_for_a_press_once_its_seat_has_turned_to_a_card(hands: Hands) -> None:
    hands.begin_attack()
    assert hands.scene.lamps["YAY.ok"].meaning == "lamp.clear"

    fall_silent(hands, "YAY")
    hands.wait(600)

    assert hands.scene.lamps["YAY.ok"].meaning == "lamp.hands"
    assert hands.scene.lamps["YAY.no"].meaning == "lamp.may-turn"
    hands.tap("YAY.no")
    assert hands.scene.lamps["YAY.ok"].meaning == "lamp.press"
