"""The window: it looks alike whatever anybody holds, NOPE stops the time, and races are decided by event times."""

from __future__ import annotations

import pytest

from pi.kitten_hands import KittenHands
from pi.public_state import public_state
from tacotable_drivers.ports import Pattern, TagArrived, TagsCrowded


@pytest.fixture
def hands() -> KittenHands:
    """Seat 1 has just played a Skip; seats 2 and 3 may answer."""
    made = KittenHands()
    made.begin("1", "2", "3")
    made.show("skip")
    made.tap("1.ok")
    made.presses = 0
    return made


def lit(hands: KittenHands) -> int:
    return sum(light.meaning != "light.off" for light in hands.scene.lights)


def test_every_seat_that_may_answer_is_lit_alike(hands: KittenHands) -> None:
    hands.wait(500)
    lamps = {name: light.look.pattern for name, light in hands.scene.lamps.items()}

    assert [lamps[f"{seat}.ok"] for seat in "1234"] == [Pattern.OFF, Pattern.FAST, Pattern.FAST, Pattern.OFF]
    assert [lamps[f"{seat}.nope"] for seat in "1234"] == [Pattern.OFF, Pattern.SLOW, Pattern.SLOW, Pattern.OFF]


def test_the_bar_counts_down_and_the_play_takes_effect(hands: KittenHands) -> None:
    shown = []
    for _ in range(4):
        shown.append(lit(hands))
        hands.wait(750)
    hands.wait(50)

    assert shown == [12, 9, 6, 3]
    assert hands.public() == "2: YOUR TURN / Clear pad"


def test_the_window_closes_at_once_when_all_let_it_pass(hands: KittenHands) -> None:
    hands.let("3", "2")

    assert hands.public() == "2: YOUR TURN / Clear pad"


def test_who_let_it_pass_waits_for_the_others(hands: KittenHands) -> None:
    hands.let("3")
    assert hands.prompt("3") == "sign.let"

    hands.tap("3.ok")

    assert hands.prompt("3") == "refusal.let-already"


def test_nope_stops_the_time_while_the_card_is_laid(hands: KittenHands) -> None:
    hands.wait(1_000)
    hands.press("3.nope")
    hands.wait(4_000)

    assert lit(hands) == 8
    assert hands.public() == "3: NOPE? / clear pad, lay it"
    hands.show("nope")

    assert hands.acts()[-1] == ("3", {"do": "nope"})
    assert lit(hands) == 12


def test_a_nope_is_one_press_and_its_card(hands: KittenHands) -> None:
    hands.wait(600)
    hands.press("3.nope")
    hands.show("nope")
    hands.release("3.nope")

    assert hands.presses == 1
    assert hands.public() == "3 NOPED: OK? / Skip"


def test_nope_may_be_held_down_while_the_card_is_laid(hands: KittenHands) -> None:
    hands.hold("3.nope")

    assert hands.situation.ui.menus == {}
    assert hands.public() == "3: NOPE? / clear pad, lay it"


def test_nope_again_takes_the_claim_back_and_the_time_goes_on(hands: KittenHands) -> None:
    hands.wait(1_000)
    hands.tap("3.nope")
    hands.wait(2_000)

    hands.tap("3.nope")

    assert hands.public() == "Skip / by 1: NOPE/OK?"
    assert lit(hands) == 6


def test_after_five_seconds_the_time_goes_on_where_it_stood(hands: KittenHands) -> None:
    hands.wait(1_000)
    hands.press("3.nope")
    hands.wait(5_000)
    assert lit(hands) == 8

    hands.wait(2_050)

    assert hands.public() == "2: YOUR TURN / Clear pad"


def test_a_noped_play_may_be_noped_back(hands: KittenHands) -> None:
    hands.wait(600)
    hands.press("3.nope")
    hands.show("nope")
    assert [hands.prompt(seat) for seat in "123"] == ["sign.window-noped", "sign.window-noped", "sign.window-own-nope"]

    hands.wait(600)
    hands.press("1.nope")
    hands.show("nope")

    assert hands.public() == "BACK BY 1: OK? / Skip"
    hands.wait(3_050)
    assert hands.public() == "2: YOUR TURN / Clear pad"


