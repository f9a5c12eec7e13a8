"""Lights: rhythms, lamps on pins, and the strip's bytes."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacotable_drivers.lights.lights import RHYTHMS, BoardLights, PinLights, lit, next_change_ms
from tacotable_drivers.lights.strip import Apa102Strip, open_spi
from tacotable_drivers.pins import open_pins
from tacotable_drivers.ports import DARK, DeviceEvent, DeviceFound, DeviceLost, LightsError, Look, Pattern, PinError
from tacotable_sim.outputs.pins import PinWorld
from tacotable_sim.outputs.strip import Light, Strip
from tacotable_sim.time.virtual_time import VirtualLoop, virtual_loop

RED = Look((255, 0, 0), Pattern.SOLID)
SLOW_GREEN = Look((0, 200, 0), Pattern.SLOW)
OUT = Light((0, 0, 0), 8)


@pytest.fixture
def loop() -> Iterator[VirtualLoop]:
    with virtual_loop() as loop:
        yield loop


@pytest.fixture
def world(loop: VirtualLoop) -> Iterator[PinWorld]:
    world = PinWorld(loop, Random(3), lambda number: None)
    yield world
    world.close()


# Rhythms.


def test_steady_patterns_never_change() -> None:
    assert [lit(pattern, 12_345.0) for pattern in (Pattern.OFF, Pattern.SOLID)] == [False, True]
    assert [next_change_ms(pattern, 0.0) for pattern in (Pattern.OFF, Pattern.SOLID)] == [None, None]


def test_slow_is_1_hz_and_fast_is_2_5_hz() -> None:
    def flashes_in_10_s(pattern: Pattern) -> int:
        return sum(lit(pattern, t) and not lit(pattern, t - 1) for t in range(10_000))

    assert flashes_in_10_s(Pattern.SLOW) == 10
    assert flashes_in_10_s(Pattern.FAST) == 25
    assert flashes_in_10_s(Pattern.DOUBLE) == 20


@given(st.sampled_from(list(RHYTHMS)), st.integers(0, 5_000))
def test_no_light_flashes_more_than_three_times_in_any_second(pattern: Pattern, from_ms: int) -> None:
    onsets = [t for t in range(from_ms, from_ms + 1_000) if lit(pattern, t) and not lit(pattern, t - 1)]

    assert len(onsets) <= 3


@given(st.sampled_from(list(RHYTHMS)), st.integers(0, 10_000_000))
def test_the_next_change_is_a_change_and_the_first(pattern: Pattern, t_ms: int) -> None:
    change_ms = next_change_ms(pattern, t_ms)

    assert change_ms is not None
    assert t_ms < change_ms <= t_ms + 550
    assert lit(pattern, change_ms) != lit(pattern, change_ms - 1)
    assert lit(pattern, t_ms) == lit(pattern, (t_ms + change_ms) / 2)


# Lamps.


def test_lamps_follow_their_rhythms_together(loop: VirtualLoop, world: PinWorld) -> None:
    lamps = PinLights(open_pins(world), {"lamp ok": 22, "lamp no": 23, "lamp dark": 24}, lambda event: None, loop)
    lamps.start()
    loop.run_for(0.3)
    lamps.show([SLOW_GREEN, RED, DARK])
    seen = []
    for _ in range(4):
        seen.append([world.level(pin) for pin in (22, 23, 24)])
        loop.run_for(0.5)
    lamps.close()

    assert seen == [[1, 1, 0], [0, 1, 0], [1, 1, 0], [0, 1, 0]]


def test_a_lamp_that_was_to_be_lit_before_the_pins_were_open_is_lit_then(loop: VirtualLoop, world: PinWorld) -> None:
    lamps = PinLights(open_pins(world), {"lamp ok": 22, "lamp no": 23}, lambda event: None, loop)
    lamps.show([RED, DARK])
    lamps.start()
    levels = [world.level(pin) for pin in (22, 23)]
    lamps.close()

    assert levels == [1, 0]


class CountedPins:
    """Pins that keep what their outputs were told."""

    def __init__(self) -> None:
        self.told: list[tuple[int, bool]] = []
        self.failing: set[int] = set()

    def output(self, number: int) -> CountedOutput:
        return CountedOutput(self, number)


class CountedOutput:
    def __init__(self, pins: CountedPins, number: int) -> None:
        self.pins, self.number = pins, number

    def set(self, is_on: bool) -> None:
        if self.number in self.pins.failing:
            raise PinError(f"pin GPIO{self.number}: the chip is gone")
        self.pins.told.append((self.number, is_on))

    def close(self) -> None:
        pass


def counted_lamps(loop: VirtualLoop, told: list[DeviceEvent]) -> tuple[PinLights, CountedPins]:
    pins = CountedPins()
    lamps = PinLights(pins, {"lamp ok": 22, "lamp no": 23}, told.append, loop)  # type: ignore[arg-type]  # outputs only
    lamps.start()
    pins.told.clear()
    return lamps, pins


def test_only_what_changes_is_switched(loop: VirtualLoop) -> None:
    lamps, pins = counted_lamps(loop, [])
    for _ in range(5):
        lamps.show([RED, DARK])
    for _ in range(5):
        lamps.show([RED, RED])

    assert pins.told == [(22, True), (23, True)]


def test_a_lamp_that_fails_later_is_told_once_and_the_others_go_on(loop: VirtualLoop) -> None:
    told: list[DeviceEvent] = []
    lamps, pins = counted_lamps(loop, told)
    pins.failing.add(22)
    for _ in range(3):
        lamps.show([RED, RED])
        lamps.show([DARK, DARK])

    assert told == [DeviceLost("lamp ok", "lamp ok: pin GPIO22: the chip is gone (retrying)", 0.0)]
    assert pins.told == [(23, True), (23, False)] * 3


def test_closing_leaves_every_lamp_dark_for_good(loop: VirtualLoop, world: PinWorld) -> None:
    lamps = PinLights(open_pins(world), {"lamp ok": 22, "lamp no": 23}, lambda event: None, loop)
    lamps.start()
    lamps.show([SLOW_GREEN, RED])
    lamps.close()
    loop.run_for(5.0)

    assert [world.level(22), world.level(23)] == [0, 0]


def test_a_busy_pin_darkens_its_own_lamp_only(loop: VirtualLoop, world: PinWorld) -> None:
    told: list[DeviceEvent] = []
    taken = open_pins(world).output(22)
    lamps = PinLights(open_pins(world), {"lamp ok": 22, "lamp no": 23}, told.append, loop)
    lamps.start()
    lamps.show([RED, RED])

    assert [event.device for event in told if isinstance(event, DeviceLost)] == ["lamp ok"]
    assert world.level(23) == 1
    lamps.close()
    taken.close()


def test_a_lamp_whose_pin_comes_back_shows_what_is_to_be_shown_by_then(loop: VirtualLoop, world: PinWorld) -> None:
    told: list[DeviceEvent] = []
    taken = open_pins(world).output(22)
    lamps = PinLights(open_pins(world), {"lamp ok": 22, "lamp no": 23}, told.append, loop)
    lamps.start()
    lamps.show([RED, DARK])
    loop.run_for(1.0)
    taken.close()
    loop.run_for(4.5)

    assert [type(event) for event in told] == [DeviceLost, DeviceFound]
    assert [world.level(22), world.level(23)] == [1, 0]
    lamps.close()


def test_plain_leds_can_be_the_boards_lights(loop: VirtualLoop, world: PinWorld) -> None:
    lights = PinLights(open_pins(world), {f"light {pin}": pin for pin in range(2, 11)}, lambda event: None, loop)
    lights.start()
    lights.show([DARK] * 4 + [RED] + [SLOW_GREEN] + [DARK] * 3)
    loop.run_for(0.6)

    assert [world.level(pin) for pin in range(2, 11)] == [0, 0, 0, 0, 1, 0, 0, 0, 0]
    lights.close()


# The strip.


class Recorder:
    """A wire that keeps what is sent, and fails while it is told to."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.is_gone = False
        self.cleanups = 0

    def command(self, *command: int) -> None:
        raise AssertionError("an APA102 strip knows no commands")

    def data(self, data: Sequence[int]) -> None:
        if self.is_gone:
            raise OSError(5, "Input/output error")
        self.sent.append(bytes(data))

    def cleanup(self) -> None:
        self.cleanups += 1


