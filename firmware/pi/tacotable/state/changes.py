"""What has changed between two pictures of JSON values, so that only that has to be told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacotable.state.role import Content

FEWEST = 4  # A list of fewer values is told whole.


def changes(before: Mapping[str, object], now: Mapping[str, object]) -> Content:
    """Return what makes the picture of now of the one before.

    `set` has what is new or other, nested as it is; `at` the values of long lists that have not become shorter, as
    `[path, {index: value}]`; `gone` the paths that are no longer there.
    """
    places: list[list[object]] = []
    other = _other(before, now, [], places)
    return {"set": other, "at": places, "gone": list(_gone(before, now))}


def _other(
    before: Mapping[str, object], now: Mapping[str, object], path: list[str], places: list[list[object]]
) -> dict[str, object]:
    """Return what is new or other; values of long lists go to `places`."""
    other: dict[str, object] = {}
    for name, value in now.items():
        old = before.get(name)
        if (old is value or old == value) and (value is not None or name in before):
            continue
        if isinstance(old, dict) and isinstance(value, dict):
            if inner := _other(old, value, [*path, name], places):
                other[name] = inner
        elif isinstance(old, list) and isinstance(value, list) and FEWEST <= len(old) <= len(value):
            other_at = {str(n): one for n, one in enumerate(value) if n >= len(old) or old[n] != one}
            places.append([[*path, name], other_at])
        else:
            other[name] = value
    return other


def _gone(before: Mapping[str, object], now: Mapping[str, object]) -> Iterator[list[str]]:
    """Yield the paths of what is no longer there."""
    for name, old in before.items():
        value = now.get(name)
        if name not in now:
            yield [name]
        elif isinstance(old, dict) and isinstance(value, dict) and old is not value and old != value:
            yield from ([name, *path] for path in _gone(old, value))
