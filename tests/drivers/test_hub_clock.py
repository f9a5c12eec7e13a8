"""The fit of a hub's clock: its error is a promise, whatever the line's jitter and wherever the clock turns."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.vectors import vectors
from tacotable_drivers.hub.clock import KEPT_MS, ClockFit, Sample
from tacotable_drivers.wire.hub_messages import TICKS

DELAYS = st.floats(0.0, 80.0)


@pytest.mark.parametrize("vector", vectors("hub.toml", "clock"), ids=lambda vector: str(vector["t0"]))
def test_a_sample_gives_the_offset_and_error_of_the_page(vector: dict[str, Any]) -> None:
    sample = Sample(vector["t0"], vector["rx"], vector["at"], vector["t3"])

    assert sample.error_ms == pytest.approx(vector["error"])
    assert sample.host_ms(vector["at"]) == pytest.approx(vector["at"] + vector["offset"])


def pinged(fit: ClockFit, offset: float, sent: float, out: float, held: float, back: float) -> float:
    """Let a ping go to a hub whose clock is the host's less the offset, and back; give when that was."""
    rx = int(sent + out - offset) % TICKS
    at = int(sent + out + held - offset) % TICKS
    returned = sent + out + held + back
    fit.take(Sample(sent, rx, at, returned))
    return returned


@given(
    st.floats(-2e9, 2e9),
    st.lists(st.tuples(DELAYS, st.floats(0.0, 3.0), DELAYS), min_size=1, max_size=12),
    st.floats(0.0, 500.0),
)
def test_the_true_time_is_never_farther_away_than_the_error(
    offset: float, delays: list[tuple[float, float, float]], age: float
) -> None:
    fit = ClockFit()
    now = 5_000.0
    for out, held, back in delays:
        now = pinged(fit, offset, now, out, held, back) + 1_000.0
    true_ms = now - age

    told_ms = fit.host_ms(int(true_ms - offset) % TICKS, now)

    assert abs(told_ms - true_ms) <= fit.error_ms(now)


@given(st.lists(st.tuples(DELAYS, DELAYS), max_size=10))
def test_one_quick_answer_among_slow_ones_counts(slow: list[tuple[float, float]]) -> None:
    fit = ClockFit()
    now = pinged(fit, 700.0, 5_000.0, 0.5, 0.0, 0.5)
    for out, back in slow:
        now = pinged(fit, 700.0, now + 1_000.0, out + 5, 0.0, back + 5)

    assert fit.error_ms(now) <= 1.5 + 1e-4 * (now - 5_001.0) + 1e-6


def test_a_sample_of_half_a_minute_ago_counts_no_more() -> None:
    fit = ClockFit()
    pinged(fit, 0.0, 1_000.0, 0.0, 0.0, 0.0)
    later = pinged(fit, 0.0, 1_000.0 + KEPT_MS + 1_000.0, 40.0, 0.0, 40.0)

    assert fit.error_ms(later) == pytest.approx(41.0)


def test_the_last_sample_counts_until_there_is_another_one() -> None:
    fit = ClockFit()
    returned = pinged(fit, 0.0, 1_000.0, 1.0, 0.0, 1.0)

    assert fit.error_ms(returned + 100_000.0) == pytest.approx(12.0)


def test_no_event_is_told_to_be_in_the_future() -> None:
    fit = ClockFit()
    pinged(fit, 0.0, 1_000.0, 0.0, 0.0, 40.0)

    assert fit.host_ms(1_030, 1_045.0) == 1_045.0


def test_without_a_sample_an_event_is_of_now_and_its_error_endless() -> None:
    fit = ClockFit()

    assert fit.host_ms(77, 1_234.0) == 1_234.0
    assert fit.error_ms(1_234.0) == float("inf")


def test_an_answer_that_came_sooner_than_it_can_means_nothing() -> None:
    fit = ClockFit()
    fit.take(Sample(1_000.0, 100, 900, 1_010.0))

    assert fit.error_ms(1_010.0) == float("inf")


@given(st.integers(0, TICKS - 1))
def test_rhythms_begin_with_those_of_the_hosts_clock(hub_now: int) -> None:
    fit = ClockFit()
    fit.take(Sample(10_000.0, hub_now, hub_now, 10_000.0))

    since_beginning = (hub_now - fit.phase(2_000, 10_000.0)) % 2_000

    assert since_beginning == 10_000 % 2_000
