"""What a Tacocat player does about cards that the table takes for used though nobody played them."""

from __future__ import annotations

from contextlib import closing

import pytest

from simulation.people.tacocat.player import SECOND_LOOK_S, CarefulTacocatPlayer
from simulation.people.tacocat_person import DUEL, Person
from tacotable_sim.people.base import Pause, Sign
from tacotable_sim.time.virtual_time import VirtualLoop
from tacotable_sim.truth import DISCARD, Card, hand_of

SHOW = Sign("sign.show", {})
SPENT = Sign("refusal.spent", {"seat": "YAY"})


@pytest.mark.parametrize(("face", "held"), [("1", "04"), ("7", "01")])
def test_an_only_card_that_is_refused_as_used_again_and_again_is_exchanged_for_an_equal_one(
    loop: VirtualLoop, face: str, held: str
) -> None:
    reader = Person(loop, CarefulTacocatPlayer, (Card("01", "1"), Card("02", "2"), Card("03", "3"), Card("04", face)))
    with closing(reader.table):
        for tag in ("02", "03", "04"):
            reader.table.place(tag, DISCARD)

        for _ in range(2):
            reader.sees(DUEL)
            reader.sees(SPENT)

        assert [card.tag for card in reader.player.eyes.hand()] == [held]


@pytest.mark.parametrize(("asked", "held"), [(SHOW, ["5"]), (DUEL, ["3"])])
def test_a_last_card_that_is_refused_as_used_is_exchanged_for_one_that_the_other_seat_has_left_over(
    reader: Person, asked: Sign, held: list[str]
) -> None:
    """One of this seat has counted for the other: so that seat shows its last card, and holds one more."""
    for tag, place in (("01", DISCARD), ("02", DISCARD), ("04", "WOW.pad"), ("05", hand_of("WOW"))):
        reader.table.place(tag, place)

    for _ in range(3):
        reader.sees(asked)
        reader.sees(SPENT)

    assert [card.face for card in (*reader.player.eyes.hand(), *reader.table.truth.at("YAY.pad"))] == held


@pytest.mark.parametrize(("on_pad", "held"), [(("04",), ["6"]), ((), [])])
def test_who_has_no_card_left_to_show_takes_one_that_the_other_seat_has_left_over(
    reader: Person, on_pad: tuple[str, ...], held: list[str]
) -> None:
    for tag in ("01", "02", "03"):
        reader.table.place(tag, DISCARD)
    reader.table.place("06", hand_of("WOW"))
    for tag in on_pad:
        reader.table.place(tag, "WOW.pad")

    reader.sees(SHOW)

    assert reader.held() == held


def test_a_card_that_the_other_seat_is_about_to_show_is_not_taken(reader: Person) -> None:
    """Its card of the duel lies on its pad still."""
    for tag, place in (("01", DISCARD), ("02", DISCARD), ("03", DISCARD), ("06", hand_of("WOW")), ("04", "WOW.pad")):
        reader.table.place(tag, place)
    steps = reader.choices(SHOW)
    first = next(steps)
    reader.table.place("04", DISCARD)
    reader.table.place("06", "WOW.pad")

    assert first == Pause(SECOND_LOOK_S)
    assert list(steps) == []


def test_equal_cards_that_are_all_refused_as_used_are_not_exchanged_for_one_another_for_ever(
    loop: VirtualLoop,
) -> None:
    reader = Person(loop, CarefulTacocatPlayer, (Card("01", "1"), Card("02", "1"), Card("03", "3"), Card("04", "4")))
    with closing(reader.table):
        for tag in ("02", "03"):
            reader.table.place(tag, DISCARD)

        for _ in range(8):
            reader.sees(DUEL)
            reader.sees(SPENT)

        assert len([move for move in reader.moves if move == ("01", DISCARD)]) == 1