def test_a_cancelled_play_is_told_and_the_turn_goes_on(hands: KittenHands) -> None:
    hands.wait(600)
    hands.press("3.nope")
    hands.show("nope")

    hands.wait(3_050)

    assert hands.prompt("1") == "sign.cancelled"
    assert hands.public() == "IT IS NOPED / 1: play or draw"


def test_of_two_players_too_a_nope_without_a_press_is_nobodys_before_its_owner_presses() -> None:
    hands = KittenHands()
    hands.begin("1", "2")
    hands.show("skip")
    hands.tap("1.ok")

    hands.show("nope")
    assert len(hands.acts()) == 1
    hands.wait(600)
    hands.press("2.nope")

    assert hands.acts()[-1] == ("2", {"do": "nope"})


def test_a_nope_without_a_press_stops_the_countdown_until_its_owner_presses(hands: KittenHands) -> None:
    hands.show("nope")
    assert hands.public() == "WHOSE NOPE? / Owner: NOPE"
    assert hands.status().is_standing
    assert len(hands.acts()) == 1

    hands.wait(600)
    hands.press("2.nope")

    assert hands.acts()[-1] == ("2", {"do": "nope"})
    assert hands.public() == "2 NOPED: OK? / Skip"


def test_a_nope_that_nobody_owns_to_in_five_seconds_is_nobodys_and_the_countdown_goes_on(hands: KittenHands) -> None:
    hands.show("nope")

    hands.wait(4_950)
    assert hands.public() == "WHOSE NOPE? / Owner: NOPE"
    hands.wait(100)
    assert hands.text("table") == "NOBODY'S NOPE / Take it back; next / time NOPE first"
    assert (hands.phase(), len(hands.acts())) == ("window", 1)
    hands.lift()
    assert hands.public() == "Skip / by 1: NOPE/OK?"
    assert not hands.status().is_standing
    hands.wait(3_050)
    assert hands.public() == "2: YOUR TURN / play, or draw: OK"
    assert len(hands.acts()) == 1


def test_a_nope_behind_the_end_of_its_window_is_too_late_and_nobodys_play(hands: KittenHands) -> None:
    hands.wait(3_050)
    tag = hands.show("nope")

    assert hands.text("table") == "TOO LATE / Take it back, or / 2: hold OK"
    hands.tap("2.ok")
    assert len(hands.acts()) == 1
    hands.lift()
    assert hands.public() == "2: YOUR TURN / play, or draw: OK"
    hands.wait(5_000)
    hands.show_tag(tag)
    assert hands.public() == "Nope / 2: add a card / NOPE: take back"


def test_a_card_that_is_told_right_behind_a_press_lay_there_before_and_is_laid_again(hands: KittenHands) -> None:
    hands.lift()
    tag = hands.take("nope")
    hands.tap("3.nope")

    hands.tell(TagArrived("play", tag, hands.now_ms + 249))

    assert hands.public() == "3: NOT COUNTED / Take it off, or / hold OK: counts"
    assert len(hands.acts()) == 1
    hands.show_tag(tag)
    assert hands.public() == "3 NOPED: OK? / Skip"


def test_another_card_than_a_nope_is_refused(hands: KittenHands) -> None:
    hands.wait(600)
    hands.press("2.nope")

    hands.show("attack")

    assert hands.text("table") == "2: ONLY A NOPE / Take it off, lay / a Nope instead"
    hands.lift()
    assert hands.public() == "2: NOPE? / clear pad, lay it"


def test_an_earlier_press_that_is_told_later_goes_first(hands: KittenHands) -> None:
    hands.wait(600)
    hands.press("2.nope")

    hands.press("3.nope", hands.now_ms - 40)

    assert hands.public() == "3: NOPE? / clear pad, lay it"
    hands.show("nope")
    assert hands.acts()[-1] == ("3", {"do": "nope"})


def test_a_second_seat_waits_for_the_first(hands: KittenHands) -> None:
    hands.wait(600)
    hands.press("2.nope")
    hands.wait(30)
    hands.press("3.nope")
    assert hands.prompt("3") == "sign.claim-next"

    hands.wait(600)
    hands.press("2.nope")

    assert hands.public() == "3: NOPE? / clear pad, lay it"


