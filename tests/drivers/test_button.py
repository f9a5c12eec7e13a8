"""What a button tells: a tap, a hold, a press that was there before, and a stuck one."""

from __future__ import annotations

from tacotable_drivers.button import Button
from tacotable_drivers.ports import ButtonHeld, ButtonPressed, ButtonReleased, DeviceFound, DeviceLost, FaultKind


def test_a_tap_is_a_press_and_a_release() -> None:
    button = Button("ok")

    told = button.changed(True, 100.0) + button.changed(False, 300.0)

    assert told == [ButtonPressed("ok", 100.0), ButtonReleased("ok", False, 300.0)]


def test_a_press_of_800_ms_is_told_as_held_once_while_it_lasts() -> None:
    button = Button("ok")
    button.changed(True, 100.0)

    assert button.next_ms() == 900.0
    assert button.wait(899.0) == []
    assert button.wait(900.0) == [ButtonHeld("ok", 900.0)]
    assert button.wait(1_500.0) == []
    assert button.changed(False, 2_000.0) == [ButtonReleased("ok", True, 2_000.0)]


def test_a_hold_is_told_at_the_very_time_that_was_asked_for() -> None:
    """3422.576114 + 800 less 3422.576114 is 799.9999999999995: the table would have asked for that time for ever."""
    button = Button("ok")
    button.changed(True, 3_422.576114)
    asked_ms = button.next_ms()
    assert asked_ms is not None

    assert button.wait(asked_ms) == [ButtonHeld("ok", asked_ms)]


def test_a_hold_is_told_with_the_release_when_the_clock_came_late() -> None:
    button = Button("ok")
    button.changed(True, 0.0)

    assert button.changed(False, 900.0) == [ButtonHeld("ok", 900.0), ButtonReleased("ok", True, 900.0)]


def test_a_button_down_for_ten_seconds_is_stuck_and_found_on_release() -> None:
    button = Button("ok")
    button.changed(True, 0.0)
    button.wait(800.0)

    assert button.next_ms() == 10_000.0
    assert button.wait(10_000.0) == [
        DeviceLost(
            "button ok",
            "button 'ok' has been down for 10 s; is something lying on it, or is it shorted?",
            10_000.0,
            FaultKind.STUCK,
        )
    ]
    assert button.next_ms() is None
    assert button.wait(99_000.0) == []
    assert button.changed(False, 100_000.0) == [
        ButtonReleased("ok", True, 100_000.0),
        DeviceFound("button ok", 100_000.0),
    ]


def test_a_button_that_is_down_at_the_start_was_not_pressed() -> None:
    button = Button("ok")
    button.begin(True, 0.0)

    assert button.wait(5_000.0) == []
    assert button.changed(False, 6_000.0) == []
    assert button.changed(True, 7_000.0) == [ButtonPressed("ok", 7_000.0)]


def test_a_button_that_is_stuck_from_the_start_is_told() -> None:
    button = Button("ok")
    button.begin(True, 0.0)

    assert button.next_ms() == 10_000.0
    assert [type(event) for event in button.wait(10_000.0)] == [DeviceLost]
    assert [type(event) for event in button.changed(False, 20_000.0)] == [DeviceFound]


def test_a_free_button_waits_for_nothing() -> None:
    button = Button("ok")
    button.begin(False, 0.0)

    assert button.next_ms() is None
    assert button.wait(1_000.0) == []
