"""Starting an Exploding game in the middle: what a position may tell, its line of text, and acts not well formed."""

from __future__ import annotations

from typing import Any

import pytest

from engine.exploding_tables import (
    GAMES,
    MEANT,
    begin,
    cards,
    draws,
    hand,
    lets,
    nopes,
    plays,
    through,
    whose,
)
from engine.tacocat_tables import SeededChance, everything, play, told
from tacotable_engine import Match, RecordError, RequestError, rules_of


@pytest.mark.parametrize("game", GAMES)
def test_what_a_position_leaves_out_is_as_after_set_up(game: str) -> None:
    match = begin(game, players=3, turn="Cy")
    plain = begin(game, players=3)

    assert whose(match) == "Cy 1 normal"
    assert told(match, "hand_size", "phase", "alive") == told(plain, "hand_size", "phase", "alive")
    assert len(told(match, "pile")) == len(told(plain, "pile"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("mode", ["dealt", "seen"])
def test_where_hands_are_given_an_omitted_pile_is_empty(game: str, mode: str) -> None:
    assert told(begin(game, mode, ann="skip", bo=""), "pile") == []


@pytest.mark.parametrize(("game", "size"), [("ek120", 42), ("min72", 29), ("zh56", 48)])
def test_blind_an_omitted_pile_is_the_rest_of_the_deck(game: str, size: int) -> None:
    match = begin(game, "blind", ann="? ?", bo="skip")

    assert told(match, "pile") == ["?"] * size


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_tells_how_many_are_owed_and_since_what(game: str) -> None:
    assert whose(begin(game, ann="", bo="skip", turn="Bo 3 attack")) == "Bo 3 attack"
    assert whose(begin(game, ann="", bo="skip", turn="Bo")) == "Bo 1 normal"


@pytest.mark.parametrize("game", GAMES)
def test_the_first_living_seat_begins(game: str) -> None:
    assert whose(begin(game, ann="", bo="", cy="", alive="Cy Bo", pile="lethal")) == "Bo 1 normal"


@pytest.mark.parametrize("game", GAMES)
def test_with_one_living_seat_the_game_is_over(game: str) -> None:
    match = begin(game, ann="", bo="skip", alive="Bo")

    assert told(match, "phase", "winner", "to_act") == ["over", "Bo", []]


def test_what_lies_in_front_is_told_by_seat() -> None:
    match = begin("min72", ann="", bo="", cy="", alive="Ann Bo", in_front={"Cy": "skip lethal"})

    assert told(match, "in_front") == {"Ann": [], "Bo": [], "Cy": ["exploding-minion", "skip"]}


def test_cards_of_another_set_make_the_whole_box_the_deck() -> None:
    match = begin("ek120", ann="attack*5", bo="", pile="lethal")

    assert match.state.terms.deck == match.state.terms.ruleset.box


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        ({"colour": 1}, 'position: unknown field "colour"'),
        ({"hands": []}, "position.hands: a list is not an object"),
        ({"hands": {"Ann": ["skip"]}}, "position.hands: the hand of 'Bo' is missing"),
        ({"hands": {"Ann": [], "Bo": [], "Cy": []}}, 'position.hands: unknown field "Cy"'),
        ({"hands": {"Ann": ["dog"], "Bo": []}}, '"dog" is not a card of this game'),
        ({"hands": {"Ann": "skip", "Bo": []}}, 'position.hands: "skip" is not a list'),
        ({"hands": {"Ann": ["?"], "Bo": []}}, "these cards are all known"),
        ({"hands": {"Ann": ["exploding-kitten"], "Bo": []}}, "position.hands: nobody holds a lethal card"),
        ({"hands": {"Ann": ["skip"] * 5, "Bo": []}}, "5 cards 'skip' are placed, and there are 4"),
        ({"hands": {"Ann": ["skip"], "Bo": []}, "alive": ["Bo"]}, "position.hands: 'Ann' is out and holds no cards"),
        ({"pile": ["skip"] * 3, "discard": ["skip"] * 3}, "6 cards 'skip' are placed, and there are 4"),
        ({"pile": "skip"}, 'position.pile: "skip" is not a list'),
        ({"pile": ["clone"]}, '"clone" is not a card of this game'),
        ({"discard": [4]}, "position.discard: 4 is not a card"),
        ({"alive": []}, "position.alive: takes one living seat or more"),
        ({"alive": ["Ann", "Ann"]}, "position.alive: takes one living seat or more, each once"),
        ({"alive": ["Cy"]}, 'position.alive: "Cy" is not one of Ann, Bo'),
        ({"alive": "Ann"}, 'position.alive: "Ann" is not a list'),
        ({"turn": {}}, "position.turn: the field 'seat' is missing"),
        ({"turn": "Ann"}, 'position.turn: "Ann" is not an object'),
        ({"turn": {"seat": "Cy"}}, 'position.turn.seat: "Cy"'),
        ({"turn": {"seat": "Ann", "left": 0}}, "position.turn.left: 0 is not a whole number from 1 to 1000"),
        ({"turn": {"seat": "Ann", "left": True}}, "position.turn.left: true"),
        ({"turn": {"seat": "Ann", "source": "skip"}}, 'position.turn.source: "skip" is not one of normal, attack'),
        ({"turn": {"seat": "Ann", "owed": 2}}, 'position.turn: unknown field "owed"'),
        ({"turn": {"seat": "Ann"}, "alive": ["Bo"]}, "position.turn.seat: 'Ann' is out"),
        ({"in_front": {"Cy": []}}, 'position.in_front: unknown field "Cy"'),
        ({"in_front": []}, "position.in_front: a list is not an object"),
        ({"discard": ["defuse"] * 3}, "position.hands: too few cards are left to deal 8 to each of 2"),
    ],
)
def test_a_position_that_cannot_be_is_an_error_naming_the_field(position: dict[str, object], problem: str) -> None:
    with pytest.raises(RequestError) as error:
        Match.new({"game": "zh56", "seats": ["Ann", "Bo"], "position": position}, SeededChance())

    assert problem in str(error.value)


