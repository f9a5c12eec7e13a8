"""The decision tables of both games are total and have no dead row; that of the Exploding games keeps every promise."""

from __future__ import annotations

import doctest
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pi import tacocat_decisions
from pi.decisions import A, B, C, L, M, S, T, W, cards, presses
from pi.gestures_page import document
from pi.kitten_hands import KittenHands
from tacotable import games
from tacotable.catalog import Catalog
from tacotable.games import decisions
from tacotable.games.decisions import Row, Table
from tacotable.games.exploding.table import CARDS, PRESSES, Card, Press
from tacotable.games.lamps import LAMPS
from tacotable.games.tacocat import table as tacocat

PAGE = Path(__file__).parents[2] / "docs" / "gestures.md"
REPORTS = (Press.DRAW, Press.DONE, Press.HIDE, Press.EXPLODE, Press.DENY, Press.LET)
ACTS = (*REPORTS, Press.PLAY, Press.TAKE_NAME, Press.ANNOUNCE, Press.PICK, Press.CLAIM)
LAID = (Card.ADD, Card.DRAW_LETHAL, Card.NOPE, Card.CLAIM_NOPE, Card.GIVE, Card.MOVE, Card.FROM_HAND, Card.DREW_LAST)


ROWS: tuple[Row[Press] | Row[Card], ...] = (*PRESSES.rows, *CARDS.rows)


TABLES: Mapping[str, tuple[Table[Any], Callable[[], Iterable[object]]]] = {
    "presses at an Exploding game": (PRESSES, presses),
    "cards at an Exploding game": (CARDS, cards),
    "presses at Tacocat": (tacocat.PRESSES, tacocat_decisions.presses),
    "cards at Tacocat": (tacocat.CARDS, tacocat_decisions.cards),
}


@pytest.mark.parametrize("name", TABLES)
def test_every_reading_is_decided_and_no_row_is_dead(name: str) -> None:
    table, readings = TABLES[name]
    found = [table.decide(reading) for reading in readings()]
    assert [row.name for row in table.rows if row not in found] == []


@pytest.mark.parametrize("game", ["an Exploding game", "Tacocat"])
def test_the_tables_of_a_game_stay_small(game: str) -> None:
    tables = [both for name, both in TABLES.items() if name.endswith(game)]
    names = [row.name for table, _ in tables for row in table.rows]
    assert len(names) <= 250
    assert len({*names}) == len(names)
    assert sum(len({*readings()}) for _, readings in tables) <= 20_000


@pytest.mark.parametrize("module", [games, decisions], ids=["games", "decisions"])
def test_the_examples_of_the_theory_hold(module: ModuleType) -> None:
    assert doctest.testmod(module).attempted > 0
    assert doctest.testmod(module).failed == 0


def test_no_act_without_the_hands_of_who_is_asked() -> None:
    for reading in presses():
        do = PRESSES.decide(reading).do
        may = (A.ALSO,) if do is Press.PICK else (A.ASKED, A.WAITS, A.ALSO) if do is Press.CLAIM else (A.ASKED,)
        has_claim = do is Press.CLAIM and reading.claim in (C.MINE, C.TIED)
        assert do not in ACTS or reading.actor in may or has_claim, reading
    for laid in cards():
        row = CARDS.decide(laid)
        is_on_nearest_pad = row.name == "a kitten on the nearest pad"
        may_own = (W.ASKED, W.DRAWER) if row.do is Card.DREW_LAST else (W.ASKED, W.ALSO)
        assert row.do not in LAID or laid.owner in may_own or is_on_nearest_pad, laid


def test_no_act_by_a_press_or_a_card_from_before_it_could_be_seen() -> None:
    for reading in presses():
        if reading.timing in (T.EARLY, T.MISSED):
            assert PRESSES.decide(reading).do in (Press.IGNORE, Press.PUT_AWAY, Press.REFUSE), reading
    for laid in cards():
        if laid.timing is not T.COUNTS:
            assert CARDS.decide(laid).do not in LAID, laid


