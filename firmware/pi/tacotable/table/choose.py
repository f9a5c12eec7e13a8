"""What arguments of commands may be: numbers in their range, and options that apply together."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from functools import partial


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
