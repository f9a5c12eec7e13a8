"""Turns and games worked out by hand from the rulebooks' examples (docs/rulings.md)."""

from __future__ import annotations

import pytest

from engine.exploding_tables import (
    GAMES,
    begin,
    cards,
    defuses,
    draws,
    hand,
    nopes,
    plays,
    through,
    whose,
)
from engine.tacocat_tables import StackedChance, play, told


@pytest.mark.parametrize("game", GAMES)
def test_a_player_sees_a_lethal_card_attacks_is_noped_shuffles_and_draws(game: str) -> None:
    match = begin(
        game,
        ann="see-the-future attack shuffle",
        bo="",
        cy="nope",
        pile="lethal skip shuffle see-the-future lethal",
        chance=StackedChance("skip shuffle"),
    )

    through(match, "Ann", plays("see-the-future"))
    seen = match.view("Ann")["peek"]
    play(match, ("Ann", plays("attack")), ("Cy", nopes()))
    match.resolve()
    after_nope = whose(match)
    through(match, "Ann", plays("shuffle"))
    play(match, ("Ann", draws()))

    assert seen == cards(game, "lethal skip shuffle")
    assert after_nope == "Ann 1 normal"
    noped = [] if game == "min72" else ["attack", "nope"]
    assert told(match, "discard") == ["see-the-future", *noped, "shuffle"]
    assert (hand(match, "Ann"), whose(match)) == ("skip", "Bo 1 normal")


@pytest.mark.parametrize("game", GAMES)
def test_a_player_sees_a_lethal_card_and_skips_so_that_the_next_one_faces_it(game: str) -> None:
    match = begin(game, ann="see-the-future skip", bo="", cy="", pile="lethal shuffle lethal")

    through(match, "Ann", plays("see-the-future"))
    through(match, "Ann", plays("skip"))
    ruling = play(match, ("Bo", draws()))

    assert ruling.rule == "drew-and-exploded"
    assert told(match, "alive") == ["Ann", "Cy"]


@pytest.mark.parametrize("game", GAMES)
def test_attacked_a_player_skips_once_and_still_owes_a_turn(game: str) -> None:
    match = begin(game, ann="attack", bo="skip skip", cy="", pile="shuffle lethal lethal")

    through(match, "Ann", plays("attack"))
    through(match, "Bo", plays("skip"))

    assert whose(match) == "Bo 1 attack"
    through(match, "Bo", plays("skip"))
    assert whose(match) == "Cy 1 normal"


@pytest.mark.parametrize("game", GAMES)
def test_a_nope_on_a_nope_and_the_look_happens_after_all(game: str) -> None:
    match = begin(game, ann="see-the-future nope", bo="nope", cy="", pile="skip lethal lethal")

    play(match, ("Ann", plays("see-the-future")), ("Bo", nopes()), ("Ann", nopes()))
    match.resolve()

    assert match.view("Ann")["peek"] == cards(game, "skip lethal lethal")


@pytest.mark.parametrize("game", ["ek120", "zh56"])
def test_three_of_a_kind_name_a_defuse_and_get_it(game: str) -> None:
    match = begin(game, ann="cat-4*3", bo="", cy="skip defuse nope", pile="shuffle lethal lethal")

    through(match, "Ann", plays("cat-4 cat-4 cat-4", "Cy", "defuse"))

    assert (hand(match, "Ann"), sorted(hand(match, "Cy").split())) == ("defuse", ["nope", "skip"])


def test_two_players_end_a_short_game_of_the_original_printing() -> None:
    match = begin("zh56", ann="defuse attack", bo="nope defuse", pile="skip lethal shuffle")

    play(match, ("Ann", plays("attack")), ("Bo", nopes()))
    match.resolve()
    play(match, ("Ann", draws()), ("Bo", draws()), ("Bo", defuses(0)))
    through(match, "Ann", plays("skip"))
    ruling = play(match, ("Bo", draws()))

    assert ruling.events[-1] == {"type": "game-won", "seat": "Ann"}
    assert told(match, "phase", "winner", "to_act", "pile") == ["over", "Ann", [], ["shuffle"]]
    assert told(match, "discard") == ["attack", "nope", "defuse", "skip", "exploding-kitten"]


def test_four_players_clone_for_tempo_and_an_elimination_drops_three_turns() -> None:
    match = begin(
        "min72",
        ann="clone",
        bo="attack",
        cy="clone",
        di="skip",
        discard="skip",
        pile="lethal draw-from-bottom lethal lethal",
    )

    turns = []
    for seat, card in (("Ann", "clone"), ("Bo", "attack"), ("Cy", "clone"), ("Di", "skip")):
        through(match, seat, plays(card))
        turns.append(whose(match))
    play(match, ("Di", draws()))

    assert turns == ["Bo 1 normal", "Cy 2 attack", "Di 4 attack", "Di 3 attack"]
    assert (whose(match), told(match, "alive")) == ("Ann 1 normal", ["Ann", "Bo", "Cy"])
