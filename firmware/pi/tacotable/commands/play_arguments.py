"""The arguments of `tacotable play`, some of which `run` takes, too; a real table's `run` knows no simulated player."""

from __future__ import annotations

import argparse

from tacotable.table.choose import game_count, player_count
from tacotable.table.file import SHIPPED, TableFileError
from tacotable.table.kinds import table_for, unknown_game
from tacotable_engine.companion.answers import LEVELS

ONLY_AUTO = ("games", "robots", "record", "pty")  # With these `run` needs --auto.


def add_play_arguments(parser: argparse.ArgumentParser, when: str = "") -> None:
    """Add what concerns simulated players to a parser; `run` takes them `when` it has --auto. Not given is None."""
    parser.add_argument("--games", type=game_count, help=f"{when}how many games the players finish; 1 by default")
    parser.add_argument("--game", help="which of its games the table begins with; the table file's by default")
    dealt = "a simulated table begins a game for so many at once, and deals; " if when else ""
    parser.add_argument(
        "--players", type=player_count, help=f"{dealt}{when}how many play, as many as the game takes; by chance"
    )
    parser.add_argument(
        "--robots", choices=LEVELS, help=f"{when}robots of this level play in place of players by chance"
    )
    parser.add_argument("--record", action="store_true", default=None, help=f"{when}print the text record of each game")
    parser.add_argument(
        "--pty", action="store_true", default=None, help=f"{when}readers on ptys at real pace, one real second a second"
    )


def add_hub_argument(parser: argparse.ArgumentParser) -> None:
    """Add the choice of a table with a reader hub."""
    parser.add_argument(
        "--hub",
        action="store_true",
        help="readers, buttons and lights on a reader hub that runs its own program: in real time in MicroPython "
        "where that is installed, else the same sources in this Python",
    )


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