@pytest.mark.parametrize(
    ("game", "change", "problem"),
    [
        ("ek120", {"board": {"numbers": [4] * 7, "arrows": ["both"] * 7}}, "board: ek120 has no board; leave it out"),
        ("zh56", {"seats": ["Ann"]}, "seats: zh56 is for 2 to 5 players, not 1"),
        ("min72", {"seats": list("ABCDEF")}, "seats: min72 is for 2 to 5 players, not 6"),
        ("ek120", {"seats": ["Ann", "Ann"]}, "seats: two seats have the same name"),
        ("ek120", {"seats": ["Ann", "table"]}, "no seat may be called 'table'"),
        ("ek120", {"options": {"attack_stacking": "sum"}}, "options.attack_stacking"),
        ("ek120", {"options": {"window_s": -1}}, "options.window_s: -1"),
        ("ek120", {"mode": "open"}, 'mode: "open"'),
    ],
)
def test_a_setup_that_is_not_well_formed_names_its_field(game: str, change: dict[str, Any], problem: str) -> None:
    with pytest.raises(RequestError) as error:
        Match.new({"game": game, "seats": ["Ann", "Bo"], **change}, SeededChance())

    assert problem in str(error.value)


ALL_MODES = [
    ({}, "the field 'do' is missing"),
    ({"do": "attack"}, 'do: "attack" is not one of'),
    ({"do": "replace", "cards": []}, 'do: "replace" is not one of'),
    ({"do": ["draw"]}, "do: a list"),
    ({"do": "play"}, "play: the field 'cards' is missing"),
    ({"do": "play", "cards": "skip"}, 'play.cards: "skip" is not a list'),
    ({"do": "play", "cards": ["skip", 4]}, "play.cards: 4"),
    ({"do": "play", "cards": ["dog"]}, 'play.cards: "dog" is not a card of this game'),
    ({"do": "play", "cards": ["clone"]}, 'play.cards: "clone" is not a card of this game'),
    ({"do": "play", "cards": ["skip"], "card": "skip"}, 'play: unknown field "card"'),
    ({"do": "play", "cards": ["favor"]}, "play: the field 'target' is missing; favor needs it"),
    ({"do": "play", "cards": ["favor"], "target": "Cy"}, 'play.target: "Cy" is not one of Ann, Bo'),
    ({"do": "play", "cards": ["favor"], "target": None}, "play.target: null"),
    ({"do": "play", "cards": ["skip"], "target": "Bo"}, "play.target: skip takes none; leave it out"),
    ({"do": "play", "cards": ["skip"], "name": "nope"}, "play.name: skip takes none; leave it out"),
    ({"do": "play", "cards": ["cat-1"], "target": "Bo"}, "play.target: cat-1 takes none; leave it out"),
    ({"do": "play", "cards": ["nope"], "target": "Bo"}, "play.target: nope takes none; leave it out"),
    ({"do": "play", "cards": ["defuse"], "name": "skip"}, "play.name: defuse takes none; leave it out"),
    ({"do": "play", "cards": ["cat-1", "cat-1"]}, "play: the field 'target' is missing; pair needs it"),
    ({"do": "play", "cards": ["cat-1"] * 3, "target": "Bo"}, "play: the field 'name' is missing; triple needs it"),
    ({"do": "play", "cards": ["cat-1"] * 3, "target": "Bo", "name": "dog"}, 'play.name: "dog" is not a card'),
    ({"do": "play", "cards": ["cat-1"] * 2, "target": "Bo", "name": "nope"}, "play.name: pair takes none"),
    ({"do": "let", "card": "skip"}, 'let: unknown field "card"'),
    ({"do": "nope", "cards": ["nope"]}, 'nope: unknown field "cards"'),
    ({"do": "nope", "card": "dog"}, 'nope.card: "dog" is not a card of this game'),
    ({"do": "defuse", "slot": -1}, "defuse.slot: -1"),
    ({"do": "defuse", "slot": 1.5}, "defuse.slot: 1.5"),
    ({"do": "defuse", "slot": True}, "defuse.slot: true"),
    ({"do": "defuse", "slot": 0, "card": "dog"}, 'defuse.card: "dog"'),
    ({"do": "explode", "hand": []}, 'explode: unknown field "hand"'),
    ({"do": "deny", "card": "skip"}, 'deny: unknown field "card"'),
    ({"do": "arrange", "cards": "skip"}, 'arrange.cards: "skip" is not a list'),
    ({"do": "deal"}, "deal: the field 'card' is missing"),
    ({"do": "give", "card": "dog"}, 'give.card: "dog"'),
]
ONE_MODE = {
    "dealt": [
        ({"do": "draw", "card": "skip"}, "draw.card: in mode dealt the engine says which card it is; leave it out"),
        ({"do": "steal", "card": "skip"}, "steal.card: in mode dealt the engine says which card it is"),
        ({"do": "defuse"}, "defuse: the field 'slot' is missing"),
        ({"do": "defuse", "slot": "?"}, 'defuse.slot: "?"'),
        ({"do": "arrange"}, "arrange: the field 'cards' is missing"),
        ({"do": "arrange", "cards": "?"}, 'arrange.cards: "?" is not a list'),
        ({"do": "give"}, "give: the field 'card' is missing"),
        ({"do": "explode", "cards": ["skip"]}, "explode.cards: in mode dealt the hand is known; leave it out"),
    ],
    "seen": [
        ({"do": "draw"}, "draw: the field 'card' is missing"),
        ({"do": "steal"}, "steal: the field 'card' is missing"),
        ({"do": "give"}, "give: the field 'card' is missing"),
        ({"do": "explode", "cards": ["skip"]}, "explode.cards: in mode seen the hand is known; leave it out"),
    ],
    "blind": [
        ({"do": "draw", "card": "dog"}, 'draw.card: "dog" is not a card of this game'),
        ({"do": "explode", "cards": "skip"}, 'explode.cards: "skip" is not a list'),
        ({"do": "steal", "card": 4}, "steal.card: 4"),
    ],
}


