"""Enrolling a deck: what each laid tag becomes, and what is said about it at once."""

from __future__ import annotations

import pytest

from tacotable.state.sessions.deck import (
    Enrolment,
    Said,
    asked_count,
    begin,
    bits_between,
    crowd,
    lacking,
    lay,
    lift,
    missing,
    near_pairs,
    skip,
    take_back,
    too_many,
)
from tacotable.table.kinds import Printed, counts_of
from tacotable.table.schema import Card


def tag(number: int) -> str:
    return f"04A1B2C3D4{number:04X}"


def laid(session: Enrolment, *tags: str) -> Enrolment:
    for one in tags:
        session = lift(lay(session, one))
    return session


def test_the_first_card_asked_for_is_the_lowest() -> None:
    session = begin("tc38")

    assert (session.asked.face, asked_count(session).seen, asked_count(session).expected) == ("1", 0, 1)


def test_a_laid_tag_becomes_the_card_that_is_asked_for() -> None:
    session = lay(begin("tc38"), tag(1))

    assert session.cards == (Card(tag=tag(1), face="1"),)
    assert session.answer.said is Said.TAKEN
    assert session.asked == Printed("2")


def test_a_kind_is_asked_for_until_all_its_cards_are_there() -> None:
    session = laid(begin("tc38"), *map(tag, range(1, 5)))

    assert (session.asked.face, asked_count(session).seen, asked_count(session).expected) == ("2", 3, 4)


def test_a_deck_laid_in_order_is_whole() -> None:
    session = laid(begin("tc38"), *map(tag, range(38)))

    assert session.is_whole
    assert [card.face for card in session.cards[:6]] == ["1", "2", "2", "2", "2", "3"]


def test_a_tag_that_is_told_again_while_it_lies_is_nothing_new() -> None:
    session = lay(begin("tc38"), tag(1))

    assert lay(session, tag(1)) == session


def test_a_tag_laid_twice_is_refused_and_says_which_card_it_is() -> None:
    session = laid(begin("tc38"), tag(1), tag(2), tag(3))

    again = lay(session, tag(1))

    assert again.cards == session.cards
    assert again.asked == session.asked
    assert (again.answer.said, again.answer.card) == (Said.TWICE, Card(tag=tag(1), face="1"))
    assert again.twice == (Card(tag=tag(1), face="1"),)


@pytest.mark.parametrize("near", ["0C000621A4", "0C000621A6", "0C010721A5"])
def test_a_125_khz_tag_that_differs_in_one_or_two_bits_is_refused_first(near: str) -> None:
    session = laid(begin("tc38"), "0C000621A5")

    refused = lay(session, near)

    assert refused.cards == session.cards
    assert (refused.answer.said, refused.answer.card) == (Said.NEAR, Card(tag="0C000621A5", face="1"))


def test_a_near_tag_that_is_told_the_same_again_is_taken_and_named_in_the_end() -> None:
    session = laid(begin("tc38"), "0C000621A5", "0C000621A4", "0C000621A4")

    assert [card.tag for card in session.cards] == ["0C000621A5", "0C000621A4"]
    assert near_pairs(session.cards) == ((session.cards[0], session.cards[1]),)


def test_a_tag_that_differs_in_three_bits_is_another_tag() -> None:
    assert bits_between("0C000621A5", "0C000621A2") == 3
    assert len(laid(begin("tc38"), "0C000621A5", "0C000621A2").cards) == 2


def test_tags_of_13_56_mhz_may_be_near_since_their_frames_are_guarded_well() -> None:
    assert len(laid(begin("tc38"), tag(2), tag(3)).cards) == 2


def test_two_tags_at_once_are_refused_and_none_is_taken() -> None:
    session = crowd(laid(begin("tc38"), tag(1)))

    assert (session.answer.said, len(session.cards)) == (Said.CROWDED, 1)


def test_the_card_that_remains_of_two_is_taken() -> None:
    session = lay(crowd(begin("tc38")), tag(1))

    assert session.answer.said is Said.TAKEN


def test_a_card_that_lay_there_before_two_is_not_refused_as_laid_twice() -> None:
    session = crowd(lay(begin("tc38"), tag(1)))

    alone_again = lay(lift(session, tag(2)), tag(1))

    assert (alone_again.answer.said, len(alone_again.cards), alone_again.twice) == (Said.NOTHING, 1, ())


def test_a_kind_can_be_skipped_and_is_asked_for_again_in_the_end() -> None:
    session = laid(skip(begin("tc38")), *map(tag, range(37)))

    assert session.asked == Printed("1")
    assert [(count.kind.face, count.seen, count.expected) for count in missing("tc38", session.cards)] == [("1", 0, 1)]


def test_the_last_card_can_be_taken_back_and_its_kind_is_asked_for_again() -> None:
    session = take_back(laid(begin("tc38"), tag(1), tag(2)))

    assert [card.face for card in session.cards] == ["1"]
    assert session.asked == Printed("2")
    assert take_back(take_back(session)).cards == ()


def test_more_cards_of_a_kind_than_the_box_has_are_told() -> None:
    session = laid(skip(laid(begin("tc38"), tag(1)), -1), tag(2))

    assert session.answer.said is Said.TOO_MANY
    assert [(count.kind.face, count.seen) for count in too_many("tc38", session.cards)] == [("1", 2)]


def test_a_session_goes_on_with_a_deck_that_lacks_cards() -> None:
    first = laid(begin("tc38"), *map(tag, range(10)))

    session = begin("tc38", first.cards)

    assert session.asked == first.asked
    assert lacking("tc38", session.cards) == 28


def test_thirty_eight_cards_with_two_laid_twice_and_one_missing() -> None:
    tags = [tag(number) for number in range(37)]
    with_doubles = [*tags[:10], tags[3], *tags[10:20], tags[19], *tags[20:]]
    session = begin("tc38")
    for one in with_doubles:
        if session.asked.face == "9" and asked_count(session).seen == 1:
            session = skip(session)  # the second nine is lost
        session = lift(lay(session, one))

    assert len(session.cards) == 37
    assert [card.face for card in session.twice] == ["2", "5"]
    assert [(count.kind.face, count.seen, count.expected) for count in missing("tc38", session.cards)] == [("9", 1, 2)]


@pytest.mark.parametrize(("game", "kinds", "cards"), [("ek120", 33, 120), ("min72", 23, 72), ("zh56", 13, 56)])
def test_the_boxes_of_the_exploding_games_are_counted_with_their_marks(game: str, kinds: int, cards: int) -> None:
    counts = counts_of(game)

    assert (len(counts), sum(counts.values())) == (kinds, cards)


def test_paw_prints_are_enrolled_with_the_face() -> None:
    session = laid(begin("ek120"), *map(tag, range(13)))

    assert [(card.face, card.mark) for card in session.cards[8:]] == [
        ("exploding-kitten", None),
        ("defuse", "paw"),
        ("defuse", "paw"),
        ("defuse", "paw"),
        ("defuse", "no-paw"),
    ]
    assert session.asked == Printed("defuse", "no-paw")
