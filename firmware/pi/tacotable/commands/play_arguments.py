"""The arguments of `tacotable play`, some of which `run` takes, too; a real table's `run` knows no simulated player."""

from __future__ import annotations

import argparse

from tacotable.table.choose import add_arguments
from tacotable.table.file import SHIPPED, TableFileError
from tacotable.table.kinds import table_for, unknown_game
from tacotable_engine.companion.answers import LEVELS

ONLY_AUTO = ("games", "robots", "record", "pty")  # With these `run` needs --auto.


def add_play_arguments(parser: argparse.ArgumentParser, when: str = "") -> None:
    """Add what concerns simulated players to a parser; `run` takes them `when` it has --auto. Not given is None."""
    dealt = "a simulated table begins a game for so many at once, and deals; " if when else ""
    add_arguments(parser, "players", when=when, dealt=dealt, levels=LEVELS)


def usual_table(game: str | None) -> str:
    """Return the shipped table on which a game is played where no table is named. Raises TableFileError."""
    if game is not None and (fault := unknown_game(game)):
        raise TableFileError(f"--game: {fault}")
    return table_for(game or "tc38")


def table_name(chosen: argparse.Namespace) -> str:
    """Return the table that was asked for, or the shipped one like it with a hub; raises TableFileError."""
    name = str(chosen.table or usual_table(chosen.game))
    if not chosen.hub or (name in SHIPPED and name.endswith("-hub")):
        return name
    if f"{name}-hub" in SHIPPED:
        return f"{name}-hub"
    have = ", ".join(shipped.removesuffix("-hub") for shipped in SHIPPED if shipped.endswith("-hub"))
    raise TableFileError(
        f"--hub: of the shipped tables {have} can have a reader hub, not {name!r}; a file says it itself ([[hubs]])"
    )