@pytest.mark.parametrize(
    ("mode", "act", "problem"), [(mode, *case) for mode in ONE_MODE for case in (*ALL_MODES, *ONE_MODE[mode])]
)
def test_an_act_that_is_not_well_formed_is_an_error_and_changes_nothing(
    mode: str, act: dict[str, object], problem: str
) -> None:
    match = begin("ek120", mode, ann="skip favor cat-1*3", bo="nope", pile="shuffle lethal")
    before = everything(match), list(match.log)

    with pytest.raises(RequestError) as error:
        match.act("Ann", act)

    assert problem in str(error.value)
    assert (everything(match), list(match.log)) == before


@pytest.mark.parametrize(("game", "card"), [("zh56", "feral-cat"), ("min72", "favor"), ("ek120", "minion-a")])
def test_a_card_of_another_printing_is_not_well_formed(game: str, card: str) -> None:
    with pytest.raises(RequestError, match=f'"{card}" is not a card of this game'):
        begin(game, ann="skip", bo="", pile="lethal").act("Ann", plays(card))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_no_play_at_all_may_declare_anything_and_is_illegal(game: str) -> None:
    match = begin(game, ann="skip nope", bo="nope", pile="lethal")

    assert match.act("Ann", plays("skip nope", "Bo", "nope")).rule == "play-shape"
    assert match.act("Ann", {"do": "play", "cards": []}).rule == "play-shape"
    assert match.act("Ann", {"do": "play", "cards": ["skip"] * 40}).ruling == "illegal"


def read(match: Match, text: str) -> object:
    return rules_of(match.name).read_position(text)


def busy() -> Match:
    """Give a match with a window open, of which most fields of its line are something."""
    match = begin(
        "min72",
        ann="skip clone",
        bo="nope",
        cy="",
        di="",
        alive="Ann Bo Cy",
        in_front={"Di": "attack lethal"},
        discard="shuffle",
        pile="see-the-future lethal",
        turn="Ann 3 attack",
        options={"window_s": 2.5, "noped_out": True, "violation": "lose_round"},
    )
    match.clock(1.5)
    play(match, ("Ann", plays("skip")), ("Bo", nopes()), ("Cy", lets()))
    return match


