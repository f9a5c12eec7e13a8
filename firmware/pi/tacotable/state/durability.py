"""The halves of a situation: what facts give, what devices tell, and what is only about this moment.

The situation and each family's part name every field of theirs as one of the three. What facts give is durable: a
snapshot holds it and nothing else, and a start takes it. A clock's times are never among it: the next boot has another.
"""

from __future__ import annotations

from collections.abc import Collection
from copy import copy
from typing import ClassVar, Protocol, TypeVar

from tacotable_engine import Match

Names = tuple[str, ...]


class Halved(Protocol):
    """What names its fields by where they come from."""

    FROM_FACTS: ClassVar[Names]
    """What applying all facts gives."""
    ENDED_BY_HANDS: ClassVar[Names]
    """What of that a hand or a device may change before the next fact does: facts alone may give it otherwise."""
    FROM_DEVICES: ClassVar[Names]
    """What devices told, what a start brings itself, and what was said already."""
    OF_THE_MOMENT: ClassVar[Names]
    """What people are about to do, what is on show, and what was asked when: each start begins without it."""


AnyHalved = TypeVar("AnyHalved", bound=Halved)


def take(mine: AnyHalved, other: AnyHalved, fresh: AnyHalved, *, but: Collection[str] = ()) -> None:
    """Take what facts gave another one, in copies that its later facts do not change.

    What devices told stays; what is of the moment is as in `fresh`. `but`: fields that stay as well.
    """
    for name in mine.FROM_FACTS:
        if name not in but:
            setattr(mine, name, copied(getattr(other, name)))
    for name in mine.OF_THE_MOMENT:
        setattr(mine, name, getattr(fresh, name))


def durable_half(part: AnyHalved) -> AnyHalved:
    """Return a copy of a family's part as facts alone give it."""
    kind = type(part)
    half = kind()
    take(half, part, kind())
    return half


def from_facts_alone(kind: type[Halved]) -> Names:
    """Name what is at any moment as facts alone give it."""
    return tuple(name for name in kind.FROM_FACTS if name not in kind.ENDED_BY_HANDS)


def copied(value: object) -> object:
    """Copy what facts change in place: a container, or a match; all else is frozen."""
    if isinstance(value, Match):
        match = copy(value)
        vars(match).update({name: copied(held) for name, held in vars(value).items()})
        return match
    return copy(value) if isinstance(value, (dict, list, set)) else value
