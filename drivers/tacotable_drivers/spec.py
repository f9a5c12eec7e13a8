"""What every spec of a device has: checks of its parts, and parts that are imported only where they are needed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from tacotable_drivers.ports import DriverError


class SpecError(DriverError):
    """A spec lacks something, or cannot be had; the text names it, and says what it has to have."""


def check_parts(what: str, parts: Mapping[str, bool]) -> None:
    """Raise SpecError with every part that is not right; a part is told as its name and what it has to be."""
    if wrong := [part for part, is_right in parts.items() if not is_right]:
        raise SpecError(f"{what}: {'; '.join(wrong)}")


def is_name(value: object) -> bool:
    """Return whether this can be written in a table file."""
    return isinstance(value, str) and re.fullmatch(r"[a-z0-9][a-z0-9-]*", value) is not None


def is_count(value: object) -> bool:
    """Return whether this is a whole number above 0."""
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


def is_place(value: object) -> bool:
    """Return whether this names something in a module, as `module:name`."""
    return isinstance(value, str) and re.fullmatch(r"[\w.]+:\w+", value) is not None


def imported(what: str, place: str) -> Any:
    """Import what a spec names as `module:name`; raises SpecError."""
    module, _, name = place.partition(":")
    try:
        return getattr(import_module(module), name)
    except Exception as error:  # a package of somebody else may fail in any way
        raise SpecError(f"{what}: {place} cannot be imported: {error}") from error
