"""The decision table of Tacocat keeps every promise to people."""

from __future__ import annotations

import pytest

from pi.hands import Hands
from pi.tacocat_decisions import B, K, L, M, S, T, cards, presses
from tacotable.catalog import Catalog
from tacotable.games.decisions import Row
from tacotable.games.lamps import LAMPS, STEADY
from tacotable.games.tacocat.table import CARDS, PRESSES, Card, Press

ANSWERS = (Press.GIVE_UP, Press.DEFEND, Press.CLOSE, Press.ANNOUNCE, Press.NEXT_DEMAND, Press.MEAN_SACRIFICE)
ACTS = (*ANSWERS, Press.TAKE_ITEM, Press.TAKE_BACK, Press.DEALT)
FOR_NOTHING = (Press.REFUSE, Press.IGNORE, Press.CARD_FIRST, Press.WAIT, Press.TURN_FIRST)
LAID = (Card.DEAL, Card.ADD, Card.PLAY)
ROWS: tuple[Row[Press] | Row[Card], ...] = (*PRESSES.rows, *CARDS.rows)


def test_no_act_by_a_press_of_a_seat_that_is_not_asked() -> None:
    for reading in presses():
        row = PRESSES.decide(reading)
        is_answered_by_the_referee = row.name == "has replaced already"
        assert reading.is_asked or row.do not in ACTS or is_answered_by_the_referee, reading


def test_no_card_counts_that_is_refused_known_or_meant_otherwise() -> None:
    for reading in cards():
        assert CARDS.decide(reading).do not in LAID or reading.kind is K.FITS, reading
    assert {CARDS.decide(reading).do for reading in cards() if reading.kind is K.FITS} == {*LAID}


def test_no_card_is_given_up_or_taken_by_a_reflex() -> None:
    for reading in presses():
        row = PRESSES.decide(reading)
        assert row.do is not Press.GIVE_UP or reading.moment is M.SURE, reading
        if row.do is Press.TAKE_ITEM and reading.shown is S.UNTURNED:
            assert reading.button is B.HELD, reading
        if reading.message is not T.NONE and reading.button is not B.HELD:
            assert row.do in (Press.READ, Press.READ_NEWS, Press.WAIT), reading


def test_no_act_over_a_refused_card_or_one_that_may_hide_another() -> None:
    for reading in presses():
        if reading.lying in (L.REFUSED, L.CROWD) and reading.button is not B.NO:
            row = PRESSES.decide(reading)
            assert row.do not in ACTS or row.name == "has replaced already", reading


def test_a_lamp_never_invites_a_press_that_is_refused_nor_a_seat_that_is_not_asked() -> None:
    for reading in presses():
        row = PRESSES.decide(reading)
        if row.lamp:
            assert reading.is_asked, reading
            assert row.lamp in LAMPS
            assert row.lamp in STEADY or row.do not in FOR_NOTHING, reading


def test_who_is_asked_has_a_next_step_in_every_moment() -> None:
    """A lamp is lit for whoever is asked, or a message says the next step."""
    for reading in presses():
        if reading.button is not B.OK or not reading.is_asked or reading.message is T.TEXT:
            continue
        shown = S.NOTHING if reading.shown is S.UNTURNED else reading.shown
        row, other = PRESSES.decide(reading), PRESSES.decide(reading._replace(button=B.NO, shown=shown))
        assert row.lamp or other.lamp or reading.lying is L.REFUSED or row.do is Press.READ_NEWS, reading


def test_a_held_ok_does_what_ok_does_or_accepts_the_table_as_it_is() -> None:
    for reading in presses():
        if (
            reading.button is B.OK
            and reading.moment not in (M.MOVE, M.PLACE, M.OVER)
            and reading.shown is not S.UNTURNED
        ):
            assert PRESSES.decide(reading._replace(button=B.HELD)) == PRESSES.decide(reading)


@pytest.mark.parametrize("language", ["en", "zh-TW"])
def test_every_message_of_a_row_is_in_the_catalog(language: str) -> None:
    for row in ROWS:
        if row.says:
            assert Catalog(language).oled(f"refusal.{row.says.split()[0]}", {"space": ("T", "1"), "cards": ("5",)})


@pytest.mark.parametrize("table", ["tacocat", "buttons"])
def test_the_readings_of_a_played_game_are_possible_ones(table: str) -> None:
    """The list of possible readings is the real one: a game with every kind of press reads no other."""
    hands = Hands(table)
    hands.begin()
    for number in range(12):
        lays = ("YAY", "WOW")[number % 2]
        for button in ("YAY.ok", "WOW.ok", "YAY.no", "WOW.no"):
            hands.wait(1_500)
            hands.tap(button)
        hands.hold(f"{lays}.ok")
        if table == "tacocat":
            hands.lay(lays, str(5 + number // 3))
            hands.clear(lays)
    assert {*PRESSES.known} <= {*presses()}
    assert {*CARDS.known} <= {*cards()}