def test_presses_at_the_same_time_are_a_tie_and_every_display_says_so(hands: KittenHands) -> None:
    hands.wait(600)
    hands.press("2.nope")
    hands.press("3.nope", hands.now_ms - 10)

    assert hands.public() == "TIE: 3, 2 / press NOPE again"
    assert [hands.prompt(seat) for seat in "123"] == ["sign.tie-of", "sign.tie", "sign.tie"]
    assert [hands.scene.lamps[f"{seat}.nope"].look.pattern for seat in "123"] == [
        Pattern.OFF, Pattern.FAST, Pattern.FAST,
    ]  # fmt: skip
    assert {light.meaning for light in hands.scene.lights} == {"light.tie", "light.off"}


def test_a_tie_goes_to_the_first_of_them_to_press_again(hands: KittenHands) -> None:
    hands.wait(600)
    hands.press("2.nope")
    hands.press("3.nope")
    hands.wait(700)

    hands.press("3.nope")

    assert hands.public() == "3: NOPE? / clear pad, lay it"
    assert hands.prompt("2") == "sign.claim-next"


def test_a_nope_laid_in_a_tie_is_laid_again_by_whoever_goes_first(hands: KittenHands) -> None:
    hands.wait(600)
    hands.press("2.nope")
    hands.press("3.nope")
    hands.show("nope")
    assert hands.text("table") == "A TIE STANDS / Press NOPE again / before you lay it"
    hands.wait(300)

    hands.press("2.nope")

    assert hands.acts()[-1] == ("1", {"do": "play", "cards": ["skip"]})
    assert hands.prompt("2") == "refusal.lay-again"


def test_a_press_before_the_end_that_is_told_after_it_counts(hands: KittenHands) -> None:
    hands.wait(3_030)

    hands.press("2.nope", hands.now_ms - 40)

    assert hands.public() == "2: NOPE? / clear pad, lay it"
    hands.wait(1_000)
    assert hands.phase() == "window"


def test_a_press_that_was_beaten_by_another_nope_does_not_nope_that(hands: KittenHands) -> None:
    hands.wait(600)
    hands.press("3.nope")
    hands.wait(600)
    hands.show("nope")

    hands.press("2.nope", hands.now_ms - 5)

    assert hands.text("table") == "2: SECOND / 3 noped it; / nope that? NOPE"
    hands.wait(600)
    hands.press("2.nope")
    assert hands.prompt("2") == "sign.claim-back"


def test_while_a_nope_is_noped_everyone_reads_whose_nope_counts(hands: KittenHands) -> None:
    hands.wait(600)
    hands.press("3.nope")
    hands.wait(600)
    hands.show("nope")

    hands.press("1.nope")

    assert hands.public() == "1: NOPE 3? / clear pad, lay it"
    assert hands.prompt("2") == "sign.claim-back-of"


def test_a_press_that_means_nothing_does_not_hide_what_may_be_noped(hands: KittenHands) -> None:
    hands.wait(600)

    hands.tap("1.nope")

    assert hands.prompt("1") == "refusal.let-already"
    assert hands.public() == "Skip / by 1: NOPE/OK?"


def test_a_double_press_in_a_hurry_is_one(hands: KittenHands) -> None:
    hands.wait(600)
    hands.press("3.nope")
    hands.wait(250)
    hands.press("3.nope")

    assert hands.public() == "3: NOPE? / clear pad, lay it"


def test_a_double_press_in_a_hurry_breaks_no_tie(hands: KittenHands) -> None:
    hands.wait(600)
    hands.press("2.nope")
    hands.press("3.nope")
    hands.wait(200)

    hands.press("3.nope")

    assert hands.public() == "TIE: 2, 3 / press NOPE again"


def test_a_press_after_the_end_is_too_late(hands: KittenHands) -> None:
    hands.wait(3_030)

    hands.press("2.nope")

    assert hands.prompt("2") == "refusal.nope-late"
    hands.wait(50)
    assert hands.phase() == "turn"


