"""The public projection: numbered without gaps, each event chained to the one before, the same again at each replay."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from hashlib import sha256
from random import Random

import msgspec
import pytest

from pi.patches import changed
from tacotable.app.program import MemoryLog
from tacotable.autoplay.games import finish_game
from tacotable.autoplay.rig import simulated_table
from tacotable.history.projection import Projected, Projection, public_picture
from tacotable.state.changes import changes
from tacotable.state.facts import Began, Fact, Shared
from tacotable.state.role import Content
from tacotable.table.file import read_table
from tacotable.table.kinds import with_game

GAMES = ("tc38", "tc36", "ek120", "min72", "zh56")


@cache
def played(game: str) -> tuple[Fact, ...]:
    table = with_game(read_table("tacocat" if game.startswith("tc") else "kittens"), game)
    log = MemoryLog()
    with simulated_table(table, seed=5, journal=log) as rig:
        finish_game(rig, Random(5))
    first = next(number for number, fact in enumerate(log.facts) if isinstance(fact, Began))
    return tuple(log.facts[first:])


def chain(projected: Projected) -> list[tuple[int, str, str]]:
    return [(event.number, event.before, event.hash()) for event in projected.events]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_events_are_numbered_and_chained_and_come_to_the_picture_of_now(game: str) -> None:
    projected = Projection().take(played(game))

    links = chain(projected)
    assert [number for number, _, _ in links] == list(range(1, len(links) + 1))
    assert [before for _, before, _ in links] == ["", *(hashed for _, _, hashed in links[:-1])]
    picture: Content = {}
    for event in projected.events:
        picture = changed(picture, event.changed)
    assert projected.played.situation is not None
    now = msgspec.to_builtins(public_picture(projected.played.situation))
    assert msgspec.to_builtins(picture) == now
    assert changes(picture, now) == {"set": {}, "at": [], "gone": []}


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_replay_gives_the_same_chain_and_the_beginning_of_a_game_its_beginning(game: str) -> None:
    facts = played(game)

    whole = chain(Projection().take(facts))

    assert chain(Projection().take(facts)) == whole
    part = chain(Projection().take(facts[: len(facts) // 2]))
    assert part == whole[: len(part)]


def test_the_hash_is_that_of_the_body_in_canonical_json() -> None:
    event = Projection().take(played("tc38")).events[7]

    written = json.dumps(msgspec.to_builtins(event.body()), sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    assert event.hash() == sha256(written.encode()).hexdigest()
    assert replace(event, at_ms=event.at_ms + 1).hash() != event.hash()


def test_an_event_keeps_the_time_since_the_game_began() -> None:
    facts = played("tc38")

    events = Projection().take(facts, [1_000_000 + 250 * number for number in range(len(facts))]).events

    assert events[0].at_ms == 0
    assert events[-1].at_ms == 250 * (len(facts) - 1)


@pytest.mark.long(keep=0)
def test_hands_are_shown_only_when_all_who_played_say_so() -> None:
    facts = played("ek120")
    seats = Projection().take(facts).played.situation
    assert seats is not None

    for count in range(len(seats.game.players) + 1):
        said = [Shared(seat) for seat in seats.game.players[:count]]
        assert Projection().take((*facts, *said)).is_shown == (count == len(seats.game.players))
