"""A phone or bank card on a pad is named as such at each table, in a game, at the desk and in a census."""

from __future__ import annotations

import pytest

from pi.hands import Hands
from tacotable.state.log import MOST_OF_DEVICES
from tacotable.state.sessions.deck import Census, Said, Seen, begin, lay, lift, look_at
from tacotable.table.file import SHIPPED, read_table
from tacotable.table.schema import Card
from tacotable_drivers.ports import PHONE, TagArrived, TagLeft


@pytest.mark.parametrize("table", [name for name in SHIPPED if read_table(name).pads])
def test_a_phone_on_any_pad_of_the_game_is_refused_once_as_a_phone(table: str) -> None:
    for zone in Hands(table).situation.devices.table.pads:
        hands = Hands(table)
        hands.tell(TagArrived(zone, PHONE, 1_000.0))
        refusals = {refusal.code for refusal in hands.situation.ui.refusals.values()}
        log = [entry.code for entry in hands.situation.log if entry.kind == "refusal"]
        hands.tell(TagLeft(zone, PHONE, 9_000.0))

        assert (refusals, log) == ({"refusal.phone"}, ["refusal.phone"])
        assert hands.situation.ui.refusals == {}


def test_a_phone_in_a_game_is_refused_and_changes_nothing() -> None:
    hands = Hands()
    hands.begin_attack()
    acts = len(hands.situation.game.steps)
    hands.tell(TagArrived("YAY.pad", PHONE, 900_000.0))

    assert hands.says("YAY") == "refusal.phone"
    assert len(hands.situation.game.steps) == acts


def test_a_phone_at_the_edge_of_a_field_for_hours_does_not_fill_the_log() -> None:
    hands = Hands()
    for at_ms in range(MOST_OF_DEVICES + 50):
        hands.tell(TagArrived("YAY.pad", PHONE, 900_000.0 + at_ms))
        hands.tell(TagLeft("YAY.pad", PHONE, 900_000.0 + at_ms))

    assert sum(entry.kind == "refusal" for entry in hands.situation.log) == MOST_OF_DEVICES


def test_a_phone_becomes_no_card_of_a_deck() -> None:
    session = lay(begin("tc38"), PHONE)

    assert (session.answer.said, session.cards) == (Said.PHONE, ())
    assert lift(session, PHONE).answer.said is Said.NOTHING


def test_a_phone_is_no_foreign_card_of_a_census() -> None:
    census = look_at(Census("tc38", (Card(tag="04A1B2C3D4E5F6", face="1"),)), PHONE)

    assert (census.answer, census.foreign) == (Seen.PHONE, ())
