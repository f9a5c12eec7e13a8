"""The referee against the slow model: random games of Tacocat, legal acts and forbidden ones, no difference.

`TACOTABLE_GAMES` is how many games of each edition are played (80). A failure prints the seed and every
request of its game, one a line, so that they can be piped into `tacotable referee` as they stand.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache

import pytest

from engine.amount import RANDOM_GAMES
from engine.random_game import RandomGame
from tacotable.protocol.json_lines import Referee

pytestmark = pytest.mark.long

ONE_GAME_IN = {"dealt": 2, "seen": 4, "blind": 4}
TABLES = [(game, mode) for game in ("tc38", "tc36") for mode in ONE_GAME_IN]


@cache
def games(game: str, mode: str) -> list[RandomGame]:
    """Play this edition's share of the games in one mode."""
    played = []
    for number in range(RANDOM_GAMES // ONE_GAME_IN[mode]):
        played.append(RandomGame(f"{game} {mode} {number}", game, mode, Referee()))
        played[-1].play()
    return played


def story(game: RandomGame, wrong: list[str]) -> str:
    """Tell a failed game so that it can be played again."""
    return "\n".join([f"seed {game.seed!r}:", *wrong, *(json.dumps(request) for request in game.requests)])


def broken(game: str, mode: str, law: str) -> list[str]:
    return [story(played, wrong) for played in games(game, mode) if (wrong := played.laws.broken[law])][:1]


@pytest.mark.long(keep=2)
@pytest.mark.parametrize(("game", "mode"), TABLES)
def test_referee_rules_and_tells_everything_as_the_slow_model_does(game: str, mode: str) -> None:
    played = games(game, mode)

    different = [story(one, one.differences) for one in played if one.differences]

    assert not different, f"{len(different)} of {len(played)} games differ; the first:\n{different[0]}"


@pytest.mark.parametrize(("game", "mode"), TABLES)
def test_nth_round_win_lands_on_the_winners_nth_space_and_the_fourth_ends_the_game(game: str, mode: str) -> None:
    assert broken(game, mode, "four wins") == []


@pytest.mark.parametrize(("game", "mode"), TABLES)
def test_no_card_is_lost_or_made(game: str, mode: str) -> None:
    assert broken(game, mode, "conservation") == []


@pytest.mark.parametrize(("game", "mode"), TABLES)
def test_hands_are_equal_whenever_no_exchange_is_open(game: str, mode: str) -> None:
    assert broken(game, mode, "equal hands") == []


@pytest.mark.parametrize(("game", "mode"), TABLES)
def test_random_games_meet_every_phase_and_every_ruling(game: str, mode: str) -> None:
    rulings = sum((played.rulings for played in games(game, mode)), Counter[str]())
    phases = sum((played.phases for played in games(game, mode)), Counter[str]())

    only_here = {"unproven"} if mode == "blind" else set[str]()
    dealt_by_hand = {"deal"} if mode == "seen" else set[str]()
    assert set(rulings) == {"ok", "legal", "illegal", "error"} | only_here
    assert set(phases) == {"replace", "duel", "attack", "answer", "showdown", "over"} | dealt_by_hand
