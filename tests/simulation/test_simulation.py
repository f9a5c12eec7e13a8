"""Whole games in any weather: one seed is one table, one game, one storm of troubles and one course of play.

`TACOTABLE_SIMULATIONS` is how many games are played (30).
"""

from __future__ import annotations

import os

import pytest

from tacotable.compose.drawn import TABLES, chance_of, draw
from tacotable.compose.simulation import again_by, simulate

GAMES = int(os.environ.get("TACOTABLE_SIMULATIONS", "30"))
FIRST = 1000
MENDED = {
    1: "a Nope counted while a menu hid it",
    8: "a card went back to the pile although NOPE was not heard",
    1023: "the same card was picked from the discard pile twice, and taken once",
    2043: "cards were dealt as a program asked that was gone",
    5004: "a card was drawn twice while cards were named by buttons",
}
DRAWN = {seed: draw(chance_of(seed)).name for seed in range(FIRST, FIRST + GAMES)}


@pytest.mark.long
@pytest.mark.parametrize("table", TABLES)
def test_whatever_goes_wrong_games_end_and_nothing_is_lost_shown_or_stuck(table: str) -> None:
    for seed in (seed for seed, name in DRAWN.items() if name == table):
        try:
            simulate(seed)
        except Exception as error:
            error.add_note(f"play it again: {again_by(seed)}")
            raise


@pytest.mark.long
@pytest.mark.parametrize("seed", MENDED, ids=MENDED.values())
def test_what_a_seed_has_found_stays_mended(seed: int) -> None:
    simulate(seed)


def test_one_seed_is_one_run() -> None:
    first, second = simulate(12), simulate(12)

    assert first == second
    assert first.troubles
