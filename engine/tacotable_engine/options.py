"""The options of all games: one table, checked in one place, so that a front end may send one set to all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tacotable_engine.fields import as_flag, as_number, as_object, as_one_of, require_only

LONGEST_WINDOW_S = 3600.0


@dataclass(frozen=True, slots=True)
class Option:
    """One option: what it is when nothing is said, and how a value is read."""

    default: object
    read: Callable[[object, str], object]


def _one_of(*names: str) -> Callable[[object, str], object]:
    return lambda value, where: as_one_of(value, names, where)


OPTIONS: Mapping[str, Option] = {
    "strict_groups": Option(False, as_flag),
    "special_combos": Option(True, as_flag),
    "window_s": Option(5, lambda value, where: as_number(value, 0, LONGEST_WINDOW_S, where)),
    "nope_own": Option(False, as_flag),
    "clone_as_nope": Option(True, as_flag),
    "attack_stacking": Option(None, _one_of("remaining", "fixed")),  # None: as the ruleset says
    "violation": Option("warn", _one_of("warn", "lose_round")),
    "jumbo": Option(True, as_flag),
    "practice": Option(False, as_flag),
    "noped_out": Option(True, as_flag),  # only where the ruleset has Nopes leave the game
}


def read_options(value: object) -> dict[str, Any]:
    """Return every option, as asked for or by default; raises RequestError naming the one that is wrong."""
    asked = as_object(value, "options")
    require_only(asked, OPTIONS.keys(), "options")
    return {
        name: option.read(asked[name], f"options.{name}") if name in asked else option.default
        for name, option in OPTIONS.items()
    }
