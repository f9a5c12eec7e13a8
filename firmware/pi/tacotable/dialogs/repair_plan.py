"""Repair: the fewest moves by hand that make the table agree with the game again, and in which order.

Pure. A pad holds cards that its reader named, none, or nobody knows; a pad that nobody knows is left alone, because
buttons stand in for its reader. The same is true of a token whose sensors do not agree. Each beginning of a plan is
itself part of a shortest one, so that the table shows one move, and plans anew after each touch.

A card can only be laid on a pad that is free. Where cards have to change places in a ring, one is lifted first:

>>> plan(Sensed({"A": ("x",), "B": ("y",)}), Needed({"A": Pad(must="y"), "B": Pad(must="x")}))
(Lift(tag='x', zone='A'), Lay(tag='y', zone='A', source='B'), Lay(tag='x', zone='B', source=None))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Pad:
    """What a game can go on with on a pad: one card that has to be there, or none or one of those that may."""

    may: frozenset[str] = frozenset()
    must: str | None = None


@dataclass(frozen=True, slots=True)
class Sensed:
    """What the table senses: the cards on each pad, and the spaces that feel a token; None: nobody knows."""

    pads: Mapping[str, tuple[str, ...] | None]
    spaces: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Needed:
    """What the game needs; no `space`: it does not matter where the token stands."""

    pads: Mapping[str, Pad] = field(default_factory=dict)
    space: int | None = None


@dataclass(frozen=True, slots=True)
class Lift:
    """Take a card off a pad, to where it came from."""

    tag: str
    zone: str


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a card on a pad that is free; `source` is the pad that it lies on now, if any."""

    tag: str
    zone: str
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Stand:
    """Stand the token on a space."""

    space: int


Move: TypeAlias = Lift | Lay | Stand


def plan(sensed: Sensed, needed: Needed) -> tuple[Move, ...]:
    """Return a shortest list of moves after which the table agrees; empty where it does, as far as anyone knows.

    Cards that nothing needs are lifted first, then cards go to where they are needed, then the token.
    """
    return (*_cards(sensed, needed), *_token(sensed, needed))


def _token(sensed: Sensed, needed: Needed) -> Iterator[Move]:
    is_known = sensed.spaces is not None and len(sensed.spaces) < 2
    if needed.space is not None and is_known and sensed.spaces != frozenset((needed.space,)):
        yield Stand(needed.space)


def _cards(sensed: Sensed, needed: Needed) -> Iterator[Move]:
    known = {zone: list(tags) for zone, tags in sensed.pads.items() if tags is not None}
    goals = {pad.must: zone for zone, pad in needed.pads.items() if pad.must is not None and zone in known}
    going = {tag: zone for tag, zone in goals.items() if tag not in known[zone]}
    for zone, tags in known.items():
        staying = _staying(tags, needed.pads.get(zone, Pad()), goals)
        for tag in [tag for tag in tags if tag not in staying and tag not in going]:
            tags.remove(tag)
            yield Lift(tag, zone)
    yield from _to_goals(known, going)


def _staying(tags: list[str], pad: Pad, goals: Mapping[str, str]) -> list[str]:
    """Return the card of a pad that stays: the one that must be there, or the first that may."""
    if pad.must is not None:
        return [tag for tag in tags if tag == pad.must]
    return [tag for tag in tags if tag in pad.may and tag not in goals][:1]


def _to_goals(known: dict[str, list[str]], going: dict[str, str]) -> Iterator[Move]:
    """Move each card to its goal as soon as that is free; where only rings are left, lift a card to open one.

    Each pad waits for one card at most, so that rings share no pad, and each costs one move more.
    """
    while going:
        tag = next((tag for tag, zone in going.items() if not known[zone]), None)
        if tag is None:
            ring = next(iter(going.values()))
            yield Lift(known[ring].pop(), ring)
            continue
        source = next((zone for zone, tags in known.items() if tag in tags), None)
        if source is not None:
            known[source].remove(tag)
        known[going[tag]].append(tag)
        yield Lay(tag, going.pop(tag), source)
