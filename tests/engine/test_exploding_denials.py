"""Three of a kind in mode `blind`: what is asked, given and denied, and how a denial stands at once."""

from __future__ import annotations

from typing import Any

import pytest

from engine.exploding_tables import begin, denies, gives, hand, kinds, plays, through, whose
from engine.tacocat_tables import play, refusal, told
from tacotable_engine import Match

TRIPLES = ("ek120", "zh56")
CATS = "cat-1 cat-1 cat-1"
REST = "attack*4 skip*4 favor*4 shuffle*4 see-the-future*5 cat-1*4 cat-2*4 cat-3*4 cat-4*4 cat-5*4"
"""What else is in the game zh56 with two players, beside a lethal card, four Defuses and five Nopes."""


def asked(name: str, game: str = "zh56", **told_of: Any) -> Match:
    """Let Ann ask Bo for a card by three of a kind."""
    match = begin(game, "blind", **{"ann": CATS, "bo": "? ? ?", "pile": "? ? ?", **told_of})
    through(match, "Ann", plays(CATS, "Bo", name))
    return match


@pytest.mark.parametrize("game", TRIPLES)
def test_blind_three_of_a_kind_asks_its_target_who_may_give_the_named_card(game: str) -> None:
    match = asked("skip", game)

    assert told(match, "phase", "to_act") == ["give", ["Bo"]]
    assert refusal(match, "Bo", gives("attack")) == "give-named"
    ruling = play(match, ("Bo", gives("skip")))
    assert ruling.events == ({"type": "gave", "seat": "Bo", "target": "Ann", "card": "skip"},)
    assert (hand(match, "Ann"), hand(match, "Bo")) == ("skip", "? ?")


@pytest.mark.parametrize("game", TRIPLES)
def test_blind_a_denial_is_unproven_where_hidden_cards_may_refute_it(game: str) -> None:
    match = asked("skip", game)

    ruling = match.act("Bo", denies())

    assert (ruling.ruling, ruling.rule, ruling.violations) == ("unproven", "denied", ())
    assert ruling.events == ({"type": "denied", "seat": "Bo", "card": "skip"},)
    assert (told(match, "phase"), whose(match)) == ("turn", "Ann 1 normal")


@pytest.mark.parametrize(
    ("bo", "discard"),
    [("attack nope", ""), ("? attack", "skip*4")],
)
def test_blind_a_denial_is_legal_where_nothing_could_refute_it(bo: str, discard: str) -> None:
    match = asked("skip", bo=bo, discard=discard)

    assert match.act("Bo", denies()).ruling == "legal"


def test_blind_a_denial_is_illegal_where_the_card_was_shown() -> None:
    match = asked("defuse", bo="defuse ?")

    assert refusal(match, "Bo", denies()) == "deny-refuted"


def test_blind_a_denial_is_illegal_where_the_card_can_be_nowhere_else() -> None:
    """All cards but Bo's and the lethal one are shown, so that Bo holds the fifth Nope."""
    rest = REST.replace("cat-1*4", "cat-1")
    match = asked("nope", bo="? ?", discard=f"nope*4 defuse*3 {rest}", pile="?")
    other = asked("defuse", bo="? ?", discard=f"nope*5 defuse*2 {rest}", pile="?")

    assert refusal(match, "Bo", denies()) == "deny-refuted"
    assert refusal(other, "Bo", denies()) == "deny-refuted"


def test_blind_a_denial_stays_unproven_where_a_copy_may_be_in_the_pile() -> None:
    rest = REST.replace("cat-1*4", "cat-1")
    match = asked("nope", bo="? ?", discard=f"nope*4 defuse*2 {rest}", pile="? ?")

    assert match.act("Bo", denies()).ruling == "unproven"


@pytest.mark.parametrize("game", TRIPLES)
def test_blind_three_of_a_kind_against_an_empty_hand_asks_nothing(game: str) -> None:
    match = begin(game, "blind", ann=CATS, bo="", pile="? ?")

    ruling = through(match, "Ann", plays(CATS, "Bo", "skip"))

    assert (kinds(ruling.events), told(match, "phase")) == (["found-nothing"], "turn")


@pytest.mark.parametrize("game", TRIPLES)
def test_denying_is_for_blind_games_alone(game: str) -> None:
    match = begin(game, ann="favor", bo="skip", pile="lethal")
    through(match, "Ann", plays("favor", "Bo"))

    assert refusal(match, "Bo", denies()) == "deny-known"
