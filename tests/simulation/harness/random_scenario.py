"""What a seed of the simulation draws: a table, the game on it, how hidden cards go, and how many play.

Small games, because many of them tell more than few long ones: few cards a round, few seats, readers that announce
cards beside those that are asked. A hub's own program runs along with the table, which takes a multiple of the time,
so tables with hubs are drawn seldom.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal

from msgspec.structs import replace

from tacotable.table.file import Pad, TableFile, read_table
from tacotable.table.kinds import with_game
from tacotable.table.schema import Board

HAND_SIZES = {3: 5, 4: 3, 6: 1}
"""The numbers on the spaces of a drawn board, and how often; the printed ones are 4 to 9."""
SPARE_SEATS = 2
"""So many seats at most are empty."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of table and its game; `mode` is whether hidden cards pass its pads, `reader` what is under its pads."""

    name: str
    game: str
    players: int
    mode: Literal["blind", "seen"] = "blind"
    reader: Literal["", "rdm6300"] = ""
    """Empty: the reader of the shipped table."""

    def __str__(self) -> str:
        """Give it in a few words."""
        return f"{self.name} {self.reader} {self.game} {self.mode} players {self.players}".replace("  ", " ")


@dataclass(frozen=True, slots=True)
class Drawn:
    """What was drawn: a kind, and its sizes."""

    kind: Kind
    seats: int = 0
    """How many seats a table for many has; 0 where it has two."""
    numbers: tuple[int, ...] = ()
    """What is printed on the spaces of the board, if there is one."""

    def __str__(self) -> str:
        """Give it in a few words."""
        sizes = f"seats {self.seats}" if self.seats else f"board {' '.join(map(str, self.numbers))}"
        return f"{self.kind}, {sizes}"

    def table(self) -> TableFile:
        """Give the table's description."""
        kind = self.kind
        table = replace(with_game(read_table(kind.name), kind.game), mode=kind.mode)
        if self.seats:
            table = replace(table, seats=table.seats[: self.seats])
        if table.board is not None:
            table = replace(table, board=_with_numbers(table.board, self.numbers))
        return _with_readers(table, kind.reader) if kind.reader else table


def _with_numbers(board: Board, numbers: tuple[int, ...]) -> Board:
    spaces = [replace(space, number=number) for space, number in zip(board.spaces, numbers, strict=True)]
    return replace(board, spaces=spaces)


def _with_readers(table: TableFile, reader: Literal["rdm6300"]) -> TableFile:
    """Give a table with readers of a kind under all its pads."""

    def under(pad: Pad) -> Pad:
        return replace(pad, reader=reader)

    if table.play is not None:
        return replace(table, play=replace(table.play, pad=under(table.play.pad)))
    return replace(table, seats=[replace(seat, pad=seat.pad and under(seat.pad)) for seat in table.seats])


KINDS: Mapping[Kind, int] = {
    Kind("tacocat", "tc38", 2): 3,
    Kind("tacocat", "tc36", 2): 2,
    Kind("tacocat", "tc38", 2, "seen"): 2,
    Kind("tacocat", "tc38", 2, reader="rdm6300"): 3,
    Kind("tacocat", "tc36", 2, "seen", reader="rdm6300"): 2,
    Kind("buttons", "tc38", 2): 3,
    Kind("buttons", "tc36", 2): 3,
    Kind("kittens", "min72", 2): 3,
    Kind("kittens", "min72", 3): 2,
    Kind("kittens", "min72", 2, reader="rdm6300"): 2,
    Kind("kittens", "zh56", 2): 2,
    Kind("kittens", "zh56", 2, "seen"): 2,
    Kind("kittens", "zh56", 3): 2,
    Kind("kittens", "zh56", 4, reader="rdm6300"): 2,
    Kind("kittens", "ek120", 3): 1,
    Kind("kittens", "ek120", 4): 1,
    Kind("kittens", "ek120", 3, reader="rdm6300"): 2,
    Kind("tacocat-hub", "tc38", 2): 1,
    Kind("kittens-hub", "min72", 2): 1,
}
"""What there is, and how often of 39."""
TABLES = tuple(dict.fromkeys(kind.name for kind in KINDS))


def chance_of(seed: int) -> Random:
    """Give the source of all chance of a seed, before anything was drawn."""
    return Random(f"{seed}/simulation")  # a simulation is no secret


def draw(chance: Random) -> Drawn:
    """Draw what is played; the first that a seed decides."""
    kind = chance.choices(tuple(KINDS), tuple(KINDS.values()))[0]
    if kind.name.startswith("kittens"):
        return Drawn(kind, seats=kind.players + chance.randint(0, SPARE_SEATS))
    return Drawn(kind, numbers=tuple(chance.choices(tuple(HAND_SIZES), tuple(HAND_SIZES.values()), k=7)))
