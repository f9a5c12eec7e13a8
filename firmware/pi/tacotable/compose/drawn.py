"""What a seed of the simulation draws: a table, the game on it, how hidden cards go, and how many play.

Small games, because many of them tell more than few long ones. A hub's own program runs along with the table, which
takes a multiple of the time, so tables with hubs are drawn seldom.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

import msgspec

from tacotable.table_file import TableFile, read_table
from tacotable.table_kinds import with_game


@dataclass(frozen=True, slots=True)
class Drawn:
    """A table and its game; `mode` is whether hidden cards pass its pads."""

    name: str
    game: str
    players: int
    mode: str = "blind"

    def __str__(self) -> str:
        """Give it in a few words."""
        return f"{self.name} {self.game} {self.mode} players {self.players}"

    def table(self) -> TableFile:
        """Give the table's description."""
        return msgspec.structs.replace(with_game(read_table(self.name), self.game), mode=self.mode)


KINDS: Mapping[Drawn, int] = {
    Drawn("tacocat", "tc38", 2): 3,
    Drawn("tacocat", "tc36", 2): 3,
    Drawn("tacocat", "tc38", 2, "seen"): 2,
    Drawn("buttons", "tc38", 2): 2,
    Drawn("buttons", "tc36", 2): 2,
    Drawn("kittens", "min72", 2): 2,
    Drawn("kittens", "zh56", 2): 2,
    Drawn("kittens", "zh56", 2, "seen"): 2,
    Drawn("kittens", "zh56", 3): 2,
    Drawn("kittens", "min72", 3): 2,
    Drawn("kittens", "ek120", 3): 1,
    Drawn("kittens", "ek120", 4): 1,
    Drawn("tacocat-hub", "tc38", 2): 1,
    Drawn("kittens-hub", "zh56", 2): 1,
}
"""What there is, and how often of 26."""
TABLES = tuple(dict.fromkeys(kind.name for kind in KINDS))


def chance_of(seed: int) -> Random:
    """Give the source of all chance of a seed, before anything was drawn."""
    return Random(f"{seed}/simulation")  # noqa: S311  # a simulation is no secret


def draw(chance: Random) -> Drawn:
    """Draw what is played; the first that a seed decides."""
    return chance.choices(tuple(KINDS), tuple(KINDS.values()))[0]
