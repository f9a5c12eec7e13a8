"""Robots in mode `blind`: their cards are told, the others' are not (companion, Robots)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.exploding_tables import GAMES, defuses, denies, draws, explodes, gives, kinds, plays, steals, through
from engine.exploding_tables import begin as kittens
from engine.tacocat_tables import RETAIL, answers, attacks, deals, duels, play, refusal, replaces, shows, told
from engine.tacocat_tables import begin as tacocat
from tacotable_engine import Match, RecordError, RequestError
from tacotable_engine.companion.exploding.companion import EXPLODING
from tacotable_engine.companion.tacocat.companion import TACOCAT

SEVEN = "? ? ? ? ? ? ?"


# Tacocat.


def test_a_robots_cards_are_dealt_by_acts_and_the_others_count_as_dealt() -> None:
    match = tacocat("tc38", "blind", robots=["Bo"])

    assert told(match, "phase", "to_act", "hand_size") == ["deal", ["Bo"], {"Ann": 7, "Bo": 0}]
    assert (match.legal("Ann"), match.legal("Bo")) == ([], [{"do": "deal", "max": 7}])
    assert refusal(match, "Ann", deals("4")) == "deal-full"
    play(match, *(("Bo", deals(card)) for card in ["6", "2", "3", "3", "5", "7", "9"]))
    assert told(match, "phase", "hand_size") == ["replace", {"Ann": 7, "Bo": 7}]
    assert told(match, "hands") == {"Ann": SEVEN.split(), "Bo": ["2", "3", "3", "5", "6", "7", "9"]}
    assert told(match, "pile") == ["?"] * 24
    assert match.view("Ann")["hands"] == {"Ann": SEVEN.split(), "Bo": None}
    assert match.view("table")["hands"] == {"Ann": None, "Bo": None}


def test_a_robots_replacements_are_dealt_and_anothers_are_drawn() -> None:
    match = tacocat("tc38", "blind", robots=["Bo"], ann=SEVEN, bo="2 3 3 5 6 7 9", token=-1)

    assert refusal(match, "Bo", replaces("?")) == "face-hidden"
    play(match, ("Bo", replaces("2 3")))
    assert told(match, "phase", "to_act", "limit") == ["deal", ["Bo"], None]
    play(match, ("Bo", deals("8")), ("Bo", deals("4")))
    assert told(match, "phase", "to_act") == ["replace", ["Ann"]]
    assert told(match, "hands") == {"Ann": SEVEN.split(), "Bo": ["3", "4", "5", "6", "7", "8", "9"]}
    play(match, ("Ann", replaces("? 2")))
    assert told(match, "phase", "discard") == ["duel", ["2", "3", "?", "2"]]


def test_on_the_double_arrow_only_the_robot_waits_for_its_new_cards() -> None:
    match = tacocat("tc38", "blind", robots=["Ann"], ann="2 3 3 5 6 7 9", bo=SEVEN)

    play(match, ("Bo", replaces("? ?")), ("Ann", replaces("2")))

    assert told(match, "phase", "to_act", "hand_size") == ["deal", ["Ann"], {"Ann": 6, "Bo": 7}]
    assert told(play_on(match, ("Ann", deals("12"))), "phase", "to_act") == ["duel", ["Ann", "Bo"]]


def play_on(match: Match, *acts: Any) -> Match:
    play(match, *acts)
    return match


def test_every_new_round_is_dealt_to_the_robot() -> None:
    match = tacocat("tc38", "blind", robots=["Bo"], phase="showdown", attacker="Ann", ann="?", bo="9")

    play(match, ("Ann", shows("3")), ("Bo", shows("9")))

    assert told(match, "phase", "token", "to_act") == ["deal", -1, ["Bo"]]
    assert match.amend({"do": "redeal"}).is_applied
    assert told(match, "phase", "to_act", "hand_size") == ["deal", ["Bo"], {"Ann": 9, "Bo": 0}]


def test_a_robot_is_held_to_its_hand_and_its_sacrifice_is_proven() -> None:
    match = tacocat("tc38", "blind", robots=["Bo"], phase="attack", ann="? ? ?", bo="2 5 8")
    play(match, ("Ann", attacks("9")))

    assert refusal(match, "Bo", answers("5")) == "sacrifice-lowest"
    assert refusal(match, "Bo", answers("10")) == "card-not-held"
    assert match.act("Bo", answers("2")).ruling == "legal"


@pytest.mark.parametrize("bo", ["1 9 9", "8 9 9"])
def test_what_a_robot_holds_neither_proves_nor_refutes_anothers_sacrifice(bo: str) -> None:
    match = tacocat("tc38", "blind", robots=["Bo"], phase="attack", attacker="Bo", ann="? ? ?", bo=bo, deck=RETAIL)
    play(match, ("Bo", attacks("9")))

    assert match.act("Ann", answers("2")).ruling == "unproven"


def test_a_sacrifice_is_proven_wrong_once_the_robot_has_shown_the_card_that_it_needs() -> None:
    """Nothing but one 5 may be 5 or higher in Ann's hand: it is the robot's, and all learn that when it is shown."""
    match = tacocat(
        *("tc38", "blind"),
        robots=["Bo"],
        deck={"1": 10, "5": 2, "9": 8},
        board={"numbers": [4] * 7, "arrows": ["both"] * 7},
        phase="attack",
        attacker="Bo",
        ann="? ? ?",
        bo="5 9 9",
        discard="9 " * 6,
        pile="? " * 8,
    )
    play(match, ("Bo", attacks("9")))

    assert match.act("Ann", answers("5")).ruling == "unproven"
    ruling = match.act("Bo", attacks("5"))

    assert [(one.seat, one.rule) for one in ruling.violations] == [("Ann", "sacrifice-lowest")]


def test_a_card_of_which_the_robot_has_the_last_copies_is_in_no_other_hand() -> None:
    match = tacocat("tc38", "blind", robots=["Bo"], phase="attack", ann="? ? ?", bo="1 5 8", deck=RETAIL)

    assert refusal(match, "Ann", attacks("1")) == "no-copy-left"


def test_a_robot_is_advised_by_its_own_hand_and_another_seat_tells_its_own() -> None:
    match = tacocat("tc38", "blind", robots=["Bo"], phase="duel", ann="? ? ?", bo="2 5 8")

    best = TACOCAT.advise(match, "Bo", "strong", 4, Random(1)).advice[0]

    play(match, ("Bo", best.act))
    with pytest.raises(RequestError, match="the referee does not know these cards"):
        TACOCAT.advise(match, "Ann", "strong", 4, Random(1))
    assert TACOCAT.advise(match, "Ann", "strong", 4, Random(1), ["3", "4", "9"]).advice
    assert match.view("Ann")["sealed"] == {}
    assert match.undo().is_applied


def test_two_robots_leave_nothing_unknown_but_the_pile() -> None:
    match = tacocat("tc36", "blind", robots=["Bo", "Ann"], phase="duel", ann="2 5 8", bo="3 4 7")

    play(match, ("Ann", duels("8")), ("Bo", duels("7")))

    odds = TACOCAT.odds(match, "arbiter", 4, Random(1))
    assert (odds.by, odds.error) == ("exact", 0.0)


@pytest.mark.parametrize(
    ("position", "problem"),
    [
        ({"phase": "deal", "hands": {"Ann": ["?"] * 7, "Bo": ["?"] * 7}}, "'deal' is over"),
        ({"phase": "deal", "hands": {"Ann": ["?"] * 5, "Bo": ["2"]}}, "7 cards are dealt on this space"),
    ],
)
def test_a_deal_in_the_middle_is_the_robots_alone(position: dict[str, object], problem: str) -> None:
    asked = {"game": "tc38", "seats": ["Ann", "Bo"], "mode": "blind", "robots": ["Bo"], "position": position}

    with pytest.raises(RequestError, match=problem):
        Match.new(asked, Random(1))  # type: ignore[arg-type]  # nothing is shuffled


# The Exploding games.


@pytest.mark.parametrize("game", GAMES)
def test_a_robots_start_hand_is_dealt_and_anothers_has_its_defuse(game: str) -> None:
    match = kittens(game, "blind", players=2, robots=["Bo"])
    size = len(told(match, "pile"))

    assert told(match, "phase", "to_act", "owed") == ["deal", ["Bo"], {"Bo": 8}]
    assert (match.legal("Ann"), match.legal("Bo")) == ([], [{"do": "deal", "max": 8}])
    assert told(match, "hands") == {"Ann": ["defuse", *"???????"], "Bo": []}
    assert refusal(match, "Ann", deals("skip")) == "deal-hand-full"
    play(match, *(("Bo", deals(card)) for card in ["attack", "attack", "nope", "nope", "nope", "shuffle", "skip"]))
    assert refusal(match, "Bo", deals("skip")) == "deal-needs-defuse"
    play(match, ("Bo", deals("defuse")))
    assert told(match, "phase", "to_act") == ["turn", ["Ann"]]
    assert len(told(match, "pile")) == size - 8
    assert match.view("Ann")["hands"] == {"Ann": ["defuse", *"???????"], "Bo": None}


def table(game: str = "zh56", **more: Any) -> Match:
    """Begin with Ann, whose cards nobody tells, and Bo, a robot."""
    held = {"ann": "defuse ? ? ?", "bo": "defuse skip favor nope", "pile": "? ? ? ? ?"}
    return kittens(game, "blind", robots=["Bo"], **{**held, **more})


def test_a_draw_of_a_robot_names_its_card_and_anothers_need_not() -> None:
    match = table()

    play(match, ("Ann", draws()))
    for card in (None, "?"):
        with pytest.raises(RequestError, match="draw: the field 'card' is missing; the cards that come to a robot"):
            match.act("Bo", draws(card))
    play(match, ("Bo", draws("attack")))

    assert told(match, "hands") == {
        "Ann": ["defuse", "?", "?", "?", "?"],
        "Bo": ["defuse", "nope", "attack", "skip", "favor"],
    }


@pytest.mark.parametrize(("bo", "phase", "alive"), [("skip", "over", ["Ann"]), ("defuse", "defuse", ["Ann", "Bo"])])
def test_a_robot_without_a_defuse_is_out_at_once_and_its_hand_lies_open(bo: str, phase: str, alive: list[str]) -> None:
    match = table(bo=bo, turn="Bo")

    play(match, ("Bo", draws("exploding-kitten")))

    assert told(match, "phase", "alive") == [phase, alive]
    assert told(match, "discard") == ([bo, "exploding-kitten"] if phase == "over" else [])


def test_another_seat_is_always_asked_for_its_defuse() -> None:
    match = table(ann="?")

    play(match, ("Ann", draws("exploding-kitten")))

    assert told(match, "phase") == "defuse"
    play(match, ("Ann", explodes()))
    assert told(match, "discard", "winner") == [["?", "exploding-kitten"], "Bo"]


def test_a_robot_that_steals_names_the_card() -> None:
    match = table(bo="cat-1 cat-1", turn="Bo")
    through(match, "Bo", plays("cat-1 cat-1", "Ann"))

    with pytest.raises(RequestError, match="steal: the field 'card' is missing"):
        match.act("Bo", steals())
    play(match, ("Bo", steals("skip")))

    assert told(match, "hands") == {"Ann": ["defuse", "?", "?"], "Bo": ["skip"]}


def test_of_a_card_that_is_stolen_from_a_robot_arbiter_thief_and_robot_know_where_it_was_told() -> None:
    match = table(ann="cat-1 cat-1 ?")
    through(match, "Ann", plays("cat-1 cat-1", "Bo"))

    play(match, ("Ann", steals("nope")))

    assert told(match, "hands") == {"Ann": ["nope", "?"], "Bo": ["defuse", "skip", "favor"]}
    assert match.view("Ann")["hands"] == {"Ann": ["nope", "?"], "Bo": None}
    for viewer, knows in (("arbiter", 1.0), ("Bo", 1.0)):
        assert holds_nope(match, viewer, "Ann") == knows
    assert holds_nope(match, "Ann", "Bo") < 1.0
    assert holds_nope(match, "table", "Ann") < 1.0


def holds_nope(match: Match, viewer: str, seat: str) -> float:
    odds: Any = EXPLODING.odds(match, viewer, 1, Random(1)).values
    share: float = odds["holds"][seat]["nope"]
    return share


def test_a_card_that_is_stolen_from_a_robot_may_go_untold_and_then_its_hand_is_in_doubt() -> None:
    match = table(ann="cat-1 cat-1 ?")
    through(match, "Ann", plays("cat-1 cat-1", "Bo"))

    play(match, ("Ann", steals()))

    assert told(match, "hands") == {"Ann": ["?", "?"], "Bo": ["?", "?", "?"]}
    play(match, ("Ann", draws()), ("Bo", draws("exploding-kitten")))
    assert told(match, "phase") == "defuse"


def test_a_gift_to_a_robot_is_named_and_one_from_it_comes_to_be_known() -> None:
    match = table(turn="Bo", ann="favor ? ?")
    through(match, "Bo", plays("favor", "Ann"))

    assert {"do": "give"} not in match.legal("Ann")
    assert all(match.why_not("Ann", act) is None for act in match.legal("Ann"))
    with pytest.raises(RequestError, match="give: the field 'card' is missing"):
        match.act("Ann", gives())
    play(match, ("Ann", gives("shuffle")), ("Bo", draws("attack")))
    assert told(match, "hands")["Bo"] == ["defuse", "nope", "attack", "skip", "shuffle"]
    through(match, "Ann", plays("favor", "Bo"))
    assert match.legal("Bo") == [{"do": "give", "card": card} for card in told(match, "hands")["Bo"]]
    play(match, ("Bo", gives("shuffle")))
    assert told(match, "hands") == {"Ann": ["shuffle", "?"], "Bo": ["defuse", "nope", "attack", "skip"]}


def test_who_gives_to_a_robot_is_advised_a_card_of_its_hand_once_it_tells_that() -> None:
    match = table(turn="Bo", ann="? ?", bo="favor")
    through(match, "Bo", plays("favor", "Ann"))

    with pytest.raises(RequestError, match="hand: what is given to a robot is named"):
        EXPLODING.advise(match, "Ann", "fair", 2, Random(1))
    best = EXPLODING.advise(match, "Ann", "fair", 2, Random(1), ["skip", "defuse"]).advice[0]

    play(match, ("Ann", best.act))
    assert told(match, "hands")["Bo"] == [best.act["card"]]


@pytest.mark.parametrize(("name", "what", "ann"), [("nope", "taken", "nope ?"), ("attack", "found-nothing", "?")])
def test_three_of_a_kind_against_a_robot_is_settled_at_once(name: str, what: str, ann: str) -> None:
    match = table(ann="cat-1 cat-1 cat-1 ?")

    ruling = through(match, "Ann", plays("cat-1 cat-1 cat-1", "Bo", name))

    assert (kinds(ruling.events), told(match, "phase")) == ([what], "turn")
    assert told(match, "hands")["Ann"] == ann.split()


def test_three_of_a_kind_of_a_robot_asks_its_target_as_in_blind() -> None:
    match = table(turn="Bo", bo="cat-1 cat-1 cat-1")
    through(match, "Bo", plays("cat-1 cat-1 cat-1", "Ann", "skip"))

    assert told(match, "phase", "to_act") == ["give", ["Ann"]]
    assert {"do": "give"} in match.legal("Ann")
    play(match, ("Ann", gives()))
    assert told(match, "hands") == {"Ann": ["defuse", "?", "?"], "Bo": ["skip"]}


@pytest.mark.parametrize("bo", ["skip skip skip", "nope nope nope"])
def test_what_a_robot_holds_neither_proves_nor_refutes_a_denial(bo: str) -> None:
    """All other copies lie open: Bo has the last Skips or does not, and nobody else may learn that from a ruling."""
    match = table(turn="Bo", bo=f"cat-1 cat-1 cat-1 {bo}", discard="skip", pile="? ? ?")
    through(match, "Bo", plays("cat-1 cat-1 cat-1", "Ann", "skip"))

    assert match.act("Ann", denies()).ruling == "unproven"


REST = "attack*3 skip*3 favor*3 shuffle*3 see-the-future*5 cat-1 cat-2*4 cat-3*4 cat-4*4 cat-5*4 defuse*4 nope*5"
"""All of zh56 with two players but three cats, a lethal card, and one Attack, Skip, Favor and Shuffle."""


def test_a_denial_is_proven_wrong_by_what_a_robot_shows_and_not_by_what_it_is_told_to_hold() -> None:
    match = table(turn="Bo", ann="? ?", bo="cat-1 cat-1 cat-1 favor", discard=REST, pile="? ?")
    through(match, "Bo", plays("cat-1 cat-1 cat-1", "Ann", "skip"))

    denied = match.act("Ann", denies())
    drawn = match.act("Bo", draws("shuffle"))
    through(match, "Ann", plays("attack"))
    through(match, "Bo", plays("shuffle"))
    shown = match.act("Bo", plays("favor", "Ann"))

    assert (denied.ruling, denied.violations, drawn.violations) == ("unproven", (), ())
    assert [(one.rule, one.seat, one.act) for one in shown.violations] == [("deny-refuted", "Ann", 2)]


@pytest.mark.parametrize("game", GAMES)
def test_a_robot_is_advised_by_its_own_hand(game: str) -> None:
    match = table(game, turn="Bo", bo="defuse skip attack nope")

    advice = EXPLODING.advise(match, "Bo", "strong", 8, Random(1)).advice

    laid = {card for one in advice for card in one.act.get("cards", ())}  # type: ignore[attr-defined]  # a list
    assert laid == {"skip", "attack"}
    play(match, ("Bo", draws("skip")), ("Ann", draws("exploding-kitten" if game != "min72" else "exploding-minion")))
    play(match, ("Ann", defuses(0)))
    assert EXPLODING.advise(match, "Bo", "strong", 8, Random(1)).advice[0].act["do"] in ("draw", "play")


def test_robots_of_a_game_are_in_its_line_and_its_record() -> None:
    match = kittens("ek120", "blind", players=3, robots=["Cy", "Ann"])

    line = match.position()

    assert line.startswith("ek120 blind+ac Ann/Bo/Cy ")
    assert Match.from_record(match.record()).state == match.state
    for wrong in ("blind+ca", "blind+aa", "blind+", "blind+d", "blind+z", "seen+a", "dealt+a"):
        with pytest.raises(RecordError):
            match.game.read_position(line.replace("blind+ac", wrong))
