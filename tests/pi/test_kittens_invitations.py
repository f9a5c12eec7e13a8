"""What displays and lamps of a ring invite to: nothing that would be refused, and what is asked by its name."""

from __future__ import annotations

import pytest

from pi.kitten_hands import KittenHands
from tacotable_drivers import ports


@pytest.fixture
def hands() -> KittenHands:
    made = KittenHands()
    made.begin("1", "2", "3")
    return made


def lamps(hands: KittenHands, seat: str) -> list[str]:
    return [hands.scene.lamps[f"{seat}.{role}"].meaning for role in ("ok", "nope")]


def test_in_a_window_each_seat_reads_which_card_is_asked_for() -> None:
    hands = KittenHands(has_displays=True)
    hands.begin("1", "2", "3")
    for face in ("cat-2", "cat-2", "feral-cat"):
        hands.show(face)

    hands.tap("1.ok")
    hands.tap("2.ok")
    hands.tap("1.ok")

    assert hands.text("2") == "AT YOU: NOPE? / Defuse? / by 1; OK: no"
    assert hands.text("3") == "1 ASKS 2: / Defuse? / NOPE, or OK: no"


def test_lamps_are_dark_while_a_silent_reader_stops_the_game(hands: KittenHands) -> None:
    hands.wait(1_500)
    assert lamps(hands, "1") == ["lamp.turn", "lamp.off"]

    hands.tell(ports.ZoneUnknown("play", hands.now_ms))

    assert lamps(hands, "1") == ["lamp.off", "lamp.off"]


def test_an_open_menu_lights_the_buttons_of_its_seat(hands: KittenHands) -> None:
    assert lamps(hands, "2") == ["lamp.off", "lamp.off"]

    hands.hold("2.nope")

    assert lamps(hands, "2") == ["lamp.press", "lamp.may-turn"]


def test_a_card_that_nobody_awaits_is_told_to_all_and_to_no_seat(hands: KittenHands) -> None:
    hands.show("alter-the-future")
    hands.tap("1.ok")
    hands.lift()
    hands.let("2", "3")

    hands.show("skip")

    assert hands.public() == "NO CARD NOW / Take it off; OK / when it is done"
    assert list(hands.situation.ui.refusals) == ["table"]
