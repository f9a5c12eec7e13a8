"""The strip of lights: what APA102 chips make of bytes, and what luma sends them."""

from __future__ import annotations

from luma.led_matrix.device import apa102
from PIL import Image

from tacotable_sim.outputs.strip import Light, Strip

DARK = Light()


def frames(*lights: tuple[int, int, int, int]) -> list[int]:
    return [byte for light in lights for byte in light]


def test_a_light_takes_blue_green_red_and_five_bits_of_brightness() -> None:
    strip = Strip(1)
    strip.data([0, 0, 0, 0, 0xE8, 1, 2, 3])

    assert strip.lights == (Light((3, 2, 1), 8),)


def test_each_light_takes_the_first_frame_that_reaches_it() -> None:
    strip = Strip(2)
    strip.data([0, 0, 0, 0, *frames((0xFF, 0, 0, 9), (0xE1, 9, 0, 0)), 0])

    assert strip.lights == (Light((9, 0, 0), 31), Light((0, 0, 9), 1))


def test_without_a_start_frame_nothing_changes() -> None:
    strip = Strip(1)
    strip.data([0xFF, 1, 2, 3])

    assert strip.lights == (DARK,)


def test_a_frame_that_does_not_begin_with_three_ones_is_none() -> None:
    strip = Strip(1)
    strip.data([0, 0, 0, 0, 0x08, 1, 2, 3])

    assert strip.lights == (DARK,)


def test_without_extra_clocks_the_lights_at_the_end_keep_their_colour() -> None:
    strip = Strip(9)
    strip.data([0, 0, 0, 0] + [0xFF, 0, 0, 9] * 9)

    assert strip.lights[0] == Light((9, 0, 0), 31)
    assert strip.lights[8] == DARK


def test_luma_reaches_all_nine_lights_with_41_bytes() -> None:
    strip = Strip(9)
    device = apa102(strip, cascaded=9)
    device.persist = True
    before = strip.bytes_carried
    device.display(Image.new("RGBA", (9, 1), (10, 20, 30, 255)))

    assert strip.bytes_carried - before == 41
    assert {light.rgb for light in strip.lights} == {(10, 20, 30)}


def test_a_change_is_told_and_a_repetition_is_not() -> None:
    told: list[int] = []
    strip = Strip(1, lambda: told.append(1))
    for _ in range(3):
        strip.data([0, 0, 0, 0, 0xE8, 1, 2, 3])

    assert len(told) == 1


def test_a_light_without_brightness_is_dark() -> None:
    assert not Light((255, 255, 255), 0).is_lit
