"""While the one reader of a ring is silent, the awaited seat names its cards on the public display by OK and NOPE."""

from __future__ import annotations

import pytest

from pi.kitten_hands import KittenHands
from tacotable.state.scene import Choice
from tacotable_drivers import ports


@pytest.fixture
def hands() -> KittenHands:
    made = KittenHands()
    made.begin("1", "2", "3")
    return made


def fall_silent(hands: KittenHands) -> None:
    """Let the reader fall silent for longer than a hiccup."""
    hands.tell(ports.ZoneUnknown("play", hands.now_ms))
    hands.wait(6_000)


def item(hands: KittenHands) -> str:
    screen = hands.screen("table")
    assert isinstance(screen, Choice)
    return screen.item


def choose(hands: KittenHands, seat: str, *items: str) -> None:
    """Turn by NOPE to each item, and take it by OK; to draw what nobody turned to, OK is held."""
    for wanted in items:
        has_turned = False
        for _ in range(20):
            if item(hands) == wanted:
                break
            hands.tap(f"{seat}.nope")
            has_turned = True
        assert item(hands) == wanted
        press = hands.tap if has_turned or wanted != "item.draw" else hands.hold
        press(f"{seat}.ok")


def test_the_buttons_are_offered_after_five_seconds_and_not_before(hands: KittenHands) -> None:
    hands.tell(ports.ZoneUnknown("play", hands.now_ms))
    hands.wait(4_900)
    assert hands.text("table") == "! READER / Is its cable in? / The game waits"

    hands.wait(200)

    assert hands.text("table") == "1: YOUR TURN / < Draw > / NOPE: on, hold: it"


def test_ok_draws_nothing_that_nobody_turned_to_and_a_long_one_does(hands: KittenHands) -> None:
    fall_silent(hands)

    hands.tap("1.ok")
    assert hands.text("table") == "1: NOPE TURNS / to what you do / Hold OK: this"
    assert hands.acts() == []
    hands.hold("1.ok")

    assert hands.acts() == [("1", {"do": "draw"})]
    assert hands.text("table").startswith("2: YOUR TURN / < Draw >")


def test_ok_draws_when_its_seat_has_turned_back_to_that(hands: KittenHands) -> None:
    fall_silent(hands)
    hands.tap("1.nope")
    while item(hands) != "item.draw":
        hands.tap("1.nope")

    hands.tap("1.ok")

    assert hands.acts() == [("1", {"do": "draw"})]


def test_the_message_of_an_ok_that_draws_nothing_goes_away_at_nope_or_by_itself(hands: KittenHands) -> None:
    fall_silent(hands)

    hands.tap("1.ok")
    hands.tap("1.nope")
    assert hands.text("table").startswith("1: YOUR TURN / < ")
    hands.wait(10_000)

    assert hands.text("table").startswith("1: YOUR TURN / < ")
    assert hands.acts() == []


def test_turns_that_are_owed_are_told_beside_what_is_named(hands: KittenHands) -> None:
    fall_silent(hands)
    choose(hands, "1", "card.attack", "item.play")
    hands.tap("2.ok")
    hands.tap("3.ok")
    hands.wait(1_600)

    owed = hands.text("table")
    choose(hands, "2", "item.draw")

    assert owed == "2: 2 TURNS / < Draw > / NOPE: on, hold: it"
    assert hands.text("table") == "2: LAST TURN / < Draw > / NOPE: on, hold: it"


def test_a_press_that_was_meant_for_the_wait_is_no_draw(hands: KittenHands) -> None:
    hands.tell(ports.ZoneUnknown("play", hands.now_ms))
    hands.wait(4_999)
    hands.press("1.ok")
    hands.wait(100)

    hands.release("1.ok")

    assert hands.acts() == []


def test_a_card_is_named_and_played(hands: KittenHands) -> None:
    fall_silent(hands)

    choose(hands, "1", "card.skip", "item.play")

    assert hands.acts() == [("1", {"do": "play", "cards": ["skip"]})]
    assert hands.public() == "Skip / by 1: NOPE/OK?"


