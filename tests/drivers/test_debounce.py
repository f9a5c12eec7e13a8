"""Debouncing: no press is late, no bounce is a press, and the last level is never lost."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tacotable_drivers.debounce import SETTLE_MS, Debounce

Edges = list[tuple[float, bool]]


def changes(contact: Debounce, edges: Edges, until_ms: float) -> Edges:
    """Let a contact move, and sample it at each edge and when the debounce asks; give what it told."""
    told: Edges = []
    level = False
    waiting = sorted(edges)
    while True:
        edge_ms = waiting[0][0] if waiting else until_ms
        look_ms = contact.look_again_ms
        if look_ms is not None and look_ms < min(edge_ms, until_ms):
            now_ms, has_changed = look_ms, contact.look(level, look_ms)
        elif waiting:
            now_ms, level = waiting.pop(0)
            has_changed = contact.edge(level, now_ms)
        else:
            return told
        if has_changed:
            told.append((now_ms, contact.is_closed))


def test_a_press_is_told_with_its_first_contact() -> None:
    assert changes(Debounce(), [(100.0, True)], 1_000.0) == [(100.0, True)]


def test_bounces_make_one_press_and_one_release() -> None:
    press = [(100.0, True), (101.0, False), (103.0, True), (104.5, False), (120.0, True)]
    release = [(400.0, False), (402.0, True), (403.0, False), (415.0, True), (417.0, False)]

    assert changes(Debounce(), press + release, 1_000.0) == [(100.0, True), (447.0, False)]


def test_a_release_is_told_when_it_has_lasted_30_ms() -> None:
    edges = [(100.0, True), (200.0, False)]

    assert changes(Debounce(), edges, 1_000.0) == [(100.0, True), (230.0, False)]


def test_a_short_opening_under_a_resting_finger_is_no_release() -> None:
    edges = [(100.0, True), (500.0, False), (529.0, True)]

    assert changes(Debounce(), edges, 1_000.0) == [(100.0, True)]


def test_two_presses_with_a_pause_between_are_two() -> None:
    edges = [(100.0, True), (150.0, False), (200.0, True), (250.0, False)]

    assert [level for _, level in changes(Debounce(), edges, 1_000.0)] == [True, False, True, False]


def test_a_contact_that_was_read_open_at_its_edge_is_read_again() -> None:
    contact = Debounce()

    assert not contact.edge(False, 100.0)  # the pin bounced open again before it was read, and no edge follows
    assert contact.look_again_ms == 130.0
    assert contact.look(True, 130.0)


def test_a_settled_contact_asks_for_nothing() -> None:
    contact = Debounce()
    changes(contact, [(100.0, True), (200.0, False)], 1_000.0)

    assert contact.look_again_ms is None


moments = st.lists(st.floats(0, 500), max_size=20, unique=True).map(sorted)


@given(moments)
def test_the_last_level_is_always_reached(at: list[float]) -> None:
    edges = [(moment, number % 2 == 0) for number, moment in enumerate(at)]
    contact = Debounce()

    changes(contact, edges, 1_000.0)

    assert contact.is_closed == (len(at) % 2 == 1)
    assert contact.look_again_ms is None


@given(moments)
def test_two_changes_of_a_level_are_never_closer_than_the_settling_time(at: list[float]) -> None:
    edges = [(moment, number % 2 == 0) for number, moment in enumerate(at)]

    told = changes(Debounce(), edges, 1_000.0)

    assert [level for _, level in told] == [number % 2 == 0 for number in range(len(told))]
    releases = [moment for moment, level in told if not level]
    presses = [moment for moment, level in told if level]
    assert all(later - earlier >= SETTLE_MS for earlier, later in zip(presses, releases, strict=False))


@given(st.lists(st.floats(0, 10), min_size=1, max_size=15, unique=True).map(sorted))
def test_bounces_within_the_settling_time_are_one_change(at: list[float]) -> None:
    edges = [(moment, number % 2 == 0) for number, moment in enumerate(at)]

    told = changes(Debounce(), [*edges, (11.0, True)], 1_000.0)

    assert told == [(at[0], True)]
