"""The countdown of a window stands while a seat holds it, and event times decide who was first."""

from __future__ import annotations

from tacotable.games.exploding.window import (
    claimed,
    holder,
    is_over,
    left_ms,
    may_claim,
    moved_on,
    opened,
    pressed_again,
    steps_left,
    tied,
    wakes_ms,
    withdrawn,
)

OPEN = opened(10_000, 3_000, 5_000)


def test_the_bar_loses_a_light_each_quarter_second() -> None:
    assert [steps_left(OPEN, 10_000 + ms, 12) for ms in (0, 249, 250, 1_500, 2_999, 3_000)] == [12, 12, 11, 6, 1, 0]


def test_the_table_wakes_when_the_next_light_goes_out() -> None:
    assert [wakes_ms(OPEN, 10_000 + ms, 12) for ms in (0, 100, 250, 2_750)] == [10_250, 10_250, 10_500, 13_000]


def test_the_window_closes_50_ms_after_its_end() -> None:
    assert wakes_ms(OPEN, 13_000, 12) == 13_050
    assert not is_over(OPEN, 13_049)
    assert is_over(OPEN, 13_050)


def test_a_press_before_the_end_that_is_told_after_it_counts() -> None:
    assert may_claim(OPEN, "B", 12_990)
    assert not may_claim(OPEN, "B", 13_010)

    late = claimed(OPEN, "B", 12_990)

    assert not is_over(late, 13_100)
    assert left_ms(late, 13_100) == 10


def test_presses_that_clocks_of_hubs_cannot_tell_apart_are_a_tie() -> None:
    sharp = claimed(claimed(OPEN, "B", 11_000, error_ms=2), "C", 11_013, error_ms=0.5)
    vague = claimed(claimed(OPEN, "B", 11_000, error_ms=2), "C", 11_013, error_ms=1)

    assert holder(sharp) == "B"
    assert tied(vague) == ("B", "C")


def test_a_claim_stops_the_countdown_at_its_press() -> None:
    stopped = claimed(OPEN, "B", 11_000)

    assert holder(stopped) == "B"
    assert left_ms(stopped, 14_000) == 2_000


def test_taking_the_claim_back_lets_the_countdown_go_on_where_it_stood() -> None:
    stopped = claimed(OPEN, "B", 11_000)

    running = pressed_again(stopped, "B", 14_000)

    assert holder(running) is None
    assert left_ms(running, 14_000) == 2_000
    assert left_ms(running, 15_000) == 1_000


def test_five_seconds_of_a_claim_and_the_countdown_goes_on() -> None:
    stopped = claimed(OPEN, "B", 11_000)

    assert wakes_ms(stopped, 11_000, 12) == 16_000
    running = moved_on(stopped, 16_000)

    assert holder(running) is None
    assert left_ms(running, 16_000) == 2_000
    assert may_claim(running, "B", 16_100)
    again = moved_on(claimed(running, "B", 16_100), 21_100)
    assert not may_claim(again, "B", 21_200)


def test_a_seat_cannot_stop_a_window_for_more_than_five_seconds_in_all() -> None:
    once = withdrawn(claimed(OPEN, "B", 11_000), "B", 15_000)

    again = claimed(once, "B", 15_100)

    assert wakes_ms(again, 15_100, 12) == 16_100


def test_an_earlier_press_that_is_told_later_goes_first() -> None:
    told_first = claimed(OPEN, "B", 11_000)

    both = claimed(told_first, "C", 10_950)

    assert holder(both) == "C"
    assert left_ms(both, 11_000) == 2_050


def test_a_later_press_waits_behind_the_first() -> None:
    both = claimed(claimed(OPEN, "B", 11_000), "C", 11_011)

    assert tied(both) == ()
    assert holder(both) == "B"
    assert holder(withdrawn(both, "B", 12_000)) == "C"


def test_presses_within_10_ms_are_a_tie() -> None:
    both = claimed(claimed(OPEN, "B", 11_000), "C", 10_990)

    assert tied(both) == ("C", "B")
    assert holder(both) is None


def test_the_first_of_the_tied_seats_to_press_again_goes_first() -> None:
    both = claimed(claimed(OPEN, "B", 11_000), "C", 11_005)

    decided = pressed_again(both, "C", 11_800)

    assert tied(decided) == ()
    assert holder(decided) == "C"
    assert holder(withdrawn(decided, "C", 12_000)) == "B"


def test_pressing_again_at_the_same_time_is_a_tie_still() -> None:
    both = claimed(claimed(OPEN, "B", 11_000), "C", 11_005)

    still = pressed_again(pressed_again(both, "C", 11_800), "B", 11_795)

    assert set(tied(still)) == {"B", "C"}


def test_the_earlier_second_press_decides_though_it_is_told_later() -> None:
    both = claimed(claimed(OPEN, "B", 11_000), "C", 11_005)

    decided = pressed_again(pressed_again(both, "C", 11_800), "B", 11_750)

    assert holder(decided) == "B"


def test_a_tie_that_nobody_breaks_is_over_after_five_seconds() -> None:
    both = claimed(claimed(OPEN, "B", 11_000), "C", 11_005)

    running = moved_on(both, 16_000)

    assert running.claims == ()
    assert left_ms(running, 16_000) == 2_000


def test_a_third_seat_that_pressed_in_time_has_its_turn_after_a_tie_is_dropped() -> None:
    three = claimed(claimed(claimed(OPEN, "B", 11_000), "C", 11_005), "D", 11_500)

    running = moved_on(three, 16_000)

    assert holder(running) == "D"
    assert wakes_ms(running, 16_000, 12) == 21_000
