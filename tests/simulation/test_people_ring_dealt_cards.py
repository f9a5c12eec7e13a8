"""A private deal in which a card is told again: it goes to whom it was dealt, and stays there."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from simulation.people.ring_person import TURN, Ring
from tacotable_sim.people.base import Sign
from tacotable_sim.time.virtual_time import VirtualLoop
from tacotable_sim.truth import hand_of


@pytest.fixture
def ring(loop: VirtualLoop) -> Iterator[Ring]:
    made = Ring(loop)
    made.party.is_seen = True
    yield made
    made.table.close()


def dealt_to(owner: str) -> Sign:
    return Sign("refusal.dealt-to", {"seat": "1", "owner": owner})


def test_a_card_that_was_dealt_to_somebody_else_goes_there(ring: Ring) -> None:
    ring.table.place("01", "play", face_up=False)

    ring.sees(dealt_to("2"))

    assert [card.tag for card in ring.table.truth.at(hand_of("2"))] == ["01"]


def test_who_holds_one_card_too_many_puts_another_one_back_than_the_one_it_was_told_to_keep(ring: Ring) -> None:
    for tag in ("01", "02"):
        ring.table.place(tag, hand_of("1"))
    ring.table.place("02", "play", face_up=False)
    ring.sees(dealt_to("1"))

    ring.sees(Sign("sign.pass-to", {"seat": "1", "n": 2, "max": 8}))

    assert "02" in [card.tag for card in ring.hand()]
    assert "01" not in [card.tag for card in ring.hand()]


def test_a_draw_that_was_counted_while_the_hand_reached_for_it_is_kept(ring: Ring) -> None:
    lay_before = Sign("refusal.not-from-hand", {"seat": "1"})

    ring.sees_in_turn(TURN, lay_before, Sign("status.turn", {**TURN.values, "seat": "2"}))

    assert len(ring.hand()) == 1


def test_a_card_of_the_pile_that_was_another_ones_draw_is_handed_over(ring: Ring) -> None:
    ring.sees_in_turn(TURN, dealt_to("2"), dealt_to("2"))

    assert len(ring.table.truth.at(hand_of("2"))) == 1
