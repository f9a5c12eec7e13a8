"""Starting in the middle of a game: what a position may tell, what it may not, and its one line of text."""

from __future__ import annotations

import pytest

from engine.tacocat_tables import SeededChance, answers, begin, duels, hands, play, replaces, told
from tacotable_engine import Match, RecordError, RequestError, rules_of


def test_what_a_position_leaves_out_is_as_after_set_up() -> None:
    match = begin(token=2, covered=[0, 1], wins=["Bo", "Bo"])

    assert told(match, "phase", "hand_size", "round") == ["replace", {"Ann": 6, "Bo": 6}, 3]
    assert len(told(match, "pile")) == 26


def test_where_hands_are_given_an_omitted_pile_is_empty() -> None:
    assert told(begin(ann="2 3 4", bo="5 6 7"), "pile") == []


def test_blind_an_omitted_pile_is_the_rest_of_the_deck() -> None:
    match = begin(mode="blind", phase="attack", ann="? ? ?", bo="? ? 5", discard="7 8")

    assert told(match, "pile") == ["?"] * 30


def test_a_given_pile_is_out_of_what_the_hands_are_dealt_from() -> None:
    match = begin(pile="1 12 11", chance=SeededChance(3))

    first, second = hands(match)
    assert not {"1", "11", "12"} & {*first.split(), *second.split()}
    assert told(match, "pile") == ["1", "12", "11"]


def test_the_attacker_is_the_duels_winner_or_else_the_first_seat() -> None:
    assert told(begin(phase="attack", ann="2 3", bo="4 5"), "attacker") == "Ann"
    assert told(begin(phase="attack", ann="2 3", bo="4 5", duel_winner="Bo"), "attacker") == "Bo"


def test_a_position_tells_who_had_a_chance_to_replace() -> None:
    match = begin(token=1, covered=[0], ann="2 3 4", bo="5 6 7", pile="8 8 8", replaced={"Ann": 2})

    assert told(match, "to_act", "limit") == [["Bo"], 2]


def test_a_seen_position_goes_on_dealing() -> None:
    match = begin(mode="seen", token=-3, covered=[-2, -1, 0], phase="deal", ann="2 3 4", bo="5", pile="? ? ? ?")

    assert told(match, "to_act") == ["Ann", "Bo"]
    assert match.legal("Bo") == [{"do": "deal", "max": 3}]


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        ({"colour": 1}, "position: unknown field"),
        ({"token": 5}, "position.token"),
        ({"token": True}, "position.token"),
        ({"token": 1.0}, "position.token"),
        ({"covered": [4]}, "position.covered"),
        ({"covered": [0]}, "the token stands on 0"),
        ({"covered": [1, 1]}, "position.covered"),
        ({"covered": 1}, "position.covered: 1 is not a list"),
        ({"wins": ["Cy"]}, 'position.wins: "Cy"'),
        ({"phase": "dual"}, 'position.phase: "dual"'),
        ({"phase": "over"}, "position.phase"),
        ({"token": 4, "phase": "duel"}, "position.phase"),
        ({"phase": "deal"}, "mode seen only"),
        ({"attacker": "Cy"}, "position.attacker"),
        ({"hands": []}, "position.hands: a list is not an object"),
        ({"hands": {"Ann": ["3", "4"]}}, "the hand of 'Bo' is missing"),
        ({"hands": {"Ann": ["3", "4"], "Cy": ["5", "6"]}}, "position.hands: unknown field"),
        ({"hands": {"Ann": ["3", "4"], "Bo": ["5", "13"]}}, 'position.hands: "13" is not a card'),
        ({"hands": {"Ann": ["3", "4"], "Bo": ["5", 6]}}, "position.hands: 6 is not a card"),
        ({"hands": {"Ann": ["3", "4"], "Bo": ["5", ["6"]]}}, "position.hands: a list is not a card"),
        ({"hands": {"Ann": ["3", "4"], "Bo": ["5", "?"]}}, "no card in mode dealt"),
        ({"hands": {"Ann": ["3", "4"], "Bo": ["5"]}}, "both have equally many cards"),
        ({"hands": {"Ann": ["12", "4"], "Bo": ["5", "12"]}}, "2 cards '12' are placed, and the deck has 1"),
        ({"pile": ["12", "12"]}, "12"),
        ({"pile": ["5"] * 5 + ["6"] * 5 + ["4"] * 5 + ["3"] * 5 + ["7"] * 5}, "7"),
        ({"phase": "showdown", "hands": {"Ann": ["3", "4"], "Bo": ["5", "6"]}}, "each seat has one card"),
        ({"phase": "answer", "hands": {"Ann": ["3", "4"], "Bo": ["5", "6"]}}, "needs the open demands"),
        ({"phase": "answer", "demands": ["9"], "hands": {"Ann": ["3"], "Bo": ["5"]}}, "with 1 open demands"),
        ({"phase": "answer", "demands": ["9", "9", "8"]}, "position.demands"),
        ({"demands": ["9"]}, "position.demands: phase 'replace' has none"),
        ({"replaced": {"Ann": -1}}, "position.replaced"),
        ({"replaced": {"Ann": 1, "Bo": 1}}, "both have replaced"),
        ({"duel_winner": 0}, "position.duel_winner"),
        ({"discard": "5"}, "position.discard"),
    ],
)
def test_a_position_that_cannot_be_is_an_error_naming_the_field(position: dict[str, object], problem: str) -> None:
    setup = {"game": "tc38", "seats": ["Ann", "Bo"], "position": position}

    with pytest.raises(RequestError) as error:
        Match.new(setup, SeededChance())

    assert problem in str(error.value)


