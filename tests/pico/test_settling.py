"""What lies on a reader, from scans that flicker (PROTOCOL.md: `sure`, `gone`)."""

from __future__ import annotations

from tacohub.settling import Found, Settling, tag_text

A, B, C = "04A1B2C3D4E5F6", "04A1B2C3D4E5F7", "DEADBEEF"


def kept(tag: str) -> bytearray:
    number = bytes.fromhex(tag)
    return bytearray(bytes([len(number)]) + number.ljust(10, b"\0"))


def told(*scans: str) -> list[tuple[int, list[str]]]:
    """Let scans 10 ms apart find tags ("A", "AB", "" ...); give each change as (when it began, tags)."""
    settling = Settling()
    settling.gone = 3
    names = {"A": A, "B": B, "C": C}
    changes = []
    for number, letters in enumerate(scans):
        found = Found()
        for letter in letters:
            found.add(kept(names[letter]))
        if settling.take(found, 10 * number):
            changes.append((settling.changed_at, settling.tags()))
    return changes


def test_a_tag_counts_at_the_second_scan_with_the_time_of_the_first() -> None:
    assert told("A", "A", "A") == [(0, [A])]


def test_nothing_is_known_to_lie_there_after_three_empty_scans() -> None:
    assert told("", "", "", "") == [(20, [])]


def test_a_tag_is_gone_after_three_misses_with_the_time_of_the_first() -> None:
    assert told("A", "A", "", "", "", "") == [(0, [A]), (20, [])]


def test_a_flickering_tag_is_told_once() -> None:
    assert told("A", "", "A", "A", "", "", "A", "A", "", "A") == [(0, [A])]


def test_a_number_that_came_once_is_never_told() -> None:
    assert told("A", "", "", "", "C", "", "", "") == [(30, [])]


def test_in_a_swap_the_new_tag_waits_until_the_old_one_is_gone() -> None:
    assert told("A", "A", "B", "B", "B") == [(0, [A]), (20, [B])]


def test_two_tags_at_once_are_told_together_in_ascending_order() -> None:
    assert told("BA", "BA") == [(0, [A, B])]


def test_a_second_tag_beside_the_first_is_told_as_two() -> None:
    assert told("A", "A", "AB", "AB", "B", "B", "B") == [(0, [A]), (20, [A, B]), (40, [B])]


def test_after_forgetting_it_is_told_anew() -> None:
    settling = Settling()
    found = Found()
    found.add(kept(C))
    settling.take(found, 0)
    settling.take(found, 10)

    settling.forget()

    assert not settling.is_known
    assert [settling.take(found, 20), settling.take(found, 30)] == [False, True]


def test_tags_of_four_and_seven_bytes_are_told_in_capitals() -> None:
    assert [tag_text(kept(A)), tag_text(kept(C))] == [A, C]


def test_more_than_two_count_at_the_second_scan_and_are_over_at_the_third_without() -> None:
    settling = Settling()
    settling.gone = 3
    told = []
    for number, has_more in enumerate((True, False, True, True, False, True, False, False, False, False)):
        found = Found()
        found.add(kept(A))
        found.add(kept(B))
        found.has_more = has_more
        if settling.take(found, 10 * number):
            told.append((number, settling.has_more, settling.tags()))

    assert told == [(1, False, [A, B]), (3, True, [A, B]), (8, False, [A, B])]


def test_who_knows_nothing_knows_of_no_more_than_two() -> None:
    settling = Settling()
    found = Found()
    found.has_more = True
    settling.take(found, 0)
    settling.take(found, 10)
    settling.forget()

    assert not settling.has_more