def test_a_named_card_is_taken_back(hands: KittenHands) -> None:
    fall_silent(hands)

    choose(hands, "1", "card.skip", "item.back", "item.draw")

    assert hands.acts() == [("1", {"do": "draw"})]


def test_a_pair_is_named_card_by_card_and_aimed_by_a_press(hands: KittenHands) -> None:
    fall_silent(hands)

    choose(hands, "1", "card.cat-1", "card.cat-1", "item.play")
    hands.tap("3.ok")

    assert hands.acts() == [("1", {"do": "play", "cards": ["cat-1", "cat-1"], "target": "3"})]


def test_only_cards_that_go_with_the_named_ones_are_offered(hands: KittenHands) -> None:
    fall_silent(hands)
    choose(hands, "1", "card.attack")

    offered = {item(hands)}
    for _ in range(20):
        hands.tap("1.nope")
        offered.add(item(hands))

    assert offered == {"item.play", "card.attack", "item.back"}  # two equal cards are a pair


def test_a_card_read_before_the_silence_goes_with_one_named_behind_it(hands: KittenHands) -> None:
    hands.show("cat-1")
    fall_silent(hands)

    choose(hands, "1", "card.cat-1", "item.play")
    hands.tap("2.ok")

    assert hands.acts() == [("1", {"do": "play", "cards": ["cat-1", "cat-1"], "target": "2"})]


def test_a_lethal_card_that_was_drawn_is_named_and_defused(hands: KittenHands) -> None:
    fall_silent(hands)

    choose(hands, "1", "card.exploding-kitten", "card.defuse", "item.hidden")

    assert hands.acts() == [("1", {"do": "draw", "card": "exploding-kitten"}), ("1", {"do": "defuse"})]


def test_without_a_defuse_the_seat_is_out(hands: KittenHands) -> None:
    fall_silent(hands)

    choose(hands, "1", "card.exploding-kitten", "item.no-defuse", "card.skip", "item.back", "item.out")

    assert hands.acts()[-1] == ("1", {"do": "explode"})


def test_a_nope_is_claimed_then_confirmed(hands: KittenHands) -> None:
    fall_silent(hands)
    choose(hands, "1", "card.skip", "item.play")
    hands.tap("2.nope")
    assert hands.text("table") == "2: NOPE? / < Nope > / NOPE: next, OK: it"

    hands.tap("2.ok")

    assert hands.acts()[-1] == ("2", {"do": "nope"})


def test_a_claim_is_taken_back(hands: KittenHands) -> None:
    fall_silent(hands)
    choose(hands, "1", "card.skip", "item.play")
    hands.tap("2.nope")

    choose(hands, "2", "item.back-kittens")

    assert hands.public() == "Skip / by 1: NOPE/OK?"
    assert hands.status().is_standing is False


def test_a_clone_is_offered_where_it_does_what_a_nope_does() -> None:
    hands = KittenHands("min72")
    hands.begin("1", "2", "3")
    fall_silent(hands)
    choose(hands, "1", "card.skip", "item.play")
    hands.tap("2.nope")
    hands.tap("2.ok")
    hands.tap("3.nope")

    choose(hands, "3", "card.clone")

    assert hands.acts()[-1] == ("3", {"do": "nope", "card": "clone"})


def test_a_window_counts_anew_when_the_buttons_are_offered(hands: KittenHands) -> None:
    hands.show("skip")
    hands.tap("1.ok")
    hands.wait(2_000)
    hands.tell(ports.ZoneUnknown("play", hands.now_ms))

    hands.wait(5_000)

    assert hands.status().bar == (12, 12)
    hands.wait(3_100)
    assert hands.public().startswith("2: YOUR TURN")


def test_a_card_that_was_asked_for_is_given_by_its_name(hands: KittenHands) -> None:
    fall_silent(hands)
    choose(hands, "1", "card.cat-1", "card.cat-1", "card.cat-1", "item.play")
    hands.tap("2.ok")
    choose(hands, "1", "card.defuse")
    hands.wait(4_000)

    choose(hands, "2", "card.defuse")

    assert hands.acts()[-1] == ("2", {"do": "give", "card": "defuse"})


