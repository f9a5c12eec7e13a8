"""The page of a kittens table: what hands may do with its cards at each moment, and who is told what of them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pi.cards_told import cards_in
from pi.kitten_guests import GOD, ONE, SPECTATOR, TWO, Guests, guests_at
from tacotable.autoplay.rig import simulated_table
from tacotable.state.role import Role


@pytest.fixture
def guests() -> Iterator[Guests]:
    with guests_at() as made:
        yield made


# Setting up.


def test_gathering_deals_eight_cards_to_those_who_play_and_boxes_the_rest(guests: Guests) -> None:
    held = {seat: [card.face for card in guests.truth.at(f"hand:{seat}")] for seat in "1234"}

    assert {seat: len(hand) for seat, hand in held.items()} == {"1": 8, "2": 8, "3": 8, "4": 0}
    assert all("defuse" in held[seat] and "exploding-kitten" not in held[seat] for seat in "123")
    assert len(guests.truth.at("draw")) == 22
    assert [card.face for card in guests.truth.at("draw")].count("exploding-kitten") == 2


def test_nobody_gathers_while_people_play(guests: Guests) -> None:
    assert guests.refused(ONE, {"do": "gather"}) == "not-allowed"


# Drawing.


def test_a_seat_draws_on_its_turn_and_once(guests: Guests) -> None:
    assert guests.refused(TWO, {"do": "draw", "seat": "2"}) == "not-allowed"

    guests.page.do(ONE, {"do": "draw", "seat": "1"})

    assert len(guests.truth.at("hand:1")) == 9
    assert guests.refused(ONE, {"do": "draw", "seat": "1"}) == "not-allowed"


def test_who_pressed_ok_first_may_still_take_the_card_that_is_theirs(guests: Guests) -> None:
    guests.rig.tap("1.ok")

    guests.page.do(ONE, {"do": "draw", "seat": "1"})

    assert len(guests.truth.at("hand:1")) == 9
    assert "draw" not in guests.allowed(ONE)


def test_the_pile_is_drawn_from_its_top(guests: Guests) -> None:
    top = guests.truth.at("draw")[0]

    guests.page.do(ONE, {"do": "draw", "seat": "1"})

    assert guests.truth.where(top.tag) == "hand:1"


def test_the_ends_of_the_pile_can_be_carried_and_nothing_between(guests: Guests) -> None:
    bottom = guests.truth.at("draw")[-1]

    assert guests.refused(ONE, {"do": "place", "card": "back pile 5", "place": "hand:1"}) == "unknown-card"
    guests.page.do(ONE, {"do": "place", "card": "back pile 21", "place": "hand:1"})

    assert guests.truth.where(bottom.tag) == "hand:1"


# The lethal card.


def test_a_lethal_card_goes_into_any_slot_and_the_others_see_a_pile_that_grew(guests: Guests) -> None:
    guests.draw_kitten(ONE)

    guests.place(ONE, "exploding-kitten", "front:1", "pile", 7)

    assert guests.truth.at("draw")[7].face == "exploding-kitten"
    assert len(guests.cards(TWO, "pile")) == 22
    assert {card["face"] for card in guests.cards(TWO, "pile")} == {None}


def test_where_a_lethal_card_went_changes_nothing_that_others_can_get() -> None:
    told = []
    for slot in (0, 7, 21):
        with guests_at() as guests:
            guests.draw_kitten(ONE)
            guests.place(ONE, "exploding-kitten", "front:1", "pile", slot)
            guests.rig.tap("1.ok")
            told.append((guests.everything(SPECTATOR), guests.everything(TWO)))

    assert told[0] == told[1] == told[2]


def test_a_slot_that_is_not_there_is_refused_without_a_word_about_the_cards(guests: Guests) -> None:
    guests.draw_kitten(ONE)
    card = guests.cards(ONE, "front:1")[0]["id"]

    assert guests.refused(ONE, {"do": "place", "card": card, "place": "pile", "slot": 22}) == "impossible"
    assert guests.refused(ONE, {"do": "place", "card": card, "place": "pile", "slot": True}) == "bad-message"


def test_no_other_card_goes_into_the_pile(guests: Guests) -> None:
    card = guests.cards(ONE, "hand:1")[0]["id"]

    assert guests.refused(ONE, {"do": "place", "card": card, "place": "pile", "slot": 0}) == "not-allowed"


def test_a_lethal_card_slides_before_its_player_and_others_to_the_discard_pile(guests: Guests) -> None:
    guests.draw_kitten(ONE)

    guests.page.do(TWO, {"do": "slide"})

    assert [card.face for card in guests.truth.at("front:1")] == ["exploding-kitten"]
    assert [card.face for card in guests.truth.at("discard")] == ["defuse"]


def test_a_hand_that_is_out_is_laid_on_the_discard_pile_the_lethal_card_last(guests: Guests) -> None:
    for card in guests.truth.at("hand:1"):
        if card.face == "defuse":
            guests.truth.place(card.tag, "box")
    guests.rig.find("exploding-kitten")
    guests.page.do(ONE, {"do": "draw", "seat": "1"})
    guests.place(ONE, "exploding-kitten", "hand:1", "play")
    assert guests.refused(ONE, {"do": "lay-out", "seat": "1"}) == "not-allowed"
    guests.rig.tap("1.nope")
    guests.rig.tap("1.ok")

    guests.page.do(ONE, {"do": "slide"})
    guests.page.do(ONE, {"do": "lay-out", "seat": "1"})

    assert guests.truth.at("hand:1") == ()
    assert [card.face for card in guests.truth.at("discard")][-1] == "exploding-kitten"
    assert len(guests.truth.at("discard")) == 8
    assert {card["face"] for card in guests.cards(SPECTATOR, "discard")} != {None}


def test_with_the_minions_a_hand_that_is_out_stays_before_its_player() -> None:
    with guests_at(game="min72") as guests:
        for card in guests.truth.at("hand:1"):
            if card.face in ("defuse", "clone"):
                guests.truth.place(card.tag, "box")
        guests.rig.find("exploding-minion")
        guests.page.do(ONE, {"do": "draw", "seat": "1"})
        guests.place(ONE, "exploding-minion", "hand:1", "play")
        guests.rig.tap("1.nope")
        guests.rig.tap("1.ok")
        held = len(guests.truth.at("hand:1"))

        guests.page.do(ONE, {"do": "slide"})
        guests.page.do(ONE, {"do": "lay-out", "seat": "1"})

        assert len(guests.cards(SPECTATOR, "front:1")) == held + 1
        assert None not in [card["face"] for card in guests.cards(SPECTATOR, "front:1")]
        assert guests.truth.at("discard") == ()
        assert "lay-out:1" not in guests.allowed(ONE)


# Who is told what.


@pytest.mark.parametrize("role", [SPECTATOR, Role("arbiter")])
def test_worlds_that_differ_in_hidden_cards_look_the_same_to_a_spectator_and_the_arbiter(role: Role) -> None:
    told, own = [], []
    for seed in (1, 2, 3):
        with guests_at(seed) as guests:
            guests.page.do(ONE, {"do": "draw", "seat": "1"})
            guests.rig.tap("1.ok")
            told.append(guests.everything(role))
            own.append(guests.everything(ONE))

    assert told[0] == told[1] == told[2]
    assert len(set(own)) == 3


@pytest.mark.parametrize("role", [ONE, SPECTATOR])
def test_a_role_sees_faces_only_where_they_lie_open_to_it(guests: Guests, role: Role) -> None:
    guests.draw_kitten(ONE)
    truth = guests.page.truth(role)

    assert truth is not None
    cards = cards_in(truth)
    assert isinstance(cards, list)
    open_to = {card["place"] for card in cards if card["face"]}
    assert open_to == {"play", "front:1"} | ({"hand:1"} if role is ONE else set())
    assert all(card["id"].startswith("back ") for card in cards if card["face"] is None)


@pytest.mark.parametrize("role", [SPECTATOR, Role("arbiter")])
def test_who_only_watches_is_offered_nothing_to_do(role: Role) -> None:
    with simulated_table("kittens", game="ek120") as rig:
        guests = Guests(rig)
        before = guests.allowed(role)
        guests.begin()
        guests.hold("1", "see-the-future")
        guests.play(ONE, "see-the-future")
        rig.wait(3.2)

        assert "look:1" in guests.allowed(GOD)
        assert (before, guests.allowed(role)) == ([], [])


def test_everyone_sees_every_lamp_of_a_ring(guests: Guests) -> None:
    lamps = guests.page.scene(TWO, "en")["lamps"]

    assert isinstance(lamps, dict)
    assert {"1.ok", "2.nope", "10.ok"} <= set(lamps)


def test_a_spectator_does_nothing_and_a_seat_presses_its_own_buttons(guests: Guests) -> None:
    assert guests.refused(SPECTATOR, {"do": "slide"}) == "not-allowed"
    assert guests.refused(SPECTATOR, {"do": "look", "seat": "1"}) == "not-allowed"
    assert guests.refused(TWO, {"do": "press", "button": "1.ok"}) == "not-allowed"
    assert guests.allowed(SPECTATOR) == []


def test_the_public_display_is_read_by_everyone_with_its_sentence(guests: Guests) -> None:
    screens = guests.page.scene(SPECTATOR, "zh-TW")["screens"]

    assert isinstance(screens, dict)
    assert list(screens) == ["table"]
    assert screens["table"]["say"] == "輪到座位 1 出牌或抽牌。"
