"""A match: setting up, the log, undo and the arbiter (referee protocol, requests)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine.tacocat_tables import (
    SeededChance,
    answers,
    attacks,
    begin,
    duels,
    everything,
    hands,
    play,
    refusal,
    replaces,
    shows,
    told,
)
from tacotable_engine import (
    Applied,
    ChanceError,
    Decided,
    Match,
    Refused,
    RequestError,
    Undone,
    judge,
)
from tacotable_engine.tacocat.acts import Answer


@pytest.mark.parametrize(
    ("setup", "problem"),
    [
        ({}, "the field 'game' is missing"),
        ({"game": "tc37", "seats": ["A", "B"]}, 'game: "tc37" is not one of tc38, tc36'),
        ({"game": ["tc38"], "seats": ["A", "B"]}, "game: a list"),
        ({"game": "tc38"}, "the field 'seats' is missing"),
        ({"game": "tc38", "seats": "AB"}, "seats"),
        ({"game": "tc38", "seats": ["A"]}, "seats: Tacocat is for 2 players, not 1"),
        ({"game": "tc38", "seats": ["A", "B", "C"]}, "seats: Tacocat is for 2 players, not 3"),
        ({"game": "tc38", "seats": ["A", "A"]}, "seats: two seats have the same name"),
        ({"game": "tc38", "seats": ["A", "table"]}, "no seat may be called 'table'"),
        ({"game": "tc38", "seats": ["arbiter", "B"]}, "no seat may be called 'arbiter'"),
        ({"game": "tc38", "seats": ["A", 1]}, "seats: 1 is not a string"),
        ({"game": "tc38", "seats": ["A", "B"], "mode": "open"}, 'mode: "open" is not one of dealt, seen, blind'),
        ({"game": "tc38", "seats": ["A", "B"], "mode": None}, "mode: null"),
        ({"game": "tc38", "seats": ["A", "B"], "seed": True}, "seed: true"),
        ({"game": "tc38", "seats": ["A", "B"], "seed": 1.5}, "seed: 1.5"),
        ({"game": "tc38", "seats": ["A", "B"], "seed": 10**4000}, "seed: a very large number"),
        ({"game": "tc38", "seats": ["A", "B"], "colour": 1}, 'new: unknown field "colour"'),
        ({"game": "tc38", "seats": ["A", "B"], "options": []}, "options: a list"),
        ({"game": "tc38", "seats": ["A", "B"], "options": {"jumbos": True}}, 'options: unknown field "jumbos"'),
        ({"game": "tc38", "seats": ["A", "B"], "options": {"jumbo": 1}}, "options.jumbo: 1 is not true or false"),
        ({"game": "tc38", "seats": ["A", "B"], "options": {"violation": "x"}}, "options.violation"),
        ({"game": "tc38", "seats": ["A", "B"], "options": {"window_s": float("nan")}}, "options.window_s: nan"),
        ({"game": "tc38", "seats": ["A", "B"], "board": {"numbers": [7] * 7}}, "the field 'arrows' is missing"),
        ({"game": "tc38", "seats": ["A", "B"], "board": {"numbers": [7] * 6, "arrows": ["both"] * 7}}, "6 given"),
        ({"game": "tc38", "seats": ["A", "B"], "board": {"numbers": [1] * 7, "arrows": ["both"] * 7}}, "from 2 to 9"),
        ({"game": "tc38", "seats": ["A", "B"], "board": {"numbers": [7] * 7, "arrows": ["up"] * 7}}, "board.arrows"),
        ({"game": "tc38", "seats": ["A", "B"], "board": {"numbers": [True] * 7, "arrows": ["both"] * 7}}, "true"),
        ({"game": "tc38", "seats": ["A", "B"], "position": 3}, "position: 3 is not an object"),
    ],
)
def test_a_setup_that_is_not_well_formed_names_its_field(setup: dict[str, object], problem: str) -> None:
    with pytest.raises(RequestError) as error:
        Match.new(setup, SeededChance())

    assert problem in str(error.value)


@pytest.mark.parametrize(
    ("act", "problem"),
    [
        ({}, "the field 'do' is missing"),
        ({"do": "draw"}, 'do: "draw" is not one of'),
        ({"do": ["duel"]}, "do: a list"),
        ({"do": "duel"}, "duel: the field 'card' is missing"),
        ({"do": "duel", "cards": ["3"]}, 'duel: unknown field "cards"'),
        ({"do": "duel", "card": "13"}, 'duel.card: "13" is not a card of this game'),
        ({"do": "duel", "card": 9}, "duel.card: 9"),
        ({"do": "duel", "card": {"9": 1}}, "duel.card: an object"),
        ({"do": "duel", "card": "nope"}, "is not a card of this game"),
        ({"do": "replace"}, "replace: the field 'cards' is missing"),
        ({"do": "replace", "cards": "9"}, 'replace.cards: "9" is not a list'),
        ({"do": "replace", "cards": [["9"]]}, "replace.cards: a list"),
        ({"do": "attack", "cards": None}, "attack.cards: null"),
        ({"do": "answer", "card": "9", "as": "defence"}, 'answer.as: "defence" is not one of sacrifice'),
        ({"do": "answer", "card": "9", "demand": 9}, "answer.demand: 9"),
    ],
)
def test_an_act_that_is_not_well_formed_is_an_error_and_changes_nothing(act: dict[str, object], problem: str) -> None:
    match = begin(phase="duel", ann="2 4 9", bo="1 5 8")
    before = everything(match), list(match.log)

    with pytest.raises(RequestError) as error:
        match.act("Ann", act)

    assert problem in str(error.value)
    assert (everything(match), list(match.log)) == before


def test_a_card_of_the_other_edition_is_not_well_formed() -> None:
    match = begin("tc36", phase="duel", ann="2 4 9", bo="1 5 8")

    with pytest.raises(RequestError, match='"11" is not a card of this game'):
        match.act("Ann", duels("11"))


def test_a_seat_that_is_not_at_the_table_is_an_error() -> None:
    with pytest.raises(RequestError, match='seat: "Cy" is not one of Ann, Bo'):
        begin().act("Cy", replaces(""))


def test_asking_why_not_leaves_everything_alone() -> None:
    match = begin(phase="duel", ann="2 4 9", bo="1 5 8")
    before = everything(match), list(match.log)

    refused = match.why_not("Ann", duels("8"))

    assert refused is not None
    assert refused.rule == "card-not-held"
    assert (everything(match), list(match.log)) == before


def test_judging_is_pure() -> None:
    match = begin(phase="answer", demands="9", ann="2", bo="5 6")

    judgement = judge(match.game, match.state, 1, Answer("5"), SeededChance())

    assert judgement.ruling.rule == "sacrifice"
    assert judgement.state != match.state
    assert told(match, "phase") == "answer"


def test_undo_takes_back_the_last_act_and_never_reuses_its_number() -> None:
    match = begin(phase="attack", ann="2 6 9", bo="3 5 8")
    play(match, ("Ann", attacks("9")))

    ruling = match.undo()

    assert (ruling.ruling, ruling.rule) == ("legal", "undone")
    assert told(match, "phase") == "attack"
    assert hands(match) == ("2 6 9", "3 5 8")
    play(match, ("Ann", attacks("6")))
    assert [entry.number for entry in match.log if isinstance(entry, Applied | Undone)] == [1, 1, 2]


def test_undo_of_the_act_that_ended_a_round_brings_the_old_cards_back() -> None:
    match = begin(phase="showdown", ann="3", bo="5")
    play(match, ("Ann", shows("3")), ("Bo", shows("5")))

    match.undo()

    assert told(match, "phase", "token", "ready") == ["showdown", 0, ["Ann"]]
    assert hands(match) == ("3", "5")


def test_undo_passes_over_the_clock_and_refused_acts() -> None:
    match = begin(phase="attack", ann="2 6 9", bo="3 5 8")
    play(match, ("Ann", attacks("9")))
    match.clock(7)
    match.resolve()
    match.act("Bo", answers("8"))

    match.undo()

    assert told(match, "phase") == "attack"
    assert match.now_s == 7


def test_with_no_act_to_take_back_undo_is_illegal() -> None:
    match = begin()

    assert (match.undo().ruling, match.undo().rule) == ("illegal", "nothing-to-undo")


def test_the_clock_does_not_go_back() -> None:
    match = begin()
    match.clock(5)

    assert match.clock(4.5).rule == "clock-back"
    assert match.clock(5).ruling == "legal"


@pytest.mark.parametrize("at", [-1, float("inf"), float("nan"), True, "5", None, 10**400])
def test_the_clock_takes_finite_seconds(at: float) -> None:
    with pytest.raises(RequestError, match="at: "):
        begin().clock(at)


def test_the_arbiter_lets_a_refused_act_stand() -> None:
    match = begin(phase="answer", demands="9", ann="2 3", bo="5 6 8")
    assert refusal(match, "Bo", answers("6")) == "sacrifice-lowest"

    ruling = match.rule(True, "agreed by both")

    assert (ruling.ruling, ruling.rule) == ("legal", "arbiter-accepted")
    assert hands(match) == ("2 3", "5 8")
    assert [type(entry) for entry in match.log] == [Refused, Decided, Applied]


def test_the_arbiter_refuses_and_nothing_changes() -> None:
    match = begin(phase="answer", demands="9", ann="2 3", bo="5 6 8")
    match.act("Bo", answers("6"))
    before = everything(match)

    ruling = match.rule(False, "the 5 is lower")

    assert (ruling.ruling, ruling.rule) == ("legal", "arbiter-refused")
    assert everything(match) == before
    assert match.rule(True, "again").rule == "nothing-refused"


def test_an_accepted_act_can_be_undone() -> None:
    match = begin(phase="answer", demands="9", ann="2 3", bo="5 6 8")
    match.act("Bo", answers("6"))
    match.rule(True, "")

    match.undo()

    assert told(match, "phase") == "answer"
    assert hands(match) == ("2 3", "5 6 8")


@pytest.mark.parametrize(
    ("position", "seat", "act", "phase"),
    [
        ({"phase": "attack", "ann": "2 3 9", "bo": "5 6 8"}, "Ann", attacks("3 9"), "answer"),
        ({"phase": "attack", "ann": "2 3 9", "bo": "5 6 8"}, "Bo", attacks("5"), "answer"),
        ({"token": -1, "covered": [0], "ann": "2 3", "bo": "5 6", "pile": "8 8"}, "Ann", replaces("2"), "replace"),
    ],
)
def test_what_the_state_can_hold_may_be_accepted(
    position: dict[str, object], seat: str, act: dict[str, object], phase: str
) -> None:
    match = begin(**position)  # type: ignore[arg-type]  # the names are those of a position
    match.act(seat, act)

    assert match.rule(True, "house rule").rule == "arbiter-accepted"
    assert told(match, "phase") == phase


@pytest.mark.parametrize(
    ("seat", "act"),
    [
        ("Ann", attacks("8")),
        ("Ann", attacks("2 3 9")),
        ("Ann", attacks("")),
        ("Ann", attacks("?")),
        ("Bo", answers("5")),
        ("Bo", shows("5")),
        ("Bo", replaces("5")),
    ],
)
def test_what_the_state_cannot_hold_stays_refused(seat: str, act: dict[str, object]) -> None:
    match = begin(phase="attack", ann="2 3 9", bo="5 6 8")
    match.act(seat, act)
    before = everything(match)

    ruling = match.rule(True, "please")

    assert (ruling.ruling, ruling.rule) == ("illegal", "arbiter-cannot")
    assert everything(match) == before
    assert match.rule(False, "no").ruling == "legal"


def test_an_act_that_stands_settles_the_refused_one() -> None:
    match = begin(phase="answer", demands="9", ann="2 3", bo="5 6 8")
    match.act("Bo", answers("6"))
    play(match, ("Bo", answers("5")))

    assert match.rule(True, "too late").rule == "nothing-refused"


def test_undo_settles_the_refused_act() -> None:
    match = begin(phase="attack", ann="2 9", bo="5 6")
    play(match, ("Ann", attacks("9")))
    match.act("Bo", answers("6"))
    match.undo()

    assert match.rule(True, "too late").rule == "nothing-refused"


class LosingChance:
    """A chance that loses a card."""

    def shuffle(self, cards: Sequence[str]) -> Sequence[str]:
        return cards[1:]


def test_a_shuffle_that_loses_a_card_is_noticed() -> None:
    with pytest.raises(ChanceError, match="not the cards that were to be shuffled"):
        begin(chance=LosingChance())


def test_options_of_other_games_are_read_and_change_nothing() -> None:
    match = begin(options={"window_s": 3, "special_combos": False, "attack_stacking": "fixed"}, chance=SeededChance(1))

    assert match.state == begin(chance=SeededChance(1)).state
