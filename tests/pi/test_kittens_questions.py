"""Whose card is it? What people do before, while and after the table asks, and what stays of it."""

from __future__ import annotations

import pytest

from pi.kitten_hands import KittenHands
from tacotable.state.events import Arbitrated
from tacotable.table.file import read_table
from tacotable_drivers import ports

KITTEN = "exploding-kitten"


@pytest.fixture
def hands() -> KittenHands:
    """Give a game of three at one pad, its first turn read."""
    hands = KittenHands()
    hands.begin("1", "2", "3")
    hands.wait(3_000)
    return hands


@pytest.fixture
def family() -> KittenHands:
    """Give a game at the family's table: YAY and WOW have pads of their own, 4 has none."""
    hands = KittenHands(table=read_table("family"))
    for seat in ("YAY", "WOW", "4"):
        hands.tap(f"{seat}.ok")
    hands.hold("YAY.ok")
    hands.tap("YAY.ok")
    hands.wait(3_000)
    return hands


def lay(hands: KittenHands, zone: str, face: str) -> str:
    """Lay a card on a pad."""
    tag = hands.take(face)
    hands.wait(300)
    hands.tell(ports.TagArrived(zone, tag, hands.now_ms))
    return tag


def silence(hands: KittenHands) -> None:
    """Let the reader fall silent until buttons stand in for it."""
    hands.tell(ports.ZoneUnknown("play", hands.now_ms))
    hands.wait(12_000)


def claim_a_shown_card(hands: KittenHands) -> None:
    """Show a Skip at seat 1, and let seat 2 claim it."""
    hands.show("skip")
    hands.wait(1_500)
    hands.tap("2.ok")
    hands.wait(1_000)
    assert hands.prompt("1") == "whose.shown-mine"


def test_a_claimed_card_is_not_played_by_the_other_seat(hands: KittenHands) -> None:
    claim_a_shown_card(hands)
    hands.tap("2.ok")
    assert hands.public() == "2: TAKE IT / Not your turn: / keep this card"

    hands.wait(3_500)
    hands.hold("1.ok")
    hands.wait(1_000)
    hands.tap("1.ok")
    assert hands.acts() == []


def test_a_card_laid_while_the_table_asks_has_a_word_afterwards(hands: KittenHands) -> None:
    claim_a_shown_card(hands)
    hands.show("attack")
    hands.wait(1_000)
    hands.tap("2.nope")
    hands.wait(15_000)

    assert hands.public() == "Skip / Take card off / NOPE: take back"


def test_a_silent_reader_leaves_the_question_and_its_buttons(hands: KittenHands) -> None:
    hands.tap("1.ok")
    hands.wait(3_000)
    hands.show(KITTEN)
    hands.wait(1_000)
    silence(hands)

    assert hands.public() == "WHOSE? 1, 2 / its drawer: OK"


@pytest.mark.parametrize("change", ["leave-game 4", "pile-mixed"])
def test_a_change_by_hand_ends_the_doubt_about_the_last_draw(change: str) -> None:
    hands = KittenHands()
    hands.begin("1", "2", "3", "4")
    hands.show("attack")
    hands.wait(800)
    hands.tap("1.ok")
    for seat in "234":
        hands.wait(1_000)
        hands.tap(f"{seat}.ok")
    hands.lift()
    hands.wait(3_000)
    hands.tap("2.ok")
    hands.wait(3_000)
    hands.show(KITTEN)
    hands.wait(1_500)
    assert hands.prompt("2") == "sign.defuse-last"

    hands.tell(Arbitrated(change, hands.now_ms))
    hands.wait(6_000)
    hands.tap("2.nope")

    assert hands.prompt("2") == "sign.doomed"


@pytest.mark.parametrize("answers", [("1.ok",), ("2.ok",)])
def test_a_defuse_laid_while_the_table_asks_counts_after_every_answer(hands: KittenHands, answers: tuple[str]) -> None:
    hands.tap("1.ok")
    hands.wait(3_000)
    hands.show(KITTEN)
    hands.wait(2_000)
    hands.show("defuse")
    hands.wait(1_500)
    for button in answers:
        hands.tap(button)

    assert hands.public().endswith(": DEFUSED / hide it, then OK")


def test_a_defuse_laid_while_the_table_asks_has_a_word_if_nobody_drew_the_kitten(hands: KittenHands) -> None:
    hands.tap("1.ok")
    hands.wait(3_000)
    hands.show(KITTEN)
    hands.wait(2_000)
    hands.show("defuse")
    hands.wait(1_500)
    hands.tap("1.nope")
    hands.wait(1_000)
    hands.tap("2.nope")
    hands.wait(8_000)

    assert hands.public().startswith("NOT COUNTED")
    assert hands.scene.lamps["2.ok"].meaning == "lamp.clear"


def test_a_kitten_on_another_seats_pad_leaves_the_shown_play(family: KittenHands) -> None:
    lay(family, "play", "skip")
    family.wait(1_500)
    lay(family, "WOW.pad", KITTEN)

    assert family.situation.entry("YAY").cards == ("skip",)
    assert family.acts() == []


def test_the_kitten_of_the_last_draw_counts_while_the_next_seat_picks_a_target(family: KittenHands) -> None:
    for seat in ("YAY", "WOW"):
        family.tap(f"{seat}.ok")
        family.wait(3_000)
    tag = lay(family, "play", "favor")
    family.wait(1_000)
    family.tell(ports.TagLeft("play", tag, family.now_ms))
    family.tap("4.ok")
    family.wait(500)
    lay(family, "WOW.pad", KITTEN)

    assert family.acts()[-1] == ("WOW", {"do": "draw", "card": KITTEN})


def test_by_buttons_no_play_is_offered_that_lacks_a_card() -> None:
    hands = KittenHands("zh56")
    hands.begin("1", "2", "3")
    hands.wait(3_000)
    silence(hands)
    hands.tap("1.nope")
    while "Cat 1" not in hands.text("table"):
        hands.tap("1.nope")
    hands.tap("1.ok")
    hands.wait(1_000)

    assert "< Play >" not in hands.public()
