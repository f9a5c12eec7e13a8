"""The odds of the Exploding games are exact, and use nothing that their viewer may not know.

`TACOTABLE_ODDS` is how many small positions are compared with brute force (200 by default), and with 2000 so are 200
full games with sampled worlds (6 by default).
"""

from __future__ import annotations

import json
import math
import os
import random
from collections import Counter
from itertools import islice
from typing import Any

import pytest

from engine.exploding_strategies import MODES, completed, new_match, step
from engine.exploding_tables import GAMES, SEATS
from engine.exploding_worlds import PAIRS, moments
from engine.proof_exploding_odds import Answer, Walk, by_brute_force, by_sampling
from engine.tacocat_tables import SeededChance
from tacotable_engine import Match
from tacotable_engine.companion.exploding.companion import EXPLODING
from tacotable_engine.exploding.ruleset import load_ruleset
from tacotable_engine.exploding.state import Phase

POSITIONS = int(os.environ.get("TACOTABLE_ODDS", "200"))
FULL = POSITIONS // 10 if POSITIONS >= 2000 else 6
TABLES = [(game, mode) for game in GAMES for mode in MODES]
FIGHTS = ("attack", "skip", "see-the-future", "shuffle", "nope", "favor", "draw-from-bottom", "alter-the-future")


def small_match(game: str, mode: str, rng: random.Random) -> Match:
    """Give a position with few hidden cards; all others lie on the discard pile."""
    ruleset, players = load_ruleset(game), rng.choice([2, 2, 3])
    seats = list(SEATS[:players])
    left = Counter(ruleset.card_set(players).counts)
    left["defuse"] = players + ruleset.extra_defuses(players)
    wanted = [card for card in FIGHTS if left[card]] + ["defuse"] * 4 + [ruleset.mimic or "nope", ruleset.plain[0]]
    hands: dict[str, list[str]] = {}
    for seat in seats:
        title = rng.choice([card for card in left if left[card] > 2])
        chosen = [title] * rng.choice([0, 0, 2, 3]) if seat == seats[0] else []
        chosen += [rng.choice(wanted) for _ in range(rng.randint(1, 3) if seat == seats[0] or players == 2 else 1)]
        hands[seat] = [card for card in chosen if take(left, card)]
    pile = [card for card in (rng.choice(wanted) for _ in range(rng.randint(1, 3))) if take(left, card)]
    pile += [ruleset.lethal] * (players - 1)
    rng.shuffle(pile)
    discard = list(left.elements())
    rng.shuffle(discard)
    position: dict[str, Any] = {"hands": hands, "pile": pile, "discard": discard}
    if mode != "dealt":
        position["pile"] = ["?"] * len(pile)
    if mode == "blind":
        position["hands"] = {seat: ["?"] * len(hand) for seat, hand in hands.items()}
    setup = {"game": game, "seats": seats, "mode": mode, "position": position}
    return Match.new(setup, SeededChance(rng.randrange(10**6)))


def take(left: Counter[str], card: str) -> bool:
    if left[card] <= 0:
        return False
    left[card] -= 1
    return True


def play_on(match: Match, rng: random.Random, most: int) -> None:
    """Play, and now and then mix the pile by hand."""
    for _ in range(most):
        if match.state.winner is not None or not match.state.pile:
            return
        if rng.random() < 0.03:
            match.amend({"do": "shuffled"})
        elif match.state.phase is Phase.TURN and rng.random() < 0.5 and match.state.terms.mode != "blind":
            seat = match.state.name(match.state.turn.seat)
            plays = [act for act in match.legal(seat) if act["do"] == "play"]
            if plays:
                match.act(seat, completed(match, seat, dict(rng.choice(plays)), rng))
        elif match.state.phase is Phase.WINDOW and rng.random() < 0.5:
            match.resolve()
        else:
            step(match, rng)


def odds_of(match: Match, viewer: str) -> Answer:
    odds = EXPLODING.odds(match, viewer, 0, random.Random(0))
    assert (odds.by, odds.error) == ("exact", 0.0)
    return Answer(**odds.values)  # type: ignore[arg-type]  # JSON values


def flat(answer: Answer) -> list[float]:
    return [*answer.lethal_at, *answer.explode, *(p for seat in answer.holds.values() for p in seat.values())]


@pytest.mark.long(keep=2)
@pytest.mark.parametrize(("game", "mode"), TABLES)
def test_odds_are_those_of_every_world_that_agrees_with_what_the_viewer_knows(game: str, mode: str) -> None:
    compared = 0
    number = 0
    while compared < -(-POSITIONS // len(TABLES)):
        rng = random.Random(f"{game} {mode} {number}")
        number += 1
        match = small_match(game, mode, rng)
        play_on(match, rng, rng.randint(0, 14))
        if match.state.winner is not None:
            continue
        viewer = rng.choice([*match.state.alive, None])
        hidden = Walk(match, viewer).begin()[0]
        if math.factorial(len(hidden)) / math.prod(map(math.factorial, Counter(hidden).values())) > 6000:
            continue
        compared += 1

        told = odds_of(match, "table" if viewer is None else match.seats[viewer])

        expected = by_brute_force(match, viewer)
        assert told.holds.keys() == expected.holds.keys()
        assert flat(told) == pytest.approx(flat(expected), abs=1e-9), (number, match.record(), viewer)


@pytest.mark.long(keep=2)
@pytest.mark.parametrize("mode", ["dealt", "blind"])
@pytest.mark.parametrize("game", GAMES)
def test_odds_of_full_games_are_within_the_error_of_sampled_worlds(game: str, mode: str) -> None:
    compared = number = 0
    while compared < -(-FULL // (2 * len(GAMES))):
        rng = random.Random(f"full {game} {mode} {number}")
        number += 1
        match = new_match(game, rng.randint(2, 4), mode, number)
        play_on(match, rng, rng.randint(4, 16))
        if match.state.winner is not None:
            continue
        viewer = rng.choice([*match.state.alive, None])
        sampled, worth = by_sampling(match, viewer, 500, rng)
        if worth < 100:
            continue
        compared += 1

        told = odds_of(match, "table" if viewer is None else match.seats[viewer])

        for one, other in zip(flat(told), flat(sampled), strict=True):
            error = math.sqrt(max(one * (1 - one), 0.02) / worth)
            assert abs(one - other) < 4.8 * error, (number, match.record(), viewer)


@pytest.mark.parametrize("game", GAMES)
def test_worlds_that_a_viewer_cannot_tell_apart_have_the_same_odds(game: str) -> None:
    asked = (
        (match, twin, viewer)
        for match, twin, viewer, rng in moments(game, "pair")
        if rng.random() < 0.15 and match.seats.index(viewer) in match.state.alive
    )
    for match, twin, viewer in islice(asked, -(-PAIRS // len(GAMES))):
        assert odds_bytes(match, viewer) == odds_bytes(twin, viewer), match.record()


def odds_bytes(match: Match, viewer: str) -> bytes:
    odds = [EXPLODING.odds(match, who, 0, random.Random(0)) for who in (viewer, "table")]
    return json.dumps([[dict(one.values), one.by, one.error] for one in odds]).encode()