def read(match: Match, text: str) -> object:
    return rules_of(match.name).read_position(text)


def test_a_state_is_one_line_of_text() -> None:
    match = begin(phase="duel", token=-1, covered=[0], wins=["Ann"], ann="2 4 9", bo="1 5 8", pile="7 7 3")
    play(match, ("Ann", duels("9")))

    assert match.position() == (
        "tc38 dealt Ann/Bo 4w,6w,9w,7b,9y,6y,4y* - duel -1 0 y 2 2.4.9/1.5.8 7.7.3 _ 0/0 -/- 9/- - - _ _ _ _/_ _ 1"
    )
    assert read(match, match.position()) == match.state


def test_face_down_cards_answers_and_unknown_cards_are_in_the_line() -> None:
    match = begin("tc36", "blind", token=-1, covered=[0], options={"strict_groups": True, "violation": "lose_round"})
    play(match, ("Bo", replaces("? 5")), ("Ann", replaces("")), ("Ann", duels("9")), ("Bo", duels("8")))
    play(match, ("Ann", {"do": "attack", "cards": ["7", "7"]}), ("Bo", answers("2")))

    assert match.position() == (
        "tc36 blind Ann/Bo 4w,6w,9w,7b,9y,6y,4y* strict,lose answer -1 0 _ 1 ?*6/?*7 ?*16 ?w.5w 0/0 0/2 -/- "
        "y y 7.7 7 2<7 9.8/_ w2@6 6"
    )
    assert read(match, match.position()) == match.state


def test_any_name_of_a_seat_survives_the_line() -> None:
    setup = {"game": "tc38", "seats": ["", "甲 /%;\n\ud800"], "mode": "blind"}
    match = Match.new(setup, SeededChance())

    assert read(match, match.position()) == match.state


def test_a_card_that_lies_face_down_has_the_letter_of_one_side() -> None:
    match = begin(phase="attack", ann="2 3", bo="1 5", discard="7 8")
    text = match.position()

    assert read(match, text.replace("7.8", "7.8y", 1))
    with pytest.raises(RecordError, match="a card of this game"):
        read(match, text.replace("7.8", "7.8yy", 1))


@pytest.mark.parametrize(
    ("old", "new", "column", "problem"),
    [
        ("tc38 ", "tc39 ", 1, "one of tc38, tc36"),
        ("dealt", "delt", 6, "mode"),
        ("Ann/Bo", "Ann", 12, "2 parts"),
        ("Ann/Bo", "Ann/Ann", 12, "two names that differ"),
        ("4w,6w", "1w,6w", 19, "seven of"),
        ("2.4.9", "2.4.13", 57, "a card of this game"),
        ("1.5.8", "1.5", 1, "equally many cards"),
        (" _ _ _ _/_ _ 1", " _ _ _", 98, "the field 'tucked' is missing"),
        ("_/_ _ 1", "_/_ _ 1 x", 107, "lost cards and who left"),
        ("_/_ _ 1", "_/_ _ 1 12/- x", 112, "one field too many"),
        ("_/_ _ 1", "_/_ y5 1", 103, "claims such as y5@12"),
        ("0/0", "1/0", 1, "no card is owed"),
        ("9/-", "9/5", 1, "nothing stays sealed"),
        ("9/-", "3/-", 1, "not in its hand"),
    ],
)
def test_an_error_in_the_line_names_the_column(old: str, new: str, column: int, problem: str) -> None:
    match = begin(phase="duel", token=-1, covered=[0], wins=["Ann"], ann="2 4 9", bo="1 5 8", pile="7 7 3")
    play(match, ("Ann", duels("9")))
    text = match.position().replace(old, new, 1)

    with pytest.raises(RecordError) as error:
        read(match, text)

    assert problem in str(error.value)
    assert (error.value.line, error.value.column) == (1, column)
