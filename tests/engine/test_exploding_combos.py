"""Favor and cards laid together, each ruling a sentence (docs/rulings.md, Combos and targets)."""

from __future__ import annotations

import pytest

from engine.exploding_tables import (
    MEANT,
    begin,
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
from engine.tacocat_tables import StackedChance, play, refusal, told
from engine.traits import TRAITS
from tacotable_engine import Match

TRIPLES = ("ek120", "zh56")
PAIRS = (("ek120", "cat-1"), ("min72", "minion-a"), ("zh56", "cat-1"))


@pytest.mark.parametrize("game", TRIPLES)
def test_e10_an_empty_hand_is_asked_no_favor(game: str) -> None:
    match = begin(game, ann="favor", bo="", cy="skip", pile="lethal lethal")

    assert refusal(match, "Ann", plays("favor", "Bo")) == "target-empty"
    assert match.legal("Ann") == [{"do": "play", "cards": ["favor"], "target": "Cy"}, {"do": "draw"}]


@pytest.mark.parametrize(("game", "card"), PAIRS)
def test_e10_nothing_is_stolen_from_an_empty_hand(game: str, card: str) -> None:
    match = begin(game, ann=f"{card} {card}", bo="", cy="", pile="lethal lethal")

    assert refusal(match, "Ann", plays(f"{card} {card}", "Bo")) == "target-empty"
    assert match.legal("Ann") == [{"do": "draw"}]


@pytest.mark.parametrize("game", TRIPLES)
@pytest.mark.parametrize("mode", ["dealt", "seen", "blind"])
def test_e10_a_victim_whose_last_card_went_meanwhile_gives_nothing(game: str, mode: str) -> None:
    match = begin(game, mode, ann="favor", bo="nope", cy="nope", pile="lethal lethal")
    play(match, ("Ann", plays("favor", "Bo")), ("Cy", nopes()), ("Bo", nopes()))

    ruling = match.resolve()

    assert kinds(ruling.events) == ["found-nothing"]
    assert (told(match, "phase"), whose(match)) == ("turn", "Ann 1 normal")


@pytest.mark.parametrize(("game", "card"), PAIRS)
@pytest.mark.parametrize("mode", ["dealt", "seen", "blind"])
def test_e10_a_victim_whose_last_card_went_meanwhile_is_not_robbed(game: str, card: str, mode: str) -> None:
    match = begin(game, mode, ann=f"{card} {card}", bo="nope", cy="nope", pile="lethal lethal")
    play(match, ("Ann", plays(f"{card} {card}", "Bo")), ("Cy", nopes()), ("Bo", nopes()))

    ruling = match.resolve()

    assert kinds(ruling.events)[0] == "found-nothing"
    assert (told(match, "phase"), whose(match)) == ("turn", "Ann 1 normal")


@pytest.mark.parametrize("game", TRIPLES)
@pytest.mark.parametrize("mode", ["dealt", "seen", "blind"])
def test_e11_three_of_a_kind_against_an_empty_hand_is_legal_and_fails(game: str, mode: str) -> None:
    match = begin(game, mode, ann="cat-1 cat-1 cat-1", bo="", cy="", pile="lethal lethal")

    ruling = through(match, "Ann", plays("cat-1 cat-1 cat-1", "Bo", "skip"))

    assert kinds(ruling.events) == ["found-nothing"]
    assert told(match, "phase", "discard") == ["turn", ["cat-1", "cat-1", "cat-1"]]


@pytest.mark.parametrize("game", TRIPLES)
def test_e11_three_of_a_kind_with_the_wrong_name_gets_nothing(game: str) -> None:
    match = begin(game, ann="cat-1 cat-1 cat-1", bo="nope", cy="", pile="lethal lethal")

    ruling = through(match, "Ann", plays("cat-1 cat-1 cat-1", "Bo", "skip"))

    assert ruling.events == ({"type": "found-nothing", "seat": "Ann", "target": "Bo", "name": "skip"},)
    assert (hand(match, "Ann"), hand(match, "Bo")) == ("", "nope")


@pytest.mark.parametrize("game", TRIPLES)
def test_e11_three_of_a_kind_with_the_right_name_gets_one_copy(game: str) -> None:
    match = begin(game, ann="cat-1 cat-1 cat-1", bo="skip skip", cy="", pile="lethal lethal")

    through(match, "Ann", plays("cat-1 cat-1 cat-1", "Bo", "skip"))

    assert (hand(match, "Ann"), hand(match, "Bo"), whose(match)) == ("skip", "skip", "Ann 1 normal")


@pytest.mark.parametrize(("game", "card"), PAIRS)
@pytest.mark.parametrize(("first", "left"), [("defuse", "skip"), ("skip", "defuse")])
def test_e12_a_pair_steals_a_card_of_chance(game: str, card: str, first: str, left: str) -> None:
    match = begin(game, ann=f"{card} {card}", bo="defuse skip", pile="lethal", chance=StackedChance(first))

    through(match, "Ann", plays(f"{card} {card}", "Bo"))

    assert (hand(match, "Ann"), hand(match, "Bo"), whose(match)) == (first, left, "Ann 1 normal")


@pytest.mark.parametrize(("game", "card"), PAIRS)
def test_e12_the_reader_tells_which_card_the_thief_took(game: str, card: str) -> None:
    match = begin(game, "seen", ann=f"{card} {card}", bo="defuse skip", cy="attack", pile="lethal lethal")
    through(match, "Ann", plays(f"{card} {card}", "Bo"))

    assert told(match, "phase", "to_act") == ["steal", ["Ann"]]
    assert refusal(match, "Bo", steals("skip")) == "not-your-turn"
    assert refusal(match, "Ann", steals("attack")) == "card-not-held"
    play(match, ("Ann", steals("skip")))
    assert (hand(match, "Ann"), hand(match, "Bo"), whose(match)) == ("skip", "defuse", "Ann 1 normal")


@pytest.mark.parametrize("game", TRIPLES)
@pytest.mark.parametrize("card", ["nope", "defuse", "skip", "attack"])
def test_e13_any_two_cards_of_one_title_are_a_pair(game: str, card: str) -> None:
    match = begin(game, ann=f"{card} {card}", bo="shuffle", pile="lethal")

    through(match, "Ann", plays(f"{card} {card}", "Bo"))

    assert hand(match, "Ann") == "shuffle"


@pytest.mark.parametrize("game", TRIPLES)
@pytest.mark.parametrize("card", ["nope", "defuse", "favor"])
def test_e13_any_three_cards_of_one_title_are_three_of_a_kind(game: str, card: str) -> None:
    match = begin(game, ann=f"{card}*3", bo="shuffle", pile="lethal")

    through(match, "Ann", plays(" ".join([card] * 3), "Bo", "shuffle"))

    assert hand(match, "Ann") == "shuffle"


@pytest.mark.parametrize("laid", ["feral-cat feral-cat", "cat-3 feral-cat", "feral-cat cat-5"])
def test_e14_a_feral_cat_makes_a_pair_with_any_cat_and_with_another(laid: str) -> None:
    match = begin(ann=laid, bo="shuffle", pile="lethal")

    through(match, "Ann", plays(laid, "Bo"))

    assert hand(match, "Ann") == "shuffle"


@pytest.mark.parametrize(
    "laid", ["feral-cat cat-2 cat-2", "feral-cat feral-cat cat-2", "feral-cat feral-cat feral-cat"]
)
def test_e14_a_feral_cat_is_good_in_three_of_a_kind(laid: str) -> None:
    match = begin(ann=laid, bo="shuffle", pile="lethal")

    through(match, "Ann", plays(laid, "Bo", "shuffle"))

    assert hand(match, "Ann") == "shuffle"


@pytest.mark.parametrize("laid", ["feral-cat shuffle", "feral-cat nope", "cat-1 cat-2", "feral-cat cat-1 cat-2"])
def test_e14_a_feral_cat_stands_for_no_other_card_and_for_one_cat_at_a_time(laid: str) -> None:
    match = begin(ann=laid, bo="skip", pile="lethal")
    declared = plays(laid, "Bo", "skip") if len(laid.split()) == 3 else plays(laid, "Bo")

    assert refusal(match, "Ann", declared) == "play-shape"


@pytest.mark.parametrize("game", TRIPLES)
def test_e15_any_one_title_may_be_named_but_the_lethal_card(game: str) -> None:
    match = begin(game, ann="cat-1 cat-1 cat-1", bo="skip", pile="lethal")

    assert refusal(match, "Ann", plays("cat-1 cat-1 cat-1", "Bo", MEANT[game]["lethal"])) == "name-lethal"
    triples = [act for act in match.legal("Ann") if len(act.get("cards", ())) == 3]  # type: ignore[arg-type]  # a list
    assert [act["name"] for act in triples] == TRAITS[game].nameable.split()


def no_specials(game: str, hand_of_ann: str) -> Match:
    return begin(game, ann=hand_of_ann, bo="nope", pile="lethal", options={"special_combos": False})


@pytest.mark.parametrize(
    ("game", "laid"),
    [("ek120", "cat-1 cat-1"), ("ek120", "cat-1 feral-cat"), ("min72", "minion-a minion-a"), ("zh56", "cat-5 cat-5")],
)
def test_e16_with_special_combos_off_pairs_of_cats_or_minions_are_left(game: str, laid: str) -> None:
    match = no_specials(game, laid)

    assert through(match, "Ann", plays(laid, "Bo")).rule == "window-closed"
    assert hand(match, "Ann") == "nope"


@pytest.mark.parametrize("game", TRIPLES)
def test_e16_with_special_combos_off_no_other_combo_is_left(game: str) -> None:
    match = no_specials(game, "skip skip cat-1 cat-1 cat-1")

    assert refusal(match, "Ann", plays("skip skip", "Bo")) == "play-combos-off"
    assert refusal(match, "Ann", plays("cat-1 cat-1 cat-1", "Bo", "nope")) == "play-combos-off"


def test_e16_with_special_combos_off_five_different_do_nothing() -> None:
    match = no_specials("zh56", "skip attack cat-1 cat-2 cat-3")

    assert refusal(match, "Ann", plays("skip attack cat-1 cat-2 cat-3", name="skip")) == "play-combos-off"


FIVE = "skip attack cat-1 cat-2 cat-3"


def test_e17_five_different_name_the_card_when_they_are_played() -> None:
    match = begin("zh56", ann=FIVE, bo="nope", discard="defuse shuffle", pile="lethal")
    play(match, ("Ann", plays(FIVE, name="defuse")))

    assert told(match, "pending")["name"] == "defuse"
    play(match, ("Bo", lets()))
    assert hand(match, "Ann") == "defuse"
    assert told(match, "discard") == ["shuffle", *FIVE.split()]


def test_e17_five_different_may_take_one_of_the_five() -> None:
    match = begin("zh56", ann=FIVE, bo="nope", pile="lethal")

    through(match, "Ann", plays(FIVE, name="skip"))

    assert hand(match, "Ann") == "skip"
    assert told(match, "discard") == ["attack", "cat-1", "cat-2", "cat-3"]


def test_e17_five_different_take_no_lethal_card() -> None:
    match = begin("zh56", ann=FIVE, bo="", cy="", alive="Ann Bo", discard="exploding-kitten", pile="lethal")

    assert refusal(match, "Ann", plays(FIVE, name="exploding-kitten")) == "name-lethal"


def test_e17_five_different_take_what_lies_there() -> None:
    match = begin("zh56", ann=FIVE, bo="", discard="shuffle", pile="lethal")

    assert refusal(match, "Ann", plays(FIVE, name="defuse")) == "name-not-discarded"
    names = [act["name"] for act in match.legal("Ann") if len(act.get("cards", ())) == 5]  # type: ignore[arg-type]  # a list
    assert names == ["attack", "skip", "shuffle", "cat-1", "cat-2", "cat-3"]


def test_e17_noped_five_different_take_nothing() -> None:
    match = begin("zh56", ann=FIVE, bo="nope", discard="defuse", pile="lethal")
    play(match, ("Ann", plays(FIVE, name="defuse")), ("Bo", nopes()))
    match.resolve()

    assert hand(match, "Ann") == ""
    assert told(match, "discard") == ["defuse", *FIVE.split(), "nope"]


def test_five_cards_with_two_alike_are_no_play() -> None:
    match = begin("zh56", ann="skip skip cat-1 cat-2 cat-3", bo="", discard="shuffle", pile="lethal")

    assert refusal(match, "Ann", plays("skip skip cat-1 cat-2 cat-3", name="shuffle")) == "play-shape"


def test_a_favor_may_be_asked_in_the_middle_of_owed_turns() -> None:
    match = begin("zh56", ann="", bo="favor", cy="nope skip", pile="lethal lethal", turn="Bo 2 attack")
    through(match, "Bo", plays("favor", "Cy"))
    play(match, ("Cy", gives("skip")))

    assert (hand(match, "Bo"), whose(match)) == ("skip", "Bo 2 attack")


def test_a_stolen_card_may_be_played_in_the_same_turn() -> None:
    match = begin("ek120", "seen", ann="cat-1 cat-1", bo="skip nope", pile="? ? ?")
    through(match, "Ann", plays("cat-1 cat-1", "Bo"))
    play(match, ("Ann", steals("skip")))
    through(match, "Ann", plays("skip"))

    assert whose(match) == "Bo 1 normal"
