"""Cards that change hands on the page of a ring: stolen, given, slid on and taken from the discard pile."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from pi.kitten_guests import KEYS, ONE, SPECTATOR, THREE, TWO, Guests, guests_at
from tacotable.app.simulated import hands_at
from tacotable.autoplay.rig import Rig
from tacotable.web.page import TablePage


@pytest.fixture
def guests() -> Iterator[Guests]:
    with guests_at() as made:
        yield made


# Cards from hand to hand.


def test_a_card_is_stolen_only_when_the_rules_let_a_seat_steal(guests: Guests) -> None:
    guests.hold("1", "cat-1", "cat-1")
    take = {"do": "place", "card": "back hand:2 0", "place": "hand:1"}
    assert guests.refused(ONE, take) == "not-allowed"

    guests.play(ONE, "cat-1", "cat-1")
    guests.rig.tap("2.ok")
    guests.rig.wait(4)
    assert "steal:2" in guests.allowed(ONE)
    assert guests.refused(THREE, {**take, "place": "hand:3"}) == "not-allowed"
    assert guests.refused(ONE, {**take, "card": "back hand:3 0"}) == "not-allowed"
    guests.page.do(ONE, take)

    assert (len(guests.truth.at("hand:1")), len(guests.truth.at("hand:2"))) == (7, 7)


def page_of(rig: Rig, seed: int) -> TablePage:
    hands = hands_at(rig.table, rig.program.controller.situation, Random(seed))
    return TablePage(rig.program.controller, KEYS, lambda: hands)


def test_the_card_that_is_stolen_is_drawn_by_chance() -> None:
    taken = set()
    for seed in range(1, 7):
        with guests_at(1) as guests:
            guests.page = page_of(guests.rig, seed)
            guests.hold("1", "cat-1", "cat-1")
            guests.play(ONE, "cat-1", "cat-1")
            guests.rig.tap("2.ok")
            guests.rig.wait(4)
            before = [card.tag for card in guests.truth.at("hand:2")]
            guests.page.do(ONE, {"do": "place", "card": "back hand:2 0", "place": "hand:1"})
            taken |= {before.index(tag) for tag in before if guests.truth.where(tag) == "hand:1"}

    assert len(taken) > 2


def test_a_card_is_given_only_to_whom_a_favor_is_owed(guests: Guests) -> None:
    guests.hold("1", "favor")
    card = guests.cards(TWO, "hand:2")[0]["id"]
    give = {"do": "place", "card": card, "place": "hand:1"}
    assert guests.refused(TWO, give) == "not-allowed"

    guests.play(ONE, "favor")
    guests.rig.tap("2.ok")
    guests.rig.wait(4)
    assert guests.refused(TWO, {**give, "place": "hand:3"}) == "not-allowed"
    guests.page.do(TWO, give)

    assert (len(guests.truth.at("hand:1")), len(guests.truth.at("hand:2"))) == (8, 7)


def test_which_card_was_given_changes_nothing_that_others_can_get() -> None:
    told = []
    for index in (0, 3):
        with guests_at() as guests:
            guests.hold("1", "favor")
            guests.play(ONE, "favor")
            guests.rig.tap("2.ok")
            guests.rig.wait(4)
            card = guests.cards(TWO, "hand:2")[index]["id"]
            guests.page.do(TWO, {"do": "place", "card": card, "place": "hand:1"})
            guests.rig.tap("2.ok")
            told.append((guests.everything(SPECTATOR), guests.everything(THREE)))

    assert told[0] == told[1]


def test_a_card_that_was_hidden_is_not_known_again(guests: Guests) -> None:
    guests.hold("1", "skip")
    guests.place(ONE, "skip", "hand:1", "play")
    first = guests.cards(SPECTATOR, "play")[0]["id"]

    guests.place(ONE, "skip", "play", "hand:1")
    guests.place(ONE, "skip", "hand:1", "play")

    assert guests.cards(SPECTATOR, "play")[0]["id"] != first
    assert guests.refused(ONE, {"do": "place", "card": first, "place": "discard"}) == "unknown-card"


# The discard pile.


def test_only_who_has_the_turn_takes_cards_of_the_discard_pile(guests: Guests) -> None:
    guests.truth.place(guests.rig.find("skip"), "discard")
    card = guests.cards(ONE, "discard")[0]["id"]

    assert guests.refused(TWO, {"do": "place", "card": guests.cards(TWO, "discard")[0]["id"], "place": "hand:2"})
    guests.page.do(ONE, {"do": "place", "card": card, "place": "play"})

    assert [card.face for card in guests.truth.at("play")] == ["skip"]


def test_a_card_that_another_seat_laid_can_be_slid_on_and_not_taken(guests: Guests) -> None:
    guests.hold("1", "skip")
    guests.place(ONE, "skip", "hand:1", "play")
    card = guests.cards(TWO, "play")[0]["id"]

    assert ("pick-up" in guests.allowed(ONE), "pick-up" in guests.allowed(TWO)) == (True, False)
    for target in ("hand:2", "front:2", "pile"):
        assert guests.refused(TWO, {"do": "place", "card": card, "place": target}) == "not-allowed"
    guests.page.do(TWO, {"do": "place", "card": card, "place": "discard"})

    assert [card.face for card in guests.truth.at("discard")] == ["skip"]


@pytest.mark.parametrize("target", ["hand:3", "front:3", "box", "air", "3.pad", "nowhere"])
def test_a_card_goes_to_no_place_that_is_not_for_it(guests: Guests, target: str) -> None:
    card = guests.cards(ONE, "hand:1")[0]["id"]

    assert guests.refused(ONE, {"do": "place", "card": card, "place": target}) == "not-allowed"
