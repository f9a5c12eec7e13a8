"""The recordings that are in git."""

from __future__ import annotations

from pathlib import Path

GAMES = Path(__file__).parent / "games"
PARTS = 6
SEEDS = range(1_000)
"""The games of people with habits; a part has each sixth."""


def part_of(number: int) -> Path:
    """Return the file of one part of the people's games."""
    return GAMES / f"people-{number}.rec"


def stored(sixth: int | None = None) -> list[Path]:
    """Return all files, or those of the other sources with one part of the people's games."""
    parts = range(PARTS) if sixth is None else [sixth % PARTS]
    return [GAMES / "rigs.rec", GAMES / "hands.rec", *map(part_of, parts)]
