"""Claims and what hidden cards did, kept in position and record: whole random games, looked at after every act."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from engine.proof_kittens_table import Table
from engine.tacocat_tables import SeededChance
from tacotable_engine import Match
from tacotable_engine.exploding.game import Exploding
from tacotable_engine.log import Applied, Resolved

pytestmark = pytest.mark.long

TABLES = [("ek120", 3), ("zh56", 2), ("zh56", 3), ("zh56", 5), ("ek120", 5), ("ek120", 8)]
NO_CHANCE: Any = None
"""In mode blind nothing is left to chance."""


@cache
def played(game: str, seats: int, number: int) -> Table:
    """Play a random game with lies."""
    table = Table(game, seats, f"kept {number}")
    table.play()
    return table


def tables(games: int) -> Iterator[Table]:
    """Play so many games at each table."""
    return (played(game, seats, number) for game, seats in TABLES for number in range(games))


def states(match: Match) -> list[Any]:
    """Give the states of a game after each act and the window that closed."""
    game = Exploding()
    found: list[Any] = [match.start]
    for entry in match.log:
        if isinstance(entry, Applied):
            seat = match.seats.index(entry.seat)
            found.append(game.apply(found[-1], seat, entry.act, NO_CHANCE).state)  # type: ignore[arg-type]  # acts of this game
        elif isinstance(entry, Resolved):
            found[-1] = game.resolve(found[-1], NO_CHANCE).state
    return found


def test_with_whole_decks_only_lies_are_told_as_such() -> None:
    wronged = [
        table.match.record()
        for table in tables(5)
        for one in table.told
        if not set(table.lies) & set([one.act] if one.seat else one.proof)
    ]

    assert wronged[:1] == []
    assert sum(len(table.told) for table in tables(5)) > 2


def test_every_state_with_claims_is_read_back_from_its_line() -> None:
    game, seen = Exploding(), 0
    for table in tables(1):
        for state in states(table.match)[::12]:
            seen += bool(state.claims) and bool(state.moves)

            assert game.read_position(game.write_position(state)) == state

    assert seen > 8


def test_a_game_with_claims_is_the_same_when_its_record_is_read() -> None:
    for table in tables(2):
        match = table.match

        assert Match.from_record(match.record()).state == match.state


def test_undo_of_a_game_with_claims_leads_to_the_state_before() -> None:
    seen = 0
    for table in tables(1):
        match = Match.from_record(table.match.record(), SeededChance())
        for before in states(match)[-2:-5:-1]:
            match.undo()
            seen += bool(before.claims)

            assert match.state == before

    assert seen > 3
