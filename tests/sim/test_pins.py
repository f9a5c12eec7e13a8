"""Pins: buttons that bounce, sensors that do not, lamps and the buzzer, seen through gpiozero's own devices."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from gpiozero import DigitalInputDevice, DigitalOutputDevice, PWMOutputDevice

from tacotable_sim.outputs.pins import PinWorld
from tacotable_sim.time.virtual_time import VirtualLoop


@pytest.fixture
def changed() -> list[int]:
    return []


@pytest.fixture
def pins(loop: VirtualLoop, changed: list[int]) -> Iterator[PinWorld]:
    world = PinWorld(loop, Random(5), changed.append)
    yield world
    world.close()


def edges_of_a_press(seed: int, loop: VirtualLoop) -> list[tuple[float, int]]:
    world = PinWorld(loop, Random(seed), lambda pin: None)
    edges: list[tuple[float, int]] = []
    began = loop.time()

    def note(ticks: float, state: float) -> None:
        edges.append((ticks - began, int(state)))

    with DigitalInputDevice(5, pull_up=True, pin_factory=world) as button:
        button.pin.when_changed = note  # gpiozero keeps only a weak reference
        world.switches.bounce(5, closed=True)
        loop.run_for(0.1)
        button.pin.when_changed = None
    world.close()
    return edges


def test_a_pressed_button_pulls_its_pin_low(loop: VirtualLoop, pins: PinWorld) -> None:
    with DigitalInputDevice(5, pull_up=True, pin_factory=pins) as button:
        pins.switches.bounce(5, closed=True)
        loop.run_for(0.1)
        down = button.is_active
        pins.switches.bounce(5, closed=False)
        loop.run_for(0.1)

        assert (down, button.is_active) == (True, False)


def test_a_press_bounces_for_at_most_five_milliseconds_and_ends_closed(loop: VirtualLoop) -> None:
    presses = [edges_of_a_press(seed, loop) for seed in range(20)]

    assert all(edges[0] == (0, 0) for edges in presses)
    assert all(edges[-1][1] == 0 and edges[-1][0] <= 0.005 for edges in presses)
    assert max(len(edges) for edges in presses) == 9


def test_the_same_seed_bounces_in_the_same_way(loop: VirtualLoop) -> None:
    first, again = edges_of_a_press(3, loop), edges_of_a_press(3, loop)

    assert [level for _, level in first] == [level for _, level in again]
    assert [at for at, _ in first] == pytest.approx([at for at, _ in again])


def test_a_release_within_the_bounce_ends_open(loop: VirtualLoop, pins: PinWorld) -> None:
    with DigitalInputDevice(5, pull_up=True, pin_factory=pins) as button:
        for _ in range(50):
            pins.switches.bounce(5, closed=True)
            loop.run_for(0.0005)
            pins.switches.bounce(5, closed=False)
            loop.run_for(0.1)

            assert not button.is_active


def test_a_button_that_is_down_when_the_program_starts_is_seen_down(pins: PinWorld) -> None:
    pins.switches.switch(5, closed=True)
    with DigitalInputDevice(5, pull_up=True, pin_factory=pins) as button:
        assert button.is_active


def test_a_pin_without_the_pull_up_that_a_button_needs_never_sees_it_released(
    loop: VirtualLoop, pins: PinWorld
) -> None:
    with DigitalInputDevice(5, pull_up=None, active_state=False, pin_factory=pins) as button:
        pins.switches.switch(5, closed=True)
        pins.switches.switch(5, closed=False)
        loop.run_for(1)

        assert button.is_active


def test_a_sensor_does_not_bounce(loop: VirtualLoop, pins: PinWorld) -> None:
    edges: list[int] = []

    def note(ticks: float, state: float) -> None:
        edges.append(int(state))

    with DigitalInputDevice(20, pull_up=True, pin_factory=pins) as sensor:
        sensor.pin.when_changed = note
        pins.switches.switch(20, closed=True)
        loop.run_for(1)
        sensor.pin.when_changed = None

    assert edges == [0]


def test_a_jammed_switch_stays_as_it_is_and_works_again_when_mended(pins: PinWorld) -> None:
    with DigitalInputDevice(5, pull_up=True, pin_factory=pins) as button:
        pins.switches.jam(5, closed=True)
        stuck = button.is_active
        pins.switches.jam(5, closed=None)

        assert (stuck, button.is_active) == (True, False)


def test_a_lamp_is_lit_when_its_pin_is_high(pins: PinWorld, changed: list[int]) -> None:
    with DigitalOutputDevice(12, pin_factory=pins) as lamp:
        lamp.on()
        lit = pins.level(12)
        lamp.off()

        assert (lit, pins.level(12)) == (1, 0)
        assert changed[-2:] == [12, 12]


def test_a_dimmed_lamp_is_lit_in_part(pins: PinWorld) -> None:
    with PWMOutputDevice(12, pin_factory=pins) as lamp:
        lamp.value = 0.25

        assert pins.level(12) == 0.25


def test_a_buzzer_sounds_at_the_frequency_of_its_pin_while_its_level_changes(pins: PinWorld) -> None:
    with PWMOutputDevice(18, frequency=440, pin_factory=pins) as buzzer:
        before = pins.tone_hz(18)
        buzzer.value = 0.5
        sounding = pins.tone_hz(18)
        buzzer.value = 0

        assert (before, sounding, pins.tone_hz(18)) == (0, 440, 0)
