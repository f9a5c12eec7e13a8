"""Private looks at the pile on the page of a ring: who may, what they show, and when they end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pi.kitten_guests import ONE, SPECTATOR, TWO, Guests, guests_at
from tacotable.state.role import Role


@pytest.fixture
def guests() -> Iterator[Guests]:
    with guests_at() as made:
        yield made


# Private looks.


def see_the_future(guests: Guests, title: str = "see-the-future") -> None:
    guests.hold("1", title)
    guests.play(ONE, title)
    guests.rig.tap("2.ok")
    guests.rig.tap("3.ok")
    guests.rig.wait(4)


def looks(guests: Guests, role: Role) -> object:
    truth = guests.page.truth(role)
    assert truth is not None
    return truth["looks"]


def test_the_top_of_the_pile_is_looked_at_only_with_a_card_that_allows_it(guests: Guests) -> None:
    assert guests.refused(ONE, {"do": "look", "seat": "1"}) == "not-allowed"

    see_the_future(guests)

    assert "look:1" in guests.allowed(ONE)
    assert guests.refused(TWO, {"do": "look", "seat": "2"}) == "not-allowed"
    assert guests.refused(TWO, {"do": "look", "seat": "1"}) == "not-allowed"


def test_a_look_shows_faces_to_one_seat_and_only_that_it_looks_to_the_others(guests: Guests) -> None:
    see_the_future(guests)
    guests.page.do(ONE, {"do": "look", "seat": "1"})

    top = [card.face for card in guests.truth.at("draw")[:3]]
    seen = [{"id": f"look {n}", "face": face} for n, face in enumerate(top)]
    assert looks(guests, ONE) == {"1": {"cards": seen, "may_order": False}}
    assert (looks(guests, TWO), looks(guests, SPECTATOR)) == ({}, {})
    truth = guests.page.truth(SPECTATOR)
    assert truth is not None
    assert truth["looking"] == ["1"]


def test_see_the_future_changes_no_order_and_alter_the_future_does(guests: Guests) -> None:
    see_the_future(guests)
    before = guests.truth.at("draw")
    turned = {"do": "put-back", "seat": "1", "cards": ["look 2", "look 0", "look 1"]}
    guests.page.do(ONE, {"do": "look", "seat": "1"})
    guests.page.do(ONE, turned)
    assert guests.truth.at("draw") == before

    see_the_future(guests, "alter-the-future")
    before = guests.truth.at("draw")
    guests.page.do(ONE, {"do": "look", "seat": "1"})
    guests.page.do(ONE, turned)

    assert guests.truth.at("draw") == (before[2], before[0], before[1], *before[3:])
    assert looks(guests, ONE) == {}


def test_another_order_changes_nothing_that_others_can_get() -> None:
    told = []
    for order in (["look 0", "look 1", "look 2"], ["look 2", "look 1", "look 0"]):
        with guests_at() as guests:
            see_the_future(guests, "alter-the-future")
            guests.page.do(ONE, {"do": "look", "seat": "1"})
            guests.page.do(ONE, {"do": "put-back", "seat": "1", "cards": order})
            guests.rig.tap("1.ok")
            told.append((guests.everything(SPECTATOR), guests.everything(TWO)))

    assert told[0] == told[1]


@pytest.mark.parametrize(
    "order", [["look 0"], ["look 0", "look 0", "look 1"], ["look 0", "look 1", "c01"], "look 0", [1]]
)
def test_an_order_of_other_cards_changes_nothing(guests: Guests, order: object) -> None:
    see_the_future(guests, "alter-the-future")
    before = guests.truth.at("draw")
    guests.page.do(ONE, {"do": "look", "seat": "1"})

    guests.page.do(ONE, {"do": "put-back", "seat": "1", "cards": order})

    assert guests.truth.at("draw") == before


def test_a_look_ends_when_the_top_of_the_pile_changes(guests: Guests) -> None:
    see_the_future(guests)
    guests.page.do(ONE, {"do": "look", "seat": "1"})

    guests.page.do(ONE, {"do": "draw", "seat": "1"})

    assert looks(guests, ONE) == {}


def test_a_look_ends_with_what_allowed_it(guests: Guests) -> None:
    see_the_future(guests)
    guests.page.do(ONE, {"do": "look", "seat": "1"})

    guests.rig.tap("1.ok")

    assert looks(guests, ONE) == {}
    assert guests.refused(ONE, {"do": "look", "seat": "1"}) == "not-allowed"


def test_the_pile_is_shuffled_by_who_played_the_card_for_it(guests: Guests) -> None:
    assert guests.refused(ONE, {"do": "shuffle", "seat": "1"}) == "not-allowed"
    see_the_future(guests, "shuffle")
    before = guests.truth.at("draw")

    assert guests.refused(TWO, {"do": "shuffle", "seat": "2"}) == "not-allowed"
    guests.page.do(ONE, {"do": "shuffle", "seat": "1"})

    assert guests.truth.at("draw") != before
    assert set(guests.truth.at("draw")) == set(before)
