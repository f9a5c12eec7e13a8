"""Denials in mode `blind`: what is shown later may prove one wrong, and only then is anybody accused."""

from __future__ import annotations

from typing import Any

import pytest

from engine.exploding_tables import begin, denies, draws, explodes, gives, nopes, plays, steals, through
from engine.tacocat_tables import play
from tacotable_engine import Match, Ruling, Violation

CATS = "cat-1 cat-1 cat-1"


def denied(card: str, **told: Any) -> Match:
    """Let Bo say, with act 2, that he has no such card."""
    match = begin("zh56", "blind", **{"ann": f"{CATS} ? ?", "bo": "? ? ?", "cy": "? ? ?", "pile": "?*8", **told})
    through(match, "Ann", plays(CATS, "Bo", card))
    assert match.act("Bo", denies()).ruling == "unproven"
    return match


def proven(ruling: Ruling) -> list[tuple[int, str | None, tuple[int, ...]]]:
    return [(violation.act, violation.seat, violation.proof) for violation in ruling.violations]


def test_a_nope_that_was_denied_proves_the_denial_wrong_when_it_is_laid() -> None:
    match = denied("nope")
    play(match, ("Ann", plays("skip")))

    ruling = play(match, ("Bo", nopes()))

    assert (ruling.ruling, ruling.rule) == ("legal", "noped")
    assert proven(ruling) == [(2, "Bo", (2, 4))]


def test_a_violation_is_told_once() -> None:
    match = denied("nope", bo="? ? ? ?")
    play(match, ("Ann", plays("skip")), ("Bo", nopes()), ("Cy", nopes()))

    assert play(match, ("Bo", nopes())).violations == ()


def test_a_violation_is_an_earlier_act_with_its_rule_and_its_proof() -> None:
    match = denied("nope")
    play(match, ("Ann", plays("skip")))

    (violation,) = play(match, ("Bo", nopes())).violations

    assert isinstance(violation, Violation)
    assert violation.as_dict() == {"act": 2, "rule": violation.rule, "seat": "Bo", "proof": [2, 4]}


def test_a_card_that_may_have_been_drawn_since_proves_nothing() -> None:
    match = denied("nope")
    play(match, ("Ann", draws()), ("Bo", draws()), ("Cy", plays("skip")))

    assert play(match, ("Bo", nopes())).violations == ()


def test_a_second_copy_after_one_unseen_draw_proves_the_denial_wrong() -> None:
    match = denied("nope")
    play(match, ("Ann", draws()), ("Bo", draws()), ("Cy", plays("skip")), ("Bo", nopes()), ("Ann", nopes()))

    ruling = play(match, ("Bo", nopes()))

    assert [(act, seat) for act, seat, _ in proven(ruling)] == [(2, "Bo")]


def test_a_card_that_may_have_been_stolen_since_proves_nothing() -> None:
    match = denied("favor", bo="cat-2 cat-2 ? ?")
    play(match, ("Ann", draws()))
    through(match, "Bo", plays("cat-2 cat-2", "Cy"))
    play(match, ("Bo", steals()))

    assert play(match, ("Bo", plays("favor", "Ann"))).violations == ()


def test_a_hand_that_is_shown_proves_a_denial_wrong() -> None:
    match = denied("favor")
    play(match, ("Ann", draws()), ("Bo", draws("exploding-kitten")))

    ruling = play(match, ("Bo", explodes("skip favor nope")))

    assert proven(ruling) == [(2, "Bo", (2, 5))]


def test_a_hand_that_is_shown_without_the_card_proves_nothing() -> None:
    match = denied("favor")
    play(match, ("Ann", draws()), ("Bo", draws("exploding-kitten")))

    assert play(match, ("Bo", explodes("skip attack nope"))).violations == ()


def test_a_card_that_could_only_come_from_the_denier_proves_the_denial_wrong() -> None:
    """Bo gives Cy an unseen card, who had none; Cy then plays what Bo denied."""
    match = denied("attack", cy="favor")
    play(match, ("Ann", draws("skip")), ("Bo", draws("skip")))
    through(match, "Cy", plays("favor", "Bo"))
    play(match, ("Bo", gives()))

    ruling = play(match, ("Cy", plays("attack")))

    assert [(act, seat) for act, seat, _ in proven(ruling)] == [(2, "Bo")]


def test_undo_takes_the_proof_back_and_the_act_tells_it_again() -> None:
    match = denied("nope")
    play(match, ("Ann", plays("skip")), ("Bo", nopes()))
    match.undo()

    assert [(act, seat) for act, seat, _ in proven(play(match, ("Bo", nopes())))] == [(2, "Bo")]


def test_a_denial_that_is_proven_wrong_costs_nothing_whatever_the_option_says() -> None:
    """Only a round of Tacocat can be lost by a violation."""
    match = begin(
        "zh56",
        "blind",
        ann=CATS,
        bo="? ?",
        pile="?*8",
        options={"violation": "lose_round"},
    )
    through(match, "Ann", plays(CATS, "Bo", "skip"))
    play(match, ("Bo", denies()), ("Ann", draws()))

    ruling = play(match, ("Bo", plays("skip")))

    assert [(act, seat) for act, seat, _ in proven(ruling)] == [(2, "Bo")]
    assert match.state.alive == (0, 1)


def last_nope() -> Match:
    """Begin where four of five Nopes are shown, and the fifth can only be Bo's or Cy's."""
    rest = "attack*4 skip*4 favor*4 shuffle*4 see-the-future*5 cat-1 cat-2 cat-3*4 cat-4*4 cat-5*4"
    return begin(
        "zh56",
        "blind",
        ann="cat-1*3 cat-2*3",
        bo="? ?",
        cy="? ?",
        discard=f"{rest} nope*4 defuse*3",
        pile="exploding-kitten*2",
    )


def test_two_denials_that_cannot_both_be_true_accuse_nobody_by_name() -> None:
    match = last_nope()
    through(match, "Ann", plays(CATS, "Bo", "nope"))
    first = match.act("Bo", denies())
    through(match, "Ann", plays("cat-2 cat-2 cat-2", "Cy", "nope"))

    second = match.act("Cy", denies())

    assert (first.ruling, first.violations, second.ruling) == ("unproven", (), "unproven")
    assert proven(second) == [(4, None, (2, 4))]


def test_of_two_denials_told_as_contradicting_none_is_told_again() -> None:
    match = last_nope()
    through(match, "Ann", plays(CATS, "Bo", "nope"))
    match.act("Bo", denies())
    through(match, "Ann", plays("cat-2 cat-2 cat-2", "Cy", "nope"))
    match.act("Cy", denies())
    play(match, ("Ann", draws("exploding-kitten")))

    assert play(match, ("Ann", explodes(""))).violations == ()
    assert match.state.claims == ()


@pytest.mark.parametrize("mode", ["dealt", "seen"])
def test_where_hands_are_known_nothing_is_ever_proven_late(mode: str) -> None:
    match = begin("zh56", mode, ann=CATS, bo="nope", pile="skip skip")

    ruling = through(match, "Ann", plays(CATS, "Bo", "skip"))

    assert ruling.violations == ()
    assert match.state.claims == ()
