"""Contacts: closing counts at once, opening must last, and times are those of the first touch."""

from __future__ import annotations

from tacohub.contacts import Contacts


def test_a_press_counts_at_the_first_look() -> None:
    contacts = Contacts(3)

    assert contacts.look(0b010, 100) == 0b010
    assert (contacts.closed, contacts.counts, contacts.times[1]) == (0b010, [0, 1, 0], 100)


def test_bounces_are_one_press_and_one_release() -> None:
    contacts = Contacts(1)
    levels = [1, 0, 1, 0, 1, 1, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]

    changes = [contacts.look(level, 100 + 5 * step) for step, level in enumerate(levels)]

    assert changes.count(1) == 2
    assert contacts.counts == [2]
    assert contacts.times == [160]  # when it opened for good, not when that was sure


def test_a_release_counts_when_it_has_lasted_30_ms() -> None:
    contacts = Contacts(1)
    contacts.look(1, 0)

    assert [contacts.look(0, now) for now in (100, 129, 130)] == [0, 0, 1]


def test_an_interrupt_between_two_looks_gives_the_time() -> None:
    contacts = Contacts(1)
    contacts.marks[0] = 97

    contacts.look(1, 100)

    assert contacts.times == [97]
    assert contacts.marks == [-1]


def test_an_edge_of_long_ago_is_not_the_beginning_of_this_press() -> None:
    contacts = Contacts(1)
    contacts.marks[0] = 97

    contacts.look(1, 5_000)

    assert contacts.times == [5_000]


def test_times_go_on_across_the_turn_of_the_clock() -> None:
    contacts = Contacts(1)
    turn = 1 << 30
    contacts.look(1, turn - 100)

    assert [contacts.look(0, now) for now in (turn - 10, 19, 20)] == [0, 0, 1]
    assert contacts.times == [turn - 10]


def test_the_count_goes_round_at_256_and_odd_means_closed() -> None:
    contacts = Contacts(1)
    for press in range(200):
        contacts.look(1, 200 * press)
        contacts.look(0, 200 * press + 50)
        contacts.look(0, 200 * press + 100)

    assert contacts.counts == [400 % 256]


def test_a_contact_that_is_no_longer_used_is_open_with_a_count_of_zero() -> None:
    contacts = Contacts(2)
    contacts.look(0b11, 0)

    contacts.reset(1)

    assert (contacts.closed, contacts.counts) == (0b01, [1, 0])