def test_ok_takes_a_claim_back_and_lets_it_pass(hands: KittenHands) -> None:
    hands.tap("2.nope")

    hands.let("2", "3")

    assert hands.phase() == "turn"
    assert [act["do"] for _, act in hands.acts()] == ["play", "let", "let"]


def test_a_tap_right_after_the_window_opened_does_not_count(hands: KittenHands) -> None:
    hands.wait(400)
    hands.tap_at_once("2.ok")

    assert hands.prompt("2") == "sign.window"


def test_nope_counts_as_soon_as_the_window_is_open(hands: KittenHands) -> None:
    hands.press("2.nope")

    assert hands.prompt("2") == "sign.claim"


def test_a_press_that_began_before_the_window_closed_draws_no_card(hands: KittenHands) -> None:
    hands.wait(2_900)
    hands.press("2.ok")
    hands.wait(800)

    hands.release("2.ok")

    assert hands.public() == "2: YOUR TURN / Clear pad"
    assert public_state(hands.situation)["turn"] == {"seat": "2", "left": 1, "source": "normal"}


def test_a_pause_stops_the_window_and_it_counts_anew(hands: KittenHands) -> None:
    hands.wait(900)
    hands.hold("1.nope")
    hands.tap("1.nope")  # behind taking back
    hands.tap("1.ok")
    hands.wait(60_000)
    assert hands.text("table") == "PAUSED / OK goes on"

    hands.tap("2.ok")

    assert hands.phase() == "window"
    assert lit(hands) == 12


def test_an_open_menu_closes_when_its_seat_is_asked() -> None:
    hands = KittenHands()
    hands.begin("1", "2", "3")
    hands.hold("3.nope")
    assert "3" in hands.situation.ui.menus
    hands.show("skip")

    hands.tap("1.ok")

    assert hands.situation.ui.menus == {}
    hands.press("3.nope")
    assert hands.public() == "3: NOPE? / clear pad, lay it"


def test_a_card_that_is_told_again_is_no_new_nope(hands: KittenHands) -> None:
    hands.wait(600)
    hands.press("2.nope")
    hands.show("nope")
    before = len(hands.log.facts)

    hands.hiccup()

    assert len(hands.log.facts) == before
    assert hands.public() == "2 NOPED: OK? / Skip"


def test_a_card_whose_claim_has_just_ended_is_not_taken_for_a_nope_of_who_is_asked_still() -> None:
    hands = KittenHands()
    hands.begin("1", "2", "3")
    hands.show("skip")
    hands.tap("1.ok")
    hands.wait(600)
    hands.press("2.nope")
    hands.wait(300)
    hands.release("2.nope")
    hands.lift()
    hands.tap("2.ok")
    before = len(hands.acts())

    hands.tell(TagArrived("play", hands.take("nope"), hands.now_ms + 100))

    assert hands.prompt("3") == "sign.whose-nope"
    assert hands.acts()[before:] == []


def test_what_is_left_of_several_cards_is_not_the_nope_of_the_next_claim(hands: KittenHands) -> None:
    hands.wait(600)
    hands.press("3.nope")
    hands.press("2.nope", hands.now_ms + 100)
    hands.wait(4_000)
    nope, skip = (hands.take(face) for face in ("nope", "skip"))
    hands.tell(TagsCrowded("play", (nope, skip), hands.now_ms))
    hands.wait(2_000)  # the claim of seat 3 lapses meanwhile

    hands.tell(TagArrived("play", nope, hands.now_ms))

    assert hands.acts()[-1] == ("1", {"do": "play", "cards": ["skip"]})
    assert hands.prompt("2") == "refusal.lay-again"


def test_a_nope_behind_its_time_is_too_late_while_a_pair_steals_and_may_be_what_is_asked_for() -> None:
    hands = KittenHands()
    hands.begin("1", "2", "3")
    for _ in range(2):
        hands.show("cat-1")
    hands.tap("1.ok")
    hands.tap("2.ok")
    hands.let("2", "3")
    hands.show("nope")

    assert hands.text("table") == "TOO LATE / Take the Nope / back"