def test_nine_lights_are_45_bytes() -> None:
    wire = Recorder()
    strip = Apa102Strip(lambda: wire, 9, brightness=31).open()
    strip.send([(1, 2, 3)] + [(0, 0, 0)] * 7 + [(255, 128, 64)])

    start, lights, tail = wire.sent[-1][:4], wire.sent[-1][4:40], wire.sent[-1][40:]
    assert start == bytes(4)
    assert lights[:4] == bytes([0xE0 | 31, 3, 2, 1])
    assert lights[-4:] == bytes([0xE0 | 31, 64, 128, 255])
    assert tail == bytes(5)


@pytest.mark.parametrize(("order", "on_the_wire"), [("rgb", [1, 2, 3]), ("grb", [2, 1, 3]), ("brg", [3, 1, 2])])
def test_a_strip_is_sent_its_colours_in_the_order_of_its_chips(order: str, on_the_wire: list[int]) -> None:
    wire = Recorder()
    Apa102Strip(lambda: wire, 1, brightness=31, order=order).open().send([(1, 2, 3)])

    assert wire.sent[-1][4:8] == bytes([0xE0 | 31, *on_the_wire])


def test_the_end_frame_clocks_the_last_of_nine_lights_through() -> None:
    wire = Recorder()
    Apa102Strip(lambda: wire, 9).open().send([(9, 9, 9)] * 9)
    clocks_after_last_frame = 8 * (len(wire.sent[-1]) - 4 - 9 * 4)

    assert clocks_after_last_frame >= 9 / 2 + 32  # APA102: n/2; SK9822: 32 more


