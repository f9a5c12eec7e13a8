"""Whether what is told and seen is as a scenario wants it.

Values: tables by the keys that are named, lists by length or what they hold. Lamps: by how long they are lit and dark
while eyes watch them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from tacotable.rig.rigs import RigError

MATCHERS = ("has", "n", "least", "most")
"""What may stand in place of a value: these are in it, so many are in it, it is so much at least or at most."""


def unlike(what: str, value: object, wanted: object) -> Iterator[str]:
    """Yield where a value is not as wanted; raises RigError where it could never be.

    >>> list(unlike("turn", {"seat": "2", "left": 1}, {"seat": "2"}))
    []
    >>> list(unlike("alive", ["1", "3"], {"n": 3}))
    ['the length of alive is 2, not 3']
    """
    if not isinstance(wanted, Mapping):
        if isinstance(wanted, list) and isinstance(value, list | tuple) and len(wanted) == len(value):
            for at, (one, other) in enumerate(zip(value, wanted, strict=True)):
                yield from unlike(f"{what}[{at}]", one, other)
        elif value != wanted:
            yield f"{what} is {value!r}, not {wanted!r}"
    elif isinstance(value, Mapping) and not (_is_matcher(wanted) and not set(wanted) <= set(value)):
        for key, part in wanted.items():
            if key in value:
                yield from unlike(f"{what}.{key}", value[key], part)
            else:
                yield f"{what} has no {key!r}; it has {', '.join(map(str, value)) or 'nothing'}"
    elif _is_matcher(wanted):
        yield from _unmatched(what, value, wanted)
    elif value is None:
        yield f"{what} is {value!r}, not {dict(wanted)!r}"
    else:
        raise RigError(f"{what} is {value!r}: it has no keys; give a value, or a table of {', '.join(MATCHERS)}")


def unlike_public(public: Mapping[str, object] | None, wanted: Mapping[str, object]) -> Iterator[str]:
    """Yield where what the referee tells everybody is not as wanted; raises RigError for what it never tells."""
    for key, value in wanted.items():
        if public is None:
            yield f"there is no game yet that has a {key}"
        elif key not in public:
            raise RigError(f"state: the referee tells no {key!r}; it tells {', '.join(public)}")
        else:
            yield from unlike(f"the referee's {key}", public[key], value)


def _is_matcher(wanted: Mapping[str, object]) -> bool:
    return bool(wanted) and set(wanted) <= set(MATCHERS)


def _unmatched(what: str, value: object, wanted: Mapping[str, object]) -> Iterator[str]:
    """Yield what of `has`, `n`, `least` and `most` does not hold; nothing at all has the length 0."""
    parts: Sequence[object] = list(value) if isinstance(value, Mapping | list | tuple | str) else []
    if "n" in wanted:
        yield from unlike(f"the length of {what}", len(parts), wanted["n"])
    there = list(parts)
    named = wanted.get("has", [])
    for part in named if isinstance(named, list) else [named]:
        found = next((one for one in there if not list(unlike("", one, part))), None)
        if found is None:
            yield f"{what} is {value!r}, without {part!r}"
        else:
            there.remove(found)
    for word, sign in (("least", 1), ("most", -1)):
        bound = wanted.get(word)
        if bound is None:
            continue
        if not isinstance(bound, int | float) or not isinstance(value, int | float):
            yield f"{what} is {value!r}, which is not {word} {bound!r}"
        elif (value - bound) * sign < 0:
            yield f"{what} is {value!r}, not at {word} {bound!r}"


UNSTEADY = "unsteady"
"""The look of a lamp that changes, and in none of the rhythms."""
FLASHING = ("slow", "fast", "double", UNSTEADY)
LONG_S = 0.3
"""Longer is only what a slow lamp and the pause of a double one last: half a second and more."""


def fits(look: str, wanted: str) -> bool:
    """Return whether a lamp looks as wanted; `flashing` is any rhythm."""
    return look == wanted or (wanted == "flashing" and look in FLASHING)


def look_of(lit: Sequence[bool], glance_s: float) -> str:
    """Return how a lamp looked at glances that were so far apart, over a second at least.

    The first and the last run are cut off by the eyes: they may be shorter than the lamp's, and never longer.

    >>> look_of([True] * 3 + [False] * 5 + [True] * 5 + [False] * 2, 0.1)
    'slow'
    """
    runs = [(is_lit, len(list(run)) * glance_s) for is_lit, run in groupby(lit)]
    if len(runs) == 1:
        return "steady" if lit[0] else "dark"
    whole = [(is_lit, seconds > LONG_S) for is_lit, seconds in runs[1:-1]]
    is_ever_long = any(seconds > LONG_S for _, seconds in runs)
    if whole and all(is_long for _, is_long in whole):
        return "slow"
    if len(whole) > 2 and not any(is_lit and is_long for is_lit, is_long in whole):
        return "double" if is_ever_long else "fast"
    return UNSTEADY
