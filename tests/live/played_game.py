"""A game of simulated players as facts, and the journal of a table that holds them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random

from tacotable.app.program import MemoryLog
from tacotable.autoplay.games import finish_game
from tacotable.autoplay.rig import simulated_table
from tacotable.state.facts import Began, Fact
from tacotable.storage.journal import Journal


@cache
def played(table: str) -> tuple[Fact, ...]:
    """Return the facts of a whole game."""
    log = MemoryLog()
    with simulated_table(table, seed=5, journal=log) as rig:
        finish_game(rig, Random(5), 3 if table == "kittens" else None)
    first = next(number for number, fact in enumerate(log.facts) if isinstance(fact, Began))
    return tuple(log.facts[first:])


def write(folder: Path, facts: Sequence[Fact]) -> Journal:
    """Return the journal of a state folder, which then holds these facts."""
    folder.mkdir(exist_ok=True)
    journal = Journal(folder, wall_s=lambda: 1_763_000_000.0)
    for fact in facts:
        journal.append(fact)
    return journal