def test_a_state_with_an_open_window_is_one_line_of_text() -> None:
    match = busy()
    line = match.position()

    assert line.startswith(
        "min72 dealt Ann/Bo/Cy/Di set w2.5,remaining,lose,noped-out window clone/_/_/_ "
        "see-the-future.exploding-minion shuffle.skip.nope _/_/_/exploding-minion.attack _ abc a3a 0/0/0/0 "
        "a/skip/skip/-/-/nope/b/c/4.0 - - _ "
    )
    assert read(match, line) == match.state


@pytest.mark.parametrize("game", GAMES)
def test_a_peek_a_lethal_card_and_what_is_asked_are_in_the_line(game: str) -> None:
    seen = begin(game, ann="see-the-future defuse", bo="", pile="lethal skip")
    through(seen, "Ann", plays("see-the-future"))
    drawn = begin(game, ann="defuse", bo="", pile="lethal skip")
    play(drawn, ("Ann", draws()))

    assert f"a.{MEANT[game]['lethal']}.skip" in seen.position()
    assert told(drawn, "drawn") == MEANT[game]["lethal"]
    assert [read(match, match.position()) for match in (seen, drawn)] == [seen.state, drawn.state]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("min72 ", "min73 ", "one of ek120, min72, zh56"),
        ("dealt", "delt", "mode"),
        ("Ann/Bo/Cy/Di", "Ann", "as many names as players"),
        ("Ann/Bo/Cy/Di", "Ann/Bo/Cy/Bo", "all different"),
        ("Ann/Bo/Cy/Di", "Ann/Bo/Cy/table", "none of them a viewer's"),
        (" set ", " pack ", "a deck such as"),
        ("w2.5,remaining", "w2.5,sum", "one of remaining, fixed"),
        ("noped-out", "noped-in", "one of plain-combos"),
        ("window", "windows", "phase"),
        ("clone/_/_/_", "clone/_/_", "4 parts"),
        ("clone/_/_/_", "dog/_/_/_", "a card of this game"),
        ("clone/_/_/_", "clone/_/_/skip", "'Di' is out and holds no cards"),
        ("clone/_/_/_", "exploding-minion/_/_/_", "nobody holds a lethal card"),
        (
            "exploding-minion shuffle",
            "exploding-minion.exploding-minion.exploding-minion shuffle",
            "are placed, and there are",
        ),
        (" abc ", " acb ", "the living seats in order"),
        (" abc ", " a ", "does not go with 1 living seats"),
        (" a3a ", " a0a ", "a turn such as a1n or b4a"),
        (" a3a ", " d3a ", "this seat is out"),
        ("0/0/0/0", "0/0/1/0", "cards are owed exactly in phase 'deal'"),
        ("/b/c/4.0", "/b/b/4.0", "the seats of the open window do not fit"),
        ("/nope/b/", "/attack/b/", "what is pending lies on the discard pile"),
        ("a/skip/skip/-/-/nope/b/c/4.0", "-", "does not go with what is pending"),
        ("4.0 - - _", "4.0 exploding-minion - _", "exactly in phase 'defuse'"),
        ("4.0 - - _", "4.0 - d.skip _", "who is out has seen nothing"),
        ("4.0 - - _", "4.0 - - z.skip@1+0", "a seat from a to d"),
    ],
)
def test_an_error_in_the_line_says_what_is_wrong(old: str, new: str, problem: str) -> None:
    match = busy()
    text = match.position().replace(old, new, 1)

    with pytest.raises(RecordError) as error:
        read(match, text)

    assert problem in str(error.value)


def test_a_line_that_asks_an_empty_hand_is_wrong() -> None:
    match = begin("zh56", ann="favor", bo="skip", pile="lethal")
    through(match, "Ann", plays("favor", "Bo"))

    with pytest.raises(RecordError, match="who is asked has a card"):
        read(match, match.position().replace("_/skip", "_/_"))


def test_a_line_that_has_more_cards_to_deal_than_there_are_is_wrong() -> None:
    match = begin("zh56", "seen", players=2)

    with pytest.raises(RecordError, match="16 cards are still to be dealt"):
        read(match, match.position().replace("?*51", "?*5"))


@pytest.mark.parametrize("name", ["", "甲 /%;\n\ud800", "a@b=c", "P"])
def test_any_name_of_a_seat_survives_line_and_record(name: str) -> None:
    setup = {"game": "ek120", "seats": ["Ann", name], "mode": "blind"}
    match = Match.new(setup, SeededChance())
    play(match, ("Ann", plays("favor", name)))
    match.resolve()

    assert read(match, match.position()) == match.state
    assert Match.from_record(match.record()).state == match.state


def test_hands_and_pile_of_a_position_are_as_told() -> None:
    match = begin("ek120", ann="skip attack", bo="nope", pile="favor lethal")

    assert (hand(match, "Ann"), told(match, "pile")) == ("attack skip", cards("ek120", "favor lethal"))
