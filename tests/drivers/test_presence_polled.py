"""Presence on polled pads: two sightings to arrive, three misses to leave, and silence is never emptiness."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from tacotable_drivers.ports import DeviceEvent, TagArrived, TagLeft, TagsCrowded, ZoneEmpty, ZoneUnknown
from tacotable_drivers.presence import PolledPresence

SCAN_MS = 55.0


def scan(presence: PolledPresence, scans: Iterable[str]) -> list[DeviceEvent]:
    """Complete scans one after another; each is a word whose letters are the tags, "-" an empty field."""
    told: list[DeviceEvent] = []
    for number, tags in enumerate(scans):
        told += presence.saw(tuple(tags.strip("-")), number * SCAN_MS)
    return told


def names(told: list[DeviceEvent]) -> list[str]:
    """Write events shortly: +a arrived, -a left, ab! crowded, 0 empty, ? unknown."""
    short = []
    for event in told:
        match event:
            case TagArrived(tag=tag):
                short.append(f"+{tag}")
            case TagLeft(tag=tag):
                short.append(f"-{tag}")
            case TagsCrowded(tags=tags):
                short.append("".join(tags) + "!")
            case ZoneEmpty():
                short.append("0")
            case ZoneUnknown():
                short.append("?")
            case _:
                raise AssertionError(event)
    return short


def told_of(scans: str) -> list[str]:
    return names(scan(PolledPresence("pad"), scans.split()))


def test_a_tag_arrives_with_the_second_scan_that_sees_it() -> None:
    told = scan(PolledPresence("pad"), ["a", "a", "a"])

    assert told == [TagArrived("pad", "a", 55.0)]


def test_one_sighting_is_not_believed() -> None:
    assert told_of("a - - - -") == ["0"]


def test_two_sightings_around_a_missed_scan_are_believed() -> None:
    assert told_of("a - a") == ["+a"]


def test_a_tag_leaves_with_the_third_completed_scan_without_it() -> None:
    told = scan(PolledPresence("pad"), ["a", "a", "-", "-", "-"])

    assert told == [TagArrived("pad", "a", 55.0), TagLeft("pad", "a", 220.0)]


def test_a_flickering_tag_stays() -> None:
    assert told_of("a a - a - - a - - a - a") == ["+a"]


def test_no_time_without_a_completed_scan_makes_a_tag_leave() -> None:
    presence = PolledPresence("pad")
    scan(presence, ["a", "a"])

    assert presence.check(1_054.0) == []
    assert presence.check(1_055.0) == [ZoneUnknown("pad", 1_055.0)]


def test_an_empty_zone_is_told_once_and_only_when_certain() -> None:
    assert told_of("- -") == []
    assert told_of("- - - - - -") == ["0"]


def test_a_silent_reader_makes_the_zone_unknown_once() -> None:
    presence = PolledPresence("pad")
    presence.ready(0.0)

    told = presence.check(999.0) + presence.check(1_000.0) + presence.check(5_000.0) + presence.lost(6_000.0)

    assert told == [ZoneUnknown("pad", 1_000.0)]
    assert presence.next_check_ms is None


def test_a_reader_that_comes_back_tells_what_lies_there_once_certain() -> None:
    presence = PolledPresence("pad")
    scan(presence, ["a", "a"])
    presence.lost(200.0)

    assert names(scan(presence, ["a"])) == []
    assert names(scan(presence, ["a", "a"])) == ["+a"]


def test_a_reader_that_comes_back_to_an_empty_pad_tells_it_once_certain() -> None:
    presence = PolledPresence("pad")
    scan(presence, ["a", "a"])
    presence.lost(200.0)

    assert names(scan(presence, ["-", "-"])) == []
    assert names(scan(presence, ["-", "-"])) == ["0"]


def test_a_zone_can_be_unknown_again() -> None:
    presence = PolledPresence("pad")

    told = [*presence.lost(0.0), *scan(presence, ["-"] * 3), *presence.lost(500.0)]

    assert names(told) == ["?", "0", "?"]


def test_a_swap_is_a_leave_and_an_arrival() -> None:
    assert told_of("a a b b b b") == ["+a", "-a", "+b"]
    assert told_of("a a - b b b") == ["+a", "-a", "+b"]


def test_two_tags_together_are_crowded() -> None:
    assert told_of("ab ab ab") == ["ab!"]
    assert told_of("a a ab ab ab") == ["+a", "ab!"]


def test_two_tags_that_the_reader_sees_in_turn_are_crowded_too() -> None:
    assert told_of("a b a b a b") == ["+a", "ab!"]


def test_when_one_of_two_leaves_the_other_is_told() -> None:
    assert told_of("a a ab ab b b b") == ["+a", "ab!", "-a", "+b"]
    assert told_of("a a ab ab a a a") == ["+a", "ab!", "-b", "+a"]


def test_when_both_of_two_leave_both_are_told() -> None:
    assert told_of("ab ab - - -") == ["ab!", "-a", "-b"]


def test_a_third_tag_is_told_too() -> None:
    assert told_of("ab ab abc abc") == ["ab!", "abc!"]


words = st.lists(st.sets(st.sampled_from("abc"), max_size=2).map("".join), max_size=40)


@given(words)
def test_a_tag_is_told_only_when_seen_twice_and_left_only_after_three_misses(scans: list[str]) -> None:
    presence = PolledPresence("pad")
    for number, tags in enumerate(scans):
        told = presence.saw(tuple(tags), number * SCAN_MS)

        for event in told:
            if isinstance(event, TagArrived):
                assert sum(event.tag in seen for seen in scans[: number + 1]) >= 2
            if isinstance(event, TagLeft):
                assert all(event.tag not in seen for seen in scans[number - 2 : number + 1])


@given(words)
def test_events_alone_tell_what_lies_there(scans: list[str]) -> None:
    presence = PolledPresence("pad")
    there: set[str] = set()
    for event in scan(presence, [*scans, "-", "-", "-"]):
        match event:
            case TagArrived(tag=tag):
                assert there <= {tag}
                there = {tag}
            case TagsCrowded(tags=tags):
                assert there <= set(tags)
                there = set(tags)
            case TagLeft(tag=tag):
                assert tag in there
                there.remove(tag)
            case _:
                assert there == set()

    assert there == set()


@given(words)
def test_a_tag_that_stays_is_told_within_three_scans_whatever_was_there(scans: list[str]) -> None:
    presence = PolledPresence("pad")
    told = [*scan(presence, scans), *scan(presence, ["d"] * 4)]

    assert told[-1] == TagArrived("pad", "d", told[-1].at_ms)
