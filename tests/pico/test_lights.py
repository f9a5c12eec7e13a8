"""Lights keep their rhythms by themselves, and within the current of the table."""

from __future__ import annotations

import pytest
from tacohub.lights import Lights, is_well_formed, rhythms_lit

from pico.desk import DeskStrip
from tacotable_drivers.lights import lights as patterns
from tacotable_drivers.ports import Pattern

RHYTHMS = {Pattern.SOLID: 1, Pattern.SLOW: 2, Pattern.FAST: 3, Pattern.DOUBLE: 4}


@pytest.mark.parametrize("pattern", RHYTHMS, ids=lambda pattern: pattern.value)
def test_a_rhythm_is_the_same_on_the_hub_and_on_the_pi(pattern: Pattern) -> None:
    lit = [bool(rhythms_lit(t) >> RHYTHMS[pattern] & 1) for t in range(2_000)]

    assert lit == [patterns.lit(pattern, float(t)) for t in range(2_000)]


def test_a_picture_is_shown_until_another_comes_and_only_changes_are_sent() -> None:
    strip = DeskStrip(2)
    lights = Lights(strip, 2, budget_ma=400)
    lights.set(7, "ff0010s00ff00w", 0)

    for now in range(1_000):
        lights.step(now)

    assert [picture.hex() for picture in strip.pictures[1:]] == ["ff001000ff00", "ff0010000000"]
    assert lights.id == 7


def test_the_common_beginning_can_be_moved() -> None:
    strip = DeskStrip(1)
    lights = Lights(strip, 1, budget_ma=400)
    lights.set(1, "0000ffw", 300)

    shown = []
    for now in (299, 300, 799, 800):
        lights.step(now)
        shown.append(strip.pictures[-1] == bytes.fromhex("0000ff"))

    assert shown == [False, True, True, False]


def test_dark_is_dark_and_has_no_picture() -> None:
    strip = DeskStrip(1)
    lights = Lights(strip, 1, budget_ma=400)
    lights.set(1, "0000ffs", 0)
    lights.step(0)

    lights.go_dark()
    lights.step(1)

    assert (strip.pictures[-1], lights.id) == (bytes(3), 0)


def test_the_whole_chain_is_dimmed_to_its_current() -> None:
    strip = DeskStrip(10)
    lights = Lights(strip, 10, budget_ma=300)
    lights.set(1, "ffffffs" * 10, 0)  # 600 mA

    lights.step(0)

    assert strip.pictures[-1] == bytes([127] * 30)


@pytest.mark.parametrize(
    ("text", "count", "is_good"),
    [
        ("ff0010s", 1, True),
        ("", 0, True),
        ("ff0010s", 2, False),
        ("FF0010s", 1, False),
        ("ff0010x", 1, False),
        ("ff00g0s", 1, False),
        (7, 1, False),
        (None, 1, False),
    ],
)
def test_a_picture_that_is_none_is_refused(text: object, count: int, is_good: bool) -> None:
    assert is_well_formed(text, count) == is_good