def test_no_report_over_a_card_that_is_part_of_nothing() -> None:
    for reading in presses():
        if reading.lying in (L.CARD, L.HIDING):
            assert PRESSES.decide(reading).do not in (*REPORTS, Press.PLAY, Press.PICK), reading


def test_nope_counts_in_every_window_when_it_goes_down() -> None:
    for reading in presses():
        if reading.moment is M.WINDOW and reading.button is B.DOWN and reading.actor in (A.ASKED, A.WAITS, A.ALSO):
            assert PRESSES.decide(reading).do is Press.CLAIM, reading


def test_a_nope_that_missed_its_window_denies_nothing() -> None:
    for reading in presses():
        if reading.button is B.NOPE and reading.timing is T.MISSED:
            row = PRESSES.decide(reading)
            assert (row.do, row.says) == (Press.REFUSE, "nope-late"), reading


def test_a_lamp_never_invites_a_press_that_is_refused() -> None:
    shows_hands = ("hands", "clear", "take")
    for reading in presses():
        row = PRESSES.decide(reading)
        is_dealt_to = reading.moment is M.PASSING and row.lamp == "turn"  # it shows who is dealt to
        if row.lamp and row.lamp not in shows_hands and not is_dealt_to:
            assert row.do not in (Press.REFUSE, Press.IGNORE, Press.NOTHING, Press.CARD_FIRST), reading
        assert not row.lamp or row.lamp in LAMPS


def test_who_is_asked_has_a_next_step_in_every_moment() -> None:
    """A lamp is lit for whoever is asked, or the card that is in the way has a word."""
    silent = (M.SILENT, M.BESIDE, M.LOBBY)
    for reading in presses():
        is_ok = reading.button is B.OK and reading.timing is T.COUNTS and reading.actor is A.ASKED
        if not is_ok or reading.moment in silent:
            continue
        lit = PRESSES.decide(reading).lamp
        has_word = PRESSES.decide(reading).do in (Press.CLEAR_PAD, Press.ADD_CARD) or reading.moment is M.BUTTONS
        nope = PRESSES.decide(reading._replace(button=B.NOPE, lying=L.CLEAR))
        assert lit or has_word or nope.lamp, reading


def test_a_held_ok_does_what_ok_does_or_counts_a_card() -> None:
    for reading in presses():
        if reading.button is not B.OK or reading.moment in (M.LOBBY, M.OVER, M.BUTTONS):
            continue
        assert PRESSES.decide(reading._replace(button=B.HELD)) == PRESSES.decide(reading)


def test_an_uncovered_card_of_a_play_that_is_closed_adds_nothing() -> None:
    for laid in cards():
        if laid.moment in (M.TARGET, M.NAME) or (laid.moment is M.DEFUSE and laid.shown is S.PLAY):
            is_last_draw = laid.owner is W.DRAWER and CARDS.decide(laid).do is Card.DREW_LAST
            assert is_last_draw or CARDS.decide(laid).do not in LAID, laid


@pytest.mark.parametrize("language", ["en", "zh-TW"])
def test_every_message_of_a_row_is_in_the_catalog(language: str) -> None:
    for row in ROWS:
        if row.says:
            values = {"card": "skip", "name": "skip", "seat": "1", "owner": "1"}
            assert Catalog(language).oled(f"refusal.{row.says.split()[0]}", values)


def test_the_readings_of_a_played_game_are_possible_ones() -> None:
    """The list of possible readings is the real one: a game of every phase reads no other."""
    hands = KittenHands()
    hands.begin("1", "2", "3")
    for face in ("skip", "exploding-kitten", "defuse", "nope", "cat-1"):
        hands.wait(2_000)
        hands.show(face)
        for button in ("1.ok", "2.ok", "3.nope", "1.nope", "2.nope", "1.ok"):
            hands.wait(1_500)
            hands.tap(button)
    assert {*PRESSES.known} <= {*presses()}
    assert {*CARDS.known} <= {*cards()}


def test_the_page_of_gestures_is_drawn_from_the_table() -> None:
    assert PAGE.read_text(encoding="utf-8") == document()
