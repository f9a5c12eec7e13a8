"""Whole games whose hidden cards pass pads, played by simulated people through the bytes; the cards lie as told."""

from __future__ import annotations

import msgspec
import pytest

from tacotable.autoplay.games import play_games
from tacotable.table.file import read_table


@pytest.mark.long
@pytest.mark.parametrize(
    ("table", "game", "players", "seed"),
    [("tacocat", "tc38", 2, 1), ("kittens", "zh56", 3, 2), ("kittens", "ek120", 3, 3), ("kittens", "min72", 3, 2)],
)
def test_people_finish_a_game_whose_cards_pass_the_pad(table: str, game: str, players: int, seed: int) -> None:
    described = msgspec.structs.replace(read_table(table), mode="seen")

    tally = play_games(described, 1, seed, game=game, players=players)
    assert tally.games == 1
    assert tally.records[0].count("\n") > 10
