"""Exploding games through the bytes: random people finish them, at their end the cards lie as the referee says.

`TACOTABLE_TABLE_GAMES` is how many games of each kind are played (1); with more, by more numbers of players. A failure
names the seed.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from simulation.people.seating import careful_people_at
from tacotable.autoplay.games import Tally, agree, differences, finish_game, play_games
from tacotable.autoplay.players import Seating, people_at
from tacotable.autoplay.rig import simulated_table
from tacotable.commands.play import percentiles
from tacotable.errors import SetupError
from tacotable.state.facts import Acted, Fact
from tacotable.state.scene import Scene, SpaceScreen
from tacotable.table.file import read_table
from tacotable_engine.exploding.view import ExplodingView
from tacotable_sim.truth import DRAW, hand_of

GAMES = int(os.environ.get("TACOTABLE_TABLE_GAMES", "1"))


class Watcher:
    """Notes what the public display said at some time."""

    def __init__(self) -> None:
        self.said: set[str] = set()

    def __call__(self, scene: Scene) -> None:
        screen = scene.screens["table"]
        assert not isinstance(screen, SpaceScreen)
        self.said.add(screen.sign.code)


def play(game: str, players: int | None, first_seed: int, seating: Seating = people_at) -> tuple[Tally, set[str]]:
    watcher = Watcher()
    table = read_table("kittens")
    tally = play_games(table, GAMES, first_seed, game=game, players=players, on_scene=watcher, seating=seating)
    print(f"{game}, {players or 'any'} players: {tally.acts} acts, light {percentiles(tally.light_s)}")
    return tally, watcher.said


@pytest.mark.long(keep=0)
def test_ten_players_finish_games_with_nopes_races_and_mistakes() -> None:
    tally, said = play("ek120", 10, 1, careful_people_at)

    assert tally.games == GAMES
    assert tally.acts > 150 * GAMES
    assert {"status.claim", "status.noped", "status.noped-back", "status.cancelled"} <= said
    assert "status.tie" in said or GAMES < 20  # about one in two games
    assert {"status.defuse", "status.hide", "status.doomed", "sign.exploded", "sign.won"} <= said
    assert "refusal.wait-kittens" in tally.refusals
    assert len(tally.refusals) >= 4  # kinds of mistakes


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4, 5] if GAMES > 1 else [2, 5])
@pytest.mark.parametrize("game", ["min72", "zh56"])
def test_two_to_five_players_finish_games_of_the_other_printings(game: str, players: int) -> None:
    tally, said = play(game, players, 100 * players + 1)

    assert tally.games == GAMES
    assert {"status.window", "sign.won"} <= said
    assert players < 4 or {"status.defuse", "status.steal"} <= said  # fewer players are soon done


@pytest.mark.long(keep=0)
@pytest.mark.parametrize("players", [2, 3, 6, 8] if GAMES > 1 else [6])
def test_fewer_than_ten_players_finish_games(players: int) -> None:
    tally, _ = play("ek120", players, 1000 + 100 * players)

    assert tally.games == GAMES


@pytest.mark.long(keep=0)
def test_three_players_finish_a_game() -> None:
    tally = play_games(read_table("kittens"), 1, 2, game="zh56", players=3)

    assert tally.games == 1
    assert tally.acts > 20


@pytest.mark.long(keep=0)
def test_the_same_seed_plays_the_same_kittens() -> None:
    first, second = (play_games(read_table("kittens"), 1, 4, game="zh56", players=2).records for _ in range(2))

    assert first == second


def test_a_game_of_too_many_says_how_many_may_play() -> None:
    expected = "this game is for 2 to 5 players at this table; 6 cannot play it"
    with pytest.raises(SetupError, match=expected):
        play_games(read_table("kittens"), 1, 1, game="min72", players=6)


def test_every_card_is_somewhere_while_a_game_is_played() -> None:
    with simulated_table("kittens", seed=3, game="min72") as rig:
        sizes = set()
        rig.program.controller.after_each(
            lambda: sizes.add(sum(len(rig.table.truth.at(p)) for p in rig.table.truth.places))
        )
        finish_game(rig, Random(3), 2)

    assert len(sizes) == 1


@pytest.mark.long(keep=0)
def test_what_was_played_is_what_the_referee_was_told() -> None:
    with simulated_table("kittens", seed=5, game="zh56") as rig:
        finish_game(rig, Random(5), 2)
        facts: tuple[Fact, ...] = tuple(getattr(rig.program.journal, "facts", ()))
        played = [fact for fact in facts if isinstance(fact, Acted) and fact.act["do"] == "play"]
        faces = rig.program.controller.situation.devices.faces

    assert played
    assert all(fact.act["cards"] == [faces[tag] for tag in fact.tags][:5] for fact in played)


@pytest.mark.parametrize(
    ("lying", "told", "expected"),
    [
        (["skip", "nope"], ["skip", "nope"], True),
        (["skip", "nope"], ["nope", "skip"], False),
        (["skip", "nope"], ["?", "skip"], True),
        (["skip", "nope"], ["?", "attack"], False),
        (["skip"], ["?", "skip"], False),
    ],
)
def test_a_pile_agrees_card_by_card_or_by_what_is_known(lying: list[str], told: list[str], expected: bool) -> None:
    assert agree(lying, told) is expected


@pytest.mark.long(keep=0)
def test_a_table_whose_cards_were_moved_by_no_rule_disagrees() -> None:
    with simulated_table("kittens", seed=5, game="zh56") as rig:
        view = finish_game(rig, Random(5), 2).public_view
        assert isinstance(view, ExplodingView)
        rig.table.place(rig.table.truth.at(DRAW)[0].tag, hand_of(str(view.winner)))

        assert len(differences(rig.table.truth, view)) == 2
