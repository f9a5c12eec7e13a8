"""The arguments of commands: declared in files, numbers in their range, and options that apply together."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from tacotable.files.toml_file import shipped_toml
from tacotable.table.file import OWN_STATE, REAL_TABLE, SERVICE_STATE, SHIPPED, SIMULATED_TABLE, state_to_read


def _whole(least: int, most: int, expected: str, text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not least <= int(text[:20]) <= most:
        raise argparse.ArgumentTypeError(f"{expected}; this is {text!r}")
    return int(text)


port_number = partial(_whole, 0, 65_535, "a port is a whole number from 0 (any free one) to 65535")
game_count = partial(_whole, 1, 1_000_000, "the number of games is a whole number, at least 1")
player_count = partial(_whole, 2, 10, "the number of players is a whole number from 2 to 10")
"""Which game takes how many is told when the table is known."""
megabytes = partial(_whole, 1, 100_000, "room is a whole number of megabytes, at least 1")


def host_name(given: str) -> str:
    """Read a host name, or the address of a proxy with a certificate; raises ArgumentTypeError."""
    if not re.fullmatch(r"(https://)?[A-Za-z0-9\[][A-Za-z0-9._:\[\]-]*/?", given):
        expected = "a host name is letters, digits, - and dots, such as cards.home or https://cards.home"
        raise argparse.ArgumentTypeError(f"{expected}; this is {given!r}")
    return given


def refuse_given(
    parser: argparse.ArgumentParser, chosen: argparse.Namespace, names: Sequence[str], reason: str
) -> None:
    """End with a sentence when one of these options was given; their defaults are None."""
    given = [f"--{name}" for name in names if getattr(chosen, name) is not None]
    if given:
        parser.error(f"{', '.join(given)}: {reason}")


def table_name(chosen: argparse.Namespace) -> str:
    """Return the table that was chosen, or the usual one."""
    return str(chosen.table or (SIMULATED_TABLE if chosen.simulated else REAL_TABLE))


TYPES: Mapping[str, Callable[[str], object]] = {
    "int": int,
    "float": float,
    "path": Path,
    "port_number": port_number,
    "host_name": host_name,
    "game_count": game_count,
    "player_count": player_count,
    "megabytes": megabytes,
}


def add_arguments(
    parser: argparse.ArgumentParser, command: str, package: str = "tacotable.commands", **values: Any
) -> None:
    """Add the arguments of a command, from its file in the folder `arguments` of a package.

    A text may have the names of `values` in braces, beside those of the shipped tables and the folders of games; a
    type or choices are named there or in `TYPES`; `nargs = "..."` takes everything that follows.
    """
    values |= {"tables": ", ".join(SHIPPED), "real_table": REAL_TABLE, "simulated_table": SIMULATED_TABLE}
    values |= {"own_state": OWN_STATE, "service_state": SERVICE_STATE, "state": state_to_read()}
    for name, told in shipped_toml(package, f"arguments/{command}.toml").items():
        options: dict[str, Any] = {
            key: text.format(**values) if isinstance(text, str) else text for key, text in told.items()
        }
        if "type" in options:
            options["type"] = {**TYPES, **values}[options["type"]]
        if isinstance(options.get("choices"), str):
            options["choices"] = values[options["choices"]]
        parser.add_argument(name, **options)


def parser_of(command: str, about: str | None, **values: Any) -> argparse.ArgumentParser:
    """Return the parser of a command that is `about` this, with the arguments of its file."""
    parser = argparse.ArgumentParser(prog=f"tacotable {command}", description=about)
    add_arguments(parser, command, **values)
    return parser
