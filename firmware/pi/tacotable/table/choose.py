"""What arguments of commands may be: numbers in their range, and options that apply together."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path

REAL_TABLE, SIMULATED_TABLE = "/etc/tacotable/table.toml", "tacocat"
"""The table that is meant where none is given: the installed one, or the shipped one that `run` simulates."""

SERVICE_STATE, OWN_STATE = Path("/var/lib/tacotable"), Path("state")
"""Where games and decks are kept: by the service, and by whoever runs a real table by hand."""


def _whole(least: int, most: int, expected: str, text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not least <= int(text[:20]) <= most:
        raise argparse.ArgumentTypeError(f"{expected}; this is {text!r}")
    return int(text)


port_number = partial(_whole, 0, 65_535, "a port is a whole number from 0 (any free one) to 65535")
game_count = partial(_whole, 1, 1_000_000, "the number of games is a whole number, at least 1")
player_count = partial(_whole, 2, 10, "the number of players is a whole number from 2 to 10")
"""Which game takes how many is told when the table is known."""
megabytes = partial(_whole, 1, 100_000, "room is a whole number of megabytes, at least 1")


def add_table_argument(parser: argparse.ArgumentParser, shipped: Sequence[str]) -> None:
    """Add the argument of a table; `table_name` reads it, also where none was given."""
    usual = f"{REAL_TABLE} by default, with --simulated {SIMULATED_TABLE}"
    parser.add_argument("--table", help=f"a table file, or: {', '.join(shipped)} ({usual})")


def table_name(chosen: argparse.Namespace) -> str:
    """Return the table that was chosen, or the usual one."""
    return str(chosen.table or (SIMULATED_TABLE if chosen.simulated else REAL_TABLE))


def add_state_argument(parser: argparse.ArgumentParser, more: str = "") -> None:
    """Add the option for the folder of games that a command looks into."""
    told = f"the folder of games: by default '{OWN_STATE}' of a table that ran by hand here, else {SERVICE_STATE}{more}"
    parser.add_argument("--state", type=Path, default=state_to_read(), help=told)


def state_to_write(service: Path = SERVICE_STATE, own: Path = OWN_STATE, user: int | None = None) -> Path:
    """Return the folder that is meant where none is given: the service's for its own user, else `state` here.

    What root wrote among the service's files the service could not read.
    """
    is_own = service.exists() and service.stat().st_uid == (os.geteuid() if user is None else user)
    return service if is_own else own


def state_to_read(service: Path = SERVICE_STATE, own: Path = OWN_STATE, user: int | None = None) -> Path:
    """Return the folder that is meant where none is given: what this user would write, or else the service's."""
    written = state_to_write(service, own, user)
    return written if written.exists() else service


def refuse_given(
    parser: argparse.ArgumentParser, chosen: argparse.Namespace, names: Sequence[str], reason: str
) -> None:
    """End with a sentence when one of these options was given; their defaults are None."""
    given = [f"--{name}" for name in names if getattr(chosen, name) is not None]
    if given:
        parser.error(f"{', '.join(given)}: {reason}")
