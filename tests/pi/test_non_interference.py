"""Two worlds that differ only in what a viewer may not know give that viewer the same bytes, at the same times.

Lights, lamps, sounds, the displays that it may read, and all that its page is sent. `TACOTABLE_PAIRS` sets how many
pairs of worlds are tried.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import cast

import msgspec
import pytest

from pi.worlds import SPECTATOR, Setting, World, enrolled
from pi.worlds_twists import Played, alike_until, difference, find_any, is_secret_from, play_again, play_first
from tacotable.history.projection import Projection
from tacotable.table.file import TableFile

PAIRS = int(os.environ.get("TACOTABLE_PAIRS", "25"))
GAMES = ("tc38", "tc36", "ek120", "min72", "zh56")
TWISTS = 5
"""So many second worlds are made of each first one."""
ALIKE = 0.9


def setting_of(game: str, seed: int) -> Setting:
    """Make a table of a game with as many players as chance wants."""
    chance = Random(f"{seed}/setting")
    table = enrolled("tacocat" if game.startswith("tc") else "kittens", game)
    if table.play and chance.random() < 0.3:
        table = _with_displays(table)
    most = {"ek120": 10}.get(game, 5)
    count = 2 if table.board else chance.choice((2, 2, 3, 3, 4, most))
    players = tuple(chance.sample(table.seat_names, count)) if table.play else table.seat_names
    languages = {viewer: chance.choice(("en", "zh-TW")) for viewer in (*players, SPECTATOR)}
    return Setting(table, players, seed, languages)


def _with_displays(table: TableFile) -> TableFile:
    """Give each seat a display, too."""
    assert table.play is not None
    seats = [msgspec.structs.replace(seat, display=table.play.displays[0]) for seat in table.seats]
    return msgspec.structs.replace(table, seats=seats)


@lru_cache(maxsize=4)
def first_world(game: str, seed: int) -> Played:
    chance = Random(f"{seed}/people")
    return play_first(setting_of(game, seed), chance, chance.choice((30, 40, 80)))


def pairs_of(game: str, count: int, twists: int = TWISTS) -> Iterator[tuple[Played, Random]]:
    """Give first worlds, each several times, with the chance for what is twisted."""
    for number in range(count):
        yield first_world(game, number // twists), Random(f"{number}/twist")


def projected(world: World, steps: int) -> list[str]:
    """Give the hashes of all public events of a world up to a step; each holds those before."""
    facts = cast("tuple[object, ...]", world.moments[steps - 1].ruled[0])
    return [event.hash() for event in Projection().take(world.facts[: len(facts)]).events]


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_nothing_tells_a_viewer_what_it_may_not_know(game: str) -> None:
    steps = alike = 0
    for played, chance in pairs_of(game, max(1, PAIRS // len(GAMES))):
        viewers = (*played.world.setting.players, SPECTATOR)
        twist = find_any(played, chance.choice(viewers), chance)
        second = play_again(played, twist)
        count = alike_until(played.world, second)
        steps, alike = steps + twist.cut + 1, alike + count
        for viewer in viewers:
            if is_secret_from(played, twist, viewer):
                told = difference(played.world, second, viewer, count)
                assert told is None, f"seed {played.world.setting.seed}, viewer {viewer!r}, {twist}"
        if is_secret_from(played, twist, SPECTATOR):
            assert projected(played.world, count) == projected(second, count), f"{played.world.setting.seed}, {twist}"

    assert alike >= ALIKE * steps
