"""The Clone of Exploding Minions, each ruling a sentence (docs/rulings.md, Clone)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.exploding_tables import begin, defuses, draws, hand, lets, nopes, plays, through, whose
from engine.tacocat_tables import play, refusal, told
from tacotable_engine import Match

TWO = "exploding-minion exploding-minion"


def minions(**told_of: Any) -> Match:
    """Begin a game of Ann, Bo and Cy; the pile is two lethal cards below two others."""
    told_of = {"ann": "clone", "bo": "nope", "cy": "", "pile": f"skip shuffle {TWO}", **told_of}
    return begin("min72", **told_of)


def test_c1_a_clone_of_a_skip_is_a_skip() -> None:
    match = minions(discard="skip", turn="Ann 2 attack")

    through(match, "Ann", plays("clone"))

    assert (whose(match), told(match, "discard")) == ("Ann 1 attack", ["skip", "clone"])


def test_c1_a_clone_of_an_attack_is_one_and_stacks() -> None:
    match = minions(discard="attack", turn="Ann 2 attack")

    through(match, "Ann", plays("clone"))

    assert whose(match) == "Bo 4 attack"


def test_c1_a_clone_of_draw_from_the_bottom_draws_there() -> None:
    match = minions(discard="draw-from-bottom", pile=f"{TWO} skip")

    through(match, "Ann", plays("clone"))

    assert (hand(match, "Ann"), whose(match)) == ("skip", "Bo 1 normal")


def test_c1_a_clone_of_a_look_looks() -> None:
    match = minions(discard="see-the-future")

    through(match, "Ann", plays("clone"))

    assert match.view("Ann")["peek"] == ["skip", "shuffle", "exploding-minion"]


def test_c1_a_clone_of_a_shuffle_shuffles() -> None:
    match = minions(discard="shuffle")

    ruling = through(match, "Ann", plays("clone"))

    assert ruling.events == ({"type": "shuffled", "seat": "Ann"},)


def test_c2_a_clone_copies_no_clone() -> None:
    match = minions(discard="skip clone")

    assert refusal(match, "Ann", plays("clone")) == "clone-of-clone"


@pytest.mark.parametrize("minion", ["minion-a", "minion-b", "minion-c"])
def test_c3_a_clone_copies_no_character(minion: str) -> None:
    match = minions(discard=minion)

    assert refusal(match, "Ann", plays("clone")) == "clone-of-plain"


def test_c4_a_clone_of_a_defuse_is_nothing_to_play() -> None:
    match = minions(discard="defuse")

    assert refusal(match, "Ann", plays("clone")) == "clone-of-defuse"


def test_c5_a_clone_on_a_defuse_saves_and_is_not_nopeable() -> None:
    match = minions(discard="defuse", pile=f"{TWO} skip")
    play(match, ("Ann", draws()))

    assert match.legal("Ann") == [{"do": "defuse", "card": "clone", "slots": 3}, {"do": "explode"}]
    assert refusal(match, "Bo", nopes()) == "no-window-open"
    assert refusal(match, "Ann", defuses(0)) == "card-not-held"
    play(match, ("Ann", defuses(2, "clone")))
    assert (told(match, "discard", "alive"), whose(match)) == (
        [["defuse", "clone"], ["Ann", "Bo", "Cy"]],
        "Bo 1 normal",
    )


def test_c5_a_clone_on_anything_else_does_not_save() -> None:
    match = minions(discard="defuse clone", pile=f"{TWO} skip")

    assert play(match, ("Ann", draws())).rule == "drew-and-exploded"


def test_c5_a_defuse_may_be_kept_for_a_clone() -> None:
    match = minions(ann="clone defuse", discard="defuse", pile=f"{TWO} skip")
    play(match, ("Ann", draws()), ("Ann", defuses(0, "clone")))

    assert hand(match, "Ann") == "defuse"


def test_c6_a_clone_on_a_nope_is_a_nope_in_the_open_window() -> None:
    match = minions(ann="skip clone")
    play(match, ("Ann", plays("skip")), ("Bo", nopes()))
    listed = match.legal("Ann")
    play(match, ("Ann", nopes("clone")))
    match.resolve()

    assert listed == [{"do": "let"}, {"do": "nope", "card": "clone"}]
    assert (whose(match), told(match, "discard")) == ("Bo 1 normal", ["skip"])


def test_c6_a_clone_is_no_nope_where_no_nope_lies_on_top() -> None:
    match = minions(ann="skip", bo="clone")
    play(match, ("Ann", plays("skip")))

    assert refusal(match, "Bo", nopes("clone")) == "nope-clone-top"


def test_c6_a_clone_of_a_nope_is_not_cloned_again() -> None:
    match = minions(ann="skip clone", bo="nope clone")
    play(match, ("Ann", plays("skip")), ("Bo", nopes()), ("Ann", nopes("clone")))

    assert refusal(match, "Bo", nopes("clone")) == "nope-clone-top"


def test_c6_a_clone_of_a_nope_is_nothing_to_play_outside_a_window() -> None:
    match = minions(discard="skip nope")

    assert refusal(match, "Ann", plays("clone")) == "clone-of-nope"


def test_c6_that_a_clone_noped_is_an_option() -> None:
    match = minions(ann="skip clone", options={"clone_as_nope": False})
    play(match, ("Ann", plays("skip")), ("Bo", nopes()))

    assert {"do": "nope", "card": "clone"} not in match.legal("Ann")
    assert refusal(match, "Ann", nopes("clone")) == "nope-clone-off"


def test_c7_only_the_card_on_top_counts() -> None:
    match = minions(discard="attack skip")

    through(match, "Ann", plays("clone"))

    assert whose(match) == "Bo 1 normal"


def test_c7_a_card_under_a_nope_is_not_copied() -> None:
    match = minions(ann="skip clone", options={"noped_out": False})
    play(match, ("Ann", plays("skip")), ("Bo", nopes()))
    match.resolve()

    assert refusal(match, "Ann", plays("clone")) == "clone-of-nope"


def test_c8_a_noped_clone_is_lost() -> None:
    match = minions(discard="skip")
    play(match, ("Ann", plays("clone")), ("Bo", nopes()))
    match.resolve()

    assert (whose(match), hand(match, "Ann")) == ("Ann 1 normal", "")
    assert told(match, "discard") == ["skip"]


@pytest.mark.parametrize("laid", ["clone minion-b", "minion-b clone"])
def test_c9_a_clone_with_a_character_is_a_pair_and_lies_last(laid: str) -> None:
    match = minions(ann="clone minion-b", bo="skip", discard="attack")

    through(match, "Ann", plays(laid, "Bo"))

    assert hand(match, "Ann") == "skip"
    assert told(match, "discard") == ["attack", "minion-b", "clone"]


@pytest.mark.parametrize("laid", ["clone skip", "clone nope"])
def test_c9_a_clone_is_no_pair_with_another_card(laid: str) -> None:
    match = minions(ann=laid, bo="skip")

    assert refusal(match, "Ann", plays(laid, "Bo")) == "play-shape"


def test_c10_two_clones_are_no_pair() -> None:
    match = minions(ann="clone clone", bo="skip")

    assert refusal(match, "Ann", plays("clone clone", "Bo")) == "play-shape"


def test_c11_on_an_empty_discard_pile_a_clone_is_nothing() -> None:
    match = minions()

    assert refusal(match, "Ann", plays("clone")) == "clone-of-nothing"
    assert match.legal("Ann") == [{"do": "draw"}]


def test_c12_an_eliminated_hand_lies_in_front_and_is_not_copied() -> None:
    match = minions(ann="skip", bo="clone", discard="shuffle", pile=f"{TWO} skip")
    play(match, ("Ann", draws()))

    ruling = through(match, "Bo", plays("clone"))

    assert told(match, "in_front") == {"Ann": ["exploding-minion", "skip"], "Bo": [], "Cy": []}
    assert ruling.events == ({"type": "shuffled", "seat": "Bo"},)


def test_c13_a_nope_and_what_it_cancels_leave_the_game() -> None:
    match = minions(ann="skip clone", discard="attack")
    play(match, ("Ann", plays("skip")), ("Bo", nopes()))
    lying = told(match, "discard")
    match.resolve()

    assert lying == ["attack", "skip", "nope"]
    assert (told(match, "discard"), match.state.out) == (["attack"], ("skip", "nope"))
    through(match, "Ann", plays("clone"))
    assert whose(match) == "Bo 2 attack"


def test_c13_out_go_the_noped_nope_and_the_nope_on_it_while_the_play_stays() -> None:
    match = minions(ann="shuffle nope", discard="attack")
    play(match, ("Ann", plays("shuffle")), ("Bo", nopes()), ("Ann", nopes()))
    match.resolve()

    assert (told(match, "discard"), match.state.out) == (["attack", "shuffle"], ("nope", "nope"))


def test_c13_that_they_stay_on_the_discard_pile_is_an_option() -> None:
    match = minions(ann="skip", options={"noped_out": False})
    play(match, ("Ann", plays("skip")), ("Bo", nopes()))
    match.resolve()

    assert (told(match, "discard"), match.state.out) == (["skip", "nope"], ())


@pytest.mark.parametrize("game", ["ek120", "zh56"])
def test_c13_the_option_is_of_the_minions_alone(game: str) -> None:
    match = begin(game, ann="skip", bo="nope", pile="lethal", options={"noped_out": True})
    play(match, ("Ann", plays("skip")), ("Bo", nopes()))
    match.resolve()

    assert (told(match, "discard"), match.state.out) == (["skip", "nope"], ())


def test_c13_a_clone_that_stood_for_a_nope_leaves_as_one() -> None:
    match = minions(ann="skip clone")
    play(match, ("Ann", plays("skip")), ("Bo", nopes()), ("Ann", nopes("clone")))
    match.resolve()

    assert (told(match, "discard"), match.state.out) == (["skip"], ("nope", "clone"))


def test_c13_a_noped_pair_leaves_whole_and_the_last_let_closes_its_window() -> None:
    match = minions(ann="clone minion-b", bo="skip", cy="nope nope", discard="attack")
    play(match, ("Ann", plays("clone minion-b", "Bo")), ("Cy", nopes()))

    ruling = play(match, ("Ann", lets()), ("Bo", lets()))

    assert [event["type"] for event in ruling.events] == ["let-pass", "cancelled", "left-game", "turn"]
    assert ruling.events[2]["cards"] == ["minion-b", "clone", "nope"]
    assert told(match, "discard") == ["attack"]


def test_c13_what_left_the_game_is_on_no_list_of_the_state_and_counts_as_shown() -> None:
    match = begin("min72", "blind", ann="? ? ?", bo="? ? ?", discard="nope nope skip skip")
    play(match, ("Ann", plays("skip")), ("Bo", nopes()))
    match.resolve()

    view = match.view("arbiter")
    assert "out" not in view
    assert view["discard"] == ["nope", "nope", "skip", "skip"]
    assert refusal(match, "Ann", plays("skip")) == "no-copy-left"


def test_c13_undo_and_the_record_bring_back_what_left() -> None:
    match = minions(ann="skip clone", discard="attack")
    play(match, ("Ann", plays("skip")))
    before = match.state
    play(match, ("Bo", nopes()))
    match.resolve()

    read = Match.from_record(match.record())
    assert read.state == match.state
    assert match.game.read_position(match.position()) == match.state
    match.undo()
    assert match.state == before
    assert told(match, "discard") == ["attack", "skip"]


def test_c13_a_record_without_the_option_keeps_nopes_on_the_discard_pile() -> None:
    match = minions(ann="skip", options={"noped_out": False})
    play(match, ("Ann", plays("skip")), ("Bo", nopes()))
    match.resolve()

    read = Match.from_record(match.record())

    assert (read.state, told(read, "discard")) == (match.state, ["skip", "nope"])
