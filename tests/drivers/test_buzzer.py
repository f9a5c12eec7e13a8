"""The buzzer on virtual time: a signal's tones in order, replaced by the next signal."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from tacotable_drivers.buzzer import Buzzer
from tacotable_drivers.pins import open_pins
from tacotable_drivers.ports import DeviceEvent, DeviceFound, DeviceLost, Tone
from tacotable_sim.outputs.pins import PinWorld
from tacotable_sim.time.virtual_time import VirtualLoop, virtual_loop

PIN = 18


@pytest.fixture
def loop() -> Iterator[VirtualLoop]:
    with virtual_loop() as loop:
        yield loop


@pytest.fixture
def world(loop: VirtualLoop) -> Iterator[PinWorld]:
    world = PinWorld(loop, Random(3), lambda number: None)
    yield world
    world.close()


@pytest.fixture
def buzzer(loop: VirtualLoop, world: PinWorld) -> Iterator[Buzzer]:
    buzzer = Buzzer(open_pins(world), PIN, lambda event: None, loop)
    buzzer.start()
    yield buzzer
    buzzer.close()


def test_tones_sound_one_after_another_with_their_pauses(loop: VirtualLoop, world: PinWorld, buzzer: Buzzer) -> None:
    buzzer.play([Tone(659, 100), Tone(0, 50), Tone(880, 100)])
    heard = []
    for _ in range(6):
        loop.run_for(0.02)
        heard.append(world.tone_hz(PIN))
        loop.run_for(0.03)

    assert heard == [659, 659, 0, 880, 880, 0]


def test_a_new_signal_replaces_the_old_one(loop: VirtualLoop, world: PinWorld, buzzer: Buzzer) -> None:
    buzzer.play([Tone(659, 100), Tone(880, 100)])
    loop.run_for(0.05)
    buzzer.play([Tone(220, 200)])
    loop.run_for(0.1)

    assert world.tone_hz(PIN) == 220
    loop.run_for(0.2)
    assert world.tone_hz(PIN) == 0


def test_no_tones_are_silence(loop: VirtualLoop, world: PinWorld, buzzer: Buzzer) -> None:
    buzzer.play([Tone(659, 10_000)])
    buzzer.play([])
    loop.run_for(0.01)

    assert world.tone_hz(PIN) == 0


def test_a_mute_buzzer_is_silent_and_keeps_time(loop: VirtualLoop, world: PinWorld, buzzer: Buzzer) -> None:
    buzzer.volume = 0.0
    buzzer.play([Tone(659, 100), Tone(880, 100)])
    loop.run_for(0.05)
    muted = world.tone_hz(PIN)
    buzzer.volume = 1.0
    loop.run_for(0.1)

    assert muted == 0
    assert world.tone_hz(PIN) == 880
    assert world.level(PIN) == 0.5


def test_a_closed_buzzer_is_silent(loop: VirtualLoop, world: PinWorld, buzzer: Buzzer) -> None:
    buzzer.play([Tone(659, 10_000)])
    buzzer.close()
    loop.run_for(1.0)

    assert world.tone_hz(PIN) == 0


def test_a_busy_pin_is_told_and_the_table_goes_on_silently(loop: VirtualLoop, world: PinWorld, buzzer: Buzzer) -> None:
    told: list[DeviceEvent] = []
    second = Buzzer(open_pins(world), PIN, told.append, loop)
    second.start()
    second.play([Tone(659, 100)])
    loop.run_for(1.0)

    assert len(told) == 1
    assert isinstance(told[0], DeviceLost)
    assert told[0].device == "buzzer"


def test_a_buzzer_whose_pin_comes_back_sounds(loop: VirtualLoop, world: PinWorld, buzzer: Buzzer) -> None:
    told: list[DeviceEvent] = []
    second = Buzzer(open_pins(world), PIN, told.append, loop)
    second.start()
    buzzer.close()
    loop.run_for(5.5)
    second.play([Tone(659, 100)])
    loop.run_for(0.05)

    assert [type(event) for event in told] == [DeviceLost, DeviceFound]
    assert world.tone_hz(PIN) == 659
    second.close()
