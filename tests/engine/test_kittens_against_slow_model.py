"""The referee against the slow model: random Exploding games, legal acts and forbidden ones, no difference.

`TACOTABLE_GAMES` is how many games of each ruleset are played (80). A failure prints the seed and every
request of its game, one a line, so that they can be piped into `tacotable referee` as they stand.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine.amount import RANDOM_GAMES
from engine.kittens_laws import Laws
from engine.kittens_random_game import RandomKittens
from engine.kittens_slow_legal import legal_acts
from engine.kittens_slow_model import SlowKittens
from engine.kittens_slow_world import Json
from engine.traits import TRAITS
from scenarios.comparison import differences, scenarios
from tacotable.protocol.json_lines import Referee

pytestmark = pytest.mark.long

ONE_GAME_IN = {"dealt": 2, "seen": 4, "blind": 4}
AS_OFTEN = {"min72": 3}
"""Where there are more kinds of cards, it takes more games to meet them all."""
TABLES = [(game, mode) for game in TRAITS for mode in ONE_GAME_IN]
SCENARIOS = scenarios(Path(__file__).parent.parent / "scenarios" / "exploding.jsonl")

ALWAYS = {
    "play",
    "nope",
    "late nope",
    "let",
    "draw",
    "defuse",
    "explode",
    "attack",
    "skip",
    "see-the-future",
    "shuffle",
    "pair",
}
ONLY_IN_MODE = {"dealt": set[str](), "seen": {"deal", "steal"}, "blind": {"steal", "deny"}}


@cache
def games(game: str, mode: str) -> list[RandomKittens]:
    """Play this ruleset's share of the games in one mode."""
    played = []
    for number in range(RANDOM_GAMES * AS_OFTEN.get(game, 1) // ONE_GAME_IN[mode]):
        played.append(RandomKittens(f"{game} {mode} {number}", game, mode, Referee()))
        played[-1].play()
    return played


def story(game: RandomKittens, wrong: list[str]) -> str:
    """Tell a failed game so that it can be played again."""
    return "\n".join([f"seed {game.seed!r}:", *wrong, *(json.dumps(request) for request in game.requests)])


@pytest.mark.long(keep=3)
@pytest.mark.parametrize(("game", "mode"), TABLES)
def test_referee_rules_and_tells_everything_as_the_slow_model_does(game: str, mode: str) -> None:
    played = games(game, mode)

    different = [story(one, one.differences) for one in played if one.differences]

    assert not different, f"{len(different)} of {len(played)} games differ; the first:\n{different[0]}"


@pytest.mark.parametrize("law", Laws().broken)
@pytest.mark.parametrize(("game", "mode"), TABLES)
def test_it_is_a_law_that(game: str, mode: str, law: str) -> None:
    broken = [story(played, wrong) for played in games(game, mode) if (wrong := played.laws.broken[law])]

    assert broken[:1] == []


@pytest.mark.parametrize(("game", "mode"), TABLES)
def test_random_games_meet_every_phase_every_ruling_and_every_effect(game: str, mode: str) -> None:
    rulings = sum((played.rulings for played in games(game, mode)), Counter[str]())
    phases = sum((played.phases for played in games(game, mode)), Counter[str]())
    effects = sum((played.effects for played in games(game, mode)), Counter[str]())

    is_denied = mode == "blind" and game != "min72"
    assert set(rulings) == {"ok", "legal", "illegal", "error"} | ({"unproven"} if is_denied else set())
    assert set(phases) == phases_of(game, mode)
    assert set(effects) == ALWAYS | TRAITS[game].effects | (ONLY_IN_MODE[mode] - (set() if is_denied else {"deny"}))


def phases_of(game: str, mode: str) -> set[str]:
    by_hand = {"dealt": set[str](), "seen": {"deal", "steal"}, "blind": {"steal"}}[mode]
    if mode != "dealt" and game != "zh56":
        by_hand |= {"draw"}
    return {"turn", "window", "defuse", "over"} | by_hand | TRAITS[game].asked


def looks(referee: Referee, requests: list[Json]) -> list[Json]:
    """Ask all of it, and look after each request at what the table, Ann and Di see and may do."""
    seen: list[Json] = []
    for request in requests:
        referee.handle(request)
        seen += [dict(referee.handle({"op": "view", "seat": viewer})) for viewer in ("table", "Ann", "Di")]
        seen += [dict(referee.handle({"op": "legal", "seat": seat})) for seat in ("Ann", "Di")]
    return seen


@pytest.mark.parametrize("game", list(TRAITS))
@pytest.mark.parametrize("card", ["skip", "attack", "shuffle", "see-the-future"])
def test_a_window_looks_the_same_whoever_holds_a_nope(game: str, card: str) -> None:
    """No view and no list of acts may tell who could answer (rules 3.4)."""
    death = "exploding-minion" if game == "min72" else "exploding-kitten"
    table = {"pile": ["skip", death, "shuffle", death, death], "turn": {"seat": "Ann", "left": 1, "source": "normal"}}
    begin = {"op": "new", "game": game, "seats": ["Ann", "Bo", "Cy", "Di"], "seed": 5}
    acts: list[Json] = [
        {"op": "act", "seat": "Ann", "do": "play", "cards": [card]},
        {"op": "act", "seat": "Di", "do": "let"},
        {"op": "act", "seat": "Bo", "do": "let"},
        {"op": "act", "seat": "Cy", "do": "let"},
    ]

    seen = []
    for bo, cy in ((["nope", "nope"], ["skip", "attack"]), (["skip", "attack"], ["nope", "nope"])):
        hands = {"Ann": [card, "nope"], "Bo": bo, "Cy": cy, "Di": ["defuse"]}
        seen.append(looks(Referee(), [{**begin, "position": {**table, "hands": hands}}, *acts]))

    assert seen[0] == seen[1]


class ModelReferee:
    """The slow model in the referee's place, with a chance of its own."""

    def __init__(self) -> None:
        self.rng = random.Random(1)
        self.model: SlowKittens | None = None

    def handle(self, request: Json | str) -> Json:
        """Answer a request as the protocol says, as far as the scenarios look."""
        if isinstance(request, str):
            return {"error": "not understood"}
        if request["op"] == "new":
            self.model = SlowKittens(request)
            self.model.settle(self.rng)
            return {"ok": True, "state": self.model.state()}
        assert self.model
        if request["op"] == "view":
            return {"state": self.model.state(request["seat"])}
        if request["op"] == "legal":
            return {"acts": legal_acts(self.model.world, request["seat"])}
        if request["op"] not in ("act", "resolve", "clock", "undo"):
            return {"error": "not understood"}
        (ruling,) = self.model.hear(request)
        self.model.settle(self.rng)
        return {"ruling": ruling, "violations": [], "state": self.model.state()} if ruling != "error" else {"error": ""}


def is_known_to_the_slow_model(scenario: dict[str, Any]) -> bool:
    """Tell whether a scenario has neither a deck of the owner's nor the arbiter in it."""
    sent = [step["send"] for step in scenario["steps"] if isinstance(step["send"], dict)]
    return not any("deck" in one or one["op"] in ("rule", "amend") for one in sent)


@pytest.mark.parametrize(
    "scenario",
    [scenario for scenario in SCENARIOS if is_known_to_the_slow_model(scenario)],
    ids=lambda scenario: str(scenario["id"]),
)
def test_slow_model_answers_the_scenarios(scenario: dict[str, Any]) -> None:
    referee = ModelReferee()

    for step in scenario["steps"]:
        reply = referee.handle(step["send"])

        assert not list(differences(step["expect"], reply)), step["send"]
