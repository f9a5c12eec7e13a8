"""Zones, buttons and sensors of a hub: from states and counters to events."""

from __future__ import annotations

import pytest

from tacotable_drivers.hub.hub import HubButton, HubSensor, HubZone
from tacotable_drivers.ports import (
    ButtonHeld,
    ButtonPressed,
    ButtonReleased,
    DeviceEvent,
    DeviceFound,
    DeviceLost,
    TagArrived,
    TagLeft,
    TagsCrowded,
    TokenSensed,
    ZoneEmpty,
    ZoneUnknown,
)
from tacotable_drivers.wire.hub_messages import Lying

A, B = "04A1B2C3D4E5F6", "DEADBEEF"


def lies(*tags: str) -> Lying:
    return Lying(1, 0, tags, "")


def lie_with_more(*tags: str) -> Lying:
    return Lying(1, 0, tags, "more")


def unknown(why: str) -> Lying:
    return Lying(1, 0, None, why)


@pytest.fixture
def zone() -> HubZone:
    return HubZone("play", "north", 1)


@pytest.mark.parametrize(
    ("states", "told"),
    [
        ([lies()], [ZoneEmpty("play", 9)]),
        ([lies(A)], [TagArrived("play", A, 9)]),
        ([lies(A, B)], [TagsCrowded("play", (A, B), 9)]),
        ([lies(A), lies()], [TagLeft("play", A, 9)]),
        ([lies(A), lies(B)], [TagLeft("play", A, 9), TagArrived("play", B, 9)]),
        ([lies(A), lies(A, B)], [TagsCrowded("play", (A, B), 9)]),
        ([lies(A, B), lies(B)], [TagLeft("play", A, 9), TagArrived("play", B, 9)]),
        ([lie_with_more(A, B)], [TagsCrowded("play", (A, B), 9, has_more=True)]),
        ([lies(A, B), lie_with_more(A, B)], [TagsCrowded("play", (A, B), 9, has_more=True)]),
        ([lie_with_more(A, B), lie_with_more(A, B)], []),
        ([lie_with_more(A, B), lies(A, B)], []),
        ([lies(A), lies(A)], []),
        ([lies(), lies()], []),
        ([unknown("wait")], []),
        ([lies(A), unknown("wait")], [ZoneUnknown("play", 9)]),
    ],
)
def test_a_change_of_what_lies_there_is_told(zone: HubZone, states: list[Lying], told: list[DeviceEvent]) -> None:
    *before, last = states
    for state in before:
        zone.take(state, 1)

    assert zone.take(last, 9) == told


@pytest.mark.parametrize("why", ["silent", "stuck", "noisy"])
def test_a_reader_in_trouble_is_lost_and_found_once_and_another_reason_is_reported(zone: HubZone, why: str) -> None:
    first = zone.take(unknown(why), 1)
    other = zone.take(unknown("silent"), 2)
    again = zone.take(unknown("silent"), 2)
    back = zone.take(lies(A), 3)

    assert first[0] == ZoneUnknown("play", 1)
    assert isinstance(first[1], DeviceLost)
    assert first[1].device == "reader play"
    assert [type(event) for event in other] == ([] if why == "silent" else [DeviceLost])
    assert again == []
    assert back == [DeviceFound("reader play", 3), TagArrived("play", A, 3)]


def test_a_silent_reader_is_told_with_its_wire(zone: HubZone) -> None:
    _, lost = zone.take(unknown("silent"), 1)

    assert isinstance(lost, DeviceLost)
    assert lost.reason == (
        "reader 'play' on hub 'north', place 1: it does not answer; are its wires in, its select wire on GP20, its "
        "supply at 3.3 V? (retrying)"
    )


def test_a_card_that_still_lies_there_is_told_again_after_the_loss(zone: HubZone) -> None:
    zone.take(lies(A), 1)

    assert zone.lost(2) == [ZoneUnknown("play", 2)]
    assert zone.lost(3) == []
    assert zone.take(lies(A), 4) == [TagArrived("play", A, 4)]


@pytest.fixture
def button() -> HubButton:
    button = HubButton("ok")
    button.take(0, 0, 0.0)
    return button


def test_a_press_is_told_with_the_error_of_its_time(button: HubButton) -> None:
    assert button.take(1, 100, 2.5) == [ButtonPressed("ok", 100, 2.5)]
    assert button.take(2, 180, 2.5) == [ButtonReleased("ok", held=False, at_ms=180)]


def test_presses_that_nobody_told_follow_from_the_counter(button: HubButton) -> None:
    told = button.take(5, 100, 0.0)

    assert [type(event) for event in told] == [ButtonPressed, ButtonReleased] * 2 + [ButtonPressed]


def test_the_counter_goes_round() -> None:
    button = HubButton("ok")
    button.take(254, 0, 0.0)

    told = button.take(1, 100, 0.0)

    assert [type(event) for event in told] == [ButtonPressed, ButtonReleased, ButtonPressed]


def test_a_button_that_is_down_when_counting_begins_was_not_pressed() -> None:
    button = HubButton("ok")

    assert button.take(1, 0, 0.0) == []
    assert button.take(2, 500, 0.0) == []


def test_a_new_start_of_the_hub_begins_counting_anew(button: HubButton) -> None:
    button.take(7, 100, 0.0)
    button.forget(200)
    button.restart()

    assert button.take(0, 300, 0.0) == []


def test_a_hold_is_told_only_when_all_is_known_up_to_then(button: HubButton) -> None:
    button.take(1, 100, 0.0)

    assert button.next_ms() == 900
    assert button.wait(899) == []
    assert button.wait(900) == [ButtonHeld("ok", 900)]


def test_a_press_that_nobody_saw_the_end_of_is_dropped(button: HubButton) -> None:
    button.take(1, 100, 0.0)
    button.forget(3_000)

    assert button.take(2, 9_000, 0.0) == []


def test_a_stuck_button_whose_hub_is_lost_is_no_longer_said_to_be_stuck(button: HubButton) -> None:
    button.take(1, 100, 0.0)
    held, stuck = button.wait(10_100)

    assert isinstance(held, ButtonHeld)
    assert isinstance(stuck, DeviceLost)
    assert button.forget(11_000) == [DeviceFound("button ok", 11_000)]


def test_a_sensor_tells_its_level_when_that_differs() -> None:
    sensor = HubSensor(-3)

    assert sensor.take(0, 1, 0.0) == [TokenSensed(-3, False, 1)]
    assert sensor.take(1, 2, 0.0) == [TokenSensed(-3, True, 2)]
    assert sensor.take(3, 3, 0.0) == []
