"""Buttons and sensors on simulated pins, on virtual time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random

import pytest

from tacotable_drivers.pins import open_pins
from tacotable_drivers.ports import (
    ButtonHeld,
    ButtonPressed,
    ButtonReleased,
    Contact,
    DeviceEvent,
    DeviceFound,
    DeviceLost,
    OnEdge,
    PinError,
    TokenSensed,
)
from tacotable_drivers.switches import Switches
from tacotable_sim.outputs.pins import PinWorld
from tacotable_sim.time.virtual_time import VirtualLoop, virtual_loop

OK_PIN, NO_PIN, SENSOR_PIN = 17, 27, 5


@pytest.fixture
def loop() -> Iterator[VirtualLoop]:
    with virtual_loop() as loop:
        yield loop


@pytest.fixture
def world(loop: VirtualLoop) -> Iterator[PinWorld]:
    world = PinWorld(loop, Random(3), lambda number: None)
    yield world
    world.close()


Start = Callable[..., list[DeviceEvent]]


@pytest.fixture
def start(loop: VirtualLoop, world: PinWorld) -> Iterator[Start]:
    started: list[Switches] = []

    def start(buttons: Mapping[str, int], sensors: Mapping[int, int] | None = None) -> list[DeviceEvent]:
        told: list[DeviceEvent] = []
        switches = Switches(open_pins(world), buttons, sensors or {}, told.append, loop)
        switches.start()
        started.append(switches)
        return told

    yield start
    for switches in started:
        switches.close()


def test_a_bouncing_press_is_told_once_and_at_once(loop: VirtualLoop, world: PinWorld, start: Start) -> None:
    told = start({"YAY.ok": OK_PIN})
    loop.run_for(1.0)
    world.switches.bounce(OK_PIN, closed=True)
    loop.run_for(0.2)
    world.switches.bounce(OK_PIN, closed=False)
    loop.run_for(0.2)

    assert told[0] == ButtonPressed("YAY.ok", 1_000.0)
    assert isinstance(told[1], ButtonReleased)
    assert not told[1].held
    assert 1_230 <= told[1].at_ms <= 1_236
    assert len(told) == 2


def test_a_hold_is_told_while_the_finger_is_down(loop: VirtualLoop, world: PinWorld, start: Start) -> None:
    told = start({"YAY.ok": OK_PIN})
    world.switches.switch(OK_PIN, closed=True)
    loop.run_for(0.9)

    assert told == [ButtonPressed("YAY.ok", 0.0), ButtonHeld("YAY.ok", 800.0)]


def test_a_finger_that_is_there_at_the_start_presses_nothing(loop: VirtualLoop, world: PinWorld, start: Start) -> None:
    world.switches.switch(OK_PIN, closed=True)
    told = start({"YAY.ok": OK_PIN})
    loop.run_for(1.0)
    world.switches.bounce(OK_PIN, closed=False)
    loop.run_for(1.0)
    released = list(told)
    world.switches.bounce(OK_PIN, closed=True)
    loop.run_for(0.1)

    assert released == []
    assert told == [ButtonPressed("YAY.ok", 2_000.0)]


def test_two_buttons_at_once_are_two(loop: VirtualLoop, world: PinWorld, start: Start) -> None:
    told = start({"YAY.ok": OK_PIN, "YAY.no": NO_PIN})
    world.switches.bounce(OK_PIN, closed=True)
    world.switches.bounce(NO_PIN, closed=True)
    loop.run_for(0.1)

    assert told == [ButtonPressed("YAY.ok", 0.0), ButtonPressed("YAY.no", 0.0)]


def test_presses_count_from_when_they_were_although_the_loop_stood_still(
    loop: VirtualLoop, world: PinWorld, start: Start
) -> None:
    told = start({"YAY.ok": OK_PIN, "WOW.ok": NO_PIN})
    loop.run_for(1.0)
    world.switches.bounce(OK_PIN, closed=True)
    loop.stall(0.03)
    world.switches.bounce(NO_PIN, closed=True)
    loop.stall(0.03)
    loop.run_for(1.0)

    assert told == [
        ButtonPressed("YAY.ok", 1_000.0),
        ButtonPressed("WOW.ok", 1_030.0),
        ButtonHeld("YAY.ok", 1_800.0),
        ButtonHeld("WOW.ok", 1_830.0),
    ]


def test_a_tap_is_no_hold_although_the_loop_stood_still_while_the_finger_was_lifted(
    loop: VirtualLoop, world: PinWorld, start: Start
) -> None:
    told = start({"YAY.no": OK_PIN})
    loop.run_for(1.0)
    world.switches.switch(OK_PIN, closed=True)
    loop.run_for(0.1)
    loop.stall(0.1)
    world.switches.switch(OK_PIN, closed=False)
    loop.stall(0.8)
    loop.run_for(1.0)

    assert told == [ButtonPressed("YAY.no", 1_000.0), ButtonReleased("YAY.no", False, 1_230.0)]


def test_an_edge_that_is_told_late_counts_from_when_it_was(loop: VirtualLoop) -> None:
    pins, told = SlowPins(), list[DeviceEvent]()
    switches = Switches(pins, {"YAY.ok": OK_PIN}, {}, told.append, loop)  # type: ignore[arg-type]  # contacts only
    switches.start()
    loop.run_for(1.0)
    pins.is_closed = True
    pins.on_edge(0.045)
    loop.run_for(0.1)

    assert told == [ButtonPressed("YAY.ok", 955.0)]


class SlowPins:
    """One contact, whose backend tells edges when it finds time."""

    def __init__(self) -> None:
        self.is_closed = False
        self.on_edge: OnEdge = lambda age_s: None

    def contact(self, number: int, on_edge: OnEdge) -> Contact:
        self.on_edge = on_edge
        return self

    def close(self) -> None:
        """Nothing hangs on it."""


def test_a_stuck_button_is_told_once_and_found_when_it_comes_free(
    loop: VirtualLoop, world: PinWorld, start: Start
) -> None:
    told = start({"YAY.ok": OK_PIN})
    world.switches.jam(OK_PIN, True)
    loop.run_for(30.0)
    world.switches.jam(OK_PIN, None)
    loop.run_for(1.0)

    kinds = [type(event) for event in told]
    assert kinds == [ButtonPressed, ButtonHeld, DeviceLost, ButtonReleased, DeviceFound]
    assert told[2].at_ms == 10_000.0
    assert told[4] == DeviceFound("button YAY.ok", 30_030.0)


def test_a_sensor_tells_its_level_at_the_start_and_each_change(
    loop: VirtualLoop, world: PinWorld, start: Start
) -> None:
    told = start({}, {0: SENSOR_PIN, 1: SENSOR_PIN + 1})
    loop.run_for(1.0)
    world.switches.switch(SENSOR_PIN, closed=True)
    loop.run_for(1.0)
    world.switches.switch(SENSOR_PIN, closed=False)
    loop.run_for(1.0)

    assert told == [
        TokenSensed(0, False, 0.0),
        TokenSensed(1, False, 0.0),
        TokenSensed(0, True, 1_000.0),
        TokenSensed(0, False, 2_030.0),
    ]


def test_a_token_that_stands_there_at_the_start_is_told(world: PinWorld, start: Start) -> None:
    world.switches.switch(SENSOR_PIN, closed=True)

    assert start({}, {-4: SENSOR_PIN}) == [TokenSensed(-4, True, 0.0)]


def test_a_busy_pin_disables_its_own_switch_only(loop: VirtualLoop, world: PinWorld, start: Start) -> None:
    start({"other": OK_PIN})
    told = start({"YAY.ok": OK_PIN, "YAY.no": NO_PIN}, {2: OK_PIN})
    world.switches.switch(NO_PIN, closed=True)
    loop.run_for(0.1)

    assert [type(event) for event in told] == [DeviceLost, DeviceLost, ButtonPressed]
    assert isinstance(told[0], DeviceLost)
    assert told[0].device == "button YAY.ok"
    assert "GPIO17" in told[0].reason
    assert isinstance(told[1], DeviceLost)
    assert told[1].device == "sensor +2"


class FailingPins:
    """Pins whose backend fails once `closed` is read to its end."""

    def __init__(self) -> None:
        self.closed = [False]
        self.is_closed_down = False
        self.on_edge: OnEdge = lambda age_s: None

    def contact(self, number: int, on_edge: OnEdge) -> Contact:
        self.on_edge = on_edge
        return self

    @property
    def is_closed(self) -> bool:
        if not self.closed:
            raise PinError("pin GPIO17: the chip is gone")
        return self.closed.pop(0)

    def close(self) -> None:
        self.is_closed_down = True

    def output(self, number: int) -> object:
        raise AssertionError(number)

    sounder = output

    def backend(self) -> str:
        return "failing"


def test_a_pin_that_fails_later_is_told_and_given_back(loop: VirtualLoop) -> None:
    pins, told = FailingPins(), list[DeviceEvent]()
    switches = Switches(pins, {"YAY.ok": OK_PIN}, {}, told.append, loop)  # type: ignore[arg-type]  # contacts only
    switches.start()
    pins.on_edge(0.0)
    loop.run_for(0.1)

    assert told == [DeviceLost("button YAY.ok", "button YAY.ok: pin GPIO17: the chip is gone (retrying)", 0.0)]
    assert pins.is_closed_down


def test_a_busy_pin_that_is_given_back_works_within_five_seconds(
    loop: VirtualLoop, world: PinWorld, start: Start
) -> None:
    other = open_pins(world).contact(SENSOR_PIN, lambda age_s: None)
    told = start({}, {2: SENSOR_PIN})
    loop.run_for(7.0)
    other.close()
    world.switches.switch(SENSOR_PIN, closed=True)
    loop.run_for(5.0)

    assert [type(event) for event in told] == [DeviceLost, DeviceFound, TokenSensed]
    assert told[1:] == [DeviceFound("sensor +2", 10_000.0), TokenSensed(2, True, 10_000.0)]


def test_a_press_during_which_the_pin_was_lost_is_neither_held_nor_stuck(loop: VirtualLoop) -> None:
    pins, told = FailingPins(), list[DeviceEvent]()
    switches = Switches(pins, {"YAY.ok": OK_PIN}, {}, told.append, loop)  # type: ignore[arg-type]  # contacts only
    pins.closed = [False, True]
    switches.start()
    pins.on_edge(0.0)
    loop.run_for(0.1)
    pins.on_edge(0.0)
    loop.run_for(20.0)

    assert [type(event) for event in told] == [ButtonPressed, DeviceLost]
    switches.close()


def test_an_edge_on_its_way_while_closing_is_not_told(loop: VirtualLoop, world: PinWorld) -> None:
    told: list[DeviceEvent] = []
    switches = Switches(open_pins(world), {"YAY.ok": OK_PIN}, {}, told.append, loop)
    switches.start()
    world.switches.switch(OK_PIN, closed=True)
    switches.close()
    loop.run_for(1.0)

    assert told == []
