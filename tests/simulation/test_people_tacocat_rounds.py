"""What Tacocat players do between rounds, also where a button has said otherwise."""

from __future__ import annotations

import pytest

from simulation.people.tacocat_person import Person
from tacotable_sim.people.base import Sign, Tap
from tacotable_sim.truth import hand_of


@pytest.mark.parametrize(("item", "pressed"), [("item.tc36", "YAY.no"), ("item.tc38", "YAY.ok")])
def test_the_lobby_is_turned_to_the_game_whose_deck_is_on_the_table(reader: Person, item: str, pressed: str) -> None:
    reader.player.rounds.game = "tc38"

    assert list(reader.choices(Sign("sign.lobby", {"item": item}))) == [Tap(pressed)]


def test_cards_are_dealt_although_the_display_takes_it_for_done(reader: Person) -> None:
    reader.sees(Sign("sign.deal-wait", {"seat": "WOW", "n": 2}))

    assert [len(reader.table.truth.at(hand_of(seat))) for seat in ("YAY", "WOW")] == [2, 2]


def test_cards_that_are_dealt_are_not_dealt_anew_while_the_other_seat_is_waited_for(reader: Person) -> None:
    reader.sees(Sign("sign.deal-wait", {"seat": "WOW", "n": 3}))

    assert reader.held() == ["1", "2", "3"]
