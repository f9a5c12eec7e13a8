"""Taking one's own act back: the first item of the menu for five seconds, without a question to anybody."""

from __future__ import annotations

import pytest

from pi.hands import Hands
from pi.kitten_hands import KittenHands
from pi.public_state import public_state
from tacotable.dialogs.undo import OWN_MS
from tacotable.state.events import Arbitrated
from tacotable.state.facts import Undone


@pytest.fixture
def hands() -> Hands:
    """Give a table where YAY won the duel and attacks."""
    table = Hands()
    table.begin_attack()
    return table


@pytest.fixture
def ring() -> KittenHands:
    """Give a ring of three in which seat 1 has the turn."""
    table = KittenHands("zh56")
    table.begin("1", "2", "3")
    return table


def open_menu(hands: Hands, seat: str, role: str = "no") -> str:
    hands.hold(f"{seat}.{role}")
    return hands.text(seat)


def test_a_card_laid_by_mistake_is_taken_back_by_two_presses(hands: Hands) -> None:
    before = public_state(hands.situation)
    hands.lay("YAY", "8")

    assert "< Take back >" in open_menu(hands, "YAY")
    hands.tap("YAY.ok")

    assert public_state(hands.situation) == before
    assert hands.situation.ui.question is None
    assert isinstance(hands.log.facts[-1], Undone)
    assert hands.situation.log[-1].code == "log.taken-back-own"


def test_after_five_seconds_the_other_seat_is_asked(hands: Hands) -> None:
    hands.lay("YAY", "8")
    hands.wait(OWN_MS)

    assert "< Take back >" not in open_menu(hands, "YAY")


def test_an_open_menu_stays_where_it_is_and_asks_when_the_time_is_over(hands: Hands) -> None:
    hands.lay("YAY", "8")
    open_menu(hands, "YAY")
    hands.wait(OWN_MS)

    assert "< Take back >" in hands.text("YAY")
    hands.tap("YAY.ok")

    assert hands.text("WOW") == "TAKE BACK? / YAY: attack / Only OK agrees"


def test_what_the_other_answered_is_not_taken_from_under_him(hands: Hands) -> None:
    hands.lay("YAY", "8")
    hands.lay("WOW", "9")

    assert "< Take back >" in open_menu(hands, "WOW")
    assert "< Take back >" not in open_menu(hands, "YAY")


def test_a_press_of_the_other_ends_it(hands: Hands) -> None:
    hands.lay("YAY", "8")
    hands.tap("WOW.no")

    assert "< Take back >" not in open_menu(hands, "YAY")


def test_a_duel_card_that_opened_both_is_not_taken_back_alone() -> None:
    hands = Hands()
    hands.begin()
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")
    hands.lay("YAY", "9")
    hands.lay("WOW", "5")

    assert "< Take back >" not in open_menu(hands, "WOW")


def test_a_duel_card_is_taken_back_only_with_the_other_seat() -> None:
    hands = Hands()
    hands.begin()
    hands.tap("YAY.ok")
    hands.tap("WOW.ok")
    hands.lay("YAY", "9")

    assert "< Take back >" in open_menu(hands, "YAY")
    hands.tap("YAY.ok")
    assert hands.situation.ui.question is not None
    hands.wait(2_000)
    hands.tap("WOW.ok")
    assert isinstance(hands.log.facts[-1], Undone)


def test_a_card_that_still_counts_is_left_where_it_lies(hands: Hands) -> None:
    hands.lay("YAY", "8")
    hands.lay("WOW", "9")

    hands.tell(Arbitrated("take-back", hands.situation.devices.now_ms))

    assert "TAKEN BACK" in hands.text("WOW")
    assert "YAY" not in hands.situation.ui.refusals
    assert public_state(hands.situation)["phase"] == "answer"


def test_a_play_in_its_window_is_taken_back_alone_and_a_drawn_card_is_not(ring: KittenHands) -> None:
    ring.show("skip")
    ring.tap("1.ok")
    ring.hold("1.nope")
    assert "< Take back >" in ring.text("table")
    ring.tap("1.ok")

    assert public_state(ring.situation)["phase"] == "turn"
    ring.lift()
    ring.wait(OWN_MS)
    ring.tap("1.ok")
    ring.hold("1.nope")
    assert "draw" in str(ring.acts()[-1])
    assert "< Take back >" not in ring.text("table")
