"""Whole games with clumsy hands: every one ends with a winner, and with cards where the referee says they are.

`TACOTABLE_CLUMSY_GAMES` says how many are played; a desk plays a few of them.
"""

from __future__ import annotations

import os
from random import Random

import pytest

from simulation.clumsy import ClumsyHands
from simulation.people.seating import careful_people_at
from tacotable.autoplay.games import finish_game
from tacotable.autoplay.rig import simulated_table
from tacotable.table.file import read_table

GAMES = int(os.environ.get("TACOTABLE_CLUMSY_GAMES", "4"))
KINDS = (("tacocat", "tc38"), ("kittens", "zh56"), ("tacocat", "tc36"), ("kittens", "min72"))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(GAMES))
def test_a_game_of_clumsy_people_ends_with_a_winner_and_counts_that_agree(seed: int) -> None:
    table, game = KINDS[seed % len(KINDS)]
    players = 2 if table == "tacocat" else 2 + seed % 3
    with simulated_table(read_table(table), seed=seed, game=game) as rig:
        hands = ClumsyHands(rig, Random(f"{seed}/clumsy"))

        ended = finish_game(
            rig, Random(f"{seed}/players"), players, careful_people_at
        )  # raises where cards and counts disagree

        assert ended.view("table")["winner"] is not None
        assert hands.done.total() > 2, "these people were not clumsy"