def test_a_card_that_was_asked_for_is_denied_twice_before_it_counts(hands: KittenHands) -> None:
    fall_silent(hands)
    choose(hands, "1", "card.cat-1", "card.cat-1", "card.cat-1", "item.play")
    hands.tap("2.ok")
    choose(hands, "1", "card.skip")
    hands.wait(4_000)
    choose(hands, "2", "item.no-card", "item.back", "item.no-card")
    assert hands.acts()[-1][1]["do"] == "play"

    choose(hands, "2", "item.deny")

    assert hands.acts()[-1] == ("2", {"do": "deny"})


def test_five_different_cards_take_one_that_was_discarded() -> None:
    hands = KittenHands("zh56")
    hands.begin("1", "2", "3")
    fall_silent(hands)
    five = ("card.cat-1", "card.cat-2", "card.cat-3", "card.cat-4", "card.skip")

    choose(hands, "1", *five, "card.cat-2", "item.play")

    faces = [card.removeprefix("card.") for card in five]
    assert hands.acts() == [("1", {"do": "play", "cards": faces, "name": "cat-2"})]


def test_the_pad_counts_again_at_once_when_the_reader_is_found(hands: KittenHands) -> None:
    fall_silent(hands)
    hands.tell(ports.ZoneEmpty("play", hands.now_ms))

    hands.show("skip")

    assert hands.public() == "Skip / 1: OK plays / NOPE: take back"


def test_a_card_that_lies_there_when_the_reader_is_found_is_no_act(hands: KittenHands) -> None:
    fall_silent(hands)
    choose(hands, "1", "card.skip")

    hands.tell(ports.TagArrived("play", hands.take("skip"), hands.now_ms))

    assert hands.text("table") == "1: Reader is back / Take the card / off the pad"
    hands.lift()
    assert hands.public() == "Skip / 1: OK plays / NOPE: take back"


def test_a_refusal_of_everyone_that_nobody_can_lift_goes_by_itself(hands: KittenHands) -> None:
    hands.show("skip")
    hands.tap("1.ok")
    hands.lift()
    hands.show("cat-1")
    assert hands.public() == "Skip / Take card off"

    hands.tell(ports.ZoneUnknown("play", hands.now_ms))
    hands.wait(6_000)

    assert hands.public() == "Skip / by 1: NOPE/OK?"


def test_a_nope_of_which_nobody_knows_whose_it_is_is_nobodys_when_the_reader_dies(hands: KittenHands) -> None:
    hands.show("skip")
    hands.tap("1.ok")
    hands.lift()
    hands.show("nope")
    assert hands.prompt("2") == "sign.whose-nope"

    hands.tell(ports.ZoneUnknown("play", hands.now_ms))
    assert hands.situation.log[-1].code == "refusal.nobodys"
    hands.wait(6_000)

    assert hands.public() == "Skip / by 1: NOPE/OK?"
    assert [act["do"] for _, act in hands.acts()] == ["play"]


def test_the_lamps_of_the_asked_seat_tell_what_its_buttons_do(hands: KittenHands) -> None:
    fall_silent(hands)

    lamps = {name: hands.scene.lamps[name].meaning for name in ("1.ok", "1.nope", "2.ok", "2.nope")}

    assert lamps == {"1.ok": "lamp.off", "1.nope": "lamp.may-turn", "2.ok": "lamp.off", "2.nope": "lamp.off"}
    hands.tap("1.nope")
    assert hands.scene.lamps["1.ok"].meaning == "lamp.press"


def test_a_card_that_a_reader_finds_in_a_window_when_it_comes_back_is_nobodys_nope() -> None:
    hands = KittenHands()
    hands.begin("1", "2")
    hands.show("attack")
    hands.tap("1.ok")
    hands.lift()
    tag = hands.take("nope")

    hands.tell(ports.ZoneUnknown("play", hands.now_ms))
    hands.tell(ports.TagArrived("play", tag, hands.now_ms))
    assert hands.prompt("2") == "refusal.nobodys"
    assert [act["do"] for _, act in hands.acts()] == ["play"]

    hands.show_tag(tag)
    hands.wait(600)
    hands.press("2.nope")
    assert [act["do"] for _, act in hands.acts()] == ["play", "nope"]
