"""Working copies of states: an event changes a copy, which counts when all that follows from the event is durable."""

from __future__ import annotations

from copy import copy
from typing import TypeVar

Record = TypeVar("Record")


def working_copy(record: Record) -> Record:
    """Return a copy of a record with containers of its own; what they hold is frozen, or a part that is copied too."""
    own = copy(record)
    for name in own.__slots__:  # type: ignore[attr-defined]  # each state is a dataclass with slots
        value = getattr(own, name)
        if type(value) in (dict, list, set):
            setattr(own, name, value.copy())
    return own
