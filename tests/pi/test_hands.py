"""What hands on the page may do at the simulated table, and what each role sees of its cards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from pi.cards_told import cards_in
from tacotable.app.simulated import hands_at
from tacotable.autoplay.rig import Rig, simulated_table
from tacotable.simulation.dealing import deal
from tacotable.simulation.hands.base import TableHands
from tacotable.state.role import Role
from tacotable.table.file import SHIPPED
from tacotable.web.model import PageError

GOD, YAY, WOW, SPECTATOR = Role("simulation"), Role("seat", "YAY"), Role("seat", "WOW"), Role("spectator")


@pytest.fixture
def rig() -> Iterator[Rig]:
    with simulated_table("tacocat", game="tc36") as made:
        made.tap("YAY.ok")
        yield made


@pytest.fixture
def hands(rig: Rig) -> TableHands:
    made = hands_at(rig.table, rig.program.controller.situation, Random(1))
    made.do(GOD, {"do": "gather"})
    return made


def cards_at(hands: TableHands, role: Role, place: str) -> list[dict[str, object]]:
    cards = cards_in(hands.truth(role))
    assert isinstance(cards, list)
    return [card for card in cards if card["place"] == place]


def test_a_seat_sees_the_faces_of_its_own_hand_only(hands: TableHands) -> None:
    assert all(card["face"] for card in cards_at(hands, YAY, "hand:YAY"))
    assert not any(card["face"] for card in cards_at(hands, YAY, "hand:WOW"))
    assert not any(card["face"] for card in cards_at(hands, YAY, "pile"))


def test_a_back_has_no_handle_by_which_it_could_be_followed(hands: TableHands) -> None:
    known = {card["id"] for card in cards_at(hands, GOD, "hand:WOW")}

    seen = {card["id"] for card in cards_at(hands, YAY, "hand:WOW")}

    assert len(seen) == 7
    assert not seen & known


def test_a_card_replaced_in_print_and_play_shows_its_back_to_everyone_else(rig: Rig, hands: TableHands) -> None:
    rig.tap("YAY.ok")
    rig.tap("WOW.ok")
    card = cards_at(hands, YAY, "hand:YAY")[0]["id"]

    hands.do(YAY, {"do": "place", "card": card, "place": "YAY.pad"})
    on_pad = cards_at(hands, WOW, "YAY.pad") + cards_at(hands, SPECTATOR, "YAY.pad")
    back = cards_at(hands, YAY, "YAY.pad")[0]["id"]
    hands.do(YAY, {"do": "place", "card": back, "place": "discard"})
    discarded = cards_at(hands, WOW, "discard") + cards_at(hands, SPECTATOR, "discard")

    assert [card["face"] for card in on_pad + discarded] == [None] * 4


def test_a_card_laid_too_early_lies_face_down(hands: TableHands) -> None:
    card = cards_at(hands, YAY, "hand:YAY")[0]["id"]

    hands.do(YAY, {"do": "place", "card": card, "place": "YAY.pad"})

    assert cards_at(hands, SPECTATOR, "YAY.pad")[0]["face"] is None


def test_gathering_leaves_cards_of_the_other_edition_in_the_box(hands: TableHands) -> None:
    faces = {card["face"] for place in ("pile", "hand:YAY", "hand:WOW") for card in cards_at(hands, GOD, place)}

    assert not faces & {"11", "12"}


@pytest.mark.parametrize(
    ("role", "action", "code"),
    [
        (SPECTATOR, {"do": "gather"}, "not-allowed"),
        (Role("arbiter"), {"do": "gather"}, "not-allowed"),
        (Role("arbiter"), {"do": "draw", "seat": "YAY"}, "not-allowed"),
        (Role("arbiter"), {"do": "press", "button": "YAY.ok"}, "not-allowed"),
        (YAY, {"do": "draw", "seat": "NOBODY"}, "unknown-seat"),
        (YAY, {"do": "press", "button": "WOW.ok"}, "not-allowed"),
        (YAY, {"do": "draw", "seat": "WOW"}, "not-allowed"),
        (YAY, {"do": "fault", "device": "display YAY", "fault": "gone", "on": True}, "not-allowed"),
        (GOD, {"do": "press", "button": "YAY.off"}, "unknown-button"),
        (GOD, {"do": "place", "card": "c999", "place": "YAY.pad"}, "unknown-card"),
        (GOD, {"do": "token", "space": 5}, "bad-message"),
        (GOD, {"do": "token", "space": True}, "bad-message"),
        (GOD, {"do": "dance"}, "unknown-act"),
        (GOD, {"do": "fault", "device": "display YAY", "fault": "fire", "on": True}, "impossible"),
        (GOD, {}, "unknown-act"),
    ],
)
def test_what_hands_may_not_or_cannot_do_is_refused(
    hands: TableHands, role: Role, action: dict[str, object], code: str
) -> None:
    with pytest.raises(PageError) as error:
        hands.do(role, action)

    assert error.value.code == code


@pytest.mark.parametrize("name", SHIPPED)
def test_every_button_of_a_table_can_be_pressed(name: str) -> None:
    with simulated_table(name) as rig:
        hands = hands_at(rig.table, rig.program.controller.situation, Random(1))
        buttons = [f"{seat}.ok" for seat in rig.program.controller.situation.devices.table.seat_names]
        for button in buttons:
            hands.do(GOD, {"do": "press", "button": button})

        assert set(rig.table.truth.buttons) > set(buttons)
        assert hands.truth(GOD)["pressed"] == [name for name in rig.table.truth.buttons if name in buttons]


def test_a_seat_cannot_take_a_card_of_the_other_hand(hands: TableHands) -> None:
    for card in (cards_at(hands, role, "hand:WOW")[0]["id"] for role in (GOD, WOW, YAY)):
        with pytest.raises(PageError, match="not yours|not there"):
            hands.do(YAY, {"do": "place", "card": card, "place": "YAY.pad"})

    assert len(cards_at(hands, GOD, "hand:WOW")) == 7


def test_a_seat_cannot_gather_the_cards_while_people_play(rig: Rig, hands: TableHands) -> None:
    rig.tap("YAY.ok")
    rig.tap("WOW.ok")

    with pytest.raises(PageError, match="between the rounds"):
        hands.do(YAY, {"do": "gather"})


def test_gathering_takes_off_all_tiles_but_those_of_the_game(rig: Rig, hands: TableHands) -> None:
    for space in (0, -2):
        rig.table.cover(space)

    deal(rig.table, replace(rig.program.controller.situation.dealing(), tiles=frozenset((-2, 1))))
    assert rig.table.truth.tiles == {-2}  # people lay the one that is missing
    hands.do(GOD, {"do": "gather"})

    assert rig.table.truth.tiles == frozenset()