def board(loop: VirtualLoop, wire: Recorder | Strip) -> tuple[BoardLights, list[DeviceEvent]]:
    told: list[DeviceEvent] = []
    lights = BoardLights(Apa102Strip(lambda: wire, 9, brightness=8).open, 9, told.append, loop)
    lights.start()
    return lights, told


def test_a_strip_that_was_closed_holds_its_wire_no_longer() -> None:
    wires = [Recorder()]
    held = weakref.ref(wires[0])
    strip = Apa102Strip(wires.pop, 9).open()

    strip.close()
    gc.collect()

    assert held() is None


def test_each_wire_that_takes_no_bytes_is_given_back_before_the_next_is_opened(loop: VirtualLoop) -> None:
    wires: list[Recorder] = []
    still_open: list[int] = []

    def open_wire() -> Recorder:
        still_open.append(sum(wire.cleanups == 0 for wire in wires))
        wires.append(Recorder())
        wires[-1].is_gone = True
        return wires[-1]

    lights = BoardLights(Apa102Strip(open_wire, 9).open, 9, lambda event: None, loop)
    lights.start()
    loop.run_for(62.0)
    lights.close()

    assert still_open == [0] * 13
    assert [wire.cleanups for wire in wires] == [1] * 13


def test_a_strip_that_starts_shows_what_was_to_be_shown_before(loop: VirtualLoop) -> None:
    strip = Strip(9)
    lights = BoardLights(Apa102Strip(lambda: strip, 9, brightness=8).open, 9, lambda event: None, loop)
    lights.show([RED] + [DARK] * 8)
    lights.start()
    shown = strip.lights
    lights.close()

    assert shown == (Light((255, 0, 0), 8), *(OUT,) * 8)


def test_the_strip_shows_looks_in_their_rhythm(loop: VirtualLoop) -> None:
    strip = Strip(9)
    lights, told = board(loop, strip)
    dark = strip.lights
    lights.show([DARK] * 4 + [RED, SLOW_GREEN] + [DARK] * 3)
    lit_now = strip.lights
    loop.run_for(0.6)
    later = strip.lights
    lights.close()

    assert dark == (OUT,) * 9
    assert lit_now == (OUT,) * 4 + (Light((255, 0, 0), 8), Light((0, 200, 0), 8)) + (OUT,) * 3
    assert later == (OUT,) * 4 + (Light((255, 0, 0), 8),) + (OUT,) * 4
    assert strip.lights == (OUT,) * 9
    assert told == []


def test_only_changes_are_sent_and_everything_again_after_half_a_minute(loop: VirtualLoop) -> None:
    wire = Recorder()
    lights, _ = board(loop, wire)
    lights.show([RED] * 9)
    sent = len(wire.sent)
    for _ in range(10):
        lights.show([RED] * 9)
        loop.run_for(2.0)

    assert len(wire.sent) == sent
    loop.run_for(20.0)
    assert len(wire.sent) == sent + 1
    assert wire.sent[-1] == wire.sent[-2]
    lights.close()


def test_a_lost_strip_is_told_once_retried_and_found(loop: VirtualLoop) -> None:
    wire = Recorder()
    lights, told = board(loop, wire)
    wire.is_gone = True
    lights.show([RED] * 9)
    for _ in range(12):
        loop.run_for(1.0)
        lights.show([SLOW_GREEN] * 9)
    wire.is_gone = False
    loop.run_for(6.0)

    assert [type(event) for event in told] == [DeviceLost, DeviceFound]
    assert told[0].at_ms == 0.0
    assert isinstance(told[0], DeviceLost)
    assert "is SPI switched on" in told[0].reason
    assert told[1].at_ms == 15_000.0
    lights.close()
    assert wire.sent[-1][4:40] == bytes([0xE8, 0, 0, 0]) * 9


def test_a_strip_that_is_missing_at_the_start_is_told_and_found_later(loop: VirtualLoop) -> None:
    wire = Recorder()
    wire.is_gone = True
    lights, told = board(loop, wire)
    lights.show([RED] * 9)
    loop.run_for(1.0)
    wire.is_gone = False
    loop.run_for(10.0)
    lights.close()

    assert [type(event) for event in told] == [DeviceLost, DeviceFound]
    assert bytes([0xE8, 0, 0, 255]) * 9 in wire.sent[-2]


def test_a_strip_that_is_gone_can_be_closed(loop: VirtualLoop) -> None:
    wire = Recorder()
    lights, _ = board(loop, wire)
    wire.is_gone = True
    lights.close()

    assert wire.cleanups == 1


def test_without_spi_the_reason_says_what_to_switch_on() -> None:
    with pytest.raises(LightsError, match=r"SPI 0\.0: .*dtparam=spi=on"):
        open_spi()
