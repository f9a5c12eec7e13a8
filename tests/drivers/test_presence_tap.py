"""Taps on announcing pads: two equal frames are an arrival where the reader repeats, and repeats are the same tap."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from tacotable_drivers.ports import TagArrived, TagLeft, ZoneEmpty, ZoneUnknown
from tacotable_drivers.presence import TapPresence

TAG, OTHER = "0C000621A5", "0123456789"


def test_two_equal_announcements_are_an_arrival_where_the_reader_repeats() -> None:
    presence = TapPresence("pad")

    assert presence.saw([TAG], 10.0) == []
    assert presence.saw([TAG], 75.0) == [TagArrived("pad", TAG, 75.0)]


def test_one_announcement_is_an_arrival_where_the_reader_speaks_once() -> None:
    assert TapPresence("pad", tells_leaving=False).saw([TAG], 10.0) == [TagArrived("pad", TAG, 10.0)]


def test_a_damaged_number_between_repeats_changes_nothing() -> None:
    presence = TapPresence("pad")

    assert presence.saw([TAG, OTHER, TAG], 10.0) == []
    assert presence.saw([TAG, OTHER, TAG, TAG], 75.0) == [TagArrived("pad", TAG, 75.0)]


def test_a_repeat_that_comes_too_late_is_none() -> None:
    presence = TapPresence("pad", gap_ms=300.0)

    assert presence.saw([TAG], 0.0) + presence.saw([TAG], 300.0) == []
    assert presence.saw([TAG], 599.0) == [TagArrived("pad", TAG, 599.0)]


def test_a_card_at_the_edge_of_range_that_is_away_for_50_to_450_ms_stays() -> None:
    presence, chance = TapPresence("pad"), Random(1)
    told, now_ms = [], 0.0
    for _ in range(1_000):
        for _ in range(chance.randint(1, 4)):
            told += presence.check(now_ms) + presence.saw([TAG], now_ms)
            now_ms += 65.0
        now_ms += chance.uniform(50.0, 450.0)

    assert [type(event) for event in told] == [TagArrived]


def test_repeats_are_the_same_tap() -> None:
    presence = TapPresence("pad")

    told = [event for repeat in range(20) for event in presence.saw([TAG], repeat * 65.0)]

    assert told == [TagArrived("pad", TAG, 65.0)]


def test_the_tag_left_when_its_repeats_have_stopped() -> None:
    presence = TapPresence("pad", gap_ms=300.0)
    presence.saw([TAG], 0.0)
    presence.saw([TAG], 65.0)

    assert presence.next_check_ms == 365.0
    assert presence.check(364.0) == []
    assert presence.check(365.0) == [TagLeft("pad", TAG, 365.0)]
    assert presence.next_check_ms is None


def test_after_the_gap_the_same_tag_is_a_new_tap() -> None:
    presence = TapPresence("pad", gap_ms=300.0)
    presence.saw([TAG, TAG], 0.0)

    assert presence.saw([TAG, TAG], 300.0) == [TagLeft("pad", TAG, 300.0), TagArrived("pad", TAG, 300.0)]


def test_another_tag_takes_the_place_of_the_last() -> None:
    presence = TapPresence("pad")
    presence.saw([TAG, TAG], 0.0)

    assert presence.saw([OTHER], 65.0) == []
    assert presence.saw([OTHER], 130.0) == [TagLeft("pad", TAG, 130.0), TagArrived("pad", OTHER, 130.0)]


def test_silence_says_nothing_where_the_reader_speaks_once() -> None:
    presence = TapPresence("pad", tells_leaving=False)
    presence.saw([TAG], 0.0)

    assert presence.check(10_000.0) == []
    assert presence.saw([TAG], 10_100.0) == [TagArrived("pad", TAG, 10_100.0)]
    assert presence.saw([OTHER], 20_000.0) == [TagLeft("pad", TAG, 20_000.0), TagArrived("pad", OTHER, 20_000.0)]


def test_a_ready_reader_that_speaks_once_waits_for_a_card() -> None:
    presence = TapPresence("pad", tells_leaving=False)

    assert presence.ready(500.0) == [ZoneEmpty("pad", 500.0)]
    assert presence.ready(600.0) == []


def test_a_pad_is_empty_once_a_ready_reader_has_repeated_nothing() -> None:
    presence = TapPresence("pad", gap_ms=300.0)

    assert presence.ready(500.0) + presence.ready(600.0) + presence.check(799.0) == []
    assert presence.next_check_ms == 800.0
    assert presence.check(800.0) == [ZoneEmpty("pad", 800.0)]


def test_a_card_that_lies_there_when_its_reader_comes_back_has_not_left() -> None:
    presence = TapPresence("pad", gap_ms=300.0)
    presence.saw([TAG, TAG], 0.0)
    presence.lost(50.0)

    assert presence.ready(500.0) + presence.saw([TAG, TAG], 565.0) == [TagArrived("pad", TAG, 565.0)]


def test_a_lost_reader_is_unknown_once_and_forgets_the_tap() -> None:
    presence = TapPresence("pad")
    presence.saw([TAG, TAG], 0.0)

    assert presence.lost(50.0) + presence.lost(60.0) == [ZoneUnknown("pad", 50.0)]
    assert presence.next_check_ms is None
    assert presence.saw([TAG], 70.0) == []
    assert presence.saw([TAG], 135.0) == [TagArrived("pad", TAG, 135.0)]


@given(st.lists(st.tuples(st.sampled_from([TAG, OTHER]), st.floats(0, 1_000)), max_size=30))
def test_a_tag_leaves_before_the_next_arrives(taps: list[tuple[str, float]]) -> None:
    presence = TapPresence("pad")
    now_ms, there = 0.0, None
    for tag, pause_ms in taps:
        now_ms += pause_ms
        for event in presence.saw([tag, tag], now_ms):
            if isinstance(event, TagLeft):
                assert there == event.tag
                there = None
            elif isinstance(event, TagArrived):
                assert there is None
                there = event.tag

        assert there == tag
