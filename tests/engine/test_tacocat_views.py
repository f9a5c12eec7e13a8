"""What each viewer sees, and that nothing hidden reaches a view, a legal list or a prompt."""

from __future__ import annotations

import pytest

from engine.tacocat_events import EVENTS
from engine.tacocat_tables import answers, attacks, begin, deals, duels, play, replaces, sacrifices, shows, told
from tacotable_engine import Match, Prompt, RequestError


def test_the_table_sees_no_hand_and_no_pile() -> None:
    match = begin(phase="duel", ann="2 4 9", bo="1 5 8", pile="7 7 3")

    view = match.view("table")

    assert view["hands"] == {"Ann": None, "Bo": None}
    assert view["pile"] == ["?", "?", "?"]


def test_a_seat_sees_its_own_hand_only() -> None:
    match = begin(phase="duel", ann="2 4 9", bo="1 5 8", pile="7 7 3")

    view = match.view("Bo")

    assert view["hands"] == {"Ann": None, "Bo": ["1", "5", "8"]}
    assert view["pile"] == ["?", "?", "?"]


def test_the_arbiter_sees_all() -> None:
    match = begin(phase="duel", ann="2 4 9", bo="1 5 8", pile="7 7 3")

    assert told(match, "hands", "pile") == [{"Ann": ["2", "4", "9"], "Bo": ["1", "5", "8"]}, ["7", "7", "3"]]


def test_a_sealed_choice_shows_only_that_it_is_made() -> None:
    match = begin(phase="duel", ann="2 4 9", bo="1 5 8")
    play(match, ("Ann", duels("9")))

    assert match.view("table")["ready"] == ["Ann"]
    assert match.view("table")["sealed"] == match.view("Bo")["sealed"] == {}
    assert match.view("Ann")["sealed"] == {"Ann": ["9"]}
    assert match.view("Bo")["hand_size"] == {"Ann": 3, "Bo": 3}


def test_a_view_of_a_stranger_is_an_error() -> None:
    with pytest.raises(RequestError, match='seat: "Cy" is not one of Ann, Bo, table, arbiter'):
        begin().view("Cy")


def test_replacing_is_one_entry_with_its_bound() -> None:
    match = begin()

    assert match.legal("Ann") == match.legal("Bo") == [{"do": "replace", "max": 7}]


def test_a_seat_that_may_not_act_has_no_legal_act() -> None:
    match = begin(phase="attack", ann="2 4 9", bo="1 5 8")

    assert match.legal("Bo") == []


def test_attacks_are_listed_single_cards_then_groups_then_runs() -> None:
    match = begin(phase="attack", ann="2 7 7 8 9", bo="1 3 4 5 6")

    assert [" ".join(act["cards"]) for act in listed(match, "Ann")] == ["2", "7", "8", "9", "7 7", "7 8 9"]


def listed(match: Match, seat: str) -> list[dict[str, list[str]]]:
    return match.legal(seat)  # type: ignore[return-value]  # each entry of an attack list has `cards`


def test_answers_are_listed_for_each_open_demand() -> None:
    match = begin(phase="answer", demands="5 6 7", ann="2", bo="1 6 8 9")

    assert match.legal("Bo") == [
        {"do": "answer", "card": "1"},
        {"do": "answer", "card": "1", "demand": "6"},
        {"do": "answer", "card": "1", "demand": "7"},
        {"do": "answer", "card": "6"},
        {"do": "answer", "card": "6", "demand": "6"},
        {"do": "answer", "card": "8"},
        {"do": "answer", "card": "8", "demand": "6"},
        {"do": "answer", "card": "8", "demand": "7"},
        {"do": "answer", "card": "9"},
        {"do": "answer", "card": "9", "demand": "6"},
        {"do": "answer", "card": "9", "demand": "7"},
    ]


def test_a_lowest_card_that_reaches_the_demand_is_listed_both_ways() -> None:
    match = begin(phase="answer", demands="5", ann="2", bo="6 8")

    assert match.legal("Bo") == [
        {"do": "answer", "card": "6"},
        {"do": "answer", "card": "6", "as": "sacrifice"},
        {"do": "answer", "card": "8"},
    ]


def test_prompts_tell_each_seat_what_is_awaited() -> None:
    match = begin(phase="answer", demands="5 6", ann="2", bo="6 8 9")

    assert match.prompts() == {
        "Ann": Prompt("wait-answer", {"seat": "Bo"}),
        "Bo": Prompt("answer-several", {"demands": ("5", "6"), "n": 2}),
    }


def test_a_refusal_that_names_a_hidden_card_is_for_its_owner() -> None:
    match = begin(phase="answer", demands="9", ann="2", bo="5 6")

    ruling = match.act("Bo", answers("6"))

    assert (ruling.values, ruling.private_to) == ({"card": "5"}, "Bo")


REPLACE_AND_DUEL = (
    ("Bo", replaces("5")),
    ("Ann", replaces("2")),
    ("Ann", duels("8")),
    ("Bo", duels("8")),
    ("Ann", duels("9")),
    ("Bo", duels("7")),
)
FIGHT = (
    ("Ann", attacks("7 7")),
    ("Bo", answers("8")),
    ("Bo", sacrifices("1")),
    ("Ann", shows("2")),
    ("Bo", shows("5")),
)
LAST_CARDS = (("Ann", shows("4")), ("Bo", shows("4")))


def test_every_event_has_the_fields_that_the_table_of_events_tells() -> None:
    begun = begin("tc36", token=-1, covered=[0], ann="2 7 7 8", bo="5 6 7 8", pile="8 9 9 10")
    fought = begin("tc36", token=-3, covered=[-2, -1, 0], phase="attack", ann="2 7 7", bo="1 5 8")
    tied = begin("tc38", "seen", phase="showdown", duel_winner="Bo", ann="4", bo="4")
    practised = begin(phase="showdown", ann="4", bo="4", options={"practice": True})
    moved = begin("tc36", phase="showdown", duel_winner="Bo", ann="4", bo="4")
    games = (
        (begun, REPLACE_AND_DUEL),
        (fought, FIGHT),
        (tied, (*LAST_CARDS, ("Ann", deals("5")))),
        (practised, LAST_CARDS),
        (moved, LAST_CARDS),
    )

    seen = [event for match, acts in games for seat, act in acts for event in match.act(seat, act).events]
    seen += begin().amend({"do": "lost", "card": "5"}).events

    assert {event["type"]: tuple(event)[1:] for event in seen} == {name: fields for name, (fields, _) in EVENTS.items()}
