"""Windows and Nopes, each ruling a sentence (docs/rulings.md, Nope and its window)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.exploding_tables import (
    GAMES,
    begin,
    defuses,
    draws,
    gives,
    hand,
    kinds,
    lets,
    nopes,
    plays,
    steals,
    through,
    whose,
)
from engine.tacocat_tables import play, refusal, told

THREE: dict[str, Any] = {"bo": "nope nope", "cy": "nope", "pile": "shuffle lethal lethal"}


@pytest.mark.parametrize("game", GAMES)
def test_e2_every_play_opens_a_window_for_all_the_others(game: str) -> None:
    match = begin(game, ann="skip", **THREE)

    play(match, ("Ann", plays("skip")))

    assert told(match, "phase", "to_act") == ["window", ["Bo", "Cy"]]
    assert whose(match) == "Ann 1 normal"


@pytest.mark.parametrize("game", GAMES)
def test_e2_a_window_closes_when_every_other_living_player_lets_it_pass(game: str) -> None:
    match = begin(game, ann="skip", **THREE)
    play(match, ("Ann", plays("skip")), ("Cy", lets()))

    assert told(match, "phase", "to_act") == ["window", ["Bo"]]
    assert play(match, ("Bo", lets())).rule == "let-closed"
    assert whose(match) == "Bo 1 normal"


@pytest.mark.parametrize("game", GAMES)
def test_e2_a_window_closes_when_its_time_has_come(game: str) -> None:
    match = begin(game, ann="skip", **THREE)
    match.clock(100)
    play(match, ("Ann", plays("skip")))

    assert match.clock(104.9).rule == "clock"
    assert told(match, "phase") == "window"
    assert match.clock(105).rule == "window-closed"
    assert whose(match) == "Bo 1 normal"


@pytest.mark.parametrize("game", GAMES)
def test_e2_how_long_a_window_is_open_is_an_option(game: str) -> None:
    match = begin(game, ann="skip", options={"window_s": 2.5}, **THREE)
    play(match, ("Ann", plays("skip")))
    match.clock(2.4)

    assert told(match, "phase") == "window"
    assert match.clock(2.5).rule == "window-closed"


@pytest.mark.parametrize("game", GAMES)
def test_e2_the_player_may_close_the_window_by_request(game: str) -> None:
    match = begin(game, ann="skip", **THREE)
    play(match, ("Ann", plays("skip")))

    assert match.resolve().rule == "window-closed"
    assert whose(match) == "Bo 1 normal"


@pytest.mark.parametrize("game", GAMES)
def test_e2_each_nope_opens_a_new_window_in_which_earlier_lets_are_void(game: str) -> None:
    match = begin(game, ann="skip", **THREE)
    play(match, ("Ann", plays("skip")), ("Cy", lets()))
    match.clock(4)
    play(match, ("Bo", nopes()))

    assert told(match, "to_act") == ["Ann", "Cy"]
    assert match.clock(8.9).rule == "clock"
    assert match.clock(9).rule == "window-closed"
    assert whose(match) == "Ann 1 normal"


@pytest.mark.parametrize("game", GAMES)
def test_e2_the_first_nope_to_arrive_counts_and_the_second_answers_it(game: str) -> None:
    match = begin(game, ann="skip", **THREE)

    play(match, ("Ann", plays("skip")), ("Cy", nopes()), ("Bo", nopes()))
    match.resolve()

    assert whose(match) == "Bo 1 normal"


@pytest.mark.parametrize("game", GAMES)
def test_e2_while_a_window_is_open_nothing_else_is_done(game: str) -> None:
    match = begin(game, ann="skip attack", **THREE)
    play(match, ("Ann", plays("skip")))

    assert refusal(match, "Ann", plays("attack")) == "not-now-window"
    assert refusal(match, "Ann", draws()) == "not-now-window"
    assert refusal(match, "Bo", plays("nope")) == "not-now-window"


@pytest.mark.parametrize("game", GAMES)
def test_e2_the_player_of_the_last_card_is_not_asked_to_let_it_pass(game: str) -> None:
    match = begin(game, ann="skip", **THREE)
    play(match, ("Ann", plays("skip")))

    assert match.legal("Ann") == []
    assert refusal(match, "Ann", lets()) == "let-own"


@pytest.mark.parametrize("game", GAMES)
def test_e2_who_has_let_it_pass_is_not_asked_again_and_may_still_nope(game: str) -> None:
    match = begin(game, ann="skip", **THREE)
    play(match, ("Ann", plays("skip")), ("Bo", lets()))

    assert told(match, "to_act") == ["Cy"]
    assert match.legal("Bo") == [{"do": "nope"}]
    assert refusal(match, "Bo", lets()) == "let-again"
    assert play(match, ("Bo", nopes())).rule == "noped"
    assert told(match, "to_act") == ["Ann", "Cy"]


@pytest.mark.parametrize("game", GAMES)
def test_e2_a_window_that_the_last_let_has_closed_is_noped_no_more(game: str) -> None:
    match = begin(game, ann="skip", **THREE)
    play(match, ("Ann", plays("skip")), ("Bo", lets()), ("Cy", lets()))

    assert match.legal("Cy") == []
    assert refusal(match, "Cy", nopes()) == "no-window-open"


@pytest.mark.parametrize("game", GAMES)
def test_e2_with_no_window_open_resolving_changes_nothing(game: str) -> None:
    match = begin(game, ann="skip", **THREE)
    before = match.state

    ruling = match.resolve()

    assert (ruling.ruling, ruling.rule, ruling.events) == ("legal", "no-window", ())
    assert match.state == before


@pytest.mark.parametrize("game", GAMES)
def test_e3_nobody_nopes_his_own_card(game: str) -> None:
    match = begin(game, ann="skip nope", **THREE)
    play(match, ("Ann", plays("skip")))

    assert refusal(match, "Ann", nopes()) == "nope-own"


@pytest.mark.parametrize("game", GAMES)
def test_e3_a_nope_on_ones_card_may_be_noped(game: str) -> None:
    match = begin(game, ann="skip nope", **THREE)

    play(match, ("Ann", plays("skip")), ("Bo", nopes()), ("Ann", nopes()))
    match.resolve()

    assert whose(match) == "Bo 1 normal"


@pytest.mark.parametrize("game", GAMES)
def test_e3_that_ones_own_card_may_be_noped_is_an_option(game: str) -> None:
    match = begin(game, ann="skip nope", options={"nope_own": True}, **THREE)

    play(match, ("Ann", plays("skip")), ("Ann", nopes()))
    match.resolve()

    assert whose(match) == "Ann 1 normal"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("count", "after"), [(0, "Bo"), (1, "Ann"), (2, "Bo"), (3, "Ann"), (4, "Bo")])
def test_e4_odd_numbers_of_nopes_cancel_and_even_ones_do_not(game: str, count: int, after: str) -> None:
    match = begin(game, ann="skip", bo="nope nope", cy="nope nope", pile="shuffle lethal lethal", alive="Ann Bo Cy")
    play(match, ("Ann", plays("skip")))

    play(match, *[(("Bo", "Cy")[number % 2], nopes()) for number in range(count)] or [("Bo", lets())])
    match.resolve()

    assert whose(match) == f"{after} 1 normal"
    assert told(match, "discard") == ([] if count % 2 else ["skip"]) if game == "min72" else ["skip", *["nope"] * count]


@pytest.mark.parametrize("game", GAMES)
def test_e5_after_the_look_a_nope_is_too_late(game: str) -> None:
    match = begin(game, ann="see-the-future", **THREE)
    through(match, "Ann", plays("see-the-future"))

    assert refusal(match, "Bo", nopes()) == "no-window-open"
    assert refusal(match, "Bo", lets()) == "no-window-open"


def test_e5_once_the_favor_is_asked_for_a_nope_is_too_late() -> None:
    match = begin(ann="favor", **THREE)
    through(match, "Ann", plays("favor", "Bo"))

    assert refusal(match, "Bo", nopes()) == "no-window-open"
    play(match, ("Bo", gives("nope")))
    assert refusal(match, "Bo", nopes()) == "no-window-open"


def test_e5_once_the_thief_may_steal_a_nope_is_too_late() -> None:
    match = begin("zh56", "seen", ann="cat-1 cat-1", **THREE)
    through(match, "Ann", plays("cat-1 cat-1", "Bo"))

    assert refusal(match, "Bo", nopes()) == "no-window-open"
    play(match, ("Ann", steals("nope")))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("act", [nopes(), lets()])
def test_e5_drawing_the_lethal_card_and_the_defuse_are_not_nopeable(game: str, act: dict[str, object]) -> None:
    match = begin(game, ann="defuse", bo="nope", cy="", pile="lethal shuffle lethal")

    assert refusal(match, "Bo", act) == "no-window-open"
    play(match, ("Ann", draws()))
    assert refusal(match, "Bo", act) == "no-window-open"
    play(match, ("Ann", defuses(0)))
    assert refusal(match, "Bo", act) == "no-window-open"


@pytest.mark.parametrize("game", GAMES)
def test_e6_a_noped_attack_stays_discarded_and_its_player_plays_on(game: str) -> None:
    match = begin(game, ann="attack skip", turn="Ann 2 attack", **THREE)
    play(match, ("Ann", plays("attack")), ("Bo", nopes()))

    ruling = match.resolve()

    assert kinds(ruling.events) == ["cancelled", *(["left-game"] if game == "min72" else []), "turn"]
    assert told(match, "discard") == ([] if game == "min72" else ["attack", "nope"])
    assert whose(match) == "Ann 2 attack"
    through(match, "Ann", plays("skip"))
    assert whose(match) == "Ann 1 attack"


@pytest.mark.parametrize(("game", "card"), [("ek120", "cat-1"), ("min72", "minion-a"), ("zh56", "cat-1")])
def test_e6_a_noped_pair_is_lost_and_steals_nothing(game: str, card: str) -> None:
    match = begin(game, ann=f"{card} {card}", **THREE)
    play(match, ("Ann", plays(f"{card} {card}", "Bo")), ("Cy", nopes()))
    match.resolve()

    assert told(match, "discard") == ([] if game == "min72" else [card, card, "nope"])
    assert (hand(match, "Ann"), hand(match, "Bo"), whose(match)) == ("", "nope nope", "Ann 1 normal")


@pytest.mark.parametrize("game", GAMES)
def test_e7_the_dead_do_not_nope(game: str) -> None:
    match = begin(game, ann="skip", bo="", cy="", di="nope", alive="Ann Cy Di", pile="lethal lethal")
    play(match, ("Ann", plays("skip")))

    assert told(match, "to_act") == ["Cy", "Di"]
    assert match.legal("Bo") == []
    assert refusal(match, "Bo", nopes()) == "seat-out"
    assert refusal(match, "Bo", lets()) == "seat-out"
